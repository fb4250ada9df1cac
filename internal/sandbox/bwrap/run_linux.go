package bwrap

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/early"
	"github.com/fencepost/fencepost/internal/sandbox/inner"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// Status is how a command ended.
type Status struct {
	Code int  // the exit status, or 128 and the signal
	Left bool // processes of the run go on
	// With Left: the first process of the run, and a socket to it, as with engine native.
	Pid     int
	Control *os.File
}

// Engine carries out plans.
type Engine struct {
	Program Program
	// Self is the program whose inner.Flag is the stage; "" for this one.
	Self string
}

// New returns an engine with the machine's bubblewrap.
func New() (*Engine, error) {
	p, err := Find()
	if err != nil {
		return nil, err
	}
	return &Engine{Program: *p}, nil
}

// Error is what bubblewrap said when it could not make the sandbox. Nothing has run.
type Error struct{ Said string }

func (e *Error) Error() string { return "bubblewrap: " + e.Said }

// Run carries out a plan, and returns when its command has ended. serve is called with the sockets
// of plan.Listen once they are bound, before the command starts. A Left run needs the process that
// called no longer.
func (e *Engine) Run(p *plan.Plan, serve func(int, []*os.File) error) (Status, error) {
	runtime.LockOSThread() // the run ends with the thread that started it
	defer runtime.UnlockOSThread()
	r := &run{serve: serve, listeners: len(p.Serve.Sockets), signals: make(chan os.Signal, 16)}
	defer r.close()
	if err := r.start(e, p); err != nil {
		return Status{}, err
	}
	return r.wait()
}

// run is a bubblewrap that has been started.
type run struct {
	control   *os.File
	pid       int
	said      chan string
	serve     func(int, []*os.File) error
	started   bool
	stage     int // the stage's process, once it has said something
	listeners int
	signals   chan os.Signal
	files     []*os.File
}

func (r *run) close() {
	signal.Stop(r.signals)
	for _, f := range r.files {
		f.Close()
	}
}

// keep closes a file at the end.
func (r *run) keep(f *os.File) *os.File {
	r.files = append(r.files, f)
	return f
}

// start prepares what bubblewrap and the stage read, and starts them.
func (r *run) start(e *Engine, p *plan.Plan) error {
	if err := inner.Streams(); err != nil {
		return err
	}
	inv, err := r.arguments(e, p)
	if err != nil {
		return err
	}
	spec, err := describe(p, inv)
	if err != nil {
		return err
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	r.control = os.NewFile(uintptr(pair[0]), "control")
	r.files = append(r.files, r.control)
	// With what the stage says comes which process it is.
	if err := unix.SetsockoptInt(pair[0], unix.SOL_SOCKET, unix.SO_PASSCRED, 1); err != nil {
		return err
	}
	theirs := r.keep(os.NewFile(uintptr(pair[1]), "control"))
	said, stderr, err := os.Pipe()
	if err != nil {
		return err
	}
	r.keep(said)
	r.keep(stderr)
	const stdin, stdout, standardError = 0, 1, 2
	files := []uintptr{stdin, stdout, stderr.Fd(), 0, theirs.Fd(), standardError, 0}
	if files[inner.FDSpec], err = r.memory("spec", string(spec.Encode())); err != nil {
		return err
	}
	if files[inner.FDSelf], err = r.self(e); err != nil {
		return err
	}
	for _, text := range append(inv.Data, strings.Join(inv.Args, "\x00")+"\x00") {
		f, err := r.memory("data", text)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	r.notify() // before the command can have begun
	if err := r.spawn(e, files); err != nil {
		return err
	}
	theirs.Close()
	stderr.Close()
	r.listen(said)
	return nil
}

// arguments are those for a plan, and if need be with few open files.
func (r *run) arguments(e *Engine, p *plan.Plan) (*Invocation, error) {
	c := Caller{Root: os.Geteuid() == 0, Setuid: e.Program.Setuid}
	inv := Args(p, c)
	if fits(len(inv.Data)) {
		return inv, nil
	}
	var err error
	if c.Empty, err = emptyFile(); err != nil {
		return nil, err
	}
	return Args(p, c), nil
}

// fits reports whether so many open files are few enough under every limit that is usual.
func fits(n int) bool {
	const others, usual = 64, 512
	limit := uint64(usual)
	if soft := early.NoFile[0]; soft > 0 {
		limit = min(limit, soft)
	}
	return uint64(n+others) <= limit
}

// emptyFile is a file in the user's cache that nobody may open. What is mounted is looked at before
// the command starts, so that it does not matter who else can write there.
func emptyFile() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "fencepost", "sandbox")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	name := filepath.Join(dir, "empty")
	const anew = unix.O_CREAT | unix.O_EXCL | unix.O_RDONLY | unix.O_CLOEXEC | unix.O_NOFOLLOW
	fd, err := unix.Open(name, anew, 0)
	switch err {
	case nil:
		unix.Close(fd)
	case unix.EEXIST:
	default:
		return "", failed("make "+name, err)
	}
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); err != nil {
		return "", failed("lstat "+name, err)
	}
	if st.Mode != unix.S_IFREG || st.Size != 0 || int(st.Uid) != os.Geteuid() {
		return "", &plan.Error{What: plan.Quote(name) + " is not an empty file of mode 000",
			Mend: "Remove it"}
	}
	return filepath.EvalSymlinks(name)
}

