package stage

import (
	"errors"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// kernel makes system calls until one fails. Those after it are not made.
type kernel struct {
	err   error
	names []string // of the calls so far
	dry   bool     // only their names are of interest
}

// failAt is the number of the call that a test lets fail.
var failAt = -1

// get makes a call that returns an open file.
func (k *kernel) get(name string, call func() (int, error)) int {
	if k.err != nil {
		return -1
	}
	k.names = append(k.names, name)
	switch {
	case k.dry:
		return -1
	case len(k.names)-1 == failAt:
		k.err = &Error{Name: name, Errno: syscall.ENOSYS}
		return -1
	}
	fd, err := call()
	if err != nil {
		k.err = &Error{Name: name, Errno: errno(err)}
	}
	return fd
}

func (k *kernel) do(name string, call func() error) {
	k.get(name, func() (int, error) { return -1, call() })
}

func (k *kernel) close(fds ...int) {
	for _, fd := range fds {
		if fd >= 0 {
			unix.Close(fd)
		}
	}
}

// open opens a path for the calls that mount there. No component may be a link: what the plan has
// seen is what is opened, or the run does not begin.
func (k *kernel) open(p string) int {
	return k.get("openat2 "+p, func() (int, error) {
		return unix.Openat2(unix.AT_FDCWD, p, &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC,
			Resolve: unix.RESOLVE_NO_SYMLINKS})
	})
}

// clone takes a copy of what is mounted at an open path, and below it.
func (k *kernel) clone(p string, at int) int {
	return k.get("open_tree "+p, func() (int, error) {
		return unix.OpenTree(at, "", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|
			unix.AT_EMPTY_PATH|unix.AT_RECURSIVE)
	})
}

// part takes a copy of something in the file system in memory.
func (k *kernel) part(base int, name string) int {
	return k.get("open_tree base/"+name, func() (int, error) {
		return unix.OpenTree(base, name, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC)
	})
}

// attach puts a mount at an open path.
func (k *kernel) attach(p string, mount, at int) {
	k.do("move_mount "+p, func() error {
		return unix.MoveMount(mount, "", at, "",
			unix.MOVE_MOUNT_F_EMPTY_PATH|unix.MOVE_MOUNT_T_EMPTY_PATH)
	})
}

// attachAt puts a mount at a name in an open directory.
func (k *kernel) attachAt(mount, dir int, name string) {
	k.do("move_mount "+name, func() error {
		return unix.MoveMount(mount, "", dir, name, unix.MOVE_MOUNT_F_EMPTY_PATH)
	})
}

// set changes a mount, and if deep the mounts in it. What is mounted outside later stays outside.
func (k *kernel) set(p string, mount int, attr uint64, deep bool) {
	flags := uint(unix.AT_EMPTY_PATH)
	if deep {
		flags |= unix.AT_RECURSIVE
	}
	k.do("mount_setattr "+p, func() error {
		return unix.MountSetattr(mount, "", flags,
			&unix.MountAttr{Attr_set: attr, Propagation: unix.MS_PRIVATE})
	})
}

// fs makes a file system that is not mounted yet. The options are names and values.
func (k *kernel) fs(kind string, attr int, options ...string) int {
	f := k.get("fsopen "+kind, func() (int, error) { return unix.Fsopen(kind, unix.FSOPEN_CLOEXEC) })
	defer k.close(f)
	for i := 0; i < len(options); i += 2 {
		k.do("fsconfig "+kind+" "+options[i], func() error {
			return unix.FsconfigSetString(f, options[i], options[i+1])
		})
	}
	k.do("fsconfig "+kind+" create", func() error { return unix.FsconfigCreate(f) })
	return k.get("fsmount "+kind, func() (int, error) {
		return unix.Fsmount(f, unix.FSMOUNT_CLOEXEC, attr)
	})
}

// Named is what has failed under a name; nil for nil.
func Named(name string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{Name: name, Errno: errno(err)}
}

func errno(err error) (e syscall.Errno) {
	errors.As(err, &e)
	return e
}

// byNumber is an open file as a path: it leads to what was opened, wherever the file's own name
// leads by now.
func byNumber(fd int) string { return "/proc/self/fd/" + strconv.Itoa(fd) }

// open opens a path. No component may be a link.
func open(p string) (int, error) {
	var k kernel
	fd := k.open(p)
	return fd, k.err
}
