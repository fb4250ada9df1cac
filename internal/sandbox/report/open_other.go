//go:build !unix

package report

// noFollow has no link in place of the file followed: there is no such flag here.
const noFollow = 0
