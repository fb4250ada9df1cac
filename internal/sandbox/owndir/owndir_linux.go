// Package owndir opens directories in which the sandbox keeps what nobody else may change.
package owndir

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Rights that others may not have to a directory.
const (
	Write = 0o022 // they may look into it
	All   = 0o077
)

// Open opens a directory by its name in another one, through no link, and makes it if need be. It
// has to be this user's, and others have none of some rights to it.
func Open(dir int, name string, others uint32) (int, error) {
	if err := unix.Mkdirat(dir, name, 0o700); err != nil && err != unix.EEXIST {
		return -1, err
	}
	const flags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_CLOEXEC | unix.O_NOFOLLOW
	fd, err := unix.Openat(dir, name, flags, 0)
	if err != nil {
		return -1, err
	}
	var st unix.Stat_t
	err = unix.Fstat(fd, &st)
	if err == nil && (int(st.Uid) != os.Geteuid() || st.Mode&others != 0) {
		err = errors.New(name + " is not a directory of this user alone. Remove it")
	}
	if err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}
