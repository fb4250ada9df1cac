//go:build !windows

package paths

import (
	"strings"
	"syscall"
)

// onWindows is whether CON is a device in every directory, and files have short names.
const onWindows = false

func native(p string) string { return p }

func isAbs(p string) bool { return strings.HasPrefix(p, "/") }

func volume(string) string { return "" }

// readlink reads one component with one system call: readlink(2) fails with EINVAL for what exists
// and is no link.
func readlink(name string) link {
	var small [512]byte
	buf := small[:]
	for {
		n, err := syscall.Readlink(name, buf)
		switch err {
		case nil:
			if n < len(buf) {
				return link{kind: isLink, target: string(buf[:n])}
			}
			buf = make([]byte, 4*len(buf))
			if len(buf) > maxPath {
				return link{kind: unreadable}
			}
		case syscall.EINVAL:
			return link{kind: noLink}
		case syscall.ENOENT, syscall.ENOTDIR:
			return link{kind: missing}
		default:
			return link{kind: unreadable}
		}
	}
}

// identity is what two names of one file have in common.
type identity struct{ dev, ino, names uint64 }

// fileID returns the identity of a regular file that has several names.
func fileID(name string) (id identity, several bool) {
	var st syscall.Stat_t
	if syscall.Lstat(name, &st) != nil || st.Mode&syscall.S_IFMT != syscall.S_IFREG || st.Nlink < 2 {
		return identity{}, false
	}
	return identity{uint64(st.Dev), uint64(st.Ino), uint64(st.Nlink)}, true
}
