package reads

import (
	"bytes"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
)

// markedShell makes words that run a shell whose text has the mark of xargs -I: the words with
// a parameter of the text in place of the mark, and the mark alone behind them, for what is one word
// to a shell. ok is false where there is no such text, or where it is not known what the shell makes
// of it. have are the words as they are written.
func markedShell(n *fact.Nested, have []fact.Word, mark string) (words []fact.Word, ok bool) {
	for k := range n.Words {
		if !markedText(n.Words, have, k, mark) {
			continue
		}
		words = slices.Clone(n.Words)
		if k+1 == len(words) {
			words = append(words, fact.Lit("sh"))
		}
		text, plain := nodes.ReplaceMark(have[k].Text, mark, strconv.Itoa(len(words)-k-1))
		words[k] = fact.Lit(text)
		return append(words, fact.Word{Kind: fact.Partial,
			Origin: fact.Origin{Kind: fact.MarkOrigin, Name: mark}}), plain
	}
	return nil, false
}

// markedText reports whether word k has the mark, and is the text of sh -c.
func markedText(words, have []fact.Word, k int, mark string) bool {
	if k < 2 || words[k].Kind != fact.Partial || !words[k].Origin.Is(fact.MarkOrigin, mark) ||
		!have[k].Known() || !words[k-2].Known() || !words[k-1].Known() {
		return false
	}
	o := words[k-1].Text
	return nodes.ReadBy(path.Base(words[k-2].Text)) && len(o) > 1 && o[0] == '-' && o[len(o)-1] == 'c' && strings.Trim(o, "-celux") == ""
}

// Listed is what standard input holds, and the mark in the words that a line of it replaces.
type Listed struct {
	Words []fact.Word
	Mark  string
}

// ListedInput has the command of xargs -I run for each pattern of a list of plain names. ok is false
// where a word would not be known.
func ListedInput(a *record.Call, i int, n *fact.Nested, input Listed,
	run shparse.Payload) (steps []shparse.Step, ok bool) {
	list, mark := input.Words, input.Mark
	argv := a.Facts.Commands[i].Argv
	words, ok := markedShell(n, argv[len(argv)-len(n.Words):], mark)
	if !ok || a.Shell.Repeats() { // an earlier round may have made names
		words = n.Words
	}
	for k := range words {
		if w := &words[k]; w.Kind == fact.Partial && !(w.Origin.Is(fact.MarkOrigin, mark) && w.Text+w.Suffix == "") {
			return nil, false
		}
	}
	run.Stdin = &fact.Stdin{}
	for _, value := range list {
		with := slices.Clone(words)
		for k := range with {
			if with[k].Kind == fact.Partial {
				with[k] = value
			}
		}
		run.Words = with
		steps = append(steps, run.Alone()...)
	}
	return steps, true
}

// PrintsJobs reports whether a command prints a file to which the line has written the number of
// a process that it has started: echo $! > server.pid; kill $(cat server.pid).
func PrintsJobs(a *record.Call, c *fact.Command) bool {
	if !c.Is(fact.Plain) || !c.Is(fact.Shows) || len(c.Flags) > 0 ||
		len(c.Operands) != 1 || !c.System {
		return false
	}
	p := a.Path(c.Dirs, &c.Operands[0].Word)
	return p.Known && !p.Glob && len(p.Dirs) <= 1 && a.Shell.HoldsJobs(p.Abs)
}

// TopOf is what a command prints that shows the top of the work tree: that of the project, where
// nothing of the line may have changed which one it is.
func TopOf(a *record.Call, i int) (none fact.Output) {
	c := &a.Facts.Commands[i]
	if a.Places == nil || c.Remote || len(c.Assigns) > 0 || a.Shell.Exports() || !c.Dirs.Known ||
		len(c.Dirs.List) != 1 || len(a.Settings) > 0 || len(a.Links) > 0 || !onlyLooks(a, i) {
		return none
	}
	top := a.Places.WorkTree(c.Dirs.List[0])
	if top == "" { // git says so, and prints nothing
		return fact.Output{Kind: fact.TextOutput}
	}
	if !a.InProject(top) || strings.ContainsAny(top, "\n\x00") {
		return none
	}
	config, err := os.ReadFile(path.Join(top, ".git", "config"))
	if err != nil || len(config) > record.MaxText || bytes.Contains(bytes.ToLower(config), []byte("worktree")) {
		return none // it may lie elsewhere
	}
	return fact.Output{Kind: fact.TextOutput, Temp: top}
}
