//go:build cgo && !unix

package main

// limit does nothing here: the gate's deadline is the only bound.
func limit() {}
