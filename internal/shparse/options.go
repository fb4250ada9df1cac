package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// option is a shell option that decides what later words and commands are. Options that only decide whether a script
// goes on after a failure only matter to what it prints. All others are a hazard.
type option uint32

const (
	noGlob     option = 1 << iota // set -f
	noBraces                      // set +B
	splitWords                    // zsh: sh_word_split
	exportAll                     // set -a
	physical                      // set -P, chase_links
	lastPipe                      // the last part of a pipeline runs in the shell itself
	execFail                      // a shell goes on after exec of a program that cannot be run
	noClobber                     // set -C
	posixMode
	zshPatterns    // zsh: extended_glob
	localOptions   // zsh: local_options
	optAliases     // expand_aliases
	stopsOnFailure // set -e, -u, -n, -t: a shell may end early; -E and -T: traps act in substitutions
	limited        // programs may fail to start: after ulimit, hash, enable
	optHarmless
	optUnknown
)

func (st *state) has(o option) bool { return st.opts&o != 0 }

func (st *state) option(o option, on bool) {
	if on {
		st.opts |= o
	} else {
		st.opts &^= o
	}
}

// set handles options and positional parameters.
func (in *Interp) set(args []fact.Word) {
	for i := 0; i < len(args); i++ {
		w := &args[i]
		if !w.IsLiteral() { // it may be an option, too
			in.st.joinOptions(&state{})
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
			case c == 'A' && in.dialect == Zsh: // what follows is the name of an array
				name := fact.Lit(w.Text[k+1:])
				if name.Text == "" && i+1 < len(args) {
					name = args[i+1]
				}
				in.forgetNames([]fact.Word{name})
				return
			default:
				o, sense := letterOption(c, in.dialect)
				in.apply(o, w.Text[0] == '-' == sense, w)
			}
		}
	}
}

func (in *Interp) setParams(words []fact.Word) {
	if len(words) > maxFields {
		in.st.loseParams()
		in.st.params = nil
		return
	}
	in.st.params, in.st.knownParams, in.st.uncalled = words, !hasMany(words), false
}

// letterOption is the option of a letter of set.
func letterOption(c byte, d Dialect) (option, bool) {
	if d == Zsh {
		switch c {
		case 'e', 'u', 'n', 't':
			return stopsOnFailure, true
		case 'x', 'v', 'm', 'h', 'f':
			return optHarmless, true
		case 'C':
			return noClobber, true
		case 'F':
			return noGlob, true
		case 'y':
			return splitWords, true
		case 'a':
			return exportAll, true
		case 'w':
			return physical, true
		case 'I':
			return noBraces, true
		case '1', '3', '5', '6', 'B', 'G', 'K', 'V', 'W', 'd', 'g', 'k': // of history, jobs and messages, and of what a pattern without files is
			return optHarmless, true
		}
		return optUnknown, true
	}
	switch c {
	case 'e', 'u', 'E', 'T', 'n', 't':
		return stopsOnFailure, true
	case 'x', 'v', 'm', 'b', 'h':
		return optHarmless, true
	case 'C':
		return noClobber, true
	case 'f':
		return noGlob, true
	case 'B':
		return noBraces, false
	case 'a':
		return exportAll, true
	case 'P':
		return physical, true
	}
	return optUnknown, true
}

// setOption switches an option that is given by its name.
func (in *Interp) setOption(w *fact.Word, on bool) {
	if !w.Known() {
		in.apply(optUnknown, on, w)
		return
	}
	name := w.Text
	if in.dialect == Zsh {
		name = strings.ReplaceAll(strings.ToLower(name), "_", "")
		if rest, ok := strings.CutPrefix(name, "no"); ok && name != "nomatch" && name != "notify" {
			name, on = rest, !on
		}
	}
	o, sense := namedOption(name)
	if in.dialect == Zsh {
		o = in.zshOption(name, o)
	}
	in.apply(o, on == sense, w)
}

// zshOption is the option of a name that means something else, or nothing, in the other shells.
func (in *Interp) zshOption(name string, o option) option {
	switch name {
	case "promptsubst":
		return optUnknown // values that are expanded as prompts run commands
	case "extendedglob":
		return zshPatterns
	case "localoptions":
		if in.cond > 0 {
			return optUnknown
		}
		return localOptions
	case "badpattern", "bareglobqual", "combiningchars", "continueonerror", "debugbeforecmd", "evallineno", "multios", "rmstarsilent":
		return optHarmless
	}
	return o
}

