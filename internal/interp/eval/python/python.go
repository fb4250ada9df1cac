// Package python tells package core what inline Python means: its statements and expressions, its
// names and modules, and the functions whose meaning no table can say.
package python

import (
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// Run interprets a snippet of Python.
func Run(in core.Input) *interp.Facts {
	ev := core.New(&in)
	md := &modules{ev: ev}
	at := &attributes{ev, md}
	lb := &library{ev, md}
	ex := &expressions{ev, at, lb}
	st := &statements{ev, md, lb, ex}
	md.code = st
	return ev.Run(core.Language{Syntax: st, Names: md, Attributes: at, Library: lb, Types: types,
		Traits: traits})
}

// Program runs a whole program.
func (st *statements) Program(root *syntax.Node) {
	st.modules.files = st.ev.Files.Modules()
	st.block(root.Kids)
}
