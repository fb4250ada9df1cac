//go:build linux

package liveruns

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/owndir"
)

// Entry is a run.
type Entry struct {
	Run       string   `json:"run"`
	Session   string   `json:"session,omitempty"`
	Command   []string `json:"command"`
	Directory string   `json:"directory"`
	Started   string   `json:"started"`
	Network   string   `json:"network"`
	Server    Process  `json:"server"` // the process that serves the run; the run ends with it
	First     Process  `json:"first"`  // the first process of the run
	Ended     bool     `json:"ended"`  // the command has ended, and others go on
	// Sweep is what a look for planted files that is still owed has to know. Found is what a look has
	// found, and nobody was told yet.
	Sweep json.RawMessage `json:"sweep,omitempty"`
	Found []string        `json:"found,omitempty"`
}

// Process is one that is told from others that had its number.
type Process struct {
	Pid   int    `json:"pid"`
	Start uint64 `json:"start"` // in ticks since the boot
	Boot  string `json:"boot"`
}

// Dir is the directory of the runs, open and locked or not.
type Dir struct {
	Path string
	f    *os.File
}

// Path is where the directory is, or would be.
func Path() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "fencepost", "runs"), nil
}

// Make makes the directory if that can be, so that it can be hidden. It returns "" otherwise.
func Make() string {
	path, err := Path()
	if err != nil {
		return ""
	}
	if os.Mkdir(path, 0o700) != nil {
		_ = os.MkdirAll(path, 0o700)
	}
	var st unix.Stat_t
	if unix.Stat(path, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return ""
	}
	return path
}

// Open opens the directory. It has to be this user's alone, and fencepost's part of the way to it no
// link.
func Open() (*Dir, error) {
	path, err := Path()
	if err != nil {
		return nil, err
	}
	cache := filepath.Dir(filepath.Dir(path))
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return nil, err
	}
	fd, err := unix.Open(cache, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: cache, Err: err}
	}
	for _, step := range [...]struct {
		name   string
		others uint32
	}{{"fencepost", owndir.Write}, {"runs", owndir.All}} {
		next, err := owndir.Open(fd, step.name, step.others)
		unix.Close(fd)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		fd = next
	}
	return &Dir{path, os.NewFile(uintptr(fd), path)}, nil
}

// Close closes the directory.
func (d *Dir) Close() { d.f.Close() }

func (d *Dir) fd() int { return int(d.f.Fd()) }

// open opens a file of the directory, through no link.
func (d *Dir) open(name string, flags int) (*os.File, error) {
	fd, err := unix.Openat(d.fd(), name, flags|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

// at is a path into the directory, short enough for a socket whatever the directory's own is.
func (d *Dir) at(name string) string {
	return "/proc/self/fd/" + strconv.Itoa(d.fd()) + "/" + name
}

// locked does something while no other process changes which runs there are.
func (d *Dir) locked(f func() error) error {
	for {
		err := unix.Flock(d.fd(), unix.LOCK_EX)
		if err == nil {
			break
		}
		if err != unix.EINTR {
			return err
		}
	}
	defer func() { _ = unix.Flock(d.fd(), unix.LOCK_UN) }()
	return f()
}

const (
	fileEnd   = ".json"
	socketEnd = ".sock"
	toldEnd   = ".told"
	maxEntry  = 1 << 20
)

// Write writes what is said of a run, in place of what was said before.
func (d *Dir) Write(e *Entry) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	name := e.Run + fileEnd
	fresh := "." + name + "." + strconv.Itoa(os.Getpid())
	f, err := d.open(fresh, unix.O_WRONLY|unix.O_CREAT|unix.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = unix.Renameat(d.fd(), fresh, d.fd(), name)
	}
	if err != nil {
		_ = unix.Unlinkat(d.fd(), fresh, 0)
	}
	return err
}

// Remove forgets a run.
func (d *Dir) Remove(run string) {
	_ = unix.Unlinkat(d.fd(), run+fileEnd, 0)
	_ = unix.Unlinkat(d.fd(), run+socketEnd, 0)
	_ = unix.Unlinkat(d.fd(), run+toldEnd, 0)
}

// Tell opens the file for what is told when nobody reads the run's standard error any more.
func (d *Dir) Tell(run string) (*os.File, error) {
	return d.open(run+toldEnd, unix.O_WRONLY|unix.O_CREAT|unix.O_APPEND)
}

// Told returns the lines that were told.
func (d *Dir) Told(run string) []string {
	f, err := d.open(run+toldEnd, unix.O_RDONLY|unix.O_NONBLOCK)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, maxEntry))
	if len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// Runs returns the runs that are served, oldest first, and forgets the others.
