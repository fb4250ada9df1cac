package main

import (
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/gen/daemons"
	"github.com/fencepost/fencepost/gen/needs"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// atTerminal reports whether a person wrote the flags, and sees what is told. The agent is told by the
// hook, which sees the output as well.
func (o *options) atTerminal() bool {
	_, err := unix.IoctlGetTermios(2, unix.TCGETS)
	return err == nil && o.profile == "" && o.profileFD < 0
}

// hint tells a person what git has tried to write, and how a failure comes from the sandbox.
func (o *options) hint(p *plan.Plan, code int, tried []*plan.Step) {
	for _, s := range tried {
		fmt.Fprintln(os.Stderr, "fencepost: sandbox keeps "+plan.Quote(s.Path)+", which git has tried to "+
			"write (EBUSY): "+opens(s))
	}
	if code == 0 || !o.atTerminal() {
		return
	}
	for _, line := range hints(p, os.Getenv("HOME"), func(p string) bool {
		_, err := os.Stat(p)
		return err == nil
	}) {
		fmt.Fprintln(os.Stderr, "fencepost: sandbox "+line)
	}
}

// hints say what a plan keeps from its program and the tables say that the program needs: a service of
// the machine, a cache that it fills, a terminal to ask at.
func hints(p *plan.Plan, home string, there func(string) bool) (lines []string) {
	for _, name := range programs(p.Argv) {
		lines = append(lines, hintsOf(name, p, home, there)...)
	}
	return append(lines, named(p, there)...)
}

// programs are the names that stand where a command begins, also in shell text.
func programs(argv []string) []string {
	names := []string{path.Base(argv[0])}
	if len(argv) > 2 && strings.HasSuffix(argv[0], "sh") && argv[1] == "-c" {
		for _, piece := range split(argv[2], "\n;|&(") {
			word, _, _ := strings.Cut(strings.TrimSpace(piece), " ")
			names = append(names, path.Base(word))
		}
	}
	return names
}

func split(text, at string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(at, r) })
}

func hintsOf(name string, p *plan.Plan, home string, there func(string) bool) (lines []string) {
	if service := daemons.Of(name); service != "" {
		return append(lines, "hides sockets of the machine, and with them "+service+" from "+name+
			": run it without the sandbox, or open its socket with --socket")
	}
	for i := range needs.Table {
		n := &needs.Table[i]
		if n.Command != name {
			continue
		}
		for _, c := range slices.Concat(n.Caches, n.Fills, n.Own) {
			dir := sandbox.Place(c, os.Getenv)
			if rest, ok := strings.CutPrefix(dir, "~/"); ok {
				dir = path.Join(home, rest)
			}
			if dir != "" && there(dir) && !slices.ContainsFunc(p.Steps, func(s plan.Step) bool {
				return s.Do == plan.Writable && subpath.In(dir, s.Path)
			}) {
				lines = append(lines, "keeps "+dir+", a cache of "+name+", read-only: -w "+
					plan.Quote(dir)+" opens it")
			}
		}
		if n.Terminal {
			lines = append(lines, "gives a run no terminal of its own, so that "+name+
				" cannot ask at /dev/tty (ENXIO): give the answer by an option, a file or an agent")
		}
	}
	return lines
}

// named says of paths that a command names that they are kept, or that they lie on two mounts.
func named(p *plan.Plan, there func(string) bool) (lines []string) {
	links, on := false, map[string]string{} // something is linked or renamed; words by their mounts
	for _, word := range split(strings.Join(p.Argv, " "), " \t\n;|&<>()'\"`=") {
		links = links || slices.Contains([]string{"ln", "mv", "link", "rename"}, path.Base(word))
		at, mount := subpath.From(p.Dir, word), plan.Step{Path: "/"}
		if word == p.Argv[0] || word[0] == '-' || !strings.Contains(word, "/") && !there(at) {
			continue
		}
		for _, s := range p.Steps {
			if slices.Contains([]plan.Do{plan.Writable, plan.Private, plan.ReadOnly, plan.Exception}, s.Do) &&
				subpath.In(at, s.Path) && len(s.Path) >= len(mount.Path) {
				mount = s
			}
		}
		if mount.Do == plan.ReadOnly {
			lines = append(lines, "keeps "+plan.Quote(mount.Path)+" as it is ("+mount.Why+"): "+opens(&mount))
		} else {
			on[mount.Path] = plan.Quote(word)
		}
	}
	if words := slices.Sorted(maps.Values(on)); links && len(words) > 1 {
		lines = append(lines, "has "+words[0]+" and "+words[1]+" on two mounts, between which nothing "+
			"is renamed or linked (EXDEV): copy it, or open a directory above both with -w")
	}
	return lines
}

// opens says how a person has a path changed that the sandbox keeps.
func opens(s *plan.Step) string {
	asks := func(e plan.Protected) bool { return e.Ask && e.Why == s.Why }
	switch {
	case s.Why == plan.FlagReadOnly:
		return "leave that flag out"
	case gitSettings(s):
		return "--git-config opens it"
	case slices.ContainsFunc(protectedPaths(), asks):
		return "--lift " + plan.Quote(s.Path) + " opens it"
	}
	return "change it without the sandbox"
}

// gitSettings reports whether a step keeps the settings of a git repository.
func gitSettings(s *plan.Step) bool {
	return s.Type == plan.File && slices.Contains([]string{"config", "config.worktree"}, path.Base(s.Path))
}
