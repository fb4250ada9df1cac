package sweep

import (
	"bytes"
	"strconv"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// Bounds of the look before a run. The one after it may take longer, in case that somebody made
// many directories to hide one.
const (
	maxDirs  = 20_000
	maxNames = 400_000
	maxTime  = 300 * time.Millisecond
	longer   = 3

	maxLoosened = 100 // directories whose rights were taken away
)

// entry is a name in a directory.
type entry struct {
	name string
	typ  plan.Type
}

// root is a writable directory.
type root struct {
	path  string
	fd    int
	deep  bool // a project: names count at every depth
	begun []name
}

// openRoot opens a writable directory; ok is false for a file.
func openRoot(path string) (fd int, ok bool, err error) {
	fd, err = unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{
		Flags: unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
	if err == unix.ENOTDIR {
		return -1, false, nil
	}
	return fd, err == nil, err
}

// open opens a path below a writable directory, through no link. Where others rename what lies on
// the way the kernel gives up; then it is tried again, a few times.
func (r *root) open(rel string, flags uint64) (int, error) {
	if rel == "" {
		rel = "."
	}
	how := unix.OpenHow{Flags: flags | unix.O_CLOEXEC | unix.O_NOFOLLOW,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS}
	for try := 0; ; try++ {
		fd, err := unix.Openat2(r.fd, rel, &how)
		if err == unix.EINTR || err == unix.EAGAIN && try < 20 {
			continue
		}
		return fd, err
	}
}

func (r *root) abs(rel string) string {
	if rel == "" {
		return r.path
	}
	return join(r.path, rel)
}

// list reads a directory within the bounds. Where a run took the rights to read it away, they are
// given until the end of the sweep: it would be a place to hide.
func (w *walker) list(r *root, rel string) ([]entry, bool) {
	w.dirCount++
	if w.dirCount > w.maxDirs || w.nameCount > w.maxNames || time.Now().After(w.until) {
		w.skip(r.abs(rel))
		return nil, false
	}
	fd, err := r.open(rel, unix.O_RDONLY|unix.O_DIRECTORY)
	if err == unix.EACCES && w.before != nil && len(w.loosened) < maxLoosened &&
		w.before.couldRead(r.abs(rel)) {
		var restore func()
		if restore, err = r.loosen(rel, 0o500); err == nil {
			w.loosened = append(w.loosened, restore)
			fd, err = r.open(rel, unix.O_RDONLY|unix.O_DIRECTORY)
		}
	}
	if err != nil {
		if err != unix.ENOENT && err != unix.ENOTDIR && err != unix.ELOOP {
			w.skip(r.abs(rel))
		}
		return nil, false
	}
	defer unix.Close(fd)
	var out []entry
	for {
		n, err := unix.Getdents(fd, w.buffer)
		if err == unix.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			break
		}
		out = w.entries(out, fd, w.buffer[:n])
		if len(out) > w.maxNames {
			w.unread++
			break
		}
	}
	w.nameCount += len(out)
	w.dirs[r.abs(rel)] = true
	return out, true
}

// skip writes down that a directory was not read.
func (w *walker) skip(abs string) {
	w.unread++
	if _, seen := w.dirs[abs]; !seen {
		w.dirs[abs] = false
	}
}

// entries reads what getdents64 gives: inode, offset, length and kind of each, and its name.
func (w *walker) entries(out []entry, fd int, b []byte) []entry {
	const length, kind, text = 16, 18, 19
	for len(b) > text {
		n := int(*(*uint16)(unsafe.Pointer(&b[length])))
		if n <= text || n > len(b) {
			break
		}
		s := b[text:n]
		if end := bytes.IndexByte(s, 0); end >= 0 {
			s = s[:end]
		}
		if name := string(s); name != "." && name != ".." {
			out = append(out, entry{name, typeOf(b[kind], fd, name)})
		}
		b = b[n:]
	}
	return out
}

func typeOf(kind byte, fd int, name string) plan.Type {
	switch kind {
	case unix.DT_REG:
		return plan.File
	case unix.DT_DIR:
		return plan.Dir
	case unix.DT_LNK:
		return plan.Link
	case unix.DT_SOCK:
		return plan.Socket
	case unix.DT_UNKNOWN:
		var st unix.Stat_t
		if unix.Fstatat(fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) == nil {
			return typeOfMode(st.Mode)
		}
	}
	return plan.Other
}

func typeOfMode(mode uint32) plan.Type {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return plan.File
	case unix.S_IFDIR:
		return plan.Dir
	case unix.S_IFLNK:
		return plan.Link
	case unix.S_IFSOCK:
		return plan.Socket
	}
	return plan.Other
}

// loosen adds rights to a directory of this user, and returns what takes them back.
func (r *root) loosen(rel string, rights uint32) (restore func(), err error) {
	fd, err := r.open(rel, unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	var st unix.Stat_t
	self := "/proc/self/fd/" + strconv.Itoa(fd)
	if err = unix.Fstat(fd, &st); err == nil {
		err = unix.Chmod(self, st.Mode&0o7777|rights)
	}
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	return func() {
		_ = unix.Chmod(self, st.Mode&0o7777)
		unix.Close(fd)
	}, nil
}

// only reports whether a name is the only one of a file. What has another one can be changed by it,
// whatever is kept of this one later.
func (r *root) only(rel string) bool {
	fd, err := r.open(rel, unix.O_PATH)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	return unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFREG && st.Nlink == 1
}

// maxText is how much is read of a file that git reads.
const maxText = 256 << 10

// text reads a file that is one; ok is false for all else, and for more than maxText.
func (r *root) text(rel string) (text string, mode uint32, ok bool) {
	fd, err := r.open(rel, unix.O_RDONLY|unix.O_NONBLOCK)
	if err != nil {
		return "", 0, false
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG || st.Size > maxText {
		return "", 0, false
	}
	b := make([]byte, min(st.Size+512, maxText+1))
	n := 0
	for n < len(b) {
		m, err := unix.Read(fd, b[n:])
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return "", 0, false
		}
		if m == 0 {
			break
		}
		n += m
	}
	return string(b[:n]), st.Mode & 0o777, n < len(b)
}
