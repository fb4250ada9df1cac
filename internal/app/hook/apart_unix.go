//go:build unix

package hook

import "syscall"

// ownSession has a process live on when the agent ends the group of its hooks.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
