package shparse

import "github.com/fencepost/fencepost/internal/shparse/dialect"

// HazardInfo describes one kind of place where reader and shell may disagree, or where nothing can
// be known.
type HazardInfo struct {
	ID      string
	Meaning string
	Differs string // the divergence that it stands for
	Example string
	Dialect dialect.Dialect
}

// HazardTable returns the hazards that this package reports, in the order of the documentation.
func HazardTable() []HazardInfo {
	return []HazardInfo{
		{"syntax", "the text does not parse, or a part of it is not analysed",
			"a shell runs every complete line before an error; what stands after it is not known",
			"ls\nif (", dialect.Bash},
		{"carriage-return", "a carriage return",
			"many readers take it for the end of a line, shells for a letter", "echo a\rb", dialect.Bash},
		{"nul", "a NUL byte", "it ends the text for some readers and is dropped by others", "echo a\x00b",
			dialect.Bash},
		{"control-character", "a control character", "a terminal hides or moves text, the shell does not",
			"echo a\x0bb", dialect.Bash},
		{"invisible-character",
			"an invisible, bidirectional or foreign blank character outside quotes, or text that is not " +
				"UTF-8",
			"a person sees a blank, nothing, or another order; the shell sees a letter",
			"echo hi\u00a0# x", dialect.Bash},
		{"alias", "a command after an alias was defined", "an alias replaces text before it is parsed",
			"shopt -s expand_aliases\nalias ls=rm\nls x", dialect.Bash},
		{"variable-name", "a builtin sets a variable whose name is not known",
			"some variables steer the programs that start", "read -r \"$NAME\" < x", dialect.Bash},
		{"subscript", "a substitution in an array subscript that is text",
			"builtins and arithmetic expand a subscript although it is quoted", "test -v 'a[$(id)]'",
			dialect.Bash},
		{"arithmetic", "a value that is not known is evaluated as an expression",
			"the shells run the commands in an array subscript within such a value",
			"n=$(cat f)\necho $((n + 1))", dialect.Bash},
		{"list-value", "a value that is not known and that declare takes for a list",
			"bash expands what stands in its brackets", `declare -a "l=$(cat f)"`, dialect.Bash},
		{"prompt", "a value that is expanded as a prompt",
			"${x@P}, and print -P and ${(e)x} in zsh, run the substitutions in a value",
			`x='$(id)'; echo "${x@P}"`, dialect.Bash},
		{"callback", "text that a builtin runs, which is not known",
			"mapfile -C, compgen -C and zstyle -e run code", `mapfile -C "$CB" x`, dialect.Bash},
		{"shell-option", "an option that changes how the rest is read",
			"keyword, posix, xpg_echo, emulate and others change words and commands",
			"shopt -s xpg_echo; echo x", dialect.Bash},
		{"function-table", "a function or a program's place that is set in a table",
			"zsh's functions and commands parameters and hash name=path, bash's BASH_CMDS",
			"functions[ls]='rm x'; ls", dialect.Zsh},
		{"trap-state", "a trap that changes the directory, options or parameters",
			"it runs at a time that cannot be known", "trap 'cd /' INT; rm x", dialect.Bash},
		{"glob-qualifier", "code in a pattern",
			"zsh runs the code in *(e:'code':) and *(+f) for each file, which ${~x} may hold, too",
			"ls *(e:'rm x':)", dialect.Zsh},
		{"brace-sequence", "a sequence of letters of both cases in braces",
			"the backslash and the backquote between them act on the rest of the word",
			"echo x{Z..a}'$(rm x)'", dialect.Bash},
		{"zsh-brace", "a brace without its partner in a word",
			"zsh takes it for the end of a block, bash for a letter", "ls a}", dialect.Zsh},
		{"zsh-brace-in-expansion", "a brace in the word of ${x-word}",
			"zsh and bash end the expansion at different places, and which one it is could not be found",
			"unset x; echo `echo ${x:-{a}}`", dialect.Zsh},
		{"zsh-form", "a form that only zsh has",
			"a form in backquotes, or beside what its reader does not know: the commands are found, their " +
				"order is not", "echo `if [[ a ]] { ls }`", dialect.Zsh},
		{"discarded-line", "an expansion or assignment that fails for certain",
			"bash leaves out the rest of the line and runs the next one, and eval ends: values stay that " +
				"the rest would have changed", "x=1; : $((1/0)); x=2\necho $x", dialect.Bash},
		{"unread", "a part of the text that is not analysed",
			"a construct that no case handles could run anything",
			"a form that a later version of the parser has", dialect.Bash},
		{"bound-nesting", "brackets or scripts nest deeper than the limit",
			"the parser recurses: without a limit the program would not answer", "((((" + "…", dialect.Bash},
		{"bound-size", "the text is longer than the limit", "the answer has to come in time",
			"a text of more than 512 KB", dialect.Bash},
		{"bound-commands", "more commands could run than the limit", "the answer has to come in time",
			"more than 20000 commands", dialect.Bash},
		{"bound-steps", "the script, or the earlier calls of the session, do more than the limit",
			"the answer has to come in time", "nested loops over long lists", dialect.Bash},
		{"bound-calls", "functions call each other deeper than the limit",
			"the answer has to come in time", "f() { f; }; f", dialect.Bash},
		{"bound-fields", "a word expands to more arguments than the limit",
			"the answer has to come in time", "ls {1..99999}", dialect.Bash},
		{"bound-files", "the text writes more files than the limit", "the answer has to come in time",
			"more than 64 files written", dialect.Bash},
	}
}

