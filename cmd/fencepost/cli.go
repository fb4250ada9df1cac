package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
)

// Exit statuses of the commands for people. The hooks always end with 0.
const (
	exitOK     = 0
	exitAsk    = 1 // check: the call would be asked about
	exitDeny   = 2 // check: the call would be denied
	exitFailed = 1 // verify, doctor: something is wrong
	exitUsage  = 3 // the command could not do what it was asked to
)

// stdio is what a command reads from and writes to.
type stdio struct {
	in       io.Reader
	out, err io.Writer
	style    style // of out
	lean     bool  // the program began with one thread, as those that build.sh builds do
}

// std is the standard input and output of the process. It has to be called before the number of
// threads is set.
func std() stdio {
	return stdio{in: os.Stdin, out: os.Stdout, err: os.Stderr, style: styleOf(os.Stdout),
		lean: runtime.GOMAXPROCS(0) == 1}
}

// command is one subcommand.
type command struct {
	name    string
	args    string // what follows the name
	summary string // one line
	flags   []string
	run     func(s stdio, args []string) int
}

// commands lists the subcommands in the order of the help text.
func commands() []command {
	return []command{
		{"hook", "[AGENT] [--home DIR]",
			"decide about the call on standard input (the agent's hook before a tool call)", nil, runHook},
		{"check", "[--json] [--trusted] [--tool TOOL] [--cwd DIR] COMMAND | --jsonl",
			"decide about one call, or about one hook input a line",
			[]string{"--json", "--jsonl", "--tool", "--cwd", "--trusted"}, runCheck},
		{"explain", "[--json] [--trusted] [--tool TOOL] [--cwd DIR] COMMAND",
			"show what would run, and what decided about it",
			[]string{"--json", "--tool", "--cwd", "--trusted"}, runExplain},
		{"config", "[--json] [--trusted] [--cwd DIR]",
			"show the layers, the effective settings and where each comes from",
			[]string{"--json", "--cwd", "--trusted"}, runConfig},
		{"verify", "[--preset] [--trusted] [--cwd DIR] [FILE...]",
			"look for mistakes in the config; exit status 1 if there are any",
			[]string{"--preset", "--cwd", "--trusted"}, runVerify},
		{"test", "[--trusted] [--config FILE|DIR] [--user FILE|DIR] FILE...",
			"judge tables of calls, and compare with the decisions that they expect",
			[]string{"--config", "--user", "--trusted"}, runTest},
		{"trust", "[--show | --revoke] [--cwd DIR]",
			"let the project's config loosen the fence, and not only tighten it",
			[]string{"--show", "--revoke", "--cwd"}, runTrust},
		{"audit", "[--json | --html FILE] [--since TIME] [--log FILE] [--cwd DIR]\n" +
			"       fencepost audit export --otlp URL [--header NAME=VALUE]... [--insecure] | " +
			"--sqlite FILE | --csv FILE\n" +
			"                              [--log FILE] [--cwd DIR]",
			"say what the agent did: how much was asked and denied, when, and what; or hand the log to a " +
				"collector or database",
			[]string{"--json", "--html", "--log", "--since", "--cwd"}, runAudit},
		{"replay", "--config FILE|DIR [--project] [--json] [--log FILE] [--since TIME] [--cwd DIR]",
			"judge past calls under another config, and show which decisions change",
			[]string{"--config", "--project", "--json", "--log", "--since", "--cwd"}, runReplay},
		{"tune", "[--project] [--apply | --json] [--log FILE] [--since TIME] [--cwd DIR]",
			"propose the narrowest rules that would have passed what was asked about and then ran",
			[]string{"--project", "--apply", "--json", "--log", "--since", "--cwd"}, runTune},
		{"allow", "[--project] [--apply | --json] [--tool TOOL] [--cwd DIR] COMMAND...",
			"propose the narrowest rule that lets a command pass",
			[]string{"--project", "--apply", "--json", "--tool", "--cwd"}, runAllow},
		{"status", "[--line]", "say what the fence is here, for people or for the agent's status line",
			[]string{"--line"}, runStatus},
		{"presets", "[show NAME]", "list the bundled rules, or print the source of a preset", nil,
			runPresets},
		{"schema", "", "print the JSON Schema of the config", nil, runSchema},
		{"init", "[--user] [--force]", "write a starter config", []string{"--user", "--force"}, runInit},
		{"install", installPlaces + " [--home DIR] [--fewer-prompts] [--plugin DIR] [--print]",
			"put the hooks into the agent's settings",
			append(installFlags(), "--home", "--fewer-prompts", "--plugin"), runInstall},
		{"uninstall", installPlaces + " [--print]",
			"take the hooks out of the agent's settings", installFlags(), runUninstall},
		{"bench", "[--json] [--class NAME,...] [--compare FILE] [--profile DIR] | --audit [--json]",
			"measure what a call costs, and hold it against the budget",
			[]string{"--json", "--class", "--compare", "--profile", "--audit"}, runBench},
		{"doctor", "[--settings FILE]", "check that the installed hook really blocks",
			[]string{"--settings"}, runDoctor},
		{"sessionstart", "[--home DIR]", "the agent's SessionStart hook", nil, runSessionStart},
		{"posttooluse", "[--home DIR]", "the agent's PostToolUse hook", nil, runPostToolUse},
		{"version", "[--json]", "print the version", []string{"--json"}, runVersion},
		{"completion", "bash|zsh|fish", "print a completion script", nil, runCompletion},
		{"help", "[COMMAND]", "print this text, or the usage of a command", nil, runHelp},
	}
}

