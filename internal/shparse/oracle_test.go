//go:build unix

package shparse_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// maxExcused is the share of scripts, in percent, in which something that ran is only covered by a
// hazard or by a command whose name is not known. Of zsh there are more: its short forms are not
// read.
var maxExcused = map[string]int{"bash": 8, "zsh": 13}

// minPrecise is the share, in percent, of the commands reported as certain that have to run. It is
// measured on the scripts in which everything is known and no construct chooses between ways.
const minPrecise = 98

// script is one entry of testdata/shell.
type script struct {
	name string // file and number
	text string
}

// scripts reads testdata/shell for one shell.
func scripts(t testing.TB, shell string) (list []script) {
	files, err := filepath.Glob("../../testdata/shell/*.sh")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts in testdata/shell", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, text := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n%%\n") {
			if only, rest, ok := strings.Cut(text, "\n"); ok && strings.HasPrefix(only, "#only ") {
				if !strings.Contains(only, shell) {
					continue
				}
				text = rest
			}
			list = append(list, script{fmt.Sprintf("%s:%d", filepath.Base(file), n+1), text})
		}
	}
	return list
}

// outcome is what the oracle found about one script.
type outcome struct {
	problem  string // something ran that is not reported
	excused  bool
	ran      bool
	precise  int // reported as certain, and ran
	certain  int // reported as certain in a script where everything is known
	branches bool
	wrong    string // reported as certain and did not run
}

// judge runs one script and compares.
func (r *rig) judge(t testing.TB, text string) (o outcome) {
	dir := r.place(t)
	defer os.RemoveAll(dir)
	f := reported(text, dir, r.dialect)
	o.branches = branches(text)
	statuses := 1
	if o.branches {
		statuses = 2
	}
	var ran [][]string
	for status := range statuses {
		if status > 0 {
			os.RemoveAll(dir)
			fresh := r.place(t)
			defer os.RemoveAll(fresh)
			f, dir = reported(text, fresh, r.dialect), fresh
		}
		ran = r.run(t, text, dir, status)
		for _, argv := range ran {
			o.ran = true
			switch covered(f, argv, r.mayCut(text)) {
			case missing:
				o.problem = fmt.Sprintf("%q ran %q, reported:%s", text, argv, show(f))
				return o
			case excused:
				o.excused = true
			}
		}
	}
	if !o.branches {
		o.measure(f, ran)
	}
	return o
}

// measure counts what is reported as certain.
func (o *outcome) measure(f *fact.Facts, ran [][]string) {
	if unsure(f) {
		return
	}
	for i := range f.Commands {
		for k := range f.Commands[i].Argv {
			if !f.Commands[i].Argv[k].Known() {
				return
			}
		}
	}
	for i := range f.Commands {
		c := &f.Commands[i]
		if c.Kind != fact.Simple || !isStub(c.Argv[0].Text) {
			continue
		}
		o.certain++
		if didRun(c.Argv, ran) {
			o.precise++
		} else {
			o.wrong += show(&fact.Facts{Commands: f.Commands[i : i+1]})
		}
	}
}

func isStub(name string) bool {
	return slices.Contains(stubs, name)
}

func didRun(words []fact.Word, ran [][]string) bool {
	for _, argv := range ran {
		if len(argv) == len(words) && fits(words, argv, false) {
			return true
		}
	}
	return false
}

