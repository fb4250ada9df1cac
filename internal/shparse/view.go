package shparse

import "github.com/fencepost/fencepost/internal/fact"

// View answers questions about the shell as it is when they are asked: in the middle of a text, about
// the command that was handed out last. It changes nothing.
type View struct{ in *Interp }

// View returns the view of an interpreter.
func (in *Interp) View() View { return View{in} }

// Dirs returns the directories in which the next command may run.
func (v View) Dirs() fact.Dirs { return v.in.sh.st.Dirs }

// Exports reports whether the script has set a variable for the programs that it starts.
func (v View) Exports() bool {
	for _, x := range v.in.sh.st.Vars {
		if x.Exported {
			return true
		}
	}
	return false
}

// ExportsVariable reports whether programs get a variable that the script has set.
func (v View) ExportsVariable(name string) bool { return v.in.sh.st.Vars[name].Exported }

// Exported calls f for every variable that the script has set for the programs that it starts, with
// each value that the variable may have, until f returns false. The order is not defined.
func (v View) Exported(f func(name string, v *fact.Word) bool) {
	for name, x := range v.in.sh.st.Vars {
		if !x.Exported || x.Unset || x.Ref != "" {
			continue
		}
		if x.IsList {
			x.Word = fact.Word{Kind: fact.Partial, Written: "$" + name}
		}
		for _, w := range x.Each() {
			if !f(name, &w) {
				return
			}
		}
	}
}

// Depth returns the nesting of scripts: 0 for the call's own text.
func (v View) Depth() int { return v.in.sh.script.depth }

// Captures reports whether somebody takes what the next command prints.
func (v View) Captures() bool { return v.in.sh.out != nil }

// Hazards returns what was found so far.
func (v View) Hazards() []fact.Hazard { return v.in.sh.hazards }

// Chain returns the joins and control flow of the call's own text.
func (v View) Chain() fact.Chain { return v.in.chain }

// WrittenFile returns what a file holds that the text wrote earlier. known is false where it may
// hold anything else.
func (v View) WrittenFile(path string) (texts []string, isWritten, known bool) {
	return v.in.files.WrittenFile(path)
}

// HoldsJobs reports whether a file holds the numbers of processes that the shell has started, and
// nothing else: echo $! > server.pid.
func (v View) HoldsJobs(path string) bool { return v.in.files.HoldsJobs(path) }

// PipeText returns what can be read from a process substitution that the word names.
func (v View) PipeText(w *fact.Word) (fact.Word, bool) { return v.in.expansions.PipeText(w) }

// Place remembers where the interpretation is, for what is known only after the text has been
// interpreted, such as the programs that inline code starts.
func (v View) Place() *Place { return &Place{v.in.sh.rememberContext()} }

// WritesText reports whether the text has put a text that is known into a file so far.
func (v View) WritesText() bool { return v.in.files.text }

// Repeats reports whether the current command may run more than once.
func (v View) Repeats() bool { return v.in.sh.flow.loops > 0 }

// File is the number of the file whose text is interpreted; 0 for the call's own.
func (v View) File() int {
	if v.in.sh.script.file == nil {
		return 0
	}
	return v.in.sh.script.file.Number
}

// Reading are the files that are being read within limits of their own, the outermost first.
func (v View) Reading() []int { return v.in.reading }

// Deferred reports whether what is interpreted runs at some time that is not known, or not at all:
// a trap, a hook, a function that nobody was seen to call.
func (v View) Deferred() bool { return v.in.sh.flow.hooks > 0 }

// Taken calls f for the variables of the environment whose values were taken since the command
// before.
func (v View) Taken(f func(name string)) {
	for i := range v.in.reads.list {
		f(v.in.reads.list[i].name)
	}
}

// Holds calls f for every variable of the environment whose value a variable of the script may
// hold.
func (v View) Holds(name string, f func(name string)) {
	for _, from := range v.in.reads.held[name] {
		f(from)
	}
}

// Given are the variables that programs get from the script, and whose value stands in it: none of
// them can have the value with which the shell began, or a part of it.
func (v View) Given() (names []string) {
	for name := range v.in.sh.st.Vars {
		if v.in.reads.Gives(name) {
			names = append(names, name)
		}
	}
	return names
}

// Host is the interpreter for a reader of another language.
type Host struct{ in *Interp }

// Dirs returns the directories in which the text begins.
func (h Host) Dirs() fact.Dirs { return h.in.sh.st.Dirs }

// Command hands a command to the passes, within the bounds of the call. It changes nothing in the
// state of the shell.
func (h Host) Command(c *fact.Command) {
	own := h.in.sh.script.own
	h.in.sh.script.own = c.Own
	if !c.Dirs.Known {
		c.Dirs.List = []string{} // not known, and not those of the shell
	}
	c.Via = h.in.sh.script.via
	h.in.sh.visit(c)
	h.in.sh.script.own = own
}

// Run runs a payload of the text.
func (h Host) Run(p *Payload) { h.in.run(p) }