// self is the program that is the stage, open: the sandbox need not show its path.
func (r *run) self(e *Engine) (uintptr, error) {
	self := e.Self
	if self == "" {
		self = "/proc/self/exe"
	}
	f, err := os.Open(self)
	if err != nil {
		return 0, err
	}
	return r.keep(f).Fd(), nil
}

// spawn starts bubblewrap, in a session of its own: what is sent to our process group is forwarded.
func (r *run) spawn(e *Engine, files []uintptr) error {
	// What this process was started with open is not for the sandbox.
	if err := unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return err
	}
	attr := &syscall.ProcAttr{Env: []string{}, Files: files,
		Sys: &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}}
	pid, err := syscall.ForkExec(e.Program.Path, []string{"bwrap", "--args",
		strconv.Itoa(len(files) - 1), "--", "/proc/self/fd/" + strconv.Itoa(inner.FDSelf),
		inner.Flag}, attr)
	if err != nil {
		return &Error{Said: e.Program.Path + ": " + err.Error()}
	}
	r.pid = pid
	return nil
}

// listen takes what bubblewrap says.
func (r *run) listen(said io.Reader) {
	r.said = make(chan string, 1)
	go func() {
		const most = 64 << 10
		text, _ := io.ReadAll(io.LimitReader(said, most))
		r.said <- string(bytes.TrimSpace(text))
	}()
}

// notify takes signals for the command.
func (r *run) notify() {
	for _, s := range [...]os.Signal{unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGTERM,
		unix.SIGUSR1, unix.SIGUSR2, unix.SIGALRM, unix.SIGTSTP, unix.SIGCONT, unix.SIGWINCH} {
		if !signal.Ignored(s) {
			signal.Notify(r.signals, s)
		}
	}
}

// memory is an open file with a text.
func (r *run) memory(name, text string) (uintptr, error) {
	if text == "" {
		f, err := os.Open(os.DevNull)
		if err != nil {
			return 0, err
		}
		return r.keep(f).Fd(), nil
	}
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return 0, err
	}
	f := r.keep(os.NewFile(uintptr(fd), name))
	if _, err := f.WriteString(text); err != nil {
		return 0, err
	}
	_, err = f.Seek(0, io.SeekStart)
	return uintptr(fd), err
}

// describe is what the stage does.
func describe(p *plan.Plan, inv *Invocation) (*inner.Spec, error) {
	s := &inner.Spec{Path: p.Path, Argv: p.Argv, Env: p.Env, Rules: p.Rules, Serve: p.Serve,
		Keep: p.Keep}
	s.Umask = unix.Umask(0)
	unix.Umask(s.Umask)
	s.Files = early.NoFile
	for _, path := range inv.Held {
		h := inner.Held{Path: path}
		fd, err := unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC,
			Resolve: unix.RESOLVE_NO_SYMLINKS})
		if err != nil {
			return nil, failed("openat2 "+path, err)
		}
		var st unix.Stat_t
		err = unix.Fstat(fd, &st)
		unix.Close(fd)
		if err != nil {
			return nil, failed("fstat "+path, err)
		}
		h.Dev, h.Ino = st.Dev, st.Ino
		s.Held = append(s.Held, h)
	}
	for _, path := range inv.Mask {
		s.Held = append(s.Held, inner.Held{Path: path, Mask: true})
	}
	return s, nil
}

