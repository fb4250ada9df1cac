package shparse

import "github.com/fencepost/fencepost/internal/fact"

// afterwards is what is known of code that runs at times that are not: traps, and functions that the shell calls by itself.
// Such code sees the variables, functions and the directory as they are then.
type afterwards struct {
	awaited []string // what such code calls, which may be functions that are defined after it
	hooked  bool     // the text may make any function a hook
	traps   []trapped
	changed []string // variables that were assigned since the first trap
	dirs    fact.Dirs
	done    bool // the traps are being run at the end of the text
}

// trapped is the code of one trap.
type trapped struct {
	text    string
	how     Nested
	then    func(f func()) // runs f where the trap was set
	changes int            // variables that had been assigned before
}

const (
	maxTraps   = 32
	maxChanged = 512
)

// everything stands for all variables in a list of those that were assigned, and parameters for the positional ones.
const (
	everything = "*"
	parameters = "@"
)

func (m *memory) afterwards() *afterwards {
	if m.after == nil {
		m.after = new(afterwards)
	}
	return m.after
}

// note notes that a variable was assigned, if there are traps.
func (m *memory) note(name string) {
	a := m.after
	if a == nil || len(a.traps) == 0 || len(a.changed) > maxChanged {
		return
	}
	if len(a.changed) == maxChanged {
		name = everything
	}
	a.changed = append(a.changed, name)
}

// noteDirs notes the directories in which the shell may be, if there are traps.
func (in *Interp) noteDirs() {
	if a := in.mem.after; a != nil && len(a.traps) > 0 {
		a.dirs = joinDirs(a.dirs, in.st.dirs)
	}
}

// trap remembers the code of a trap. It has been, or will be, run as things are now, too.
func (in *Interp) trap(text string, n Nested) {
	a := in.mem.afterwards()
	if a.done {
		return
	}
	if len(a.traps) == maxTraps {
		in.bound("calls", "more traps are set than the limit of this program")
		return
	}
	if len(a.traps) == 0 {
		a.dirs = in.st.dirs
	}
	a.traps = append(a.traps, trapped{text, n, in.Later(), len(a.changed)})
	in.noteDirs()
}

// trapsAtEnd runs the code of traps once more where something has changed since they were set.
func (in *Interp) trapsAtEnd() {
	a := in.mem.after
	if a == nil {
		return
	}
	a.done = true
	funcs := in.st.funcs
	for i := range a.traps {
		t := &a.traps[i]
		t.then(func() {
			if t.changes == len(a.changed) && sameDirs(in.st.dirs, a.dirs) {
				return
			}
			in.st.dirs = joinDirs(in.st.dirs, a.dirs)
			for _, name := range a.changed[t.changes:] {
				in.forgetChanged(name)
			}
			for name, f := range funcs {
				in.st.addFunc(name, f, true)
			}
			in.RunText(t.text, t.how)
		})
	}
}

func (in *Interp) forgetChanged(name string) {
	switch name {
	case everything:
		in.st.forgetAll()
	case parameters:
		in.st.knownParams = false
	default:
		in.st.replace(name, value{word: fact.Word{Kind: fact.Partial, Written: "$" + name, From: "$" + name}})
	}
}
