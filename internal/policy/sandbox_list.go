package policy

import (
	"slices"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
)

// listed is an entry of a list of the block sandbox.
type listed struct {
	key  string // such as sandbox.write.allow
	text string
	pos  Pos
}

// entriesOf lists the entries of a document's lists.
func (b *Sandbox) entriesOf() []listed {
	if b == nil {
		return nil
	}
	var out []listed
	add := func(key string, entries []Entry) {
		for _, e := range entries {
			out = append(out, listed{"sandbox." + key, e.Text, e.Pos})
		}
	}
	add("except", b.Except)
	add("write.allow", b.Write.Allow)
	add("write.readOnly", b.Write.ReadOnly)
	add("read.allow", b.Read.Allow)
	add("read.hide", b.Read.Hide)
	add("network.allow", b.Network.Allow)
	add("network.deny", b.Network.Deny)
	add("network.denyResolved", b.Network.DenyResolved)
	for _, p := range b.Network.Localhost {
		out = append(out, listed{"sandbox.network.localhost", Number(int64(p.Number), true), p.Pos})
	}
	add("network.sockets", b.Network.Sockets)
	for _, r := range b.Network.Reasons {
		out = append(out, listed{"sandbox.network.reasons", r.Host + ": " + r.Text, r.Pos})
	}
	add("env.keep", b.Env.Keep)
	return out
}

// entriesIn lists the entries of settings.
func entriesIn(s *sandboxconf.Settings) []listed {
	if s == nil {
		return nil
	}
	var out []listed
	s.Lists(func(key string, entries []string) {
		for _, e := range entries {
			out = append(out, listed{key: "sandbox." + key, text: e})
		}
	})
	for _, n := range s.Localhost {
		out = append(out, listed{key: "sandbox.network.localhost", text: Number(int64(n), true)})
	}
	for _, r := range s.Reasons {
		out = append(out, listed{key: "sandbox.network.reasons", text: r.Host + ": " + r.Text})
	}
	return out
}

// sandboxLists lists the entries of the lists that are in force, with the place of each: the first
// layer that has it.
func (p *Policy) sandboxLists() []Value {
	var out []Value
	for _, e := range entriesIn(p.Settings.Sandbox.Effective()) {
		v := Value{Key: e.key, Value: e.text, Src: "built in"}
		for _, set := range p.Sets {
			if src, ok := p.srcOfEntry(set, e); ok {
				v.Src = src
				break
			}
		}
		out = append(out, v)
	}
	return out
}

// srcOfEntry is where a rule set lists an entry.
func (p *Policy) srcOfEntry(set rule.RuleSet, e listed) (src string, ok bool) {
	same := func(o listed) bool { return o.key == e.key && o.text == e.text }
	if !slices.ContainsFunc(entriesIn(set.Settings().Sandbox), same) {
		return "", false
	}
	if own, ok := ownRules(set); ok {
		list := own.doc.Sandbox.entriesOf()
		if i := slices.IndexFunc(list, same); i >= 0 {
			return own.doc.Src(list[i].pos), true
		}
	}
	return p.srcOf(set), true
}

// SandboxSrc is the place that sets a key of the block sandbox, such as sandbox.network.mode, or
// that has an entry of one of its lists; "built in" where nobody does.
func (p *Policy) SandboxSrc(key, entry string) string {
	for _, v := range p.Provenance() {
		if v.Key == key && (entry == "" || v.Value == entry) {
			return v.Src
		}
	}
	return "built in"
}

// overruledLists names the entries of a document's lists that do not come through.
func overruledLists(doc *Document, got *sandboxconf.Settings) []Problem {
	var found []Problem
	in := entriesIn(got)
	for _, e := range doc.Sandbox.entriesOf() {
		if slices.ContainsFunc(in, func(o listed) bool { return o.key == e.key && o.text == e.text }) {
			continue
		}
		found = append(found, Problem{File: doc.File, Line: e.pos.Line, Col: e.pos.Col,
			Text: e.key + ": " + Quote(e.text) + " has no effect: the organisation policy decides about " +
				e.key, Mend: "remove it"})
	}
	return found
}
