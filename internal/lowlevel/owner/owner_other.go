//go:build !unix

// Package owner says whether files are the user's own who runs the program, and reads and writes them.
package owner

import (
	"io/fs"
	"os"
)

// Known is whether files have an owner here: access lists take the place of owners.
const Known = false

// Mine reports whether a file belongs to the user, which is not known here.
func Mine(fs.FileInfo) bool { return false }

// OneName reports whether a file has no other name, which is not known here.
func OneName(fs.FileInfo) bool { return false }

// noFollow is not known here: alone looks for links.
const noFollow = 0

// alone reports whether the path of an open file is no link.
func alone(path string, _ fs.FileInfo) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}

// Dir reports whether a path is a directory, and no link to one.
func Dir(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir()
}
