package sandboxconf

import (
	"reflect"
	"slices"
)

// Narrowing returns the part of s that counts without trust above the effective settings now: what
// confines more, and the lists that deny. It returns nil if there is nothing.
func (s *Settings) Narrowing(now *Settings) *Settings {
	if s == nil {
		return nil
	}
	if now == nil {
		d := Default()
		now = &d
	}
	var out Settings
	words, held, lists := out.words(), now.words(), out.lists()
	for i, w := range s.words() {
		if stricter(w.words, *w.value, *held[i].value) {
			*words[i].value = *w.value
		}
	}
	for i, l := range s.lists() {
		if !l.allows && len(*l.entries) > 0 {
			*lists[i].entries = *l.entries
		}
	}
	if s.Answers != nil && less(*s.Answers, *now.Answers) {
		out.Answers = both(s.Answers, now.Answers)
	}
	if s.On() && !now.On() {
		out.Answers = &Answers{} // being confined is stricter, and not being asked is not
	}
	if s.Publish != nil && narrower(s.Publish, now.Publish) {
		out.Publish = s.Publish
	}
	if s.Scrub != nil && more(s.Scrub.Names, now.Scrub.Names) {
		out.Scrub = &Classes{Names: joined(now.Scrub.Names, s.Scrub.Names)}
	}
	if reflect.ValueOf(out).IsZero() {
		return nil
	}
	return &out
}

// less reports whether answers settle fewer kinds of ask than others, and none that those leave open.
func less(a, than Answers) bool {
	return a != than && (!a.Exec || than.Exec) && (!a.Dynamic || than.Dynamic)
}

func both(a, b *Answers) *Answers {
	return &Answers{Exec: a.Exec && b.Exec, Dynamic: a.Dynamic && b.Dynamic}
}

// narrower reports whether p publishes only a part of the ports of another setting.
func narrower(p, than *Publish) bool {
	if p.Auto {
		return false
	}
	if than.Auto {
		return true
	}
	return len(p.Ports) < len(than.Ports) && !more(p.Ports, than.Ports)
}

// more reports whether a list has an entry that another one lacks.
func more[T comparable](a, than []T) bool {
	return slices.ContainsFunc(a, func(v T) bool { return !slices.Contains(than, v) })
}

// Lock puts back what an enforced policy of an organisation sets. Of two words the stricter one stays,
// whoever set it; lists that allow are the policy's. If the policy switches the sandbox on, nobody
// else can take commands out of it, or let them run without one.
func (s *Settings) Lock(org *Settings) *Settings {
	if org == nil {
		return s
	}
	if s == nil {
		s = &Settings{}
	}
	out := *s
	words, lists := out.words(), out.lists()
	for i, w := range org.words() {
		if stricter(w.words, *w.value, *words[i].value) {
			*words[i].value = *w.value
		}
	}
	for i, l := range org.lists() {
		if l.allows && len(*l.entries) > 0 {
			*lists[i].entries = *l.entries
		}
	}
	if len(org.Localhost) > 0 {
		out.Localhost = org.Localhost
	}
	out.Reasons = reasons(org.Reasons, out.Reasons)
	out.lockValues(org)
	if org.On() {
		out.lockSense(org)
	}
	return &out
}

func (s *Settings) lockValues(org *Settings) {
	switch {
	case org.Answers == nil:
	case s.Answers == nil:
		s.Answers = org.Answers
	default:
		s.Answers = both(s.Answers, org.Answers)
	}
	if org.Publish != nil && (s.Publish == nil || !narrower(s.Publish, org.Publish)) {
		s.Publish = org.Publish
	}
	switch {
	case org.Scrub == nil:
	case s.Scrub == nil:
		s.Scrub = org.Scrub
	default:
		s.Scrub = &Classes{Names: joined(org.Scrub.Names, s.Scrub.Names)}
	}
}

// lockSense locks what a policy that switches the sandbox on leaves open, if others could make the
// policy pointless with it.
func (s *Settings) lockSense(org *Settings) {
	d := Default()
	s.Except = org.Except
	if stricter(Words("require"), d.Require, s.Require) && org.Require == "" && s.Require != "" {
		s.Require = d.Require
	}
	if stricter(Words("onUnavailable"), d.OnUnavailable, s.OnUnavailable) &&
		org.OnUnavailable == "" && s.OnUnavailable != "" {
		s.OnUnavailable = d.OnUnavailable
	}
}
