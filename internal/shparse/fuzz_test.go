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

// taker keeps the commands, and follows eval.
type taker struct {
	cmds []fact.Command
	left int // of cmds that are not through
}

func (t *taker) Take(c *fact.Command) (none Taken) {
	t.cmds, t.left = append(t.cmds, *c), len(t.cmds)+1
	return none
}

func (t *taker) Follow() []Step {
	if t.left < len(t.cmds) {
		return nil
	}
	argv := t.cmds[t.left-1].Argv
	if t.left = 0; len(argv) < 2 || argv[0].Text != "eval" || !argv[1].IsLiteral() {
		return nil
	}
	return Payload{Text: argv[1].Text, Via: "eval", State: true}.Alone()
}

// interpret runs the interpreter alone: eval and shells are followed, as their caller would do it.
func interpret(text string, d dialect.Dialect) (cmds []fact.Command, in *Interp) {
	t := &taker{}
	in = New(Options{Home: "/home/u", Dir: "/p", Dialect: d, Passes: t})
	in.Script(text)
	return t.cmds, in
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
		if len(cmds) == 0 && len(in.View().Hazards()) == 0 {
			return "nothing was reported"
		}
	}
	return ""
}
