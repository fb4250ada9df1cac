package sandboxconf

import "slices"

// Merge lays the settings of a later layer over s: what it sets replaces, what it lists is added. It
// changes neither; both may be nil.
func (s *Settings) Merge(over *Settings) *Settings {
	if s == nil || over == nil {
		if s == nil {
			return over
		}
		return s
	}
	out := *s
	words, lists := out.words(), out.lists()
	for i, w := range over.words() {
		if *w.value != "" {
			*words[i].value = *w.value
		}
	}
	for i, l := range over.lists() {
		*lists[i].entries = joined(*lists[i].entries, *l.entries)
	}
	out.Localhost = joined(out.Localhost, over.Localhost)
	out.Reasons = reasons(over.Reasons, out.Reasons)
	if over.Answers != nil {
		out.Answers = over.Answers
	}
	if over.Publish != nil {
		out.Publish = over.Publish
	}
	if over.Scrub != nil {
		out.Scrub = over.Scrub
	}
	return &out
}

// Effective returns the settings with the values of Default where s sets none; nil for nil.
func (s *Settings) Effective() *Settings {
	if s == nil {
		return nil
	}
	d := Default()
	if len(s.WriteAllow) > 0 {
		d.WriteAllow = nil // who names what may be written names all of it
	}
	return d.Merge(s)
}

// joined returns both lists as one, each entry once. It writes neither.
func joined[T comparable](a, b []T) []T {
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
	for _, v := range b {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// reasons returns both lists as one; of a host the first text counts.
func reasons(a, b []Reason) []Reason {
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
	for _, r := range b {
		if !slices.ContainsFunc(out, func(o Reason) bool { return o.Host == r.Host }) {
			out = append(out, r)
		}
	}
	return out
}
