// Package report is what is known of one run of fencepost-run: what it was, what was stopped in it, and
// how it ended. fencepost-run writes it (--report-run), and the hook after a call reads it.
//
// It is written when the run begins, when nobody knows how it ends, and again when its command has
// ended: a run that was killed, and one of an engine that becomes the command, leave the first.
package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"
)

// Version is that of the form. A reader takes no other.
const Version = 2

// Run is a run.
type Run struct {
	Version   int       `json:"version"`
	Run       string    `json:"run"` // its name, also that of the sweep's report
	Session   string    `json:"session,omitempty"`
	Started   time.Time `json:"started"`
	Ended     time.Time `json:"ended,omitzero"` // of the command
	Directory string    `json:"directory"`
	Command   []string  `json:"command"`

	Engine string `json:"engine"`
	Level  string `json:"level"` // full, files or reduced: what the engine keeps
	Net    string `json:"net"`   // none, filtered or open

	// Status is the exit status: that of the command, 128 and its signal, 125 where nothing has run.
	Status int `json:"status"`
	// Failed is why the sandbox could not be made.
	Failed string `json:"failed,omitempty"`
	// Left says that processes of the run go on. What they are refused is told by --list.
	Left bool `json:"left,omitempty"`

	Refused []Refused `json:"refused,omitempty"`
	// Quarantined are protected names that the run made.
	Quarantined []Plant `json:"quarantined,omitempty"`
	// SweepFailed is why it was not looked for planted files, or not to the end.
	SweepFailed string `json:"sweepFailed,omitempty"`

	Plan Plan `json:"plan"`
}

// Over reports whether the command has ended, or was never started.
func (r *Run) Over() bool { return !r.Ended.IsZero() }

// Refused is a host that the run wanted to reach.
type Refused struct {
	Host  string    `json:"host"`           // a name, an address, or in quotes a text that is neither
	Port  uint16    `json:"port,omitempty"` // 0: the name was looked up, and no more
	Why   string    `json:"why"`
	Count int       `json:"count"`
	First time.Time `json:"first"`
}

// Plant is a protected name that the run made.
type Plant struct {
	Path  string `json:"path"`
	Why   string `json:"why"`
	Moved string `json:"moved,omitempty"` // where it is now; "" if it could not be quarantined
	Error string `json:"error,omitempty"`
}

// Plan is what the run could do with files, as the plan was carried out: paths without links.
type Plan struct {
	// Write may be written, with all below, but for ReadOnly; Holes may be, below that.
	Write    []string `json:"write,omitempty"`
	ReadOnly []Path   `json:"readOnly,omitempty"`
	Holes    []string `json:"holes,omitempty"`
	// Private are directories of the run's own, /tmp as a rule.
	Private []string `json:"private,omitempty"`
	Hide    []Hidden `json:"hide,omitempty"`
	Notes   []string `json:"notes,omitempty"`
}

// Path is a path, and which entry or flag it comes from.
type Path struct {
	Path string `json:"path"`
	Why  string `json:"why,omitempty"`
}

// Hidden is a path that cannot be opened, but for what is listed.
type Hidden struct {
	Path
	Socket bool     `json:"socket,omitempty"`
	Holes  []string `json:"holes,omitempty"` // readable
}

// NewName is a name for a run of this process.
func NewName() string {
	return time.Now().UTC().Format("20060102T150405") + "-" + strconv.Itoa(os.Getpid())
}

// mostBytes bounds what is read: the file is not written by the command, but by who serves it.
const mostBytes = 4 << 20

// Read reads a record. One that is damaged, or of another version, is an error.
func Read(name string) (*Run, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > mostBytes {
		return nil, fmt.Errorf("%s: more than %d bytes", name, mostBytes)
	}
	r := &Run{}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if r.Version != Version {
		return nil, fmt.Errorf("%s: version %d, not %d", name, r.Version, Version)
	}
	return r, nil
}

// File is where a record is written. It is opened before the run, so that nothing which the command
// does to its name leads elsewhere.
type File struct{ f *os.File }

// Create opens it. What was there is gone.
func Create(name string) (*File, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|noFollow, 0o600)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		f.Close()
		return nil, errors.New(name + " is no file")
	}
	return &File{f}, nil
}

// Reopen opens one that was created, for a process that serves the run, too.
func Reopen(name string) (*File, *Run, error) {
	r, err := Read(name)
	if err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|noFollow, 0)
	if err != nil {
		return nil, nil, err
	}
	return &File{f}, r, nil
}

// Write writes the record in place of the one before.
func (f *File) Write(r *Run) error {
	r.Version = Version
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	data = append(data, '\n')
	if _, err := f.f.WriteAt(data, 0); err != nil {
		return err
	}
	return f.f.Truncate(int64(len(data)))
}

// Close closes it.
func (f *File) Close() error { return f.f.Close() }
