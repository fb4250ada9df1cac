package main

import (
	. "github.com/dave/jennifer/jen"
)

const closedYAML = "closed.yaml"

// closedTable is presets/closed.yaml: commands that need no sandbox.
type closedTable struct {
	Closed, Repository programNames
}

// emit writes the lists as a switch statement, as that of the daemons.
func (t *closedTable) emit() *File {
	f := newPackage("closed", "presets/"+closedYAML,
		"Package closed knows the commands that need no sandbox.")
	f.Comment("Of reports whether a program, or a program and its subcommand, is one of them, and whether")
	f.Comment("that is so only where no setting of the repository has it run another one.")
	f.Func().Id("Of").Params(Id("program").String()).Params(List(Id("is"), Id("repository")).Bool()).Block(
		Switch(Id("program")).BlockFunc(func(g *Group) {
			for i, names := range []programNames{t.Closed, t.Repository} {
				if len(names) > 0 {
					g.Case(literals(names)...).Block(Return(True(), Lit(i == 1)))
				}
			}
		}),
		Return(False(), False()),
	)
	return f
}
