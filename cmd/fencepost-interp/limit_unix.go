//go:build cgo && unix

package main

import (
	"syscall"
	"time"
)

// limit bounds what the process can take from the machine, whatever a parser makes of hostile text:
// it can use so much memory and time, and write no file.
func limit() {
	set := func(what int, n uint64) {
		_ = syscall.Setrlimit(what, &syscall.Rlimit{Cur: n, Max: n})
	}
	set(syscall.RLIMIT_CPU, 5)
	set(syscall.RLIMIT_CORE, 0)
	set(syscall.RLIMIT_DATA, 2<<30)
}

// used is the time that the process has had on a processor.
func used() time.Time {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return time.Now()
	}
	return time.Unix(0, u.Utime.Nano()+u.Stime.Nano())
}
