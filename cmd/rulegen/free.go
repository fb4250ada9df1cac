package main

import (
	. "github.com/dave/jennifer/jen"
)

const freeYAML = "free.yaml"

// freeTable is presets/free.yaml: commands that need no sandbox.
type freeTable struct {
	Free, Repository programNames
}

// emit writes the lists as a switch statement, as that of the daemons.
func (t *freeTable) emit() *File {
	f := newPackage("free", "presets/"+freeYAML,
		"Package free knows the commands that need no sandbox.")
	f.Comment("Of reports whether a program, or a program and its subcommand, is one of them, and whether")
	f.Comment("that is so only where no setting of the repository has it run another one.")
	f.Func().Id("Of").Params(Id("program").String()).Params(List(Id("is"), Id("repository")).Bool()).Block(
		Switch(Id("program")).BlockFunc(func(g *Group) {
			for i, names := range []programNames{t.Free, t.Repository} {
				if len(names) > 0 {
					g.Case(literals(names)...).Block(Return(True(), Lit(i == 1)))
				}
			}
		}),
		Return(False(), False()),
	)
	return f
}
