package plan

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What package os does for open files that live long (a poller, finalizers, non-blocking reads)
// would cost a run as much as all of its mounts: a plan reads some fifty directories and files.

// bufSize is enough for most directories and files at once.
const bufSize = 16 << 10

func (o *OS) buffer() []byte {
	if o.buf == nil {
		o.buf = make([]byte, bufSize)
	}
	return o.buf
}

func open(path string, flags int) (int, error) {
	for {
		fd, err := unix.Open(path, flags|unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
		if err != unix.EINTR {
			return fd, err
		}
	}
}

// Names implements FS.
func (o *OS) Names(dir string) []Entry {
	fd, err := open(dir, unix.O_DIRECTORY)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	out := []Entry{}
	for {
		n, err := unix.Getdents(fd, o.buffer())
		if err == unix.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			break
		}
		out = o.entries(out, dir, o.buf[:n])
	}
	slices.SortFunc(out, func(x, y Entry) int { return strings.Compare(x.Name, y.Name) })
	return out
}

// typeOfEntry is the type that a directory says an entry has, or has to be asked for.
func (o *OS) typeOfEntry(kind byte, dir, name string) Type {
	switch kind {
	case unix.DT_REG:
		return File
	case unix.DT_DIR:
		return Dir
	case unix.DT_LNK:
		return Link
	case unix.DT_SOCK:
		return Socket
	case unix.DT_UNKNOWN:
		return o.Lstat(join(dir, name))
	}
	return Other
}

// entries reads what getdents64 gives: inode, offset, length and kind of each, and its name.
func (o *OS) entries(out []Entry, dir string, b []byte) []Entry {
	const length, kind, name = 16, 18, 19
	for len(b) > name {
		n := int(*(*uint16)(unsafe.Pointer(&b[length])))
		if n <= name || n > len(b) {
			break
		}
		text := b[name:n]
		if end := bytes.IndexByte(text, 0); end >= 0 {
			text = text[:end]
		}
		if s := string(text); s != "." && s != ".." {
			out = append(out, Entry{s, o.typeOfEntry(b[kind], dir, s)})
		}
		b = b[n:]
	}
	return out
}

// Lstat implements FS.
func (*OS) Lstat(path string) Type {
	var st unix.Stat_t
	if unix.Lstat(path, &st) != nil {
		return None
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		return File
	case unix.S_IFDIR:
		return Dir
	case unix.S_IFLNK:
		return Link
	case unix.S_IFSOCK:
		return Socket
	}
	return Other
}

// read returns what is in a file of the kernel's.
func (o *OS) read(path string) []byte {
	fd, err := open(path, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	var out []byte
	for {
		n, err := unix.Read(fd, o.buffer())
		if err == unix.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return out
		}
		out = append(out, o.buf[:n]...)
	}
}

// Text implements FS.
func (o *OS) Text(path string) string {
	var st unix.Stat_t
	if unix.Stat(path, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG || st.Size > maxText {
		return ""
	}
	return string(o.read(path))
}

// Roots implements FS.
func (*OS) Roots(path string) bool {
	const others = 0o022
	var st unix.Stat_t
	return unix.Stat(path, &st) == nil && st.Uid == 0 && st.Mode&others == 0
}

// resolved asks the kernel in one call whether a clean path has no link, or is not there. ok is
// false where that has to be found out name by name.
func resolved(path string) (plain, ok bool) {
	if !filepath.IsAbs(path) || filepath.Clean(path) != path {
		return false, false
	}
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS}
	switch fd, err := unix.Openat2(unix.AT_FDCWD, path, &how); err {
	case nil:
		unix.Close(fd)
		return true, true
	case unix.ENOENT, unix.ENOTDIR:
		return false, true
	}
	return false, false
}
