package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/bench"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/app/hook"
	"github.com/fencepost/fencepost/internal/app/version"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
)

// ownHook is the hook that is measured: the one that the agent's settings name, else the one beside
// this program.
type ownHook struct {
	argv  []string // as the agent starts it, but for --home
	shell bool     // through a shell
	safe  bool     // the line of a shell is closed on failure
	home  string   // that --home names, "" without
	from  string   // the settings file; "" for none
	env   []string // that the settings give to it
}

// findOwnHook looks for it. own is this program.
func findOwnHook(own string) (*ownHook, error) {
	d := &doctor{stdio: stdio{out: io.Discard, err: io.Discard}, cwd: hereOr("/")}
	d.read()
	d.checkFiles()
	for i := range d.files {
		f := &d.files[i]
		if f.dropped {
			continue
		}
		for _, e := range f.entries {
			argv := e.handler.Argv()
			// What a repository names is started only if it is this very installation: whoever measures
			// has not agreed to run anything else.
			if len(argv) == 0 || f.scope.FromRepository() && !ofThisInstallation(argv[0], own) {
				continue
			}
			if !filepath.IsAbs(argv[0]) {
				return nil, fmt.Errorf("%s names the hook %s without its directory; `fencepost doctor` "+
					"says more", f.name, argv[0])
			}
			h := &ownHook{argv: withoutHome(argv), shell: !e.handler.Exec,
				safe: e.handler.ClosedOnFailure(), home: e.handler.Home(), from: f.name, env: d.given()}
			return h, nil
		}
	}
	return &ownHook{argv: []string{hookBeside(own)}, env: new(doctor).given()}, nil
}

// ofThisInstallation reports whether a program is this one or the hook beside it.
func ofThisInstallation(path, own string) bool {
	info, err := os.Stat(path)
	return err == nil && (sameFile(own, info) || sameFile(hookBeside(own), info))
}

// withoutHome are the words of an entry without the option that says where the config is: the
// measurement says that by the environment.
func withoutHome(argv []string) []string {
	var words []string
	for i := 0; i < len(argv); i++ {
		switch {
		case argv[i] == "--home":
			i++
		case strings.HasPrefix(argv[i], "--home="):
		default:
			words = append(words, argv[i])
		}
	}
	return words
}

// command is how the agent starts it.
func (h *ownHook) command() []string {
	switch {
	case !h.shell:
		return h.argv
	case h.safe:
		return []string{"/bin/sh", "-c", hookfile.Line(h.argv[0], h.argv[1:], "")}
	}
	return []string{"/bin/sh", "-c", hookfile.Plain(h.argv[0], h.argv[1:])}
}

// options are those of the hook itself.
func (h *ownHook) options() gate.Options {
	opt := optionsOf(h.home)
	opt.ConfigHome = cmp.Or(opt.ConfigHome, opt.Home)
	return opt
}

// optionsOf are those of a hook with --home, which is "" where the environment says it.
func optionsOf(home string) gate.Options {
	opt := gate.FromEnvironment()
	switch home {
	case "":
	case hook.OwnHome:
		opt.Home, opt.ConfigHome = hook.HomeOfUser(opt.Home), ""
	default:
		opt.Home, opt.ConfigHome = home, ""
	}
	return opt
}

// build says why the program is not of this build; "" if it is.
func (h *ownHook) build(own string) string {
	info, err := os.Stat(h.argv[0])
	switch {
	case err != nil:
		return "" // it will not start
	case sameFile(own, info):
		return ""
	case hookfile.Base(h.argv[0]) == hookfile.Gate:
		return otherBuild(h.argv[0])
	}
	return h.argv[0] + " is not this program"
}

// prepareOwn finds out what the user has, and makes a copy of the user's state in which it is
// measured. exe is this program. The function that it returns removes the copy.
func prepareOwn(exe, temp string) (own *bench.Own, hookFile string, done func(), err error) {
	h, err := findOwnHook(exe)
	if err != nil {
		return nil, "", nil, err
	}
	if _, err := os.Stat(h.argv[0]); err != nil {
		return nil, "", nil, fmt.Errorf("there is no program %s to measure; `fencepost doctor` says "+
			"more", h.argv[0])
	}
	cwd, err := os.Getwd()
	if err != nil {
		return nil, "", nil, err
	}
	opt := h.options()
	own = &bench.Own{Program: h.command(), From: h.from, Build: h.build(exe), Dir: cwd,
		Layers: []bench.OwnLayer{}}
	p, project, _ := gate.New(opt).Policy(cwd)
	if why := p.Failure(); why != "" {
		return nil, "", nil, fmt.Errorf("the config is broken, so every call is denied; fix this first: %s", why)
	}
	own.Project = project
	for _, file := range p.Files {
		own.Layers = append(own.Layers, bench.OwnLayer{Layer: layerOf(file, opt.ConfigHome), File: file})
	}
	for _, b := range version.Policies(p.Baked) {
		own.Policies = append(own.Policies, b.String())
	}
	state, err := copyState(opt, cwd, temp)
	if err != nil {
		return nil, "", nil, err
	}
	own.State = state.says
	own.Env = ownEnviron(h.env, "HOME="+opt.Home, "FENCEPOST_HOME="+state.home,
		confighome.ProjectVariable+"="+project)
	opt.ConfigHome, opt.Started = state.home, project
	if err := answersRight(own, opt); err != nil {
		state.remove()
		return nil, "", nil, err
	}
	return own, h.argv[0], state.remove, nil
}

// answersRight compares one answer of the hook with that of this program. Of another build it may be
// another one.
func answersRight(own *bench.Own, opt gate.Options) error {
	c, ok := bench.Find(bench.Processes(false, true), "plain")
	if !ok || own.Build != "" {
		return nil
	}
	cmd := own.Call(&c)
	if err := cmd.Answers(gate.New(opt)); err != nil {
		return fmt.Errorf("the hook does not answer as your config says: %w; `fencepost doctor` says more",
			err)
	}
	return nil
}

// ownEnviron is the environment of this process, but for what is given.
func ownEnviron(given []string, first ...string) []string {
	var env []string
	seen := map[string]bool{"FENCEPOST_DEBUG": true}
	for _, v := range slices.Concat(first, given, os.Environ()) {
		if name, _, ok := strings.Cut(v, "="); ok && !seen[name] {
			seen[name] = true
			env = append(env, v)
		}
	}
	return env
}
