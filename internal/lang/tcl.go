package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/callee"
	"github.com/fencepost/fencepost/internal/lang/token"
)

// tclActions finds in Tcl code, which it does not understand, the commands that start programs and
// delete files.
func tclActions(text string, _ Options) Actions {
	var t tcl
	for _, words := range tclCommands(text) {
		for len(words) > 1 && (words[0] == "eval" || words[0] == "catch" || words[0] == "return") {
			words = words[1:]
		}
		t.command(words[0], words[1:])
	}
	return Actions{List: t.acts, Complete: prints(text)}
}

type tcl struct{ searcher }

func (t *tcl) command(name string, args []string) {
	switch name {
	case "exec", "spawn", "system":
		for len(args) > 0 && strings.HasPrefix(args[0], "-") {
			args = args[1:]
		}
		t.shell(strings.Join(args, " "))
	case "send": // to a program that may be a shell
		for _, a := range args {
			if !strings.HasPrefix(a, "-") {
				t.shell(strings.NewReplacer(`\r`, "\n", `\n`, "\n").Replace(a))
			}
		}
	case "open":
		if len(args) > 0 && strings.HasPrefix(args[0], "|") {
			t.shell(strings.TrimLeft(args[0], "| "))
		}
	case "file":
		if len(args) > 1 && args[0] == "delete" {
			for _, a := range args[1:] {
				if !strings.HasPrefix(a, "-") {
					t.path(a, callee.DeleteTree)
				}
			}
		}
	}
}

// tclCommands divides code into commands and these into words: at line ends and semicolons, and at
// braces and brackets, which hold code of their own. Quotes keep a word together.
func tclCommands(text string) (list [][]string) {
	var words []string
	var b strings.Builder
	in := false
	word := func() {
		if in {
			words = append(words, b.String())
		}
		b.Reset()
		in = false
	}
	for i := 0; i < len(text); i++ {
		switch ch := text[i]; {
		case ch == '"' && !in:
			end := token.QuotedEnd(text, i, '"')
			b.WriteString(strings.TrimSuffix(text[i+1:end], `"`))
			i, in = end-1, true
		case strings.IndexByte(";\n{}[]", ch) >= 0:
			if word(); len(words) > 0 {
				list = append(list, words)
			}
			words = nil
		case ch == ' ' || ch == '\t':
			word()
		default:
			b.WriteByte(ch)
			in = true
		}
	}
	if word(); len(words) > 0 {
		list = append(list, words)
	}
	return list
}
