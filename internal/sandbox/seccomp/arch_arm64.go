//go:build linux

package seccomp

import "golang.org/x/sys/unix"

const (
	arch       = unix.AUDIT_ARCH_AARCH64
	x32        = 0
	cloneFlags = 0
)

// more are those of this architecture only.
var more = [...]uint32{}

// moreModes and moreOpens are the calls of this architecture that give a file a mode.
var (
	moreModes [0]modeCall
	moreOpens [0]modeCall
)
