package stage

import (
	"bytes"
	"encoding/binary"
	"os"
	"path"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// What is kept or hidden below something writable is a mount on a name that others share. It is gone
// in all namespaces when somebody outside renames another file over the name or deletes it. So the
// stage watches the directories of such names and stops the run at once, and the front mounts them
// anew. Programs of the run cannot replace these names as long as the mounts are there.
type watch struct {
	fd    int
	dirs  map[int]string
	steps []plan.Step
	index map[string]int // in steps, by path
	is    []state        // by their places in steps
	soon  bool           // one is likely to be replaced soon
	asked bool           // the front mounts anew
	again bool           // something else was lost since
}

// state is what is known of a path.
type state struct {
	lost  bool // replaced, and not mounted anew yet
	gone  bool // nothing was there: the run could make it
	doubt bool // the run may have written it, or read what is hidden
}

const (
	changes = unix.IN_CREATE | unix.IN_DELETE | unix.IN_MOVE
	watched = changes | unix.IN_CLOSE_WRITE | unix.IN_ONLYDIR
)

// watchOver begins to watch. What was replaced before that is not as it was planned.
func (s *stage) watchOver() error {
	w := &watch{fd: -1, steps: s.spec.Guarded, dirs: map[int]string{}, index: map[string]int{},
		is: make([]state, len(s.spec.Guarded))}
	s.watch = w
	if len(w.steps) == 0 {
		return nil
	}
	if len(w.steps) > MaxMessage/2-1 {
		return &Error{Name: "too many protected paths"}
	}
	var err error
	if w.fd, err = unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK); err != nil {
		return Named("inotify_init1 (see fs.inotify.max_user_instances)", err)
	}
	for i := range w.steps {
		w.index[w.steps[i].Path] = i
	}
	if err := w.add(); err != nil {
		return err
	}
	for i := range w.steps {
		if there, on := mounted(&w.steps[i]); !there || !on {
			return &Error{Name: plan.Quote(w.steps[i].Path) + " was replaced", Errno: unix.ESTALE}
		}
	}
	return nil
}

// add watches the directories that are there now.
func (w *watch) add() error {
	for i := range w.steps {
		mask := uint32(watched)
		if w.steps[i].Do == plan.Hide {
			mask |= unix.IN_OPEN
		}
		dir := path.Dir(w.steps[i].Path)
		wd, err := unix.InotifyAddWatch(w.fd, dir, mask|unix.IN_MASK_ADD)
		if err != nil && err != unix.ENOENT && err != unix.ENOTDIR {
			return Named("inotify_add_watch "+dir+" (see fs.inotify.max_user_watches)", err)
		}
		if err == nil {
			w.dirs[wd] = dir
		}
	}
	return nil
}

// mounted reports whether something is at a path, and whether it is a mount. A pin lies below the mount
// that is written: it holds the directory that was there. A kernel that does not know (before 5.8)
// says yes.
func mounted(step *plan.Step) (there, is bool) {
	var st unix.Statx_t
	const flags = unix.AT_SYMLINK_NOFOLLOW | unix.AT_NO_AUTOMOUNT
	err := unix.Statx(unix.AT_FDCWD, step.Path, flags, unix.STATX_TYPE|unix.STATX_INO, &st)
	if err != nil {
		return err != unix.ENOENT && err != unix.ENOTDIR, false
	}
	return true, step.Do == plan.PinMount && st.Ino == step.Ino ||
		st.Attributes_mask&unix.STATX_ATTR_MOUNT_ROOT == 0 ||
		st.Attributes&unix.STATX_ATTR_MOUNT_ROOT != 0
}

// read takes what has happened, and reports whether a name that is guarded is another file now.
func (w *watch) read() (alarm bool) {
	var b [16 << 10]byte
	for {
		n, err := unix.Read(w.fd, b[:])
		if err == unix.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return alarm
		}
		for e := b[:n]; len(e) >= unix.SizeofInotifyEvent; {
			end := unix.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(e[12:]))
			name, _, _ := bytes.Cut(e[unix.SizeofInotifyEvent:end], []byte{0})
			dir := w.dirs[int(int32(binary.NativeEndian.Uint32(e)))]
			alarm = w.event(dir+"/"+string(name), binary.NativeEndian.Uint32(e[4:])) || alarm
			e = e[end:]
		}
	}
}

