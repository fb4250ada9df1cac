package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/fence"
	"github.com/fencepost/fencepost/internal/policy"
)

// starter is the config that `init` writes. It changes nothing but what it says: everything else
// is the preset's.
const starter = `# What the coding agent may do here. ` + "`fencepost explain COMMAND`" + ` shows what decides about a command, and
# ` + "`fencepost verify`" + ` finds mistakes in this file. docs/configuration.md of fencepost lists every key.

# Bundled rules, applied first: ` + "`fencepost presets`" + ` lists them.
import: [recommended]

# Where no rule speaks: allow, ask or deny.
default: ask

tools:
  bash:
    # A prefix rule matches a command that is equal to it or begins with it and a blank, however the command is written:
    # with a path, in quotes, behind env or timeout, or in a subshell.
    allow:
      # - make lint
    ask:
      # - make deploy
    deny:
      # - npm publish
    # A denial that names an alternative teaches the agent what to do instead.
    arguments:
      # - command: git
      #   subcommand: push
      #   hasFlag: [--force, -f]
      #   decision: deny
      #   description: A forced push destroys what others have pushed
      #   alternative: git push --force-with-lease

# One rule on an effect covers every command that has it: rm, find -delete, git clean, a redirection, the Write tool.
effects:
  # - {on: [write, delete], outside: [".", /tmp/claude], decision: ask, description: Changes stay in the project}
`

// initCommand writes a starter config where there is none.
func initCommand(s stdio) *cobra.Command {
	var user, force bool
	var from string
	c := plainCommand("init", "write a starter config", "", func() int {
		switch from {
		case "":
			return runInit(s, user, force, starter)
		case "claude":
			return initFrom(s, user, force)
		}
		return s.fail("init: --from knows claude, and not %q", from)
	})
	choiceFlag(c, &from, "from", "take over the permission rules of the agent `NAME`", "claude")
	boolFlag(c, &user, "user", "your own config instead of the project's")
	boolFlag(c, &force, "force", "where there is one already; the old one is kept beside it")
	return forPerson(s, c)
}

// runInit writes a config, and trusts a project's if it loosens nothing: the starter.
func runInit(s stdio, user, force bool, text string) int {
	dir, err := configDir(user)
	if err != nil {
		return s.fail("init: %v", err)
	}
	file := filepath.Join(dir, ".claude", "fencepost.yaml")
	if old := policy.Load(policy.Source{Project: dir}).Files; len(old) > 0 {
		if !force || old[0] != file {
			hint := ""
			if old[0] == file {
				hint = ", or use --force, which keeps the old one beside it"
			}
			return s.fail("init: %s exists; edit it, or move it away first%s", old[0], hint)
		}
	}
	f, err := hookfile.ReadText(file)
	if err == nil {
		err = s.rewrite(f, []byte(text), "")
	}
	if err != nil {
		return s.fail("init: %v", err)
	}
	if !user && text == starter {
		if err := trustWritten(dir); err != nil {
			return s.fail("init: the file could not be recorded as trusted: %v; "+
				"run `fencepost trust`", err)
		}
	}
	next := "edit it, and look for mistakes with `fencepost verify`"
	if !user {
		next += "; what it then loosens counts after `fencepost trust`"
	}
	s.printf("next: %s; `fencepost install` puts the hook into the agent's settings\n", next)
	return exitOK
}

// configDir is the directory whose .claude holds the config: the user's, or the project's that the
// person stands in.
func configDir(user bool) (string, error) {
	gate, cwd, err := gateAt("", fence.Options{})
	if err != nil {
		return "", err
	}
	if user {
		if dir := os.Getenv("FENCEPOST_HOME"); dir != "" {
			return dir, nil
		}
		return os.UserHomeDir()
	}
	_, project, isProject := gate.Policy(cwd)
	if !isProject {
		return "", errors.New(project + " is no project, because it is or holds the home " +
			"directory; go to one, or use --user")
	}
	return project, nil
}
