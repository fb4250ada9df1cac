package gate

import (
	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/decision/decide"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/rule"
)

// This file is about projects with a config that nobody has trusted. It can make a verdict
// stricter, and never looser.

// loadPolicy loads the policy of a project.
func (g *Gate) loadPolicy(src policy.Source) *policy.Policy {
	src.Home, src.Presets, src.Baked = g.opt.ConfigHome, gen.Presets{}, gen.Baked()
	src.Managed = g.opt.Managed
	src.Plain, src.Trusted = g.plain.Load(), g.opt.Trusted
	if p := g.past; p != nil {
		src.ForPerson, src.ForProject, src.Added = p.Person, p.Project, p.Added
	}
	return policy.Load(src)
}

// aroundUntrusted looks for the project again if only a config that nobody has trusted makes a
// directory the project. The project is then what it would be without that config, which can only
// restrict.
func (g *Gate) aroundUntrusted(
	p *policy.Policy, at policy.Project, cwd string,
) (*policy.Policy, policy.Project) {
	var inner []policy.Project
	for p.Untrusted > 0 && p.Trust != policy.Trusted && at.ByConfig() {
		inner = append(inner, at)
		at = g.home.Beyond(at, g.startDir(cwd))
		p = g.loadPolicy(policy.Source{Found: at, Inner: inner})
	}
	return p, at
}

// Stranger is the policy of the project that cwd lies in as it is if nobody has trusted its config.
func (g *Gate) Stranger(cwd string) (p *policy.Policy, project string, isProject bool) {
	at := g.findProject(cwd)
	return g.loadPolicy(policy.Source{Found: at, Foreign: true}), at.Dir, at.Is
}

// ConfigHome is the directory whose .claude holds the user's config, log and records of trust.
func (g *Gate) ConfigHome() string { return g.opt.ConfigHome }

// verdict asks the policy. Where a part of it is not trusted, the rest is asked first, and the
// stricter verdict counts: whatever rules the untrusted part has, and whatever tier they stand in,
// it loosens nothing.
func (r *Result) verdict(
	g *Gate, d *decide.Decider, ask func(*decide.Decider) rule.Verdict,
) rule.Verdict {
	if r.Policy.Untrusted == 0 {
		return ask(d)
	}
	sets, settings := r.Policy.Below()
	settings.Mode = r.Settings.Mode // the caller's, if it has set one
	least := *d
	least.Sets, least.Settings = sets, &settings
	places := g.places(&settings, &r.at)
	guard := paths.NewGuard(places, g.opt.ConfigHome, settings.Protect, r.Policy.Guarded)
	least.Guard = guard
	x := d.Confine
	if x != nil {
		own := *x
		least.Confine = &own
	}
	v := ask(&least)
	said := len(r.Said)
	all := ask(d)
	if a, b := decide.Effective(&all), decide.Effective(&v); a > b || a == b && saysMore(&all, &v) {
		r.Said = r.Said[said:]
		v = all
	} else {
		r.Said = r.Said[:said]
		if x != nil {
			*x = *least.Confine
		}
	}
	if decide.Effective(&v) == rule.Ask || v.Decision == rule.Deny && trustCould(v.Cause) {
		v.Note = r.Policy.IgnoredText()
	}
	return v
}

// saysMore reports whether a verdict has a rule for what the other one only has by default.
func saysMore(v, other *rule.Verdict) bool {
	return decide.Effective(v) == rule.Ask && v.Cause == rule.ByRule && other.Cause == rule.ByDefault
}

// trustCould reports whether a denial of that cause could be another verdict if the config were
// trusted. One by a rule or a protected path stays.
func trustCould(c rule.Cause) bool {
	switch c {
	case rule.ByDefault, rule.ByMode, rule.ByChain, rule.ByHazard, rule.ByError:
		return true
	}
	return false
}
