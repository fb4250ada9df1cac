package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// silent reports whether a builtin that is known to print nothing where it changes something does
// so here: without words, or with options that ask for it, it prints the state instead.
func (in *Interp) silent(name string, args []string) bool {
	switch name {
	case "true", ":", "false", "unset", "shift", "test", "[", "wait", "exit", "return", "break",
		"continue":
		return true
	case "read": // with another option it may print what it reads
		return len(args) == 0 || !strings.HasPrefix(args[0], "-") || args[0] == "-r" &&
			(len(args) == 1 || !strings.HasPrefix(args[1], "-"))
	case "cd":
		return in.silentCd(args)
	case "trap":
		return len(args) > 1 && !strings.HasPrefix(args[0], "-")
	case "umask":
		return len(args) == 1 && !strings.HasPrefix(args[0], "-")
	case "set":
		return silentSet(args)
	case "shopt":
		return len(args) > 1 && (args[0] == "-s" || args[0] == "-u" || args[0] == "-q") &&
			!strings.HasPrefix(args[1], "-")
	}
	return in.silentDeclare(name, args)
}

// silentCd is cd to a directory by its name. From a list or to the one before it prints where it
// gets, and in zsh it may call functions.
func (in *Interp) silentCd(args []string) bool {
	if _, ok := in.st.Funcs["chpwd"]; in.dialect.Has(dialect.Hooks) && (ok || len(in.waiting) > 0) {
		return false
	}
	switch len(args) {
	case 0:
		return true
	case 1:
		return !strings.HasPrefix(args[0], "-") && !strings.HasPrefix(args[0], "+") &&
			!in.cdpathSet(args[0])
	}
	return false
}

func silentSet(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return last != "+" && !((last[:min(1, len(last))] == "-" || last[:min(1, len(last))] == "+") &&
		strings.HasSuffix(last, "o"))
}

// silentDeclare is declare and its like with assignments only. A name alone is printed by some of
// them.
func (in *Interp) silentDeclare(name string, args []string) bool {
	names := 0
	for _, a := range args {
		switch {
		case strings.HasPrefix(a, "-"):
			if strings.ContainsAny(a, "pfFm") {
				return false
			}
		case strings.HasPrefix(a, "+"):
			return false
		case strings.Contains(a, "=") || name == "export" || name == "readonly" ||
			in.dialect.Has(dialect.SilentDeclare):
			names++
		default:
			return false
		}
	}
	return names > 0
}