// event takes one event.
func (w *watch) event(p string, mask uint32) (alarm bool) {
	i, is := w.index[p]
	switch {
	case mask&unix.IN_Q_OVERFLOW != 0: // anything may have happened
		for i := range w.is {
			_, on := mounted(&w.steps[i])
			w.is[i].lost, w.is[i].doubt = !on, !on
			w.steps[i].Ino = 0
		}
		return true
	case !is:
		w.soon = w.soon || mask&unix.IN_CREATE != 0 && w.heralds(p)
		return false
	}
	g := &w.is[i]
	if w.steps[i].Do == plan.PinMount && mask&changes != 0 { // what lies in it is made anew by and by
		w.steps[i].Ino, w.soon = 0, true
	}
	switch hidden := w.steps[i].Do == plan.Hide; {
	case mask&(unix.IN_DELETE|unix.IN_MOVED_FROM) != 0:
		g.gone, w.soon = true, true
	case hidden: // by then it is opened outside, too
		g.doubt = g.doubt || g.lost && !w.asked && mask&unix.IN_OPEN != 0
	case g.gone, mask&unix.IN_CREATE != 0, g.lost && mask&unix.IN_CLOSE_WRITE != 0:
		g.doubt = true
	}
	g.lost = g.lost || mask&changes != 0
	return mask&changes != 0
}

// heralds reports whether a file is one that a program is likely to rename over a guarded one: git,
// most editors and what writes credentials give it a name that has the other in it.
func (w *watch) heralds(p string) bool {
	dir, name := path.Split(p)
	for i := range w.steps {
		d, base := path.Split(w.steps[i].Path)
		if d == dir && w.steps[i].Type == plan.File && strings.Contains(name, base) {
			return true
		}
	}
	return false
}

// doubtful is the message about what the run may have changed. The mounts are there again by now.
func (w *watch) doubtful() []byte {
	w.again = w.read() || w.again
	b := []byte{Doubtful}
	for i := range w.is {
		if w.is[i].doubt {
			b = binary.BigEndian.AppendUint16(b, uint16(i))
		}
		w.is[i].doubt = false
	}
	return b
}

// lost is the message that something is to be mounted anew: also each pin whose directory was moved,
// whatever is there now.
func (w *watch) lost() []byte {
	b := []byte{Lost}
	for i := range w.steps {
		if w.steps[i].Do == plan.PinMount && w.steps[i].Ino == 0 {
			b = binary.BigEndian.AppendUint16(b, uint16(i))
		}
	}
	return b
}

// stop stops the run and has mounted anew what is lost. Who is stopped can be let go on by another one
// who is not yet: that the run stands still makes the moment short, and nothing relies on it.
func (s *stage) stop() {
	_ = syscall.Kill(-1, unix.SIGSTOP)
	if s.watch.again = s.watch.asked; !s.watch.asked {
		s.watch.asked = true
		s.say(s.watch.lost())
	}
}

// mended lets the run go on, unless something else was replaced meanwhile.
func (s *stage) mended() {
	w := s.watch
	if err := w.add(); err != nil {
		os.Exit(exitFailed)
	}
	again := w.read() || w.again
	w.asked, w.again = false, false
	for i := range w.steps {
		there, on := mounted(&w.steps[i])
		again = again || there && !on || w.is[i].doubt
		w.is[i].lost, w.is[i].gone = there && !on, !there
	}
	switch {
	case again:
		s.stop()
	case w.soon:
		s.pause()
	default:
		_ = syscall.Kill(-1, unix.SIGCONT)
	}
}

// pause stops the run for a moment, in which one of its files is likely to be replaced.
func (s *stage) pause() {
	s.watch.soon = false
	_ = syscall.Kill(-1, unix.SIGSTOP)
	const moment = 20 // milliseconds: who only looks like that does not lose more
	poll := []unix.PollFd{{Fd: int32(s.watch.fd), Events: unix.POLLIN}}
	for end := time.Now().Add(moment * time.Millisecond); time.Now().Before(end); {
		if n, _ := unix.Poll(poll, moment); n > 0 && s.watch.read() {
			s.stop()
			return
		}
	}
	_ = syscall.Kill(-1, unix.SIGCONT)
}

// end gives the watch up, when nobody is left to watch. Who closes it last waits for the kernel to
// clear it up, which takes 7 to 20 ms. So a socket takes it along that only that socket itself holds:
// the kernel clears such things up by and by.
func (w *watch) end() {
	if w.fd < 0 {
		return
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return
	}
	_ = unix.Sendmsg(pair[0], []byte{0}, unix.UnixRights(w.fd, pair[1]), nil, 0)
	for _, fd := range [...]int{w.fd, pair[0], pair[1]} {
		unix.Close(fd)
	}
	w.fd = -1
}

// hurry has this thread run soon when it wakes (Linux 6.12): it does so for some microseconds only.
func hurry() {
	const soon = 100_000 // nanoseconds, the shortest slice
	if a, err := unix.SchedGetAttr(0, 0); err == nil && a.Policy == unix.SCHED_NORMAL {
		a.Runtime, a.Flags = soon, unix.SCHED_FLAG_RESET_ON_FORK
		_ = unix.SchedSetAttr(0, a, 0)
	}
}
