package analyze

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
)

// definedLine is shell text that a file of the project defines and that a command of the call has a
// shell run: the line of a recipe, a script of a package.
type definedLine struct {
	Text    string
	File    string // in which it stands, absolute
	Line    int    // in that file, from 1
	Dir     string // in which it runs
	Shell   string
	Assigns []fact.Assign // variables that it gets
	Args    []fact.Word   // its positional parameters, from $0 on; nil: not known
}

// followLines judges what command i has shells run, as a script of the project is judged. files are
// those that decide what the lines are, the first one before all others, each of them by its
// absolute name; why says why there may be more than the lines, and is "" where there is not; args
// are the words of the command that reach the lines. It reports whether the files were looked at:
// not where one of them is not the project's, or is written by the call.
func (a *Analyzer) followLines(in *shparse.Interp, i int, files []string, lines []definedLine,
	why string, args []fact.Word) bool {
	numbers := map[string]int{}
	root := 0
	for _, name := range files {
		if numbers[path.Clean(name)] > 0 {
			continue
		}
		w := fact.Lit(name)
		s := a.follow(in, i, &w)
		if s == nil {
			return false
		}
		f := &a.facts.Files[s.number-1]
		if root == 0 {
			root = s.number
			a.steered(in, i, s, append([]fact.Word{w}, args...))
			f.Why = why
		} else {
			f.By, f.Root, f.Why = root, a.facts.Files[root-1].Root, ""
		}
		numbers[path.Clean(name)] = s.number
	}
	if root == 0 {
		return false
	}
	a.facts.Commands[i].Runs = root
	via, stdin := a.facts.Commands[i].Name, a.facts.Commands[i].Stdin
	for k := range lines {
		l := &lines[k]
		number := numbers[path.Clean(l.File)]
		if number == 0 {
			number = root
		}
		dir := fact.Lit(l.Dir)
		run := shparse.Nested{Via: via, Shell: shellOf(l.Shell), NewShell: true, Dir: &dir,
			Stdin: &stdin, Params: l.Args, SetParams: len(l.Args) > 0, File: number, Line: l.Line}
		text := variables(l.Assigns)
		run.Line -= strings.Count(text, "\n")
		a.reading(in, &script{number: number}, func() { in.RunText(text+l.Text, run) })
	}
	return true
}
