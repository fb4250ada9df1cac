package paths

import (
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Guard knows the paths that must not be changed whatever the rules say: those that would move the fence itself.
type Guard struct {
	r     *Resolver
	extra []string // path globs of the key protect
	own   string   // the directory of fencepost's own programs
}

// NewGuard returns the guard for one call. extra are the globs that the config adds.
func NewGuard(r *Resolver, configHome string, extra []string) *Guard {
	g := &Guard{r: r, extra: extra}
	if exe, err := os.Executable(); err == nil {
		g.own = filepath.Dir(exe)
	}
	return g
}

// Protected returns the decision about changing a path, and why; rule.Unset if it is not protected. A pattern that may
// name a protected path asks; a path that is not known at all falls under `dynamic` instead.
func (g *Guard) Protected(e *fact.Effect) (rule.Decision, string) {
	switch e.Kind {
	case fact.Write, fact.Append, fact.Delete, fact.Meta:
	default:
		return rule.Unset, ""
	}
	worst, why := rule.Unset, ""
	check := func(glob, text string) {
		if d := g.decision(e, glob); d > worst {
			worst, why = d, text
		}
	}
	for _, glob := range fence {
		check(glob, "this would change the fence itself ("+glob+"); a person does that")
	}
	for _, name := range [...]string{"fencepost", "fencepost-interp"} {
		if g.own != "" {
			check(g.own+"/"+name, "this would change fencepost's own program; a person does that")
		}
	}
	for _, glob := range g.extra {
		check(glob, "this path is protected by the key protect ("+glob+")")
	}
	return worst, why
}

func (g *Guard) decision(e *fact.Effect, glob string) rule.Decision {
	written, target := g.r.Glob(&e.Path, glob, true)
	hit := written.Or(target)
	switch {
	case hit == fact.Yes:
		return rule.Deny
	case hit == fact.Maybe && e.Path.Known:
		return rule.Ask
	}
	return rule.Unset
}

// fence are fencepost's configuration and the files with which the agent switches hooks on and off. Removing the
// directory that holds them removes them.
var fence = [...]string{
	"**/.claude/fencepost.yaml",
	"**/.claude/fencepost/**",
	"**/.claude/settings.json",
	"**/.claude/settings.local.json",
	"**/.claude/hooks/**",
	"**/.claude",
	"/etc/claude-code/**",
}
