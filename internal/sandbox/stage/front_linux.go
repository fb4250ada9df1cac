package stage

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// Status is how a command ended.
type Status struct {
	Code int  // the exit status, or 128 and the signal
	Left bool // processes of the run go on
	// With Left: the first process of the run, and a socket to it. They end when the last copy of that
	// is closed, or Stop is sent over it; it has nothing more to read when they have ended.
	Pid     int
	Control *os.File
	Mender  Mender // for what they lose
}

// Serve gets the first process of the run and the sockets of plan.Network when they are bound,
// before the command starts.
type Serve func(pid int, sockets []*os.File) error

// Outside is what is done outside for a run.
type Outside struct {
	Serve  Serve // nil for none
	Warden Warden
}

// Start is how an engine starts the program that becomes the stage.
type Start struct {
	Path string
	Argv []string
	Data []string // texts that are read from open files, from FDFirst on
	Sys  syscall.SysProcAttr
}

// Self is this program, which is the stage as well.
const Self = "/proc/self/exe"

// StartError is a program that could not be started at all.
type StartError struct{ Errno error }

func (e *StartError) Error() string { return e.Errno.Error() }

// Silent is a run that ended without a word of its stage.
type Silent struct{ Said string }

func (e *Silent) Error() string { return "the sandbox ended before the command: " + e.Said }

// Describe is what a stage does for a plan whose mounts the engine makes.
func Describe(p *plan.Plan) *Spec {
	s := &Spec{Path: p.Path, Argv: p.Argv, Env: p.Env, Rules: p.Rules, Serve: p.Serve, Background: p.Background,
		Umask: syscall.Umask(0), Limits: Bound.Limits}
	syscall.Umask(s.Umask)
	s.guard(p)
	return s
}

// Bound is what the run of this process may take: all of its processes, and the time until its
// command has ended.
var Bound struct {
	Cgroup *os.File // the directory of one; nil for none
	Time   time.Duration
	Limits Limits // where no cgroup keeps them
}

// Run starts a stage, and returns when its command has ended. A Left run needs the process that
// called no longer.
func Run(s *Start, spec *Spec, outside Outside) (Status, error) {
	runtime.LockOSThread() // the run ends with the thread that started it
	defer runtime.UnlockOSThread()
	if err := Streams(); err != nil {
		return Status{}, err
	}
	f := &front{outside: outside, guarded: spec.Guarded, listeners: len(spec.Serve.Sockets),
		signals: make(chan os.Signal, 16)}
	defer f.close()
	if Bound.Cgroup != nil {
		s.Sys.UseCgroupFD, s.Sys.CgroupFD = true, int(Bound.Cgroup.Fd())
	}
	if err := outside.Warden.Begin(spec.Guarded); err != nil {
		return Status{}, Named("look at what is protected", err)
	}
	if err := f.start(s, spec); err != nil {
		return Status{}, err
	}
	if Bound.Time > 0 {
		end := time.AfterFunc(Bound.Time, func() {
			fmt.Fprintln(os.Stderr, "fencepost: sandbox ended the run: the limit of its time, "+
				Bound.Time.String()+", is over")
			_ = unix.Kill(f.pid, unix.SIGKILL)
		})
		defer end.Stop()
	}
	f.notify()
	if f.listeners == 0 {
		f.served()
	}
	return f.wait()
}

// front is the process that waits outside.
type front struct {
	control   *os.File
	pid       int // what was started
	stage     int // the stage's process, once it has said something
	said      chan string
	started   bool
	outside   Outside
	guarded   []plan.Step
	mender    Mender
	listeners int
	signals   chan os.Signal
	files     []*os.File // to be closed at the end
}

func (f *front) close() {
	signal.Stop(f.signals)
	for _, file := range f.files {
		file.Close()
	}
}

func (f *front) closeLater(file *os.File) *os.File {
	f.files = append(f.files, file)
	return file
}

func (f *front) start(s *Start, spec *Spec) error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	f.control = f.closeLater(os.NewFile(uintptr(pair[0]), "control"))
	theirs := f.closeLater(os.NewFile(uintptr(pair[1]), "control"))
	// With what the stage says comes which process it is.
	if err := unix.SetsockoptInt(pair[0], unix.SOL_SOCKET, unix.SO_PASSCRED, 1); err != nil {
		return err
	}
	said, stderr, err := os.Pipe()
	if err != nil {
		return err
	}
	f.closeLater(said)
	f.closeLater(stderr)
	self, err := os.Open(Self)
	if err != nil {
		return err
	}
	const standardError = 2
	files := []uintptr{0, 1, stderr.Fd(), 0, theirs.Fd(), standardError, f.closeLater(self).Fd()}
	if files[FDSpec], err = f.memory("spec", string(spec.Encode())); err != nil {
		return err
	}
	for _, text := range s.Data {
		fd, err := f.memory("data", text)
		if err != nil {
			return err
		}
		files = append(files, fd)
	}
	// What this process was started with open is not for the sandbox.
	if err := unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return err
	}
	f.pid, err = syscall.ForkExec(s.Path, s.Argv, &syscall.ProcAttr{Env: []string{}, Files: files,
		Sys: &s.Sys})
	if err != nil {
		return &StartError{err}
	}
	theirs.Close()
	stderr.Close()
	f.listen(said)
	return nil
}

