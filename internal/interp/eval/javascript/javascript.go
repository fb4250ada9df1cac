// Package javascript tells package core what inline JavaScript and TypeScript mean: their
// statements and expressions, their names and modules, and the functions whose meaning no table can
// say.
package javascript

import (
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// machine is the machine with what only JavaScript has.
type machine struct {
	core.Machine
	modules map[string]*core.Loaded // of the project, by absolute path
	exports map[string]*core.Value  // of the file that is being loaded
}

var traits = &core.Traits{
	Environ:     "process.env",
	Constructor: "constructor",
	Call:        "__call__",
	Module:      "default",
	Replaces:    true,
	Nothing:     &core.Value{Kind: core.KindNum, Name: "undefined", Null: true},
}

var escapes = syntax.Escapes{Braces: true, Short: true}

// Run interprets a snippet of JavaScript or TypeScript.
func Run(in core.Input) *interp.Facts {
	m := &machine{}
	return m.Machine.Run(in, traits, m)
}

// Program runs a whole program.
func (m *machine) Program(root *syntax.Node) {
	if ambiguous(root.Text()) {
		m.Problem("a slash or a comment of HTML begins a line, which engines read in another way")
	}
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
