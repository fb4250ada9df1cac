package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// set handles options and positional parameters.
func (in *Interp) set(args []fact.Word) {
	for i := 0; i < len(args); i++ {
		w := &args[i]
		if !w.IsLiteral() { // it may be an option, too
			in.traced = true
			in.st.JoinOptions(&domain.State{})
			in.setParams(args[i:])
			return
		}
		if w.Text == "--" || w.Text == "-" {
			if w.Text == "--" || i+1 < len(args) {
				in.setParams(args[i+1:])
			}
			return
		}
		if len(w.Text) < 2 || w.Text[0] != '-' && w.Text[0] != '+' || w.Glob {
			in.setParams(args[i:])
			return
		}
		for k := 1; k < len(w.Text); k++ {
			switch c := w.Text[k]; {
			case c == 'o' && i+1 < len(args):
				i++
				in.setOption(&args[i], w.Text[0] == '-')
			case c == 'o': // prints the options
			case c == 'A' && in.dialect.Has(dialect.SetsArrays): // what follows is the name of an array
				name := fact.Lit(w.Text[k+1:])
				if name.Text == "" && i+1 < len(args) {
					name = args[i+1]
				}
				in.forgetNames([]fact.Word{name})
				return
			default:
				in.traced = in.traced || c == 'x'
				o, sense := dialect.LetterOption(c, in.dialect)
				in.apply(o, w.Text[0] == '-' == sense, w)
			}
		}
	}
}

func (in *Interp) setParams(words []fact.Word) {
	if len(words) > maxFields {
		in.st.LoseParams()
		in.st.Params = nil
		return
	}
	in.st.Params, in.st.KnownParams, in.st.Uncalled = words, !domain.HasMany(words), false
}

// setOption switches an option that is given by its name.
func (in *Interp) setOption(w *fact.Word, on bool) {
	if !w.Known() {
		in.apply(dialect.OptUnknown, on, w)
		return
	}
	name := w.Text
	if in.dialect.Has(dialect.OptionWords) {
		name = strings.ReplaceAll(strings.ToLower(name), "_", "")
		if rest, ok := strings.CutPrefix(name, "no"); ok && name != "nomatch" && name != "notify" {
			name, on = rest, !on
		}
	}
	in.traced = in.traced || name == "xtrace"
	o, sense := dialect.NamedOption(name)
	if in.dialect.Has(dialect.OptionWords) {
		o = dialect.ZshOption(name, o)
	}
	if o == dialect.LocalOptions && in.cond > 0 {
		o = dialect.OptUnknown
	}
	in.apply(o, on == sense, w)
}

// startOptions switches the options that a shell is started with (bash manual 6.1, zsh manual 4.1).
func (in *Interp) startOptions(words []fact.Word) {
	for i := 0; i < len(words); i++ {
		w := &words[i]
		if !w.IsLiteral() || len(w.Text) < 2 || w.Text[0] != '-' && w.Text[0] != '+' || w.Text == "--" {
			return
		}
		switch {
		case strings.HasPrefix(w.Text, "--"):
			i += in.longStartOption(w)
		default:
			i += in.startLetters(w, words[i+1:])
		}
	}
}

// startLetters takes a cluster such as -euo pipefail, and returns how many of the words behind it
// belong to it.
func (in *Interp) startLetters(w *fact.Word, rest []fact.Word) (used int) {
	on := w.Text[0] == '-'
	for k := 1; k < len(w.Text); k++ {
		c := w.Text[k]
		switch {
		case (c == 'o' || c == 'O' && in.dialect.Has(dialect.StartsWithShopt)) && used < len(rest):
			in.setOption(&rest[used], on)
			used++
		case c == 'i' && in.dialect.Has(dialect.StartsWithShopt): // an interactive shell expands aliases
			in.st.Aliases = in.st.Aliases || on
		case strings.IndexByte("csilrdpoOD", c) >= 0 || in.dialect.Has(dialect.OptionWords) && c == 'f':
			// what is read, and from where
		default:
			in.traced = in.traced || c == 'x'
			o, sense := dialect.LetterOption(c, in.dialect)
			in.apply(o, on == sense, w)
		}
	}
	return used
}

// longStartOption takes an option with two dashes, and returns how many of the words behind it
// belong to it.
func (in *Interp) longStartOption(w *fact.Word) int {
	switch name := w.Text[2:]; name {
	case "posix", "wordexp":
		in.apply(dialect.OptUnknown, true, w)
	case "rcfile", "init-file", "emulate":
		if name == "emulate" {
			in.apply(dialect.OptUnknown, true, w)
		}
		return 1
	case "login", "norc", "noprofile", "noediting", "verbose", "restricted", "debugger", "protected",
		"pretty-print", "no-rcs", "norcs", "no-globalrcs":
	default:
		if in.dialect.Has(dialect.OptionWords) {
			option := fact.Lit(strings.ReplaceAll(name, "-", ""))
			in.setOption(&option, true)
		}
	}
	return 0
}

// apply switches an option.
func (in *Interp) apply(o dialect.Option, on bool, w *fact.Word) {
	switch o {
	case dialect.OptHarmless:
	case dialect.OptAliases:
		in.st.Aliases = on
	case dialect.OptUnknown:
		if w.IsLiteral() && (w.Text == "posix" || w.Text == "posixbuiltins") {
			in.st.Option(dialect.PosixMode, on)
		}
		in.Report(fact.Hazard{ID: hazards.ShellOption, Text: w.Show(),
			Why: "this option changes how the shell reads the text that follows"})
	default:
		in.st.Option(o, on)
	}
}

// shopt handles shopt, and setopt and unsetopt of zsh.
func (in *Interp) shopt(name string, args []fact.Word) {
	if (name == "shopt") == in.dialect.Has(dialect.OptionWords) {
		return // not a builtin of this shell
	}
	on := name == "setopt"
	for i := range args {
		w := &args[i]
		if name == "shopt" && w.IsLiteral() && strings.HasPrefix(w.Text, "-") {
			on = strings.Contains(w.Text, "s") || on && !strings.Contains(w.Text, "u")
			continue
		}
		in.setOption(w, on)
	}
}
