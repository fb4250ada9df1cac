package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// optionBuiltins change how the shell reads and runs what follows.
var optionBuiltins = [...]builtin{
	{"set", (*builtins).set, nil}, {"shopt", nil, (*builtins).shopt},
	{"setopt", nil, (*builtins).shopt}, {"unsetopt", nil, (*builtins).shopt},
	{"alias", (*builtins).alias, nil}, {"emulate", (*builtins).emulate, nil},
	{"ulimit", nil, (*builtins).noteLimit}, {"limit", nil, (*builtins).noteLimit},
	{"unlimit", nil, (*builtins).noteLimit}, {"hash", nil, (*builtins).noteLimit},
	{"rehash", nil, (*builtins).noteLimit}, {"unhash", nil, (*builtins).noteLimit},
	{"enable", nil, (*builtins).noteLimit}, {"disable", nil, (*builtins).noteLimit},
}

func (bi *builtins) alias(args []fact.Word) {
	bi.sh.st.Alias = bi.sh.st.Alias || len(args) > 0
}

// set handles options and positional parameters.
func (bi *builtins) set(args []fact.Word) {
	for i := 0; i < len(args); i++ {
		w := &args[i]
		if !w.IsLiteral() { // it may be an option, too
			bi.reads.traced = true
			bi.sh.st.JoinOptions(&domain.State{})
			bi.sh.setParams(args[i:])
			return
		}
		if w.Text == "--" || w.Text == "-" {
			if w.Text == "--" || i+1 < len(args) {
				bi.sh.setParams(args[i+1:])
			}
			return
		}
		if len(w.Text) < 2 || w.Text[0] != '-' && w.Text[0] != '+' || w.Glob {
			bi.sh.setParams(args[i:])
			return
		}
		for k := 1; k < len(w.Text); k++ {
			switch c := w.Text[k]; {
			case c == 'o' && i+1 < len(args):
				i++
				bi.setOption(&args[i], w.Text[0] == '-')
			case c == 'o': // prints the options
			case c == 'A' && bi.sh.has(dialect.SetsArrays): // what follows is the name of an array
				name := fact.Lit(w.Text[k+1:])
				if name.Text == "" && i+1 < len(args) {
					name = args[i+1]
				}
				bi.vars.forgetNames([]fact.Word{name})
				return
			default:
				bi.reads.traced = bi.reads.traced || c == 'x'
				o, sense := dialect.LetterOption(c, bi.sh.script.dialect)
				bi.sh.switchOption(o, w.Text[0] == '-' == sense, w)
			}
		}
	}
}

// setOption switches an option that is given by its name.
func (bi *builtins) setOption(w *fact.Word, on bool) {
	if !w.Known() {
		bi.sh.switchOption(dialect.OptUnknown, on, w)
		return
	}
	name := w.Text
	if bi.sh.has(dialect.OptionWords) {
		name = strings.ReplaceAll(strings.ToLower(name), "_", "")
		if rest, ok := strings.CutPrefix(name, "no"); ok && name != "nomatch" && name != "notify" {
			name, on = rest, !on
		}
	}
	bi.reads.traced = bi.reads.traced || name == "xtrace"
	o, sense := dialect.NamedOption(name)
	if bi.sh.has(dialect.OptionWords) {
		o = dialect.ZshOption(name, o)
	}
	if o == dialect.LocalOptions && bi.sh.flow.cond > 0 {
		o = dialect.OptUnknown
	}
	bi.sh.switchOption(o, on == sense, w)
}

// startOptions switches the options that a shell is started with (bash manual 6.1, zsh manual 4.1).
func (bi *builtins) startOptions(words []fact.Word) {
	for i := 0; i < len(words); i++ {
		w := &words[i]
		if !w.IsLiteral() || len(w.Text) < 2 || w.Text[0] != '-' && w.Text[0] != '+' || w.Text == "--" {
			return
		}
		switch {
		case strings.HasPrefix(w.Text, "--"):
			i += bi.longStartOption(w)
		default:
			i += bi.startLetters(w, words[i+1:])
		}
	}
}

// startLetters takes a cluster such as -euo pipefail, and returns how many of the words behind it
// belong to it.
func (bi *builtins) startLetters(w *fact.Word, rest []fact.Word) (used int) {
	on := w.Text[0] == '-'
	for k := 1; k < len(w.Text); k++ {
		c := w.Text[k]
		switch {
		case (c == 'o' || c == 'O' && bi.sh.has(dialect.StartsWithShopt)) && used < len(rest):
			bi.setOption(&rest[used], on)
			used++
		case c == 'i' && bi.sh.has(dialect.StartsWithShopt): // an interactive shell expands aliases
			bi.sh.st.Aliases = bi.sh.st.Aliases || on
		case strings.IndexByte("csilrdpoOD", c) >= 0 || bi.sh.has(dialect.OptionWords) && c == 'f':
			// what is read, and from where
		default:
			bi.reads.traced = bi.reads.traced || c == 'x'
			o, sense := dialect.LetterOption(c, bi.sh.script.dialect)
			bi.sh.switchOption(o, on == sense, w)
		}
	}
	return used
}

// longStartOption takes an option with two dashes, and returns how many of the words behind it
// belong to it.
func (bi *builtins) longStartOption(w *fact.Word) int {
	switch name := w.Text[2:]; name {
	case "posix", "wordexp":
		bi.sh.switchOption(dialect.OptUnknown, true, w)
	case "rcfile", "init-file", "emulate":
		if name == "emulate" {
			bi.sh.switchOption(dialect.OptUnknown, true, w)
		}
		return 1
	case "login", "norc", "noprofile", "noediting", "verbose", "restricted", "debugger", "protected",
		"pretty-print", "no-rcs", "norcs", "no-globalrcs":
	default:
		if bi.sh.has(dialect.OptionWords) {
			option := fact.Lit(strings.ReplaceAll(name, "-", ""))
			bi.setOption(&option, true)
		}
	}
	return 0
}

// shopt handles shopt, and setopt and unsetopt of zsh.
func (bi *builtins) shopt(c *fact.Command) {
	name, args := c.Argv[0].Text, c.Argv[1:]
	if (name == "shopt") == bi.sh.has(dialect.OptionWords) {
		return // not a builtin of this shell
	}
	on := name == "setopt"
	for i := range args {
		w := &args[i]
		if name == "shopt" && w.IsLiteral() && strings.HasPrefix(w.Text, "-") {
			on = strings.Contains(w.Text, "s") || on && !strings.Contains(w.Text, "u")
			continue
		}
		bi.setOption(w, on)
	}
}

// emulate makes zsh read what follows like another shell.
func (bi *builtins) emulate(args []fact.Word) {
	for i := range args {
		w := &args[i]
		if !bi.sh.has(dialect.Emulates) || w.Known() &&
			(w.Text == "zsh" || strings.HasPrefix(w.Text, "-")) && w.Text != "-c" {
			continue
		}
		bi.sh.switchOption(dialect.OptUnknown, true, w)
		return
	}
}

// noteLimit notes that programs may fail to start from now on, or be others. Without an operand
// ulimit and its like only print.
func (bi *builtins) noteLimit(c *fact.Command) {
	if len(c.Argv) > 1 || !strings.HasSuffix(c.Argv[0].Text, "limit") {
		bi.sh.st.Option(dialect.Limited, true)
	}
}