// branches reports whether a construct of the script chooses between ways, so that one run does not
// show all.
func branches(text string) (yes bool) {
	f, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return true
	}
	// a directory may be missing, a signal may come
	for _, word := range []string{"eval", "cd ", "cd;", "pushd", "popd", "trap"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	syntax.Walk(f, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.IfClause, *syntax.WhileClause, *syntax.CaseClause:
			yes = true
		case *syntax.Redirect: // a file may be missing, or not to be written
			yes = yes || n.Hdoc == nil && n.Word != nil && n.Op != syntax.WordHdoc && !certain(n.Word.Lit())
		case *syntax.BinaryTest:
			yes = yes || n.Op == syntax.AndTest || n.Op == syntax.OrTest
		case *syntax.ForClause:
			_, isC := n.Loop.(*syntax.CStyleLoop)
			yes = yes || isC || n.Select
		case *syntax.FuncDecl:
			yes = true
		case *syntax.ParamExp: // with a variable of the environment
			yes = yes || n.Exp != nil && n.Exp.Op <= syntax.AssignUnsetOrNull
		case *syntax.BinaryCmd:
			yes = yes || n.Op == syntax.AndStmt || n.Op == syntax.OrStmt
		case *syntax.CallExpr:
			if len(n.Args) > 0 {
				switch n.Args[0].Lit() {
				case "break", "continue", "exit", "return", "set", "exec":
					yes = true
				}
			}
		}
		return true
	})
	return yes
}

// certain reports whether a redirection to a file or descriptor always works.
func certain(target string) bool {
	switch target {
	case "/dev/null", "1", "2", "-":
		return true
	}
	return false
}

func show(f *fact.Facts) string {
	var b strings.Builder
	for i := range f.Commands {
		b.WriteString("\n\t")
		for k := range f.Commands[i].Argv {
			w := &f.Commands[i].Argv[k]
			fmt.Fprintf(&b, "[%s", w.Text)
			if w.Kind != fact.Literal {
				b.WriteString("…" + w.Suffix)
			}
			if w.Many || w.Glob {
				fmt.Fprintf(&b, " many=%t glob=%t", w.Many, w.Glob)
			}
			b.WriteString("] ")
		}
	}
	return b.String()
}

func TestOracle(t *testing.T) {
	for _, shell := range []string{"bash", "zsh"} {
		t.Run(shell, func(t *testing.T) {
			r := newRig(t, shell)
			list := scripts(t, shell)
			results := make([]outcome, len(list))
			var wg sync.WaitGroup
			for w := range workers {
				wg.Go(func() {
					for i := w; i < len(list); i += workers {
						results[i] = r.judge(t, list[i].text)
					}
				})
			}
			wg.Wait()
			report(t, list, results, maxExcused[shell])
		})
	}
}

// workers is the number of scripts that run at the same time.
const workers = 2

func report(t *testing.T, list []script, results []outcome, maxExcused int) {
	var unsound, excused, ran, certain, precise int
	for i, o := range results {
		if o.problem != "" {
			unsound++
			t.Errorf("%s: %s", list[i].name, o.problem)
		}
		if o.excused {
			excused++
			if testing.Verbose() && os.Getenv("ORACLE_EXCUSED") != "" {
				t.Logf("excused %s: %q", list[i].name, list[i].text)
			}
		}
		if o.ran {
			ran++
		}
		if o.wrong != "" && testing.Verbose() {
			t.Logf("not precise %s: %q did not run%s", list[i].name, list[i].text, o.wrong)
		}
		certain, precise = certain+o.certain, precise+o.precise
	}
	t.Logf("%d scripts, %d of which run a program; %d not sound; %d excused by a hazard or an "+
		"unknown name (%.1f %%); "+
		"%d of %d commands reported as certain ran (%.2f %%)",
		len(list), ran, unsound, excused, percent(excused, len(list)), precise, certain,
		percent(precise, certain))
	if percent(excused, len(list)) > float64(maxExcused) {
		t.Errorf("%.1f %% of the scripts are excused, want at most %d %%", percent(excused, len(list)),
			maxExcused)
	}
	if certain > 0 && percent(precise, certain) < minPrecise {
		t.Errorf("%.2f %% of the commands reported as certain ran, want at least %d %%",
			percent(precise, certain), minPrecise)
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// valid reports whether a text can be an argument of a program.
func valid(text string) bool { return utf8.ValidString(text) && !strings.Contains(text, "\x00") }
