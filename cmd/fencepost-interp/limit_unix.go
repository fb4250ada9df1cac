//go:build cgo && unix

package main

import "syscall"

// limit bounds what the process can take from the machine, whatever a parser makes of hostile text:
// it can use so much memory, and so many seconds of the processor, if the gate that would end it
// before is gone.
func limit() {
	set := func(what int, n uint64) {
		_ = syscall.Setrlimit(what, &syscall.Rlimit{Cur: n, Max: n})
	}
	set(syscall.RLIMIT_CPU, 5)
	set(syscall.RLIMIT_CORE, 0)
	set(syscall.RLIMIT_DATA, 2<<30)
}
