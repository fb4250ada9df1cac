//go:build cgo && !unix

package main

import "time"

// limit does nothing here: the gate's deadline is the only bound.
func limit() {}

// used is the time on the wall.
func used() time.Time { return time.Now() }
