//go:build linux

package escape

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// setID makes a program that has its owner's or group's rights for all who run it, in one of the ways
// that there are.
func setID(way, name string, mode int) error {
	unix.Umask(0)
	m := uint32(mode)
	if way == "chmod" || way[0] == 'f' {
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"), 0o755); err != nil {
			return err
		}
	}
	fd, err := -1, error(nil)
	switch way {
	case "chmod", "creat", "mknod":
		return old(way, name, uintptr(m))
	case "open":
		return old(way, name, unix.O_CREAT|unix.O_WRONLY, uintptr(m))
	case "fchmod":
		if fd, err = unix.Open(name, unix.O_RDWR, 0); err != nil {
			return err
		}
		return unix.Fchmod(fd, m)
	case "fchmodat":
		return unix.Fchmodat(unix.AT_FDCWD, name, m, 0)
	case "fchmodat2":
		const nr = 452
		return at(nr, name, uintptr(m), 0)
	case "openat":
		_, err = unix.Open(name, unix.O_CREAT|unix.O_WRONLY, m)
	case "tmpfile":
		if fd, err = unix.Open(".", unix.O_TMPFILE|unix.O_RDWR, m); err != nil {
			return err
		}
		return unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", fd), unix.AT_FDCWD, name,
			unix.AT_SYMLINK_FOLLOW)
	case "openat2":
		_, err = unix.Openat2(unix.AT_FDCWD, name, &unix.OpenHow{Flags: unix.O_CREAT | unix.O_WRONLY,
			Mode: uint64(m)})
	case "mknodat":
		return unix.Mknodat(unix.AT_FDCWD, name, unix.S_IFREG|m, 0)
	default:
		return fmt.Errorf("no way %s", way)
	}
	return err
}

// old makes a call of those that not all processors have any more.
func old(way, name string, a ...uintptr) error {
	nr, is := map[string]uintptr{"open": 2, "creat": 85, "chmod": 90, "mknod": 133}[way]
	if runtime.GOARCH != "amd64" || !is {
		return unix.ENOSYS
	}
	p, err := unix.BytePtrFromString(name)
	if err != nil {
		return err
	}
	a = append(a, 0)
	_, _, errno := syscall.Syscall(nr, uintptr(unsafe.Pointer(p)), a[0], a[1])
	if errno != 0 {
		return errno
	}
	return nil
}

// at makes a system call whose first two arguments are the working directory and a name.
func at(nr uintptr, name string, more ...uintptr) error {
	p, err := unix.BytePtrFromString(name)
	if err != nil {
		return err
	}
	var a [4]uintptr
	copy(a[:], more)
	cwd := unix.AT_FDCWD
	_, _, errno := syscall.Syscall6(nr, uintptr(cwd), uintptr(unsafe.Pointer(p)), a[0], a[1], a[2], a[3])
	if errno != 0 {
		return errno
	}
	return nil
}
