package bwrap

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/stage"
)

// Engine carries out plans.
type Engine struct{ Program Program }

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

// Run carries out a plan, and returns when its command has ended. A Left run needs the process that
// called no longer.
func (e *Engine) Run(p *plan.Plan, outside stage.Outside) (stage.Status, error) {
	inv, err := e.arguments(p)
	if err != nil {
		return stage.Status{}, err
	}
	spec, err := describe(p, inv)
	if err != nil {
		return stage.Status{}, err
	}
	start := &stage.Start{Path: e.Program.Path,
		Data: append(inv.Data, strings.Join(inv.Args, "\x00")+"\x00"),
		// In a session of its own: what is sent to our process group is forwarded. It outlives us, and
		// the stage does not: killed before it lets its child go on, it leaves one that waits for ever.
		Sys: syscall.SysProcAttr{Setsid: true}}
	start.Argv = []string{"bwrap", "--args", strconv.Itoa(stage.FDFirst + len(inv.Data)), "--",
		"/proc/self/fd/" + strconv.Itoa(stage.FDSelf), stage.Flag}
	status, err := stage.Run(start, spec, outside)
	var silent *stage.Silent
	var none *stage.StartError
	switch {
	case errors.As(err, &silent):
		err = &Error{Said: strings.TrimPrefix(silent.Said, "bwrap: ")}
	case errors.As(err, &none):
		err = &Error{Said: e.Program.Path + ": " + none.Error()}
	}
	return status, err
}

// arguments are those for a plan, and if need be with few open files.
func (e *Engine) arguments(p *plan.Plan) (*Invocation, error) {
	c := Caller{Root: os.Geteuid() == 0, Setuid: e.Program.Setuid}
	inv := Args(p, c)
	const most = 192 // open files, which is within every limit that is usual
	if len(inv.Data) <= most {
		return inv, nil
	}
	var err error
	if c.Empty, err = emptyFile(); err != nil {
		return nil, err
	}
	return Args(p, c), nil
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
		return "", stage.Named("make "+name, err)
	}
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); err != nil {
		return "", stage.Named("lstat "+name, err)
	}
	if st.Mode != unix.S_IFREG || st.Size != 0 || int(st.Uid) != os.Geteuid() {
		return "", &plan.Error{What: plan.Quote(name) + " is not an empty file of mode 000",
			Mend: "Remove it"}
	}
	return filepath.EvalSymlinks(name)
}

// describe is what the stage does.
func describe(p *plan.Plan, inv *Invocation) (*stage.Spec, error) {
	s := stage.Describe(p)
	for _, path := range inv.Held {
		h := stage.Held{Path: path}
		fd, err := unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC,
			Resolve: unix.RESOLVE_NO_SYMLINKS})
		if err != nil {
			return nil, stage.Named("openat2 "+path, err)
		}
		var st unix.Stat_t
		err = unix.Fstat(fd, &st)
		unix.Close(fd)
		if err != nil {
			return nil, stage.Named("fstat "+path, err)
		}
		h.Dev, h.Ino = st.Dev, st.Ino
		s.Held = append(s.Held, h)
	}
	for _, path := range inv.Hide {
		s.Held = append(s.Held, stage.Held{Path: path, Hidden: true})
	}
	return s, nil
}

// gone is what bubblewrap says of a path that is not there any more: it would make what it mounts
// on, and all is read-only. A name that goes and comes back has no mount to set flags of.
var gone = [...]string{"No such file", "Can't create file", "Can't mkdir", "Can't find source path",
	"in mount table", "correct flags: Invalid argument", "Can't remount readonly on"}

// Moved reports whether bubblewrap or the stage says that a path was not what it was when the plan
// was made: then a new plan can be carried out.
func Moved(err error) bool {
	var said *Error
	if errors.As(err, &said) {
		return slices.ContainsFunc(gone[:], func(s string) bool {
			return strings.Contains(said.Said, s)
		})
	}
	return stage.Moved(err)
}
