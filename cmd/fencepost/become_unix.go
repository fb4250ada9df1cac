//go:build unix

package main

import (
	"os"
	"syscall"
)

// become replaces this process by a program with the same input, output and environment. It returns
// only where that cannot be done.
func become(path string, args []string) {
	_ = syscall.Exec(path, append([]string{path}, args...), os.Environ())
}