// Validator relates one of the published validators of the reference agent to what this parser
// does.
type Validator struct {
	Name    string
	Catches string
	Hazard  string // the hazard that stands for it; "" where the parser makes it moot
	Why     string // why it is moot, or what is done
	Example string
	// the commands that the example runs, as they are reported: words joined by blanks, commands by "
	// | "
	Reads string
}

// Validators returns them in their published order.
func Validators() []Validator {
	return []Validator{
		{"validateEmpty", "empty commands", "", "an empty text is reported as such and runs nothing",
			"   ", ""},
		{"validateIncompleteCommands", "fragments", "syntax",
			"a fragment does not parse; a leading option is the name of a command", "&& ls", ""},
		{"validateSafeCommandSubstitution", "safe here-documents in substitutions", "",
			"the body is read as the shell reads it, and only a quoted delimiter makes it text",
			"git commit -m \"$(cat <<'E'\n$(rm x)\nE\n)\"", "cat | git commit -m $(rm x)"},
		{"validateGitCommit", "git commit with a simple message", "",
			"there is no shortcut: a substitution in the message is a command", `git commit -m "a $(rm x)"`,
			"rm x | git commit -m …"},
		{"validateJqCommand", "system() and -f of jq", "",
			"the options of jq are in its command spec; a pipe inside its program is text",
			"jq '.a | .b' f.json", "jq .a | .b f.json"},
		{"validateObfuscatedFlags", "quoted characters in option names", "",
			"quotes are removed before options are looked at", `rm -"r"'f' $'\x78'`, "rm -rf x"},
		{"validateShellMetacharacters", "; | & in arguments", "",
			"a quoted operator is a letter, an unquoted one divides commands", `echo 'a;b|c&d';ls`,
			"echo a;b|c&d | ls"},
		{"validateDangerousVariables", "variables in redirections and pipes", "",
			"known values are followed, unknown ones make the target or the name unknown",
			"x=sh; echo ls | $x", "echo ls | sh | ls"},
		{"validateCommentQuoteDesync", "# that confuses quote tracking", "",
			"comments are found by the parser, not by counting quotes", "echo a # it's\nls", "echo a | ls"},
		{"validateQuotedNewline", "newlines in quotes", "", "a newline in quotes does not end a command",
			"git commit -m 'a\n# b'", "git commit -m a\n# b"},
		{"validateCarriageReturn", "carriage returns", "carriage-return", "it is a letter for the shell",
			"echo a\rrm x", ""},
		{"validateNewlines", "newlines between commands", "", "a newline ends a command like a semicolon",
			"ls\nrm x", "ls | rm x"},
		{"validateIFSInjection", "$IFS", "",
			"IFS is a variable with a known value, and fields are split by it", "rm${IFS}-rf${IFS}x",
			"rm -rf x"},
		{"validateProcEnvironAccess", "/proc/*/environ", "",
			"it is a path like any other; the secrets preset has it", "cat /proc/self/environ",
			"cat /proc/self/environ"},
		{"validateDangerousPatterns", "backticks, $( ), ${ }, zsh expansions", "",
			"substitutions are interpreted; what is not known stays unknown", "echo `rm x` \"$(rm z)\"",
			"rm x | rm z | echo … …"},
		{"validateRedirections", "input and output redirections", "",
			"redirections are facts of the command, with their paths", "ls >x <y", "ls"},
		{"validateBackslashEscapedWhitespace", "backslash before a blank", "",
			"it makes the blank a letter", `rm a\ b`, "rm a b"},
		{"validateBackslashEscapedOperators", `\; \| and their like`, "", "they are letters",
			`find-x a \; \| b`, "find-x a ; | b"},
		{"validateUnicodeWhitespace", "blanks that are not ASCII", "invisible-character",
			"the shell takes them for letters; inside quotes they are only text", "rm\u00a0-rf x", ""},
		{"validateMidWordHash", "# next to quotes", "",
			"a # begins a comment only at the beginning of a word", `echo 'a'#b "c"# d`, "echo a#b c# d"},
		{"validateBraceExpansion", "{a,b}", "", "braces are expanded", "{rm,-rf,x}", "rm -rf x"},
		{"validateZshDangerousCommands", "zmodload, emulate, sysopen and their like", "",
			"they are commands with a spec of their own, or unknown ones, which are not allowed",
			"zmodload zsh/system", "zmodload zsh/system"},
		{"validateMalformedTokenInjection", "unbalanced delimiters", "syntax",
			"what stands before the error is judged, the rest is a failure", "rm x\necho \"", ""},
	}
}
