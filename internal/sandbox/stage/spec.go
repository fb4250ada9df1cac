package stage

import (
	"errors"

	"github.com/fencepost/fencepost/internal/lowlevel/codec"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// Flag is the argument that makes fencepost-run this stage.
const Flag = "--inner"

// The open files that a stage finds.
const (
	FDSpec    = 3 // what is to be done
	FDControl = 4 // a socket to the front
	FDStderr  = 5 // the command's standard error; that of the stage is for errors of the sandbox
	FDSelf    = 6 // this program, which the sandbox need not show
	FDFirst   = 7 // the first of the engine's own
)

// Spec is what a stage does.
type Spec struct {
	Path       string
	Argv       []string
	Env        []string
	Steps      []plan.Step // that the stage mounts; none if the engine has done so
	Rules      []plan.Rule
	Up         bool         // the interface lo has to be switched on
	Serve      plan.Network // its texts are mounts
	Held       []Held
	Umask      int
	Background bool // as in a plan
	// Veiled are hidden paths that nobody confined can make anew, and Bared what stays readable in
	// them. Guarded are the steps whose mounts somebody outside could take away.
	Veiled, Bared []string
	Guarded       []plan.Step
	Limits        Limits
}

// Limits are what the command may take if no cgroup counts. 0 is no limit.
type Limits struct {
	Memory    uint64 // bytes that one process may write to
	Processes uint64 // of the user in the run; not of root
}

const Threads = 8 // of a stage, at most: they count as processes of the run

// Held is what has to be found at a path before anything runs: bubblewrap mounts by name, and a
// name can change between the look and the mount.
type Held struct {
	Path     string
	Hidden   bool // it cannot be opened
	Dev, Ino uint64
}

// Encode writes a spec as bytes. Names are bytes and need not be UTF-8, so JSON cannot carry them;
// encoding/gob takes 0.5 ms of the 7.4 ms that a start takes.
func (s *Spec) Encode() []byte {
	c := codec.Writer()
	c.Value(s)
	return c.Bytes()
}

// Decode reads what Encode wrote.
func Decode(data []byte) (*Spec, error) {
	s, c := &Spec{}, codec.Reader(string(data))
	if c.Value(s); !c.Done() {
		return nil, errors.New("what the sandbox is to run is not readable")
	}
	return s, nil
}
