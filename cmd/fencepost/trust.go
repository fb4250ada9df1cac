package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/policy"
)

// trustCommand records that a person has looked at what a project's config loosens. It works
// without a terminal, so that scripts can set up a machine; the agent's way to it is closed by the
// hook.
func trustCommand(s stdio) *cobra.Command {
	var show, revoke bool
	var dir string
	c := plainCommand("trust", "let the project's config loosen the fence",
		"; name a directory with --cwd", func() int { return runTrust(s, dir, show, revoke) })
	boolFlag(c, &show, "show", "show what the config loosens, and change nothing")
	boolFlag(c, &revoke, "revoke", "take the trust back")
	cwdFlag(c, &dir)
	return c
}

func runTrust(s stdio, dir string, show, revoke bool) int {
	if show && revoke {
		return s.fail("trust: choose --show or --revoke")
	}
	if !show {
		if code, refused := inAgent(s, "trust"); refused {
			return code
		}
	}
	g, cwd, err := gateAt(dir, gate.Options{})
	if err != nil {
		return s.fail("trust: %v", err)
	}
	p, project, isProject := g.Stranger(cwd)
	if !isProject {
		s.printf("%s is no project, because it is or holds the home directory. "+
			"There is nothing to trust.\n", project)
		return exitOK
	}
	t := truster{s: s, gate: g, policy: p, project: project, cwd: cwd,
		resolved: policy.ResolveProject(project)}
	switch {
	case t.resolved == "":
		return s.failed("trust: the path %s cannot be resolved", project)
	case revoke:
		return t.revoke()
	case len(p.Errors) > 0:
		printProblems(s, s.style.red("error"), p.Errors)
		return s.failed("trust: the config is broken, so every call is denied; fix it first")
	}
	return t.trust(show)
}

// truster is what `trust` works on.
type truster struct {
	s                 stdio
	gate              *gate.Gate
	policy            *policy.Policy // as it is if nobody has trusted the project
	project, resolved string
	cwd               string // where a session would be started
}

func (t *truster) trust(show bool) int {
	s := t.s
	asked := askedDirectories(t.project)
	envs := t.gate.Environments(t.cwd)
	if t.policy.Trust == policy.NoConfig && len(asked)+len(envs) == 0 {
		s.printf("%s has no fencepost config. There is nothing to trust.\n", t.project)
		return exitOK
	}
	replaced := t.replaced()
	loosens := len(t.policy.Ignored())+len(asked)+len(envs) > 0 || replaced != ""
	what := " (nothing in it loosens the fence)"
	if loosens {
		s.printf("%s\n", s.style.bold(oneLine(t.project)))
		what = ""
	}
	printLoosenings(s, t.policy.Ignored())
	for _, a := range asked {
		s.printf("  %s: permissions.additionalDirectories: %s\n", oneLine(a.File), oneLine(a.Dir))
	}
	unread := t.printEnvironments(envs)
	if replaced != "" {
		s.printf("  the preset %s does not apply any more: this config takes its place\n", replaced)
	}
	if show {
		if loosens {
			s.printf("It is %s.\n", t.state(envs))
		} else {
			s.printf("%s is %s%s\n", oneLine(t.project), t.state(envs), what)
		}
		return exitOK
	}
	if unread {
		return s.failed("trust: a settings file cannot be read; fix it first")
	}
	record := t.record(asked)
	for _, e := range envs {
		record.Environments = append(record.Environments,
			policy.EnvironmentSum(t.resolved, e.Dir, e.Pairs))
	}
	if err := policy.WriteTrust(t.gate.ConfigHome(), record); err != nil {
		return s.failed("trust: the record cannot be written: %v", err)
	}
	s.printf("trusted, for exactly this content; after an edit run `fencepost trust` again%s\n", what)
	return exitOK
}

// replaced is the preset that applies only as long as the project's config is not trusted, because
// the person has no config; "" where the config imports it itself.
func (t *truster) replaced() string {
	if !t.policy.Default || t.policy.Trust == policy.NoConfig {
		return ""
	}
	g, cwd, err := gateAt(t.project, gate.Options{Trusted: true})
	if err != nil {
		return ""
	}
	p, _, _ := g.Policy(cwd)
	if name := t.policy.Standard(); !slices.Contains(p.Presets(), name) {
		return name
	}
	return ""
}

