package stage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/lowlevel/codec"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// MendFlag is the argument that makes fencepost-run mount anew what a run has lost.
const MendFlag = "--mend"

// Warden judges outside what of a run was replaced. What it cannot judge ends the run.
type Warden interface {
	// Begin is told of what is guarded, before a run.
	Begin(steps []plan.Step) error
	// Undo is called as soon as the run is stopped, and until all is mounted anew: a program stops
	// only when the call of the kernel that it is in has ended.
	Undo()
	// Alone is called when all is mounted anew. Who has a file open still would keep it.
	Alone() error
	// Judge is told, by numbers, what the run may have written or read meanwhile.
	Judge(doubtful []int) error
}

// Mender mounts anew what a run loses, also for another process that goes on with a run.
type Mender struct {
	Steps       []plan.Step
	User, Mount *os.File `json:"-"` // the run's namespaces; nil if they cannot be entered
}

// newMender is for the run with that first process.
func newMender(pid int, steps []plan.Step) Mender {
	m := Mender{Steps: steps}
	var err error
	if m.Mount, err = os.Open("/proc/" + strconv.Itoa(pid) + "/ns/mnt"); err != nil {
		return m
	}
	if user, err := unix.IoctlRetInt(int(m.Mount.Fd()), unix.NS_GET_USERNS); err == nil {
		m.User = os.NewFile(uintptr(user), "user namespace")
	}
	return m
}

// Hear does what the stage asks for. Where it fails it says why, and the run has to be ended.
func (m *Mender) Hear(message []byte, control *os.File, w Warden) error {
	answer, err := Mounted, error(nil)
	var steps []int
	for b := message[1:]; len(b) >= 2; b = b[2:] {
		steps = append(steps, int(binary.BigEndian.Uint16(b)))
	}
	if message[0] == Lost {
		for _, i := range steps {
			m.Steps[i].Ino = 0
		}
		if err = m.mountWhile(w.Undo); err == nil {
			err = w.Alone()
		}
	} else {
		answer, err = Mended, w.Judge(steps)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fencepost: sandbox ended the run: a path that it protects or hides was "+
			"replaced outside, and could not be kept: "+err.Error())
		return err
	}
	return unix.Send(int(control.Fd()), []byte{answer, 0}, unix.MSG_NOSIGNAL)
}

// mountWhile mounts anew, and does something again and again meanwhile.
func (m *Mender) mountWhile(do func()) error {
	done := make(chan error, 1)
	do()
	go func() { done <- m.mount() }()
	for {
		select {
		case err := <-done:
			return err
		case <-time.After(time.Millisecond):
			do()
		}
	}
}

// mount has a process in the run's namespaces mount what is not.
func (m *Mender) mount() error {
	if m.User == nil {
		return errors.New("the namespaces of the run cannot be entered")
	}
	fd, err := unix.MemfdCreate("mend", unix.MFD_CLOEXEC)
	if err != nil {
		return err
	}
	data := os.NewFile(uintptr(fd), "mend")
	defer data.Close()
	self, err := os.Open(Self)
	if err != nil {
		return err
	}
	defer self.Close()
	c := codec.Writer()
	c.Value(&m.Steps)
	if _, err := data.Write(c.Bytes()); err != nil {
		return err
	}
	pid, err := enter(int(m.User.Fd()), int(m.Mount.Fd()), int(self.Fd()), fd,
		[]string{"fencepost-run", MendFlag, strconv.Itoa(fd)})
	if err != nil {
		return err
	}
	const limit = 5 * time.Second
	defer time.AfterFunc(limit, func() { _ = unix.Kill(pid, unix.SIGKILL) }).Stop()
	var st syscall.WaitStatus
	for err = syscall.EINTR; err == syscall.EINTR; {
		_, err = syscall.Wait4(pid, &st, 0, nil)
	}
	if err == nil && st.Exited() && st.ExitStatus() == exitFailed {
		said, _ := io.ReadAll(io.NewSectionReader(data, 0, MaxMessage))
		err = errors.New(string(said))
	} else if err == nil && st != 0 {
		err = fmt.Errorf("entering its namespaces: status %#x", int(st))
	}
	return err
}

// MendMain is the process in the run's namespaces. It finds what it is to do in an open file.
func MendMain(number string) int {
	fd, err := strconv.Atoi(number)
	if err != nil {
		return 1
	}
	data := os.NewFile(uintptr(fd), "mend")
	text, err := io.ReadAll(io.NewSectionReader(data, 0, 1<<30))
	var steps []plan.Step
	c := codec.Reader(string(text))
	if c.Value(&steps); err == nil && !c.Done() {
		err = errors.New("the steps are not readable")
	}
	if err == nil {
		err = mend(steps)
	}
	const tries = 20 // what is replaced once more meanwhile is mounted once more
	for i := 0; i < tries && Moved(err); i++ {
		err = mend(steps)
	}
	if err == nil {
		return 0
	}
	_ = data.Truncate(0)
	_, _ = data.WriteAt([]byte(err.Error()), 0)
	return exitFailed
}

func mend(steps []plan.Step) error {
	m := newMounts(nil)
	for i := range steps {
		if there, on := mounted(&steps[i]); !there || on {
			continue
		}
		if s := &steps[i]; s.Do == plan.Hide {
			m.cover(s.Path)
		} else {
			m.step(s)
		}
	}
	return m.err
}

// cover hides a path with an empty file or directory of a file system of its own. A file can be taken
// only of one that is mounted: for a moment it is, where no command looks.
func (m *mounts) cover(p string) {
	const place, name = "/proc/sys", "hide"
	at := m.open(p)
	var st unix.Stat_t
	m.do("fstat "+p, func() error { return unix.Fstat(at, &st) })
	m.base = m.fs("tmpfs", guarded, "mode", "0")
	mount := m.base
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		m.file(name, unix.S_IFREG)
		under := m.open(place)
		m.attach(place, m.base, under)
		mount = m.part(m.base, name)
		m.do("umount2 "+place, func() error { return unix.Unmount(place, unix.MNT_DETACH) })
		m.close(under)
	}
	m.set(p, mount, unix.MOUNT_ATTR_RDONLY, false)
	m.attach(p, mount, at)
	m.close(at, mount)
}