func failed(name string, err error) error {
	e := &inner.Error{Name: name}
	errors.As(err, &e.Errno)
	return e
}

// gone is what bubblewrap says of a path that is not there any more: it would make what it mounts
// on, and all is read-only.
var gone = [...]string{"No such file", "Can't create file", "Can't mkdir", "Can't find source path",
	"in mount table"}

// Moved reports whether an error says that a path was not what it was when the plan was made: then
// a new plan can be carried out.
func Moved(err error) bool {
	var said *Error
	if errors.As(err, &said) {
		return slices.ContainsFunc(gone[:], func(s string) bool {
			return strings.Contains(said.Said, s)
		})
	}
	var e *inner.Error
	return errors.As(err, &e) && !e.Exec && (e.Errno == unix.ENOENT || e.Errno == unix.ENOTDIR ||
		e.Errno == unix.ELOOP || e.Errno == unix.ESTALE)
}

// wait reads what the stage says until the command has ended.
func (r *run) wait() (Status, error) {
	b := make([]byte, inner.MaxMessage)
	oob := make([]byte, unix.CmsgSpace(4*r.listeners)+unix.CmsgSpace(unix.SizeofUcred))
	control := int(r.control.Fd())
	for {
		n, oobn, _, _, err := unix.Recvmsg(control, b, oob, unix.MSG_CMSG_CLOEXEC)
		if err == unix.EINTR {
			continue
		}
		if err != nil || n == 0 {
			return r.gone()
		}
		sockets, err := r.came(oob[:oobn])
		if err != nil {
			return Status{}, err
		}
		switch b[0] {
		case inner.Failed:
			r.reap()
			return Status{}, inner.DecodeError(slices.Clone(b[:n]))
		case inner.Listening:
			if err := r.serving(sockets); err != nil {
				_ = unix.Kill(r.pid, unix.SIGKILL)
				r.reap()
				return Status{}, err
			}
			_ = unix.Send(control, []byte{inner.Served}, unix.MSG_NOSIGNAL)
		case inner.Started:
			r.started = true
			go r.forward()
		case inner.Ended:
			status, left := inner.DecodeEnd(b[:n])
			s := Status{Code: code(syscall.WaitStatus(status)), Left: left}
			if !left {
				r.reap()
				return s, nil
			}
			s.Pid, s.Control = r.stage, r.control
			r.files = slices.DeleteFunc(r.files, func(f *os.File) bool { return f == r.control })
			return s, nil
		}
	}
}

// serving hands on the sockets that the stage has bound.
func (r *run) serving(sockets []*os.File) error {
	if r.serve == nil {
		return errors.New("nobody serves the sockets of the plan")
	}
	if len(sockets) != r.listeners {
		return errors.New("the sandbox did not bind all sockets of the plan")
	}
	return r.serve(r.stage, sockets)
}

// came takes what has come with a message: the stage's process, and sockets.
func (r *run) came(oob []byte) (sockets []*os.File, err error) {
	messages, err := unix.ParseSocketControlMessage(oob)
	for i := range messages {
		if who, err := unix.ParseUnixCredentials(&messages[i]); err == nil {
			r.stage = int(who.Pid)
		}
		fds, _ := unix.ParseUnixRights(&messages[i])
		for _, fd := range fds {
			sockets = append(sockets, os.NewFile(uintptr(fd), "listener"))
		}
	}
	return sockets, err
}

// gone is a run that ended without a word of the stage: bubblewrap failed, or it was killed.
func (r *run) gone() (Status, error) {
	status := r.reap()
	said := <-r.said
	switch {
	case status.Signaled(), r.started && said == "": // bubblewrap says how the stage was ended
		return Status{Code: code(status)}, nil
	case said == "":
		said = "the sandbox ended before the command, with status " + strconv.Itoa(status.ExitStatus())
	}
	return Status{}, &Error{Said: strings.TrimPrefix(said, "bwrap: ")}
}

func (r *run) reap() syscall.WaitStatus {
	var s syscall.WaitStatus
	for {
		if _, err := syscall.Wait4(r.pid, &s, 0, nil); err != syscall.EINTR {
			return s
		}
	}
}

// forward sends on what this process is sent. It stops as the run is stopped.
func (r *run) forward() {
	for s := range r.signals {
		sig := s.(syscall.Signal)
		_ = unix.Send(int(r.control.Fd()), []byte{inner.Signal, byte(sig)}, unix.MSG_NOSIGNAL)
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
