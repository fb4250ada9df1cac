// Package record holds one call while the passes of the analysis work on it: what the call is judged
// with, the facts found so far, and the names that the call gives to other places. It answers what
// all passes ask: where a path leads, what lies on the disk, whether a word is plain.
//
// Order of files, each uses those before it:
//
//	call.go changedat_linux.go links.go places.go words.go disk.go hardlinks_unix.go input.go
//	worktree.go
package record