// installPlaces says where an installation may go.
const installPlaces = "[--project | --local | --managed | --settings FILE] [--agent NAME]"

// installFlags are the flags that install and uninstall have in common.
func installFlags() []string {
	return []string{
		"--project", "--local", "--managed", "--settings", "--agent", "--print",
	}
}

// lookup returns the subcommand of that name.
func lookup(name string) (command, bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

// run executes a command line without the program's name and returns the exit status.
func run(args []string, s stdio) int {
	name := args[0]
	switch name {
	case "-h", "-help", "--help":
		name = "help"
	case "-v", "-version", "--version":
		name = "version"
	}
	c, ok := lookup(name)
	if !ok {
		return s.fail("no such command: %q; `fencepost help` lists the commands", args[0])
	}
	return c.run(s, args[1:])
}

// fail reports what went wrong and what to do about it.
func (s stdio) fail(format string, args ...any) int {
	fmt.Fprintf(s.err, "fencepost: "+format+"\n", args...)
	return exitUsage
}

// printf writes to standard output. Nothing can be done about a reader that has gone.
func (s stdio) printf(format string, args ...any) { fmt.Fprintf(s.out, format, args...) }

// status is the exit status after parse returned an error.
func status(err error) int {
	if errors.Is(err, errHelp) {
		return exitOK
	}
	return exitUsage
}

// none parses the arguments of a subcommand that takes none.
func none(s stdio, name string, args []string) (int, bool) {
	operands, err := newOptions(name).parse(s, args)
	if err != nil {
		return status(err), false
	}
	if len(operands) > 0 {
		return s.fail("%s takes no arguments, and got %q", name, operands[0]), false
	}
	return exitOK, true
}

// runHook is the hook by name, for tests: main takes the same path before it comes here.
func runHook(s stdio, args []string) int {
	return hookMain(s.in, s.out, args)
}

// runHelp prints the list of commands or the usage of one.
func runHelp(s stdio, args []string) int {
	if len(args) > 0 {
		if _, ok := lookup(args[0]); !ok {
			return s.fail("help: no such command: %q; `fencepost help` lists the commands", args[0])
		}
		printUsage(s, args[0])
		return exitOK
	}
	s.printf("fencepost decides whether an agent's tool call may run.\n\nUsage: fencepost COMMAND " +
		"[ARGUMENTS]\n\n")
	for _, c := range commands() {
		s.printf("  %s  %s\n", s.style.bold(pad(c.name, 12)), c.summary)
	}
	s.printf("\nWithout a command it is the hook: one call as JSON on standard input, the decision " +
		"on standard output.\n" +
		"`fencepost help COMMAND` shows the arguments of a command.\n")
	return exitOK
}

func printUsage(s stdio, name string) {
	c, _ := lookup(name)
	s.printf("Usage: fencepost %s\n\n%s.\n", strings.TrimSpace(c.name+" "+c.args),
		strings.ToUpper(c.summary[:1])+c.summary[1:])
}