func (d *Dir) Runs() (list []*Entry, err error) {
	err = d.locked(func() error {
		names, err := d.names()
		if err != nil {
			return err
		}
		alive := map[string]bool{}
		for _, name := range names {
			run, is := strings.CutSuffix(name, fileEnd)
			if !is || strings.HasPrefix(name, ".") {
				continue
			}
			e := d.read(name)
			if e == nil || e.Run != run || !e.Server.Alive() {
				if e == nil || !e.owes() {
					_ = unix.Unlinkat(d.fd(), name, 0)
				}
				continue
			}
			alive[run] = true
			if e.Sweep = nil; e.First.Pid != 0 {
				list = append(list, e)
			}
		}
		for _, name := range names {
			for _, end := range [...]string{socketEnd, toldEnd} {
				if run, is := strings.CutSuffix(name, end); is && !alive[run] {
					_ = unix.Unlinkat(d.fd(), name, 0)
				}
			}
		}
		return nil
	})
	sort.Slice(list, func(i, j int) bool { return list[i].Run < list[j].Run })
	return list, err
}

func (e *Entry) owes() bool { return e.Sweep != nil || e.Found != nil }

// Owing returns the runs that owe a look for planted files, or an account of one.
func (d *Dir) Owing() (list []*Entry) {
	names, _ := d.names()
	for _, name := range names {
		if strings.HasSuffix(name, fileEnd) && name[0] != '.' {
			if e := d.read(name); e != nil && e.Run+fileEnd == name && e.owes() {
				list = append(list, e)
			}
		}
	}
	return list
}

func (d *Dir) names() ([]string, error) {
	f, err := os.Open(d.at("."))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// read is an entry; nil for a file that is not ours.
func (d *Dir) read(name string) *Entry {
	f, err := d.open(name, unix.O_RDONLY|unix.O_NONBLOCK)
	if err != nil {
		return nil
	}
	defer f.Close()
	var st unix.Stat_t
	if unix.Fstat(int(f.Fd()), &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG || st.Mode&0o077 != 0 ||
		int(st.Uid) != os.Geteuid() {
		return nil
	}
	e := &Entry{}
	if json.NewDecoder(io.LimitReader(f, maxEntry)).Decode(e) != nil {
		return nil
	}
	return e
}

// This is a process, by its number.
func This(pid int) Process {
	p := Process{Pid: pid, Boot: boot()}
	p.Start, _, _ = stat(pid)
	return p
}

// Alive reports whether a process is still there.
func (p *Process) Alive() bool {
	if p.Pid <= 0 || p.Boot == "" || p.Boot != boot() {
		return false
	}
	start, _, ok := stat(p.Pid)
	return ok && start == p.Start
}

func boot() string {
	b, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(b))
}

// stat reads when a process began, and which its parent is. One that has ended and was not taken is
// none.
func stat(pid int) (start uint64, parent int, ok bool) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, 0, false
	}
	text := string(b)
	f := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	const state, ppid, began = 0, 1, 19
	if len(f) <= began || f[state] == "Z" || f[state] == "X" {
		return 0, 0, false
	}
	parent, _ = strconv.Atoi(f[ppid])
	start, err = strconv.ParseUint(f[began], 10, 64)
	return start, parent, err == nil
}
