package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// option is a shell option that decides what later words and commands are. Options that only decide whether a script
// goes on after a failure, or what it prints, do not matter here. All others are a hazard.
type option uint16

const (
	noGlob       option = 1 << iota // set -f
	noBraces                        // set +B
	splitWords                      // zsh: sh_word_split
	exportAll                       // set -a
	physical                        // set -P, chase_links
	lastPipe                        // the last part of a pipeline runs in the shell itself
	zshPatterns                     // zsh: extended_glob
	localOptions                    // zsh: local_options
	optAliases                      // expand_aliases
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
		if !w.IsLiteral() {
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
			case c == 'A' && in.opt.Dialect == Zsh: // what follows is the name of an array
				name := fact.Lit(w.Text[k+1:])
				if name.Text == "" && i+1 < len(args) {
					name = args[i+1]
				}
				in.forgetNames([]fact.Word{name})
				return
			default:
				o, sense := letterOption(c, in.opt.Dialect)
				in.apply(o, w.Text[0] == '-' == sense, w)
			}
		}
	}
}

// startOptions switches the options with which a shell is started. Those that say what it reads are not among them.
func (in *Interp) startOptions(words []fact.Word) {
	for i := 0; i < len(words); i++ {
		w := &words[i]
		if !w.IsLiteral() || len(w.Text) < 2 || w.Text[0] != '-' && w.Text[0] != '+' || w.Text == "--" {
			return
		}
		if strings.HasPrefix(w.Text, "--") {
			in.startLong(w)
			continue
		}
		for k := 1; k < len(w.Text); k++ {
			on := w.Text[0] == '-'
			switch c := w.Text[k]; c {
			case 'o', 'O':
				if i+1 < len(words) {
					i++
					in.setOption(&words[i], on)
				}
			case 'c', 's', 'i', 'l', 'r', 'p', 'D', 'q':
			default:
				o, sense := letterOption(c, in.opt.Dialect)
				in.apply(o, on == sense, w)
			}
		}
	}
}

// startLong is an option of a shell with a long name. In zsh these are the names of its options.
func (in *Interp) startLong(w *fact.Word) {
	switch name := w.Text[2:]; {
	case name == "posix" || strings.HasPrefix(name, "emulate"):
		in.apply(optUnknown, true, w)
	case in.opt.Dialect == Zsh && name != "help" && name != "version" && name != "login":
		opt := *w
		opt.Text = strings.ReplaceAll(name, "-", "_")
		in.setOption(&opt, true)
	}
}

func (in *Interp) setParams(words []fact.Word) {
	in.mem.note(parameters)
	if len(words) > maxFields {
		in.st.params, in.st.knownParams = nil, false
		return
	}
	in.st.params, in.st.knownParams = words, !hasMany(words)
}

// letterOption is the option of a letter of set.
func letterOption(c byte, d Dialect) (option, bool) {
	if d == Zsh {
		switch c {
		case 'e', 'u', 'x', 'v', 'C', 'm', 'n', 'h', 'f':
			return optHarmless, true
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
	case 'e', 'u', 'x', 'v', 'C', 'm', 'b', 'h', 'E', 'T', 'n', 't':
		return optHarmless, true
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
	if in.opt.Dialect == Zsh {
		name = strings.ReplaceAll(strings.ToLower(name), "_", "")
		if rest, ok := strings.CutPrefix(name, "no"); ok && name != "nomatch" && name != "notify" {
			name, on = rest, !on
		}
	}
	o, sense := namedOption(name)
	if in.opt.Dialect == Zsh {
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
	case "lastpipe":
		return lastPipe, true
	case "expand_aliases", "aliases":
		return optAliases, true
	case "errexit", "nounset", "unset", "pipefail", "xtrace", "verbose", "noclobber", "clobber", "monitor", "notify", "hashall",
		"errtrace", "functrace", "nolog", "ignoreeof", "emacs", "vi", "onecmd", "exec", "noexec", "errreturn", "warncreateglobal",
		"checkwinsize", "histappend", "cmdhist", "lithist", "extglob", "nullglob", "failglob", "dotglob", "globdots", "globstar",
		"inherit_errexit", "sourcepath", "huponexit", "progcomp", "checkjobs", "direxpand", "dirspell", "cdspell",
		"nomatch", "rcs", "globalrcs", "cshnullglob", "numericglobsort", "beep", "hup", "bgnice", "interactivecomments", "interactive_comments",
		"promptvars", "promptsubst", "typesetsilent", "shift_verbose", "execfail", "shortloops", "printexitvalue":
		return optHarmless, true
	}
	return optUnknown, true
}

// apply switches an option.
func (in *Interp) apply(o option, on bool, w *fact.Word) {
	switch o {
	case optHarmless:
	case optAliases:
		in.st.aliases = on
	case optUnknown:
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
