package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/fence"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/edit"
)

// sandboxOnCommand and sandboxOffCommand set sandbox.mode in the person's own config.
func sandboxOnCommand(s stdio) *cobra.Command {
	var require bool
	c := newCommand("on", "confine commands that nobody can predict, instead of asking about them",
		func(operands []string) int {
			mode := "auto"
			if require {
				mode = "require"
			}
			return runSandboxSwitch(s, "on", mode, operands)
		})
	c.Long = "It sets sandbox.mode in your own config, once this machine has shown that it can confine\n" +
		"a command. `fencepost install --sandbox` has the agent run its commands so."
	boolFlag(c, &require, "require", "run nothing of the kind where it cannot be confined")
	return c
}

func sandboxOffCommand(s stdio) *cobra.Command {
	return newCommand("off", "ask about commands that nobody can predict, instead of confining them",
		func(operands []string) int { return runSandboxSwitch(s, "off", "off", operands) })
}

func runSandboxSwitch(s stdio, name, mode string, operands []string) int {
	name = "sandbox " + name
	if len(operands) > 0 {
		return s.fail("%s takes no arguments, and got %q", name, operands[0])
	}
	if code, refused := inAgent(s, name); refused {
		return code
	}
	if mode != "off" {
		if err := canConfineHere(); err != nil {
			s.fail("%s: %v. Nothing was changed", name, err)
			return exitFailed
		}
	}
	file, backup, err := setSandboxMode(mode)
	if err != nil {
		s.fail("%s: %s: %v", name, file, err)
		return exitFailed
	}
	if backup != "" {
		s.printf("the file as it was: %s\n", backup)
	}
	s.printf("sandbox.mode is %s in %s\n", mode, file)
	return sandboxHolds(s, mode)
}

// sandboxHolds says what holds where another config decides.
func sandboxHolds(s stdio, mode string) int {
	gate, cwd, err := gateAt("", fence.Options{})
	if err != nil {
		return s.fail("sandbox: %v", err)
	}
	p, _, _ := gate.Policy(cwd)
	now := "off"
	if set := p.Effective().Sandbox; set != nil {
		now = set.Mode
	}
	if now != mode {
		s.printf("but here it is %s: %s\n", now, p.SandboxSrc("sandbox.mode", ""))
	}
	return exitOK
}

// setSandboxMode sets sandbox.mode in the person's own config: in the file that has it, or the
// block, or in the first one, or in a new one.
func setSandboxMode(mode string) (file, backup string, err error) {
	file, preset, err := sandboxFile(true)
	if err != nil {
		return "", "", err
	}
	backup, err = edit.SandboxMode(file, mode, preset)
	return file, backup, err
}

// sandboxFile is the file of the person's config, or of the project's, in which the block sandbox
// belongs, and the preset that a new one has to import so that nothing else changes.
func sandboxFile(user bool) (file, preset string, err error) {
	dir, err := configDir(user)
	if err != nil {
		return "", "", err
	}
	gate, cwd, err := gateAt("", fence.Options{})
	if err != nil {
		return "", "", err
	}
	if p, _, _ := gate.Policy(cwd); user {
		preset = p.Standard()
	}
	src := policy.Source{Project: dir, Foreign: true}
	if user {
		src = policy.Source{Home: dir}
	}
	layer := policy.Load(src)
	for _, doc := range layer.Documents {
		if doc.Sandbox == nil {
			continue
		}
		if file = doc.File; doc.Sandbox.Mode != "" {
			break
		}
	}
	switch {
	case file != "":
	case len(layer.Files) > 0:
		file = layer.Files[0]
	default:
		file = filepath.Join(dir, ".claude", "fencepost.yaml")
	}
	return file, preset, nil
}

// canConfineHere says why a run cannot be confined on this machine; nil where it can.
func canConfineHere() error {
	return fmt.Errorf("not built")
}

const sandboxStarter = `# How commands that nobody can predict are confined. These are the values that hold without it;
# docs/configuration.md of fencepost says what each of them does.
sandbox:
  mode: off              # auto: they run confined where that is possible; require: nowhere else
  scope: unvouched       # all: every command
  require: files         # the least that the machine has to keep: full, files or reduced
  onUnavailable: ask     # where it cannot: ask, deny or allow
  answers: [exec, dynamic]
  profile: command       # project: one profile for all commands
  except: []             # commands that run without: [docker, gh auth login]
  write:
    allow: [., $SCRATCH] # who names what may be written names all of it
    deny: []             # [infra/prod]
  read:
    deny: []             # besides credentials, which are hidden anyway
    allow: []            # [~/.ssh/known_hosts]
    projectSecrets: code # mask: .env and its like are hidden from every command; open: from none
  network:
    mode: filtered       # none, or open
    allow: []            # ["registry.example:443", "*.example.com"]
    deny: []
    localhost: []        # ports of this machine: [5432]
    publish: auto
    sockets: []          # [ssh-agent, gpg-agent]
  env:
    keep: []             # [AWS_PROFILE]
`

func sandboxInitCommand(s stdio) *cobra.Command {
	var project bool
	c := newCommand("init", "write the block sandbox: with all of its keys into your own config",
		func(operands []string) int { return runSandboxInit(s, project, operands) })
	boolFlag(c, &project, "project", "the project's config instead")
	return c
}

func runSandboxInit(s stdio, project bool, operands []string) int {
	if len(operands) > 0 {
		return s.fail("sandbox init takes no arguments, and got %q", operands[0])
	}
	if code, refused := inAgent(s, "sandbox init"); refused {
		return code
	}
	file, preset, err := sandboxFile(!project)
	if err != nil {
		return s.fail("sandbox init: %v", err)
	}
	backup, err := edit.SandboxBlock(file, sandboxStarter, preset)
	if err != nil {
		s.fail("sandbox init: %s: %v", file, err)
		return exitFailed
	}
	if backup != "" {
		s.printf("the file as it was: %s\n", backup)
	}
	s.printf("wrote sandbox: into %s\n", file)
	next := "edit it; `fencepost sandbox on` switches it on"
	if project {
		next += "; what it allows counts after `fencepost trust`"
	}
	s.printf("next: %s\n", next)
	return exitOK
}
