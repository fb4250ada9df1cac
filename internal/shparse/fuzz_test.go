package shparse

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// interpret runs the interpreter alone: eval and shells are followed, as their caller would do it.
func interpret(text string, d dialect.Dialect) (cmds []fact.Command, in *Interp) {
	in = New(Options{Home: "/home/u", Dir: "/p", Dialect: d,
		Visit: func(in *Interp, c *fact.Command) (o fact.Output) {
			cmds = append(cmds, *c)
			if len(c.Argv) > 1 && c.Argv[0].Text == "eval" && c.Argv[1].IsLiteral() {
				in.RunText(c.Argv[1].Text, Nested{Via: "eval", State: true})
			}
			return o
		}})
	in.Script(text)
	return cmds, in
}

// FuzzScript holds the interpreter to an answer within its bounds for any text in any dialect.
func FuzzScript(f *testing.F) {
	files, _ := filepath.Glob("../../testdata/shell/*.sh")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for s := range strings.SplitSeq(string(data), "\n%%\n") {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		done := make(chan string, 1)
		go func() { done <- answers(text) }()
		select {
		case problem := <-done:
			if problem != "" {
				t.Fatal(problem)
			}
		case <-time.After(2 * time.Second):
			t.Fatal("no answer")
		}
	})
}

// answers says what is wrong with the answer about a text; "" if nothing is.
func answers(text string) string {
	for _, d := range []dialect.Dialect{dialect.Bash, dialect.Zsh, dialect.POSIX} {
		cmds, in := interpret(text, d)
		if len(cmds) == 0 && len(in.Hazards()) == 0 {
			return "nothing was reported"
		}
	}
	return ""
}
