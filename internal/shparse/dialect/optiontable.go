package dialect

// Option is a shell option that decides what later words and commands are. Options that only decide
// whether a script goes on after a failure only matter to what it prints. All others are a hazard.
type Option uint32

const (
	NoGlob      Option = 1 << iota // set -f
	NoBraces                       // set +B
	MayNoBraces                    // that, or not
	SplitWords                     // zsh: sh_word_split
	ExportAll                      // set -a
	Physical                       // set -P, chase_links
	LastPipe                       // the last part of a pipeline runs in the shell itself
	ExecFail                       // a shell goes on after exec of a program that cannot be run
	NoClobber                      // set -C
	PosixMode
	ZshPatterns    // zsh: extended_glob
	LocalOptions   // zsh: local_options
	DotGlob        // dotglob, glob_dots: a star stands for names with a leading dot as well
	OptAliases     // expand_aliases
	StopsOnFailure // set -e, -u, -n, -t: a shell may end early; -E and -T: traps act in substitutions
	Limited        // programs may fail to start: after ulimit, hash, enable
	OptHarmless
	OptUnknown
)

// LetterOption is the option of a letter of set.
func LetterOption(c byte, d Dialect) (Option, bool) {
	if d == Zsh {
		switch c {
		case 'e', 'u', 'n', 't':
			return StopsOnFailure, true
		case 'x', 'v', 'm', 'h', 'f':
			return OptHarmless, true
		case 'C':
			return NoClobber, true
		case 'F':
			return NoGlob, true
		case 'y':
			return SplitWords, true
		case 'a':
			return ExportAll, true
		case 'w':
			return Physical, true
		case 'I':
			return NoBraces, true
		case '4':
			return DotGlob, true
		case '1', '3', '5', '6', 'B', 'G', 'K', 'V', 'W', 'd', 'g', 'k':
			// of history, jobs and messages, and of what a pattern without files is
			return OptHarmless, true
		}
		return OptUnknown, true
	}
	switch c {
	case 'e', 'u', 'E', 'T', 'n', 't':
		return StopsOnFailure, true
	case 'x', 'v', 'm', 'b', 'h':
		return OptHarmless, true
	case 'C':
		return NoClobber, true
	case 'f':
		return NoGlob, true
	case 'B':
		return NoBraces, false
	case 'a':
		return ExportAll, true
	case 'P':
		return Physical, true
	}
	return OptUnknown, true
}

// NamedOption is the option of a name of set -o, shopt or setopt (without underscores and the no of
// zsh). sense is false where the name stands for the opposite.
func NamedOption(name string) (o Option, sense bool) {
	switch name {
	case "noglob":
		return NoGlob, true
	case "glob":
		return NoGlob, false
	case "braceexpand":
		return NoBraces, false
	case "ignorebraces":
		return NoBraces, true
	case "shwordsplit":
		return SplitWords, true
	case "allexport":
		return ExportAll, true
	case "physical", "chaselinks", "chasedots":
		return Physical, true
	case "execfail":
		return ExecFail, true
	case "noclobber":
		return NoClobber, true
	case "clobber":
		return NoClobber, false
	case "dotglob", "globdots":
		return DotGlob, true
	case "lastpipe":
		return LastPipe, true
	case "expand_aliases", "aliases":
		return OptAliases, true
	case "errexit", "nounset", "errtrace", "functrace", "onecmd", "noexec", "errreturn", "failglob":
		return StopsOnFailure, true
	case "unset", "exec":
		return StopsOnFailure, false
	case "pipefail", "xtrace", "verbose", "monitor", "notify", "hashall",
		"nolog", "ignoreeof", "emacs", "vi", "warncreateglobal",
		"checkwinsize", "histappend", "cmdhist", "lithist", "extglob", "nullglob", "globstar",
		"inherit_errexit", "sourcepath", "huponexit", "progcomp", "checkjobs", "direxpand", "dirspell",
		"cdspell", "nomatch", "rcs", "globalrcs", "cshnullglob", "numericglobsort", "beep", "hup",
		"bgnice", "interactivecomments", "interactive_comments", "promptvars", "promptsubst",
		"typesetsilent", "shift_verbose", "shortloops", "printexitvalue":
		return OptHarmless, true
	}
	return OptUnknown, true
}

// ZshOption is the option of a name that means something else, or nothing, in the other shells.
func ZshOption(name string, o Option) Option {
	switch name {
	case "promptsubst":
		return OptUnknown // values that are expanded as prompts run commands
	case "extendedglob":
		return ZshPatterns
	case "localoptions":
		return LocalOptions
	case "badpattern", "bareglobqual", "combiningchars", "continueonerror", "debugbeforecmd",
		"evallineno", "multios", "rmstarsilent":
		return OptHarmless
	}
	return o
}
