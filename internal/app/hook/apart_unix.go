//go:build unix

package hook

import "syscall"

// apart has a process live on when the agent ends the group of its hooks.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
