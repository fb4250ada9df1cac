package main

import (
	_ "embed"
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/policy"
)

// starter is the config that `init` writes. It changes nothing but what it says: everything else
// is the preset's.
//
//go:embed starter.yaml
var starter string

// initCommand writes a starter config where there is none.
func initCommand(s stdio) *cobra.Command {
	var user, force bool
	var from string
	c := plainCommand("init", "write a starter config", "", func() int {
		switch from {
		case "":
			return runInit(s, user, force, starter)
		case agents.Default:
			return initFrom(s, user, force)
		}
		return s.fail("init: --from knows %s, and not %q", agents.Default, from)
	})
	choiceFlag(c, &from, "from", "take over your permission rules of the agent `NAME`", agents.Default)
	boolFlag(c, &user, "user", "write your own config, not the project's")
	boolFlag(c, &force, "force", "replace a config; the old one stays beside it")
	return forPerson(s, c)
}

// runInit writes a config, and trusts a project's if it loosens nothing: the starter.
func runInit(s stdio, user, force bool, text string) int {
	dir, err := configDir(user)
	if err != nil {
		return s.fail("init: %v", err)
	}
	file := filepath.Join(dir, confighome.File)
	if old := policy.Load(policy.Source{Project: dir}).Files; len(old) > 0 {
		if !force || old[0] != file {
			hint := ""
			if old[0] == file {
				hint = ". --force replaces it, and keeps the old one beside it"
			}
			return s.fail("init: %s exists. Edit it, or move it away first%s", old[0], hint)
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
			return s.fail("init: the file is there, but not recorded as trusted: %v; "+
				"run `fencepost trust`", err)
		}
	}
	s.printf("next: edit the file, and look for mistakes with `fencepost verify`\n")
	if !user {
		s.printf("      after each edit run `fencepost trust`: until then the file cannot loosen anything\n")
	}
	s.printf("      `fencepost install` adds the hooks to the agent's settings\n")
	return exitOK
}

// configDir is the directory whose .claude holds the config: the user's, or the project's that the
// person stands in.
func configDir(user bool) (string, error) {
	g, cwd, err := gateAt("", gate.Options{})
	if err != nil {
		return "", err
	}
	if user {
		if dir := os.Getenv("FENCEPOST_HOME"); dir != "" {
			return dir, nil
		}
		return os.UserHomeDir()
	}
	_, project, isProject := g.Policy(cwd)
	if !isProject {
		return "", errors.New(project + " is no project, because it is or holds the home " +
			"directory; go to one, or use --user")
	}
	return project, nil
}

// projectHere is the directory that counts as the project, "" where there is none.
func projectHere() string {
	dir, err := configDir(false)
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return dir
}
