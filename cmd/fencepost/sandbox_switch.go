package main

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

// sandboxOnCommand and sandboxOffCommand set sandbox.mode in the person's own config.
func sandboxOnCommand(s stdio) *cobra.Command {
	var require bool
	c := plainCommand("on", "confine commands that run code fencepost cannot see", "",
		func() int {
			mode := modeAuto
			if require {
				mode = modeRequire
			}
			return runSandboxSwitch(s, "sandbox on", mode)
		})
	c.Long = "It first tries whether this machine can confine a command, and sets sandbox.mode in your\n" +
		"own config. " + agents.DefaultTitle + " also needs `fencepost install --sandbox`, and prompts before most\n" +
		"commands unless you install with --fewer-prompts."
	boolFlag(c, &require, "require", "deny these commands if they cannot run confined")
	return forPerson(s, c)
}

func sandboxOffCommand(s stdio) *cobra.Command {
	return forPerson(s, plainCommand("off",
		"switch the sandbox off, and ask about these commands", "",
		func() int { return runSandboxSwitch(s, "sandbox off", modeOff) }))
}

func runSandboxSwitch(s stdio, name, mode string) int {
	if mode != modeOff {
		if err := canConfineHere(); err != nil {
			return s.failed("%s: %v. Nothing was changed", name, err)
		}
	}
	file, err := sandboxFile(true)
	if err != nil {
		return s.fail("%s: %v", name, err)
	}
	if code := sandboxFrom(name, mode).apply(s, file); code != exitOK {
		return code
	}
	if mode != modeOff {
		s.tellPrompts()
	}
	return sandboxHolds(s, mode)
}

// sandboxHolds says what holds where another config decides.
func sandboxHolds(s stdio, mode string) int {
	g, cwd, err := gateAt("", gate.Options{})
	if err != nil {
		return s.fail("sandbox: %v", err)
	}
	p, _, _ := g.Policy(cwd)
	now := modeOff
	if set := p.Effective().Sandbox; set != nil {
		now = set.Mode
	}
	if now != mode && (mode == modeOff) != (now == modeOff) {
		s.printf("But in this directory it is %s: %s\n", now, p.SandboxSrc("sandbox.mode", ""))
	}
	return exitOK
}

// sandboxFile is the file of the person's config, or of the project's, in which the block sandbox
// belongs: the one that has its mode, or the block, or the first one, or that which would be.
func sandboxFile(user bool) (string, error) {
	dir, err := configDir(user)
	if err != nil {
		return "", err
	}
	return sandboxFileIn(dir, user), nil
}

// sandboxFileIn is that file for a home directory or a project.
func sandboxFileIn(dir string, user bool) string {
	src := policy.Source{Project: dir, Foreign: true}
	if user {
		src = policy.Source{Home: dir}
	}
	layer := policy.Load(src)
	file := ""
	for _, doc := range layer.Documents {
		if doc.Sandbox != nil && (file == "" || doc.Sandbox.Mode != "") {
			file = doc.File
		}
	}
	switch {
	case file != "":
		return file
	case len(layer.Files) > 0:
		return layer.Files[0]
	}
	return filepath.Join(dir, confighome.File)
}

// canConfineHere says why a run cannot be confined on this machine; nil where it can.
func canConfineHere() error {
	m, err := machineHere(true)
	if err != nil {
		return err
	}
	return keeps(m.engine, confinement().Require)
}

const sandboxStarter = `# How commands run confined. These are the defaults. docs/configuration.md of fencepost explains
# each of them.
sandbox:
  mode: off              # auto: confined if that is possible; require: confined or not at all
  scope: unvouched       # all: every command
  require: files         # what the machine has to keep at least: full, files or reduced
  onUnavailable: ask     # if it cannot: ask, deny or allow
  answers: [exec, dynamic]
  profile: command       # project: one profile for all commands
  except: []             # commands that are never confined: [docker, gh auth login]
  write:
    allow: [., $SCRATCH] # a list of your own replaces this one
    readOnly: []         # [infra/prod]
  read:
    hide: []             # credentials are hidden anyway
    allow: []            # [~/.ssh/known_hosts]
    projectSecrets: code # only the project's code reads .env files; hide: nothing does; open: all does
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
	c := plainCommand("init", "write all keys of the sandbox into your own config", "",
		func() int { return runSandboxInit(s, project) })
	boolFlag(c, &project, "project", "write the project's config, not your own")
	return forPerson(s, c)
}

func runSandboxInit(s stdio, project bool) int {
	file, err := sandboxFile(!project)
	if err != nil {
		return s.fail("sandbox init: %v", err)
	}
	f, err := hookfile.ReadText(file)
	if err != nil {
		return s.fail("sandbox init: %v", err)
	}
	text, err := withStarter(file, f.Old, project)
	if err != nil {
		return s.failed("sandbox init: %s: %v", file, err)
	}
	if err := s.rewrite(f, text, ""); err != nil {
		return s.failed("sandbox init: %v", err)
	}
	next := "edit the file; `fencepost sandbox on` switches the sandbox on"
	if project {
		next += "; what it loosens counts after `fencepost trust`"
	}
	s.printf("next: %s\n", next)
	return exitOK
}

// withStarter is the text of a config with the block behind it.
func withStarter(file string, old []byte, project bool) ([]byte, error) {
	if old == nil && !project { // a config takes the place of the standard preset
		old = []byte("# What coding agents may do. `fencepost verify` finds mistakes here.\n" +
			"import: [" + standardHere() + "]\n\n")
	}
	doc, problems, _ := parse.Parse(file, old, policy.Config)
	if len(problems) > 0 {
		return nil, errors.New(problems[0].String())
	}
	if doc.Sandbox != nil {
		return nil, errors.New("the config has a block sandbox: already; edit that")
	}
	text := ended(old, "\n", strings.TrimSuffix(sandboxStarter, "\n"))
	if _, problems, _ := parse.Parse(file, text, policy.Config); len(problems) > 0 {
		return nil, errors.New("fencepost cannot add to this file; write the block yourself. Nothing was changed")
	}
	return text, nil
}

// standardHere is the preset that applies without a config.
func standardHere() string {
	g, cwd, err := gateAt("", gate.Options{})
	if err != nil {
		return policy.DefaultPreset
	}
	p, _, _ := g.Policy(cwd)
	return p.Standard()
}
