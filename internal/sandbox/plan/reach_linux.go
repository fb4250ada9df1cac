package plan

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// Roots implements FS.
func (*OS) Roots(path string) bool {
	const others = 0o022
	info, err := os.Stat(path)
	return err == nil && owned(info) && info.Mode()&others == 0
}

// reached leaves out the sockets that a run of root does not reach.
func reached(sockets []string) []string {
	if os.Geteuid() != 0 {
		return sockets
	}
	shut := map[string]bool{}
	return slices.DeleteFunc(sockets, func(p string) bool { return outOfReach(p, shut) })
}

// outOfReach reports whether a socket lies in a directory that its owner alone may enter, who is not
// root: in the sandbox root has no rights over it, not to hide the socket either. No list of rights
// (ACL) lets anybody else in where the bits of the group do not. shut holds what is known.
func outOfReach(p string, shut map[string]bool) bool {
	to, err := filepath.EvalSymlinks(p)
	if err != nil {
		return false
	}
	for dir := filepath.Dir(to); dir != "/"; dir = filepath.Dir(dir) {
		is, known := shut[dir]
		if !known {
			const others = 0o011
			info, err := os.Lstat(dir)
			is = err == nil && !owned(info) && info.Mode()&others == 0
			shut[dir] = is
		}
		if is {
			return true
		}
	}
	return false
}

// owned reports whether a file belongs to root.
func owned(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return !ok || st.Uid == 0
}
