// Package filetools finds the facts of tools that run no shell text: reading, writing, editing and
// searching files.
//
// It needs the call. It returns effects and hazards.
//
// Order of files, each uses those before it:
//
//	filetool.go search.go server.go touch.go
package filetools
