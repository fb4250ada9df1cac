// Package javascript tells package core what inline JavaScript and TypeScript mean: their
// statements and expressions, their names and modules, and the functions whose meaning no table can
// say.
package javascript

import (
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// Run interprets a snippet of JavaScript or TypeScript.
func Run(in core.Input) *interp.Facts {
	ev := core.New(&in)
	md := &modules{ev: ev}
	at := &attributes{ev, md}
	lb := &library{ev, at}
	ex := &expressions{ev: ev, attrs: at}
	st := &statements{ev, md, ex}
	md.block, ex.block = st.block, st.block
	return ev.Run(core.Language{Syntax: st, Names: md, Attributes: at, Library: lb, Types: types,
		Traits: traits})
}

// Program runs a whole program.
func (st *statements) Program(root *syntax.Node) {
	if ambiguous(root.Text()) {
		st.ev.Report.Problem(ambiguousProblem)
	}
	st.modules.files = st.ev.Files.Modules()
	st.block(root.Kids)
}
