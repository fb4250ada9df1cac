//go:build !unix

package hook

import "syscall"

func apart() *syscall.SysProcAttr { return nil }
