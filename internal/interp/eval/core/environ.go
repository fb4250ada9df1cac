package core

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// Environ notes which variables of the environment the code gets the values of, whatever it does
// with them: a print can show them to a person, and so can the message of an error. Where a value is
// only tested or compared, its read is forgotten.
type Environ struct {
	listedAt *syntax.Node // where the names of the environment were listed
	lang     *Language
	world    *World
	report   *Report
	heap     *Heap
}

// The environment is an object whose single variables are data. As a whole it may hold secrets:
// where all of it is handed to something that could show or send it, that is a call of its own.

// IsEnviron reports whether a value is the environment.
func IsEnviron(v *Value) bool {
	return v.Kind == KindObj && v.Type.Environ
}

// NoteListing notes that the code lists the names of the environment. With them it can read every
// variable: for (k in process.env) ….
func (env *Environ) NoteListing(n *syntax.Node, v *Value) {
	if env.listedAt == nil && HoldsEnviron(v, 0) {
		env.listedAt = n
	}
}

// AnyVariable is a variable with a name that is not known. One of all names is one of all values.
func (env *Environ) AnyVariable() *Value {
	if env.listedAt != nil {
		env.NoteWhole(Site{Node: env.listedAt})
	}
	env.NoteRead("")
	return env.heap.MaybeEscaped(Data)
}

// NoteShown looks at a value that is shown, as `node -p process.env` does.
func (env *Environ) NoteShown(n *syntax.Node, v *Value) {
	if HoldsEnviron(v, 0) {
		env.NoteWhole(Site{Node: n})
	}
}

// Variable is an environment variable, or one of the defaults.
func (env *Environ) Variable(name string, defaults []Arg) *Value {
	if name == "HOME" && env.world.Home() != "" {
		return env.heap.Stored(name, Str(env.world.Home()))
	}
	env.NoteRead(name)
	v := env.heap.Stored(name, Data)
	for _, d := range defaults {
		v = Join(v, d.Val)
	}
	return v
}

// HoldsEnviron reports whether a value is the environment or a list or dictionary with all of it.
// What a key env holds is meant for a program that is started, which is judged itself.
func HoldsEnviron(v *Value, depth int) bool {
	if v == nil || depth > 4 {
		return false
	}
	switch v.Kind {
	case KindObj:
		return IsEnviron(v)
	case KindRef:
		return v.Name == "process" // its properties are shown, too: console.log(process)
	case KindList, KindAlt:
		for _, e := range v.List {
			if HoldsEnviron(e, depth+1) {
				return true
			}
		}
	case KindDict:
		for i, e := range v.List {
			if v.Keys[i] != "env" && HoldsEnviron(e, depth+1) {
				return true
			}
		}
	}
	return false
}

// noteArguments reports the environment among the arguments of a call.
func (env *Environ) noteArguments(s Site, callee *Value, args []Arg) {
	if callee.Kind == KindFunc || callee.Kind == KindClass {
		return // where the code itself hands it on is looked at
	}
	if callee.Kind == KindRef && !env.lang.Library.ShowsArguments(callee.Name) {
		for _, a := range args {
			env.NoteListing(s.Node, a.Val)
		}
		return
	}
	for _, a := range args {
		if a.Name != "env" && HoldsEnviron(a.Val, 0) {
			env.NoteWhole(s)
			return
		}
	}
}

// NoteWhole reports that all of the environment is handed on.
func (env *Environ) NoteWhole(s Site) {
	c := env.report.NewCall(s, env.lang.Traits.Environ, nil)
	c.Does = fact.CodeReads
	env.report.Add(c)
}

// NoteRead notes that the code reads a variable. name is "" where it is not known.
func (env *Environ) NoteRead(name string) {
	if !slices.Contains(env.report.Facts.Variables, name) {
		env.report.Facts.Variables = append(env.report.Facts.Variables, name)
	}
}

// ForgetReads keeps the first n variables that were read, and forgets the others.
func (env *Environ) ForgetReads(n int) {
	env.report.Facts.Variables = env.report.Facts.Variables[:n]
}

// NoteExpansion notes the variables in a text that is expanded: $NAME and ${NAME}.
func (env *Environ) NoteExpansion(v *Value) {
	text, ok := v.Text()
	if !ok {
		env.NoteRead("")
		return
	}
	for _, part := range strings.Split(text, "$")[1:] {
		part = strings.TrimPrefix(part, "{")
		end := strings.IndexFunc(part, func(r rune) bool { return !isNameRune(r) })
		if end < 0 {
			end = len(part)
		}
		if end > 0 {
			env.NoteRead(part[:end])
		}
	}
}

// ReachesEnviron reports whether a template can show the environment: a field such as {0.environ} of
// a module, or of an object that is not known.
func ReachesEnviron(template string, args []Arg) bool {
	fields := false
	for _, part := range strings.Split(template, "{")[1:] {
		name, _, _ := strings.Cut(part, "}")
		name, _, _ = strings.Cut(name, ":")
		fields = fields || strings.ContainsAny(name, ".[")
	}
	for _, a := range args {
		if HoldsEnviron(a.Val, 0) {
			return true
		}
		switch a.Val.Kind {
		case KindRef, KindFunc, KindClass:
			if fields {
				return true
			}
		}
	}
	return false
}

// NoteFormatted notes that a value becomes a part of a text, the whole environment maybe.
func (env *Environ) NoteFormatted(v *Value) bool {
	if !HoldsEnviron(v, 0) {
		return false
	}
	env.NoteRead("")
	return true
}

// isNameRune reports whether a character may stand in the name of a variable.
func isNameRune(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
}
