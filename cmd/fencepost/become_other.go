//go:build !unix

package main

// become does nothing: this system cannot replace a process.
func become(string, []string) {}
