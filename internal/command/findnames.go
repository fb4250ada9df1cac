package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// reached are the entries, what lies below those that are starting points, and the names that some
// of it has by a test which does not hold for all of it.
func (r *resolver) reached() []fact.Word {
	out := r.entries()
	if r.shallow() {
		return out
	}
	var buf [maxNamesFound]string
	names := r.onlyNames(buf[:0])
	for i := range out {
		if w := &out[i]; !w.Glob && w.Kind == fact.Literal {
			out = trees(out, w, names)
		}
	}
	if len(names) > 0 {
		return out
	}
	for i := range r.c.Flags {
		if name := r.alsoName(i); name != "" {
			out = r.namedBelow(out, name)
		}
	}
	return out
}

// namedBelow adds the files of a name below each starting point.
func (r *resolver) namedBelow(out []fact.Word, name string) []fact.Word {
	for i := range max(1, len(r.args)) {
		if root := r.root(i); root.IsLiteral() {
			text := strings.TrimSuffix(root.Text, "/") + "/**/" + name
			out = append(out, fact.Word{Text: text, Glob: true, Written: "{}"})
		}
	}
	return out
}

// alsoName is the last component of what a test of names asks for; "" where it is another test, is
// negated, or asks for any name.
func (r *resolver) alsoName(flag int) string {
	f := &r.c.Flags[flag]
	if f.Value < 0 || r.given[flag].not {
		return ""
	}
	switch f.Name {
	case "-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename", "-regex", "-iregex":
	default:
		return ""
	}
	v := &r.c.Operands[f.Value].Word
	if !v.IsLiteral() {
		return ""
	}
	name := v.Text[strings.LastIndexByte(v.Text, '/')+1:]
	if strings.HasSuffix(f.Name, "regex") {
		name = starsOf(name)
	}
	if strings.Trim(name, "*") == "" {
		return ""
	}
	return name
}

// starsOf is a regular expression for a name as a pattern of stars, which stands for no more than
// it does: "" where that takes more than what everybody writes, any characters and dots.
func starsOf(regex string) string {
	regex = strings.NewReplacer(".*", "*", ".+", "*", `\.`, ".", ".",
		"?").Replace(strings.TrimSuffix(regex, "$"))
	if strings.ContainsAny(regex, `\()[]{}|+^`) {
		return ""
	}
	return regex
}
