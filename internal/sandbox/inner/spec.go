// Package inner has what the engines native and bwrap share: the stage, which is the first process
// of a sandbox, and the front, which starts it and waits outside.
//
// The engine makes the namespaces, and bubblewrap the mounts, too. The stage does the rest: the
// mounts of the engine native, the sockets that are served from outside, Landlock, the last
// capabilities and seccomp. Then it starts the command. It forwards signals, collects processes and
// says how the command ended.
package inner

import (
	"encoding/binary"
	"errors"
	"net/netip"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// Flag is the argument that makes fencepost-run this stage.
const Flag = "--inner"

// The open files that a stage finds.
const (
	FDSpec    = 3 // what is to be done
	FDControl = 4 // a socket to who waits outside
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
}

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
	var w writer
	w.text(s.Path)
	w.texts(s.Argv)
	w.texts(s.Env)
	w.number(len(s.Steps))
	for i := range s.Steps {
		w.step(&s.Steps[i])
	}
	w.number(len(s.Rules))
	for _, r := range s.Rules {
		w.text(r.Path)
		w.number(int(r.Type))
	}
	w.flag(s.Up)
	w.number(len(s.Serve.Sockets))
	for _, l := range s.Serve.Sockets {
		w.flag(l.UDP)
		w.text(l.Addr.String())
		w.flag(l.Loose)
	}
	w.number(len(s.Serve.Addresses))
	for _, a := range s.Serve.Addresses {
		w.text(a.String())
	}
	w.number(len(s.Held))
	for _, h := range s.Held {
		w.text(h.Path)
		w.flag(h.Hidden)
		w.big(h.Dev)
		w.big(h.Ino)
	}
	w.number(s.Umask)
	w.flag(s.Background)
	return w
}

// step writes what a mount needs of a step.
func (w *writer) step(s *plan.Step) {
	w.text(string(s.Do))
	w.text(s.Path)
	w.number(int(s.Type))
	w.text(s.Text)
	w.number(len(s.Holes))
	for _, h := range s.Holes {
		w.text(h.Path)
		w.number(int(h.Type))
	}
}

func (r *reader) step() plan.Step {
	s := plan.Step{Do: plan.Do(r.text()), Path: r.text(), Type: plan.Type(r.number()), Text: r.text()}
	for range r.number() {
		s.Holes = append(s.Holes, plan.Opening{Path: r.text(), Type: plan.Type(r.number())})
	}
	return s
}

// Decode reads what Encode wrote.
func Decode(data []byte) (*Spec, error) {
	r := &reader{rest: data}
	s := &Spec{Path: r.text(), Argv: r.texts(), Env: r.texts()}
	for range r.number() {
		s.Steps = append(s.Steps, r.step())
	}
	for range r.number() {
		s.Rules = append(s.Rules, plan.Rule{Path: r.text(), Type: plan.Type(r.number())})
	}
	s.Up = r.number() != 0
	for range r.number() {
		l := plan.Listener{UDP: r.number() != 0}
		l.Addr = parsed(r, netip.ParseAddrPort)
		l.Loose = r.number() != 0
		s.Serve.Sockets = append(s.Serve.Sockets, l)
	}
	for range r.number() {
		s.Serve.Addresses = append(s.Serve.Addresses, parsed(r, netip.ParseAddr))
	}
	for range r.number() {
		s.Held = append(s.Held, Held{r.text(), r.number() != 0, r.big(), r.big()})
	}
	s.Umask = r.number()
	s.Background = r.number() != 0
	if r.bad || len(r.rest) > 0 {
		return nil, errors.New("what the sandbox is to run is not readable")
	}
	return s, nil
}

type writer []byte

func (w *writer) big(n uint64)  { *w = binary.AppendUvarint(*w, n) }
func (w *writer) number(n int)  { w.big(uint64(n)) }
func (w *writer) text(s string) { w.number(len(s)); *w = append(*w, s...) }
func (w *writer) flag(b bool) {
	if b {
		w.big(1)
	} else {
		w.big(0)
	}
}

func (w *writer) texts(list []string) {
	w.number(len(list))
	for _, s := range list {
		w.text(s)
	}
}

type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) big() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// number is a small one; nothing here is longer than what there is to read.
func (r *reader) number() int {
	n := r.big()
	if n > 1<<31 {
		r.bad, r.rest = true, nil
		return 0
	}
	return int(n)
}

func (r *reader) text() string {
	n := r.number()
	if n > len(r.rest) {
		r.bad, r.rest = true, nil
		return ""
	}
	s := string(r.rest[:n])
	r.rest = r.rest[n:]
	return s
}

// parsed is a text as something else.
func parsed[T any](r *reader, parse func(string) (T, error)) T {
	v, err := parse(r.text())
	if err != nil {
		r.bad, r.rest = true, nil
	}
	return v
}

func (r *reader) texts() []string {
	var out []string
	for range r.number() {
		if r.bad {
			break
		}
		out = append(out, r.text())
	}
	return out
}
