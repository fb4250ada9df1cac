//go:build unix

package report

import "syscall"

// noFollow has no link in place of the file followed. A pipe would keep who opens it waiting.
const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
