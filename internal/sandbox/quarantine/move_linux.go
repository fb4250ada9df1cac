package quarantine

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox/owndir"

	"golang.org/x/sys/unix"
)

// quarantine is a directory of this user alone, made when something is moved there first.
type quarantine struct {
	path  string
	fd    int
	count int
	err   error // why there is none
	names int   // bounds of what is copied
	bytes int64
}

// open makes it. No directory on the way that is fencepost's own may be a link, of another user, or
// writable for others; one that the run could write is not used.
func (q *quarantine) open(s *Sweep) error {
	if q.fd >= 0 || q.err != nil {
		return q.err
	}
	cache, err := os.UserCacheDir()
	if err == nil {
		if err = os.MkdirAll(cache, 0o700); err == nil {
			cache, err = filepath.EvalSymlinks(cache)
		}
	}
	if err == nil {
		err = q.enter(s, cache)
	}
	q.err = err
	return err
}

func (q *quarantine) enter(s *Sweep, cache string) error {
	q.path = cache + "/fencepost/quarantine"
	for _, r := range s.Roots {
		if subpath.In(q.path, r.Path) {
			return fmt.Errorf("%s can be written by the run", cache)
		}
	}
	fd, err := unix.Open(cache, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0)
	if err != nil {
		return err
	}
	for _, name := range [...]string{"fencepost", "quarantine", ""} {
		if name == "" { // each look that finds something has one of its own
			name = s.Run
			for i := 2; unix.Mkdirat(fd, name, 0o700) == unix.EEXIST; i++ {
				name = s.Run + "." + strconv.Itoa(i)
			}
			q.path += "/" + name
		}
		next, err := owndir.Open(fd, name, owndir.Write)
		unix.Close(fd)
		if err != nil {
			return fmt.Errorf("%s: %w", q.path, err)
		}
		fd = next
	}
	q.fd = fd
	return nil
}

// close writes what was found beside what was moved.
func (q *quarantine) close(rep *Report) {
	if q.fd < 0 {
		return
	}
	const anew = unix.O_WRONLY | unix.O_CREAT | unix.O_EXCL | unix.O_CLOEXEC | unix.O_NOFOLLOW
	if fd, err := unix.Openat(q.fd, "report.json", anew, 0o600); err == nil {
		f := os.NewFile(uintptr(fd), "report.json")
		_ = rep.WriteJSON(f)
		f.Close()
	}
	unix.Close(q.fd)
	*q = quarantine{fd: -1}
}

