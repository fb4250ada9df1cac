package nodes_test

import (
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
)

// file parses a text.
func file(t *testing.T, text string, lang syntax.LangVariant) *syntax.File {
	t.Helper()
	f, err := syntax.NewParser(syntax.Variant(lang)).Parse(strings.NewReader(text), "")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return f
}

// word is the last word of the first command of a text.
func word(t *testing.T, text string) *syntax.Word {
	t.Helper()
	args := file(t, text, syntax.LangBash).Stmts[0].Cmd.(*syntax.CallExpr).Args
	return args[len(args)-1]
}

// TestWords asks about words: which questions have the answer yes.
func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"echo a":         "plain quiet text quotes shows",
		"echo 'a'":       "quiet text quotes shows",
		`echo "a b"`:     "quiet quotes shows",
		"echo $x":        "quiet shows",
		`echo "$x"`:      "quiet shows",
		"echo ${x:-b}":   "shows",
		"echo ${x:=b}":   "assigns",
		"echo ${x?no}":   "",
		"echo $((x=1))":  "assigns",
		"echo $(rm x)":   "",
		"echo <(rm x)":   "process",
		`echo "$@"`:      "quiet shows at",
		`echo "${a[@]}"`: "at assigns",
		"echo a{b,c}":    "brace quiet text quotes shows",
		"echo *":         "quiet text quotes shows star",
		"echo a\\ b":     "quiet text quotes shows",
		"echo ~/x":       "quiet text quotes shows",
	} {
		w := word(t, text)
		var got []string
		say := func(yes bool, what string) {
			if yes {
				got = append(got, what)
			}
		}
		parts := w.Parts
		if q, ok := parts[0].(*syntax.DblQuoted); ok {
			parts = q.Parts
		}
		_, plain := nodes.Plain(w)
		say(plain, "plain")
		say(nodes.PlainParts(w.Parts), "quiet")
		say(nodes.OnlyText(w), "text")
		say(nodes.OnlyQuotes(w), "quotes")
		say(nodes.ShowsNothing(w.Parts), "shows")
		say(nodes.HasAt(parts), "at")
		say(nodes.MayAssign(w), "assigns")
		say(nodes.IsProcess(w), "process")
		say(nodes.MayBrace(w), "brace")
		say(nodes.HasStar(w), "star")
		yes := strings.Fields(want)
		slices.Sort(got)
		slices.Sort(yes)
		if !slices.Equal(got, yes) {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

// TestChain finds the joins and the control flow of a text.
func TestChain(t *testing.T) {
	for text, want := range map[string]fact.Chain{
		"a":                             {Commands: 1},
		"a; b":                          {Commands: 2, Joined: true},
		"a\nb":                          {Commands: 2},
		"a & b":                         {Commands: 2},
		"a && b":                        {Commands: 2, Joined: true},
		"a | b":                         {Commands: 2},
		"a $(b; c)":                     {Commands: 3},
		"if a; then b; fi":              {Commands: 2, Control: true},
		"for i in 1 2; do a; done":      {Commands: 1, Control: true, Loop: true},
		"x=1":                           {},
		"export x":                      {Commands: 1},
		"a $(while b; do c; done)":      {Commands: 3, Loop: true},
		"case x in y) a ;; esac; { b;}": {Commands: 2, Control: true, Joined: true},
	} {
		if got := nodes.ChainOf(file(t, text, syntax.LangBash).Stmts); got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

// TestArithmetic asks about expressions.
func TestArithmetic(t *testing.T) {
	for _, row := range []struct {
		text            string
		assigns, hidden bool
		name            string
	}{
		{"((x))", false, false, "x"},
		{"((x=1))", true, false, ""},
		{"((x++))", true, false, ""},
		{"((x+1))", false, false, ""},
		{"((a[1]))", false, false, "a"},
		{"((1 + (y *= 2)))", true, false, ""},
	} {
		x := file(t, row.text, syntax.LangBash).Stmts[0].Cmd.(*syntax.ArithmCmd).X
		name, _ := nodes.VariableOf(x)
		if got := nodes.Assigns(x); got != row.assigns || name != row.name {
			t.Errorf("%s: assigns %v, names %q", row.text, got, name)
		}
	}
	for text, want := range map[string]bool{"08": true, "1+09": true, "010": false, "x09": false,
		"8": false, "0x9": false, "1.09": true} {
		if got := nodes.HasBadOctal(text); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestTrace finds texts that may switch xtrace on.
func TestTrace(t *testing.T) {
	for text, want := range map[string]bool{"set -x": true, "set -eux": true, "set -e": false,
		"set -o xtrace": true, "set +x": false, "setx": false, "set -e; set -x": true} {
		if got := nodes.MayTrace(text); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestReplaceMark puts a parameter in the place of the mark of xargs -I, where a name reads there
// as the value of a parameter does.
func TestReplaceMark(t *testing.T) {
	for text, want := range map[string]string{
		"head -3 {}":              "head -3 ${1}",
		`cp "{}" {}.bak`:          `cp "${1}" ${1}.bak`,
		"rm $x{}":                 "",
		"echo ${{}}":              "",
		`echo \{}`:                "",
		"echo '{}'":               "",
		"eval {}":                 "",
		"set -- {}":               "",
		"for i; do echo {}; done": "",
		"echo {1..{}}":            "",
		"ls":                      "",
		`f() { rm {}; }`:          "",
	} {
		got, ok := nodes.ReplaceMark(text, "{}", "1")
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if !nodes.ReadBy("dash") || nodes.ReadBy("zsh") || nodes.ReadBy("fish") {
		t.Error("the texts are read by sh, bash and dash, and by no other shell")
	}
}