func (t *truster) record(asked []agent.AskedDir) *policy.Trust {
	record := &policy.Trust{Project: t.resolved, Config: t.policy.ConfigSum()}
	for _, a := range asked {
		if !slices.Contains(record.Directories, a.Dir) {
			record.Directories = append(record.Directories, a.Dir)
		}
	}
	return record
}

// printEnvironments lists the variables that the project's settings set for every command, as far
// as they can change what it does. It reports whether a file could not be read.
func (t *truster) printEnvironments(envs []gate.Environment) (unread bool) {
	for _, e := range envs {
		for _, a := range e.Asks {
			t.s.printf("  %s\n", oneLine(a.String()))
			unread = unread || a.Name == ""
		}
	}
	return unread
}

// state says what is recorded about the project.
func (t *truster) state(envs []gate.Environment) string {
	recorded := policy.ReadTrust(t.gate.ConfigHome(), t.resolved) != nil
	for i := range envs {
		if t.gate.Trusts(t.cwd, &envs[i]) {
			continue
		}
		if recorded {
			return policy.Changed.String()
		}
		return policy.NotTrusted.String()
	}
	if t.policy.Trust == policy.NoConfig {
		if recorded {
			return policy.Trusted.String()
		}
		return policy.NotTrusted.String()
	}
	p, _, _ := t.gate.Policy(t.project)
	return p.Trust.String()
}

func (t *truster) revoke() int {
	was, err := policy.RevokeTrust(t.gate.ConfigHome(), t.resolved)
	switch {
	case err != nil:
		return t.s.failed("trust: the record cannot be removed: %v", err)
	case !was:
		t.s.printf("%s was not trusted\n", t.project)
	default:
		t.s.printf("%s is not trusted any more. What its config loosens does not count.\n", t.project)
	}
	return exitOK
}

// trustWritten records trust in the config that this program has just written.
func trustWritten(project string) error {
	g, cwd, err := gateAt(project, gate.Options{})
	if err != nil {
		return err
	}
	p, dir, _ := g.Stranger(cwd)
	t := truster{gate: g, policy: p, project: dir, resolved: policy.ResolveProject(dir)}
	record := t.record(nil)
	if old := policy.ReadTrust(g.ConfigHome(), t.resolved); old != nil {
		record.Directories, record.Environments = old.Directories, old.Environments
	}
	return policy.WriteTrust(g.ConfigHome(), record)
}

// printLoosenings lists what a config loosens, each with its place.
func printLoosenings(s stdio, list []policy.Loosening) {
	for _, l := range list {
		s.printf("  %s\n", oneLine(l.String()))
	}
}

// printIgnored lists what does not count in the project's config.
func printIgnored(s stdio, p *policy.Policy) {
	list := p.Ignored()
	if len(list) == 0 {
		return
	}
	s.printf("%s\n", s.style.yellow("ignored: "+oneLine(p.IgnoredText())))
	printLoosenings(s, list)
}

// askedDirectories are the directories that the project's settings of the agent ask for, resolved:
// these files belong to the repository, or lie where it can put one.
func askedDirectories(project string) (list []agent.AskedDir) {
	who, _ := agents.Find("")
	for _, asked := range who.Client.Placer.Asked(project) {
		if asked.Dir = resolvedDirectory(project, asked.Dir); asked.Dir != "" {
			list = append(list, asked)
		}
	}
	return list
}

// resolvedDirectory is the absolute path, without links, that a settings file means; "" for none
// that is there.
func resolvedDirectory(project, dir string) string {
	if rest, ok := strings.CutPrefix(dir, "~"); ok && (rest == "" || rest[0] == '/') {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(home, rest)
	}
	if dir != "" && !filepath.IsAbs(dir) {
		dir = filepath.Join(project, dir)
	}
	return policy.ResolveProject(dir)
}
