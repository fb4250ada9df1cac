package shparse

import (
	"runtime"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/cmdoutput"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// pure computes what a command prints, for a closed list of commands without other effects and
// constant arguments. known is false for everything else.
func pure(in *Interp, c *fact.Command) (out string, known bool) {
	var args []string
	for i := range c.Argv {
		if !c.Argv[i].Known() {
			return "", false
		}
		args = append(args, c.Argv[i].Text)
	}
	name := args[0]
	args = args[1:]
	switch name {
	case "true", ":", "false", "trap", "cd", "export", "set", "shopt", "unset", "shift", "local",
		"declare", "test", "[", "umask", "wait", "read", "exit", "return", "break", "continue",
		"readonly", "typeset":
		return "", in.silent(name, args)
	case "printf":
		if len(args) > 0 && strings.HasPrefix(args[0], "-v") && in.dialect.Has(dialect.PrintfVariable) {
			return "", true
		}
	case "pwd":
		if d, ok := in.pwd(); ok && len(args) == 0 {
			return d + "\n", true
		}
		return "", false
	case "nproc", "getconf", "sysctl": // a number, whatever it is
		if countsProcessors(name, args) {
			return strconv.Itoa(runtime.NumCPU()) + "\n", in.startsSurely()
		}
		return "", false
	}
	if !cmdoutput.Builtin(name) && !in.startsSurely() {
		return "", false
	}
	call := cmdoutput.Call{Name: name, Args: args, Shell: in.dialect}
	if c.Stdin.Kind == fact.StdinText && c.Stdin.Text.Kind == fact.Literal {
		call.Input, call.Piped = c.Stdin.Text.Text, true
	}
	return call.Print()
}

// printed is what printf prints with constant words.
func printed(words []fact.Word, d dialect.Dialect) (string, bool) {
	call := cmdoutput.Call{Name: "printf", Shell: d}
	for i := range words {
		if !words[i].Known() {
			return "", false
		}
		call.Args = append(call.Args, words[i].Text)
	}
	return call.Print()
}

// countsProcessors reports whether a command prints how many processors there are.
func countsProcessors(name string, args []string) bool {
	switch strings.Join(args, " ") {
	case "":
		return name == "nproc"
	case "_NPROCESSORS_ONLN", "NPROCESSORS_ONLN", "_NPROCESSORS_CONF":
		return name == "getconf"
	case "-n hw.ncpu", "-n hw.logicalcpu", "-n hw.physicalcpu":
		return name == "sysctl"
	}
	return false
}