// namedOption is the option of a name of set -o, shopt or setopt (without underscores and the no of zsh).
// sense is false where the name stands for the opposite.
func namedOption(name string) (o option, sense bool) {
	switch name {
	case "noglob":
		return noGlob, true
	case "glob":
		return noGlob, false
	case "braceexpand":
		return noBraces, false
	case "ignorebraces":
		return noBraces, true
	case "shwordsplit":
		return splitWords, true
	case "allexport":
		return exportAll, true
	case "physical", "chaselinks", "chasedots":
		return physical, true
	case "execfail":
		return execFail, true
	case "noclobber":
		return noClobber, true
	case "clobber":
		return noClobber, false
	case "lastpipe":
		return lastPipe, true
	case "expand_aliases", "aliases":
		return optAliases, true
	case "errexit", "nounset", "errtrace", "functrace", "onecmd", "noexec", "errreturn", "failglob":
		return stopsOnFailure, true
	case "unset", "exec":
		return stopsOnFailure, false
	case "pipefail", "xtrace", "verbose", "monitor", "notify", "hashall",
		"nolog", "ignoreeof", "emacs", "vi", "warncreateglobal",
		"checkwinsize", "histappend", "cmdhist", "lithist", "extglob", "nullglob", "dotglob", "globdots", "globstar",
		"inherit_errexit", "sourcepath", "huponexit", "progcomp", "checkjobs", "direxpand", "dirspell", "cdspell",
		"nomatch", "rcs", "globalrcs", "cshnullglob", "numericglobsort", "beep", "hup", "bgnice", "interactivecomments", "interactive_comments",
		"promptvars", "promptsubst", "typesetsilent", "shift_verbose", "shortloops", "printexitvalue":
		return optHarmless, true
	}
	return optUnknown, true
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

// startLetters takes a cluster such as -euo pipefail, and returns how many of the words behind it belong to it.
func (in *Interp) startLetters(w *fact.Word, rest []fact.Word) (used int) {
	on := w.Text[0] == '-'
	for k := 1; k < len(w.Text); k++ {
		c := w.Text[k]
		switch {
		case (c == 'o' || c == 'O' && in.dialect != Zsh) && used < len(rest):
			in.setOption(&rest[used], on)
			used++
		case c == 'i' && in.dialect != Zsh: // an interactive shell expands aliases
			in.st.aliases = in.st.aliases || on
		case strings.IndexByte("csilrdpoOD", c) >= 0 || in.dialect == Zsh && c == 'f': // what is read, and from where
		default:
			o, sense := letterOption(c, in.dialect)
			in.apply(o, on == sense, w)
		}
	}
	return used
}

// longStartOption takes an option with two dashes, and returns how many of the words behind it belong to it.
func (in *Interp) longStartOption(w *fact.Word) int {
	switch name := w.Text[2:]; name {
	case "posix", "wordexp":
		in.apply(optUnknown, true, w)
	case "rcfile", "init-file", "emulate":
		if name == "emulate" {
			in.apply(optUnknown, true, w)
		}
		return 1
	case "login", "norc", "noprofile", "noediting", "verbose", "restricted", "debugger", "protected", "pretty-print", "no-rcs", "norcs", "no-globalrcs":
	default:
		if in.dialect == Zsh {
			option := fact.Lit(strings.ReplaceAll(name, "-", ""))
			in.setOption(&option, true)
		}
	}
	return 0
}

// apply switches an option.
func (in *Interp) apply(o option, on bool, w *fact.Word) {
	switch o {
	case optHarmless:
	case optAliases:
		in.st.aliases = on
	case optUnknown:
		if w.IsLiteral() && (w.Text == "posix" || w.Text == "posixbuiltins") {
			in.st.option(posixMode, on)
		}
		in.Report(fact.Hazard{ID: "shell-option", Kind: fact.Suspect, Text: w.Show(),
			Why: "this option changes how the shell reads the text that follows"})
	default:
		in.st.option(o, on)
	}
}

// shopt handles shopt, setopt and unsetopt.
func (in *Interp) shopt(name string, args []fact.Word) {
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

// joinOptions keeps what may be on. Where the ways differ, pattern characters and braces act, as that yields the more
// cautious reading.
func (st *state) joinOptions(o *state) {
	quiet := noGlob | noBraces
	st.opts = st.opts&o.opts&quiet | (st.opts|o.opts)&^quiet
}
