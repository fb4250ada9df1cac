package command

import (
	"slices"

	"github.com/fencepost/fencepost/internal/fact"
)

// set writes what was found into the command. No other code of the package writes to a command.
func (x *Resolver) set(c *fact.Command) {
	l, out := &x.line, &x.out
	r := fact.Resolution{Name: l.name, Known: l.spec != nil, System: l.system, Sub: l.canon.sub,
		Canon: l.canon.words, Lossless: len(l.canon.words) > 0 && !l.canon.lossy}
	if l.spec != nil {
		if r.Traits = l.spec.Is; l.depth > 0 {
			r.Traits |= l.up[0].Is // of the command that it is a subcommand of
		}
		r.Includes, r.Wrapper = l.spec.Includes, l.spec.Programs.Wrapper
		if l.variant != nil || l.proxied || r.Wrapper == fact.Transparent {
			r.Wrapper = x.wrapper()
		}
		r.RunsUnseenCode = l.any.is&Code != 0 && l.loadsUnseen()
		r.UnknownOption = l.doubts.value || l.doubts.ownUnknown && l.mayDoMore()
		r.ReadOnly = l.system && l.doubts.unknown == "" && !l.doubts.operand && !l.doubts.payload &&
			x.onlyReads()
		if l.spec.Syntax.Parse == Raw {
			l.doubts.bare = l.doubts.bare || !l.spec.onlyText()
			x.effects.rawFlags()
		}
	}
	r.UnknownWord, r.Unlisted = l.doubts.odd, l.doubts.bare
	r.Flags, r.Operands, r.Nested, r.Follows, r.Reach = l.flags, l.operands, out.nested, out.follows,
		out.reach
	c.Resolution, c.Effects, c.Hazards = r, out.effects, out.hazards
}

// wrapper returns how the command is judged. It is a wrapper only if it wraps something, and if no
// option makes it do more than run that. A bare env or a bash with a script file is judged like any
// other command.
func (x *Resolver) wrapper() fact.Wrapper {
	w := x.line.spec.Programs.Wrapper
	if x.line.variant != nil && x.line.variant.Wrapper != fact.NoWrapper {
		w = x.line.variant.Wrapper
	}
	if x.line.proxied {
		w = fact.Transparent
	}
	if w == fact.Escalating {
		return w
	}
	if slices.ContainsFunc(x.line.given, func(g given) bool {
		return g.opt != nil && !g.off && g.does()&^DoesRead != 0
	}) || !slices.ContainsFunc(x.out.nested, func(n fact.Nested) bool {
		return n.Kind != fact.NestedFile
	}) {
		return fact.NoWrapper
	}
	return w
}

// onlyReads reports whether the spec proves that the command only reads.
func (x *Resolver) onlyReads() bool {
	l := &x.line
	does, _ := l.does()
	if len(x.out.nested) > 0 || len(x.out.hazards) > 0 ||
		l.spec.Programs.Run == RunEnv && !l.any.harmless {
		return false // a bare env shows what the environment holds
	}
	if slices.ContainsFunc(x.out.effects, func(e fact.Effect) bool {
		return e.Kind != fact.Read && e.Kind != fact.Variable
	}) || slices.ContainsFunc(l.given, func(g given) bool {
		return g.opt == nil || g.opt.Is&Code != 0 && !g.seen
	}) {
		return false
	}
	// An unknown word can only be an option that the spec has, and may be harmless like all of these.
	if (l.doubts.option || l.doubts.optionFile) && l.optionsChange() {
		return false
	}
	return does&DoesRead != 0 || x.programs.pure && !x.programs.unread || l.any.harmless
}