// move moves a name, or copies what stays. Where that cannot be it is renamed in place, so that no
// program takes it for what it was.
func (q *quarantine) move(s *Sweep, h *hit, stays bool, p *Plant) error {
	dirRel, base := dirOf(h.rel), path.Base(h.rel)
	dir, err := h.root.open(dirRel, unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return err
	}
	defer unix.Close(dir)
	var st unix.Stat_t
	if err := unix.Fstatat(dir, base, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT == unix.S_IFREG && st.Nlink > 1 {
		p.Links = int(st.Nlink) - 1
	}
	noQuarantine := q.open(s)
	if noQuarantine == nil {
		q.count++
		name := strconv.Itoa(q.count) + "-" + short(base)
		var err error
		if stays {
			err = q.copy(dir, base, q.fd, name, 0)
		} else if err = q.rename(h, dirRel, dir, base, q.fd, name); err == unix.EXDEV {
			err = q.copyAway(dir, base, name)
		}
		if err == nil {
			p.Moved = q.path + "/" + name
			return nil
		}
		noQuarantine = err
	}
	name := short(base) + ".quarantined-" + s.Run
	if err := q.rename(h, dirRel, dir, base, dir, name); err != nil {
		return errors.Join(noQuarantine, err)
	}
	p.Moved = path.Dir(h.abs()) + "/" + name
	p.Error = noQuarantine.Error()
	return nil
}

// short leaves room behind a name.
func short(base string) string {
	const most = 200
	return base[:min(len(base), most)]
}

// rename moves a name within a file system, also where the run took rights away.
func (q *quarantine) rename(h *hit, rel string, dir int, base string, to int, name string) error {
	err := unix.Renameat2(dir, base, to, name, unix.RENAME_NOREPLACE)
	if err == unix.EINVAL { // a file system that does not know the flag
		err = unix.Renameat(dir, base, to, name)
	}
	if err != unix.EACCES {
		return err
	}
	for _, p := range [...]string{rel, h.rel} { // a directory that moves is written, too
		if restore, err := h.root.loosen(p, 0o700); err == nil {
			defer restore()
		}
	}
	return unix.Renameat(dir, base, to, name)
}

// Bounds of what a run has copied to another file system.
const (
	copyNames = 5_000
	copyBytes = 64 << 20
	copyDepth = 64
)

var errTooMuch = errors.New("it is too much to copy to another file system")

// copyAway copies a name to the quarantine and takes the original away.
func (q *quarantine) copyAway(dir int, base, name string) error {
	if err := q.copy(dir, base, q.fd, name, 0); err != nil {
		_ = remove(q.fd, name, 0)
		return err
	}
	return remove(dir, base, 0)
}

func (q *quarantine) copy(from int, base string, to int, name string, depth int) error {
	if q.names++; q.names > copyNames || depth > copyDepth {
		return errTooMuch
	}
	var st unix.Stat_t
	if err := unix.Fstatat(from, base, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return err
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		return q.copyFile(from, base, to, name)
	case unix.S_IFLNK:
		b := make([]byte, unix.PathMax)
		n, err := unix.Readlinkat(from, base, b)
		if err != nil {
			return err
		}
		return unix.Symlinkat(string(b[:n]), to, name)
	case unix.S_IFDIR:
		return q.copyDir(from, base, to, name, depth)
	}
	return nil // a pipe or socket has nothing in it
}

func (q *quarantine) copyFile(from int, base string, to int, name string) error {
	const read = unix.O_RDONLY | unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_CLOEXEC
	in, err := unix.Openat(from, base, read, 0)
	if err != nil {
		return err
	}
	defer unix.Close(in)
	const anew = unix.O_WRONLY | unix.O_CREAT | unix.O_EXCL | unix.O_CLOEXEC | unix.O_NOFOLLOW
	out, err := unix.Openat(to, name, anew, 0o600)
	if err != nil {
		return err
	}
	defer unix.Close(out)
	b := make([]byte, 64<<10)
	for {
		n, err := unix.Read(in, b)
		if err != nil || n == 0 {
			return err
		}
		if q.bytes += int64(n); q.bytes > copyBytes {
			return errTooMuch
		}
		if _, err := unix.Write(out, b[:n]); err != nil {
			return err
		}
	}
}

const openDir = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC

func (q *quarantine) copyDir(from int, base string, to int, name string, depth int) error {
	in, err := unix.Openat(from, base, openDir, 0)
	if err != nil {
		return err
	}
	defer unix.Close(in)
	if err := unix.Mkdirat(to, name, 0o700); err != nil {
		return err
	}
	out, err := unix.Openat(to, name, openDir, 0)
	if err != nil {
		return err
	}
	defer unix.Close(out)
	names, err := namesIn(in)
	for _, n := range names {
		if err = q.copy(in, n, out, n, depth+1); err != nil {
			break
		}
	}
	return err
}

// remove takes a name away with all below it, through no link.
func remove(dir int, base string, depth int) error {
	err := unix.Unlinkat(dir, base, 0)
	if err != unix.EISDIR && err != unix.EPERM || depth > copyDepth+1 {
		return err
	}
	fd, err := unix.Openat(dir, base, openDir, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	names, err := namesIn(fd)
	if err != nil {
		return err
	}
	for _, n := range names {
		if err := remove(fd, n, depth+1); err != nil {
			return err
		}
	}
	return unix.Unlinkat(dir, base, unix.AT_REMOVEDIR)
}

// namesIn reads a directory.
func namesIn(fd int) ([]string, error) {
	var out []string
	b := make([]byte, 16<<10)
	for {
		n, err := unix.Getdents(fd, b)
		if err != nil || n <= 0 {
			return out, err
		}
		_, _, out = unix.ParseDirent(b[:n], -1, out)
		if len(out) > copyNames {
			return out, errTooMuch
		}
	}
}

// put writes what was there: into the same file if it still stands there.
func (r *root) put(rel string, old *known) error {
	dir, err := r.open(dirOf(rel), unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return err
	}
	defer unix.Close(dir)
	const flags = unix.O_WRONLY | unix.O_CREAT | unix.O_NONBLOCK | unix.O_CLOEXEC | unix.O_NOFOLLOW
	fd, err := unix.Openat(dir, path.Base(rel), flags, old.Mode)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), rel)
	defer f.Close()
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG || st.Nlink != 1 {
		return errors.New("another file stands there")
	}
	if err = f.Truncate(0); err == nil {
		_, err = f.Write(old.Text)
	}
	return errors.Join(err, f.Chmod(os.FileMode(old.Mode)))
}