// memory is an open file with a text.
func (f *front) memory(name, text string) (uintptr, error) {
	if text == "" {
		file, err := os.Open(os.DevNull)
		if err != nil {
			return 0, err
		}
		return f.closeLater(file).Fd(), nil
	}
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return 0, err
	}
	file := f.closeLater(os.NewFile(uintptr(fd), name))
	if _, err := file.WriteString(text); err != nil {
		return 0, err
	}
	_, err = file.Seek(0, io.SeekStart)
	return uintptr(fd), err
}

// listen takes what is said on standard error before the command has it.
func (f *front) listen(said io.Reader) {
	f.said = make(chan string, 1)
	go func() {
		const most = 64 << 10
		text, _ := io.ReadAll(io.LimitReader(said, most))
		f.said <- string(bytes.TrimSpace(text))
	}()
}

// served has the stage start the command.
func (f *front) served() {
	_ = unix.Send(int(f.control.Fd()), []byte{Served}, unix.MSG_NOSIGNAL)
}

// notify takes signals for the command. Earlier signals end this process, and the run with it.
func (f *front) notify() {
	for _, s := range [...]os.Signal{unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGTERM,
		unix.SIGUSR1, unix.SIGUSR2, unix.SIGALRM, unix.SIGTSTP, unix.SIGCONT, unix.SIGWINCH} {
		if !signal.Ignored(s) {
			signal.Notify(f.signals, s)
		}
	}
}

// wait reads what the stage says until the command has ended.
func (f *front) wait() (Status, error) {
	b := make([]byte, MaxMessage)
	oob := make([]byte, unix.CmsgSpace(4*f.listeners)+unix.CmsgSpace(unix.SizeofUcred))
	control := int(f.control.Fd())
	for {
		n, oobn, _, _, err := unix.Recvmsg(control, b, oob, unix.MSG_CMSG_CLOEXEC)
		if err == unix.EINTR {
			continue
		}
		if err != nil || n == 0 {
			return f.gone()
		}
		sockets, err := f.came(oob[:oobn])
		if err != nil {
			return Status{}, err
		}
		switch b[0] {
		case Failed:
			f.reap()
			return Status{}, DecodeError(slices.Clone(b[:n]))
		case Listening:
			if err := f.serving(sockets); err != nil {
				_ = unix.Kill(f.pid, unix.SIGKILL)
				f.reap()
				return Status{}, err
			}
			f.served()
		case Started:
			f.started = true
			f.mender = newMender(f.stage, f.guarded)
			go f.forward()
			hurry()
		case Lost, Doubtful:
			if f.mender.Hear(b[:n], f.control, f.outside.Warden) != nil {
				_ = unix.Kill(f.pid, unix.SIGKILL)
			}
		case Ended:
			status, left := DecodeEnd(b[:n])
			return f.ended(Status{Code: code(syscall.WaitStatus(status)), Left: left}), nil
		}
	}
}

// ended waits for what was started. If processes are left, their first one, the stage, goes on, and
// bubblewrap around it is ended.
func (f *front) ended(s Status) Status {
	switch {
	case !s.Left:
		f.reap()
		return s
	case f.pid != f.stage:
		_ = unix.Kill(f.pid, unix.SIGKILL)
		f.reap()
	}
	s.Pid, s.Control, s.Mender = f.stage, f.control, f.mender
	f.files = slices.DeleteFunc(f.files, func(file *os.File) bool { return file == f.control })
	return s
}

// serving hands on the sockets that the stage has bound.
func (f *front) serving(sockets []*os.File) error {
	if f.outside.Serve == nil {
		return errors.New("nobody serves the sockets of the plan")
	}
	if len(sockets) != f.listeners {
		return errors.New("the sandbox did not bind all sockets of the plan")
	}
	return f.outside.Serve(f.stage, sockets)
}

// came takes what has come with a message: the stage's process, and sockets.
func (f *front) came(oob []byte) (sockets []*os.File, err error) {
	messages, err := unix.ParseSocketControlMessage(oob)
	for i := range messages {
		if who, err := unix.ParseUnixCredentials(&messages[i]); err == nil {
			f.stage = int(who.Pid)
		}
		fds, _ := unix.ParseUnixRights(&messages[i])
		for _, fd := range fds {
			sockets = append(sockets, os.NewFile(uintptr(fd), "listener"))
		}
	}
	return sockets, err
}

// gone is a run that ended without a word of the stage: what was started failed, or was killed.
func (f *front) gone() (Status, error) {
	status := f.reap()
	said := <-f.said
	switch {
	case status.Signaled(), f.started && said == "": // bubblewrap says how the stage was ended
		return Status{Code: code(status)}, nil
	case said == "":
		said = "status " + strconv.Itoa(status.ExitStatus())
	}
	return Status{}, &Silent{said}
}

func (f *front) reap() syscall.WaitStatus {
	var s syscall.WaitStatus
	for {
		if _, err := syscall.Wait4(f.pid, &s, 0, nil); err != syscall.EINTR {
			return s
		}
	}
}

// forward sends on what this process is sent. It stops as the run is stopped.
func (f *front) forward() {
	for s := range f.signals {
		sig := s.(syscall.Signal)
		_ = unix.Send(int(f.control.Fd()), []byte{Signal, byte(sig)}, unix.MSG_NOSIGNAL)
		if sig == unix.SIGTSTP {
			_ = unix.Kill(os.Getpid(), unix.SIGSTOP)
		}
	}
}

func code(s syscall.WaitStatus) int {
	if s.Signaled() {
		return 128 + int(s.Signal())
	}
	return s.ExitStatus()
}
