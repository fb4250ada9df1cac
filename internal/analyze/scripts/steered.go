package scripts

import (
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
)

// Steered notes of a script that the call itself runs what of the call could steer it.
func (a *Scripts) Steered(i int, s *Script, args []fact.Word) {
	f, c := &a.Call.Facts.Files[s.Number-1], &a.Call.Facts.Commands[i]
	if f.By > 0 || f.Writer > 0 {
		return // what steers the script around it has been looked at
	}
	f.Args = len(args) > 1
	switch {
	case !a.Call.InProject(c.Dirs.List[0]):
		f.Given = "it runs in a directory outside the project"
	case c.Stdin.Kind != fact.StdinInherit:
		f.Given = "its input comes from the call"
	}
	switch {
	case !a.Env.PlainVariables(c):
		f.Told = "it gets variables from the call"
	case record.Losing(f.Name):
		f.Told = "its name says that it publishes, deploys or deletes something"
	}
	for k := 1; k < len(args) && f.Told == ""; k++ {
		if !a.Call.PlainArgument(c, &args[k]) {
			f.Told = "its arguments may be code or paths outside the project"
		} else if record.Losing(args[k].Text) {
			f.Told = "its arguments say that something is published, deployed or deleted"
		}
	}
}
