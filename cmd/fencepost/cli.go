package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/hook"
)

// Exit statuses of the commands for people. The hooks end with the status that the agent wants for
// the answer (hook.Main): 0 for most, 2 where that is how it blocks.
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
}

// std is the standard input and output of the process.
func std() stdio {
	return stdio{in: os.Stdin, out: os.Stdout, err: os.Stderr, style: styleOf(os.Stdout)}
}

// group is a part of the list of commands.
type group struct {
	id, title string
	commands  []*cobra.Command
}

// groups lists the subcommands in the order of the help text.
func groups(s stdio) []group {
	return []group{
		{"decide", "Ask the fence", []*cobra.Command{
			checkCommand(s), explainCommand(s), testCommand(s), statusCommand(s)}},
		{"config", "Rules and settings", []*cobra.Command{
			initCommand(s), configCommand(s), verifyCommand(s), trustCommand(s), presetsCommand(s),
			compileCommand(s), schemaCommand(s), sandboxCommand(s)}},
		{"log", "What happened", []*cobra.Command{
			auditCommand(s), replayCommand(s), tuneCommand(s), allowCommand(s)}},
		{"install", "Install and check", []*cobra.Command{
			installCommand(s), uninstallCommand(s), updateCommand(s), doctorCommand(s),
			benchCommand(s)}},
		{"help", "About this program", []*cobra.Command{
			versionCommand(s), completionCommand(s), manCommand(s), helpCommand(s)}},
		{"agent", "For the agent", []*cobra.Command{
			hookCommand(s),
			eventCommand("sessionstart [--home DIR]", "answer the agent's SessionStart event",
				func(args []string) int { return hook.SessionStart(s.in, s.out, args) }),
			eventCommand("posttooluse [--home DIR]", "answer the agent's PostToolUse event",
				func(args []string) int { return hook.PostToolUse(s.in, args) })}},
	}
}

// hookCommand is the hook by name. main takes its own way to it before it comes here.
func hookCommand(s stdio) *cobra.Command {
	c := eventCommand("hook [AGENT] [--home DIR] [--managed]",
		"decide about a call, in the place of fencepost-hook",
		func(args []string) int { return hook.Main(s.in, s.out, args, nil) })
	c.Long = "It is for entries of earlier versions: it starts fencepost-hook with the same words.\n" +
		"`fencepost install` enters fencepost-hook itself, which is faster. With --home, DIR counts\n" +
		"as your home directory. With --managed, the config for everybody on this machine counts\n" +
		"too. `fencepost-hook --version` prints what it was built from."
	return c
}

// eventCommand makes a command that answers the agent, and reads its words by itself: an entry that
// is wrong has to be an answer, too.
func eventCommand(use, short string, run func(args []string) int) *cobra.Command {
	c := newCommand(use, short, run)
	c.DisableFlagParsing, c.DisableFlagsInUseLine, c.Hidden = true, true, true
	return c
}

// newRoot makes all commands. Help, completions and manual pages come from these definitions.
func newRoot(s stdio) *cobra.Command {
	version := false
	root := &cobra.Command{
		Use:   program + " COMMAND [ARGUMENTS]",
		Short: "decide whether an agent's tool call may run",
		Long: "fencepost decides whether an agent's tool call may run. The agent starts the hook,\n" +
			"fencepost-hook, before each call. This program is for people.",
		Args:                       cobra.ArbitraryArgs,
		SilenceErrors:              true, // run reports them
		SilenceUsage:               true,
		DisableFlagsInUseLine:      true,
		CompletionOptions:          cobra.CompletionOptions{DisableDefaultCmd: true},
		SuggestionsMinimumDistance: 2,
	}
	root.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) > 0:
			return exitStatus(unknownCommand(s, root, "", args[0]))
		case version:
			return versionCommand(s).RunE(nil, nil)
		}
		return root.Help()
	}
	root.Flags().BoolVarP(&version, "version", "v", false, "print the version")
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	for _, g := range groups(s) {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.id
			if c.Name() == "help" {
				root.SetHelpCommand(c)
				root.SetHelpCommandGroupID(g.id)
			}
			root.AddCommand(c)
		}
	}
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { printHelp(s, c) })
	root.SetFlagErrorFunc(flagProblem)
	return root
}

// run executes a command line without the program's name and returns the exit status.
func run(args []string, s stdio) int {
	root := newRoot(s)
	root.SetArgs(longFlags(root, args))
	err := root.Execute()
	var status exitStatus
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &status):
		return int(status)
	}
	return s.fail("%v", err)
}

// unknownCommand reports a command that there is not below another, and those that may have been
// meant.
func unknownCommand(s stdio, of *cobra.Command, before, name string) int {
	text := ""
	if names := of.SuggestionsFor(name); len(names) > 0 && name != "" {
		text = "; did you mean " + strings.Join(names, " or ") + "?"
	}
	return s.fail("%sno such command: %q%s; `fencepost help` lists the commands", before, name, text)
}

// fail reports what went wrong and what to do about it.
func (s stdio) fail(format string, args ...any) int {
	fmt.Fprintf(s.err, "fencepost: "+format+"\n", args...)
	return exitUsage
}

// failed reports what is wrong with what the command was asked about.
func (s stdio) failed(format string, args ...any) int {
	s.fail(format, args...)
	return exitFailed
}

// printf writes to standard output. Nothing can be done about a reader that has gone.
func (s stdio) printf(format string, args ...any) { fmt.Fprintf(s.out, format, args...) }
