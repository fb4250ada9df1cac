// Package early knows what a process has before Go's libraries change it.
//
// Package os raises the limit on open files when it is initialised, and tells nobody what it was.
// Packages are initialised in the order of their names as soon as what they import is: this one
// imports nothing, comes before os, and asks the kernel with a system call of its own.
package early

// NoFile is the limit on open files that the process was started with, soft and hard.
var NoFile = noFile()

func noFile() (limit [2]uint64) {
	getrlimit(&limit)
	return limit
}

// getrlimit asks for the limit on open files. Where that fails the limits stay 0.
func getrlimit(to *[2]uint64)
