//go:build !unix

package hook

import "syscall"

func ownSession() *syscall.SysProcAttr { return nil }
