package quarantine

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// Bounds of a look. They depend on no clock, and what lies beyond them is told.
const (
	maxDirs  = 400_000
	maxNames = 8_000_000

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
	start int64 // when the run began, by the clock of its file system
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

// now is the time by the clock of the file system, which is the change time of a file that is made:
// one without a name, or where the file system knows no such files one with a name. What is changed
// later has no older one. Where nothing can be made it is the time of this machine.
func (r *root) now() int64 {
	const anew = unix.O_WRONLY | unix.O_CLOEXEC
	fd, err := unix.Openat(r.fd, ".", anew|unix.O_TMPFILE, 0o600)
	if err == unix.EOPNOTSUPP || err == unix.EISDIR || err == unix.ENOENT {
		name := ".fencepost-" + strconv.Itoa(unix.Getpid())
		fd, err = unix.Openat(r.fd, name, anew|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW, 0o600)
		if err == nil {
			defer func() { _ = unix.Unlinkat(r.fd, name, 0) }()
		}
	}
	if err == nil {
		defer unix.Close(fd)
		var st unix.Stat_t
		if unix.Fstat(fd, &st) == nil {
			return st.Ctim.Nano()
		}
	}
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_REALTIME_COARSE, &t)
	return t.Nano()
}

// stat looks at a name without opening it.
func (r *root) stat(rel string) (st unix.Stat_t, ok bool) {
	return st, unix.Fstatat(r.fd, cmp.Or(rel, "."), &st, nofollow) == nil
}

const nofollow = unix.AT_SYMLINK_NOFOLLOW

// list reads a directory within the bounds, or takes what was read of it before, where it has not
// changed since. Where a run took the rights to read it away, they are given until the end of the
// look: it would be a place to hide.
func (w *walker) list(r *root, rel string) ([]entry, bool) {
	if old := w.before.Places[r.abs(rel)]; old != nil && old.read {
		if p := w.see(r, rel); !p.fresh && old.ID == p.ID {
			p.looked = true
			return old.entries, true
		}
	}
	if !w.count(1, 0) {
		w.skip()
		return nil, false
	}
	fd, err := r.open(rel, unix.O_RDONLY|unix.O_DIRECTORY)
	if err == unix.EACCES && w.see(r, rel).fresh && !w.early && len(w.loosened) < maxLoosened {
		if restore, failed := r.loosen(rel, 0o500); failed == nil {
			w.mu.Lock()
			w.loosened = append(w.loosened, restore)
			w.mu.Unlock()
			fd, err = r.open(rel, unix.O_RDONLY|unix.O_DIRECTORY)
		}
	}
	if err != nil {
		// Where this user cannot go the run could not either.
		if err != unix.ENOENT && err != unix.ENOTDIR && err != unix.ELOOP &&
			(err != unix.EACCES || unix.Faccessat(r.fd, rel, unix.X_OK, unix.AT_EACCESS) == nil) {
			w.skip()
		}
		return nil, false
	}
	defer unix.Close(fd)
	p := w.seeAt(r, rel, fd, ".")
	p.looked = true
	w.opened(r, rel, fd, p)
	buffer := buffers.Get().(*[64 << 10]byte)
	defer buffers.Put(buffer)
	var out []entry
	for {
		n, err := unix.Getdents(fd, buffer[:])
		if err == unix.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			break
		}
		before := len(out)
		out = entries(out, fd, buffer[:n])
		if !w.count(0, len(out)-before) {
			w.skip()
			return out, true
		}
	}
	if p.read {
		p.entries = out
	}
	return out, true
}

var buffers = sync.Pool{New: func() any { return new([64 << 10]byte) }}

// entries reads what getdents64 gives: inode, offset, length and kind of each, and its name.
func entries(out []entry, fd int, b []byte) []entry {
	const length, kind, text = 16, 18, 19
	all := string(b)
	for len(b) > text {
		n := int(*(*uint16)(unsafe.Pointer(&b[length])))
		if n <= text || n > len(b) {
			break
		}
		name := all[text:n]
		if end := strings.IndexByte(name, 0); end >= 0 {
			name = name[:end]
		}
		if name != "." && name != ".." {
			out = append(out, entry{name, typeOf(b[kind], fd, name)})
		}
		b, all = b[n:], all[n:]
	}
	return out
}

// typeOf is the type that an entry of a directory names: the bits of a mode, without what follows them.
func typeOf(kind byte, fd int, name string) plan.Type {
	mode := uint32(kind) << 12
	if kind == unix.DT_UNKNOWN {
		var st unix.Stat_t
		if unix.Fstatat(fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) != nil {
			return plan.Other
		}
		mode = st.Mode
	}
	return typeOfMode(mode)
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

// only reports whether a file has only this name. By another name it could be changed.
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
	return textOf(fd)
}

// sum tells what is at a path from all else that could be; "" for what is not read.
func (r *root) sum(rel string) string {
	st, ok := r.stat(rel)
	switch t := typeOfMode(st.Mode); {
	case !ok:
		return ""
	case t == plan.Dir:
		return "directory"
	case t == plan.Link:
		to := make([]byte, unix.PathMax)
		n, err := unix.Readlinkat(r.fd, rel, to)
		if err != nil {
			return ""
		}
		return "-> " + string(to[:n])
	}
	text, _, ok := r.text(rel)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
}

// textOf is the text of an open file.
func textOf(fd int) (text string, mode uint32, ok bool) {
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
