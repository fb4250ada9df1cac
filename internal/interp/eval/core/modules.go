package core

import (
	"slices"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// Loaded is a file of the project that the code may load.
type Loaded struct {
	*interp.Module
	Scope *Scope // its variables; nil before it has begun to run
	// it takes all names of a module that is not read, so that any name may be one of these
	Starred bool
	Done    bool   // it has run to its end
	Value   *Value // what it exports, of JavaScript
}

// Modules are the files that the code may load, by name.
func (m *Machine) Modules() map[string]*Loaded {
	if len(m.input.Modules) == 0 {
		return nil
	}
	list := make(map[string]*Loaded, len(m.input.Modules))
	for i := range m.input.Modules {
		mod := &m.input.Modules[i]
		for _, l := range list {
			if l.File == mod.File && mod.File > 0 {
				list[mod.Name] = l // another name of the same file
			}
		}
		if list[mod.Name] == nil {
			list[mod.Name] = &Loaded{Module: mod}
		}
	}
	return list
}

// RunModule runs what a file holds that is loaded, once, in a scope of its own.
func (m *Machine) RunModule(l *Loaded, vars map[string]*Value, run func(*syntax.Node)) {
	if l.Scope != nil {
		return
	}
	l.Scope = &Scope{Vars: vars}
	m.depth++
	if m.depth > maxDepth {
		m.cutFiles()
	}
	m.RunIn(l, l.Scope, run)
	m.depth--
	l.Done = !m.cut
}

// RunIn runs what a file holds in a scope.
func (m *Machine) RunIn(l *Loaded, s *Scope, run func(*syntax.Node)) {
	scope, outer, file := m.Scope, m.Frame, m.File
	defer func() { m.Scope, m.Frame, m.File = scope, outer, file }()
	m.Scope, m.Frame, m.File = s, &frame{}, l.File
	if m.loads++; m.loads > maxLoads || l.Opaque {
		m.cutFiles()
	}
	if m.cut || !m.stepInFile(1) {
		return
	}
	root, problem := m.input.ParseFile(l.Module)
	if problem != "" {
		m.cutFiles()
	}
	if root != nil {
		run(root)
	}
}

// stepInFile counts work in the code of a file. It has bounds of its own, so that some is left for
// the code that loads it.
func (m *Machine) stepInFile(n int) bool {
	if m.fileSteps += n; m.fileSteps > maxInFiles {
		m.cutFiles()
	}
	return !m.cut
}

// cutFiles ends the interpretation of the files that the code loads: nothing is known of what they
// define from here on.
func (m *Machine) cutFiles() {
	if m.cut {
		return
	}
	m.cut = true
	c := &interp.Call{Names: []string{"import"}, Line: 1, File: m.File, Dir: m.dir, Text: "import"}
	m.Unseen(c, "a file that is not read to its end")
	m.Report(c)
}

// IsCut reports whether the files that the code loads were not followed to their ends.
func (m *Machine) IsCut() bool { return m.cut }

// OfFile is what a file defines of which nothing is known.
func (m *Machine) OfFile(l *Loaded) *Value { return &Value{Kind: KindTop, File: l.File} }

// callOfFile reports a call of what a file defines of which nothing is known.
func (m *Machine) callOfFile(s Site, callee *Value, args []Arg) *Value {
	c := m.UnknownCall(s, "", args)
	m.handsCode(c, args)
	c.File, c.Into = callee.File, true
	m.Report(c)
	m.Escape(args, Top)
	return callee
}

// reached reports whether a function that nothing was seen to call may be called in any case. One
// of a file that was loaded is called under its name, which was seen, or as something of which
// nothing is known, which was reported; but for those that the language or a library calls.
func (m *Machine) reached(fn *Function) bool {
	return fn.File == 0 || fn.Implicit || fn.Owner != nil && m.ofLibrary(fn.Owner, 0)
}

// ofLibrary reports whether a class has a base of the tables that may call the methods of the class
// by names of its own.
func (m *Machine) ofLibrary(c *Class, depth int) bool {
	if depth > 8 {
		return true
	}
	for _, lib := range c.Lib {
		if !m.lang.PlainBase(lib) {
			return true
		}
	}
	for _, b := range c.Bases {
		if b.Kind == KindClass && m.ofLibrary(b.Class, depth+1) {
			return true
		}
	}
	return false
}

// AddPlace notes a directory in which modules are looked for besides the usual ones.
func (m *Machine) AddPlace(dir string) {
	if !slices.Contains(m.Facts.Places, dir) {
		m.Facts.Places = append(m.Facts.Places, dir)
	}
}

// Placed notes of a list or dictionary which file made it.
func (m *Machine) Placed(v *Value) *Value {
	if m.File > 0 && (v.Kind == KindList || v.Kind == KindDict) {
		v.File = m.File
	}
	return v
}

// Steers notes that code which is no file's changes what the files that it loads do.
func (m *Machine) Steers() {
	if m.File == 0 && len(m.input.Modules) > 0 {
		m.Facts.Steers = true
	}
}
