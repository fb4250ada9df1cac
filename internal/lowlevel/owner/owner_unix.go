//go:build unix

// Package owner says whether files are the user's own who runs the program, and reads and writes them.
package owner

import (
	"io/fs"
	"os"
	"syscall"
)

// Known is whether files have an owner here.
const Known = true

// othersWrite are the rights of others to change a file.
const othersWrite = 0o022

// Mine reports whether a file belongs to the user.
func Mine(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// OneName reports whether a file has no other name, by which somebody else could change it.
func OneName(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && st.Nlink == 1
}

// noFollow opens no link.
const noFollow = syscall.O_NOFOLLOW

// alone reports whether an open file is the user's, and nobody else can write it.
func alone(_ string, info fs.FileInfo) bool {
	return info.Mode()&othersWrite == 0 && Mine(info)
}

// Dir reports whether a path is a directory, and no link to one, that is the user's own, and that
// nobody else can write.
func Dir(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir() && info.Mode().Perm()&othersWrite == 0 && Mine(info)
}
