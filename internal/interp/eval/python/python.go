// Package python tells package core what inline Python means: its statements and expressions, its
// names and modules, and the functions whose meaning no table can say.
package python

import (
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// machine is the machine with what only Python has.
type machine struct {
	core.Machine
	searched bool                    // sys.path was changed: a module may be found elsewhere
	modules  map[string]*core.Loaded // of the project, by name
}

var traits = &core.Traits{
	Environ:     "os.environ",
	Constructor: "__init__",
	Getters:     []string{"__getattr__", "__getattribute__"},
	Call:        "__call__",
	Modules:     "sys.modules",
	Keywords:    true,
	Inherits:    true,
	Nothing:     &core.Value{Kind: core.KindNum, Name: "None", Null: true},
}

// Run interprets a snippet of Python.
func Run(in core.Input) *interp.Facts {
	m := &machine{}
	return m.Machine.Run(in, traits, m)
}

// Program runs a whole program.
func (m *machine) Program(root *syntax.Node) {
	m.modules = m.Modules()
	m.block(root.Kids)
}

// Completion runs code that another one evaluates. Its value is that of its last expression.
func (m *machine) Completion(root *syntax.Node) *core.Value { return m.lastValue(root) }

// Body binds the parameters of a function and runs its body.
func (m *machine) Body(fn *core.Function, args []core.Arg) {
	m.bind(fn, args)
	m.runBody(fn)
}
