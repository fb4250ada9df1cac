//go:build !unix

package record

// noFollow has no link in place of the file followed: there is no such flag here.
const noFollow = 0
