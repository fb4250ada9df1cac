package command

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/glob"
)

// entries returns what find can find: patterns below its starting points, or a starting point
// itself if no test spares it.
func (x *findExpr) entries() []fact.Word {
	if x.l.has("-files0-from") {
		return []fact.Word{fact.Unknown("{}")}
	}
	out := make([]fact.Word, 0, len(x.l.args)+1)
	if x.l.has("-L", "-follow") {
		out = append(out, fact.Unknown("{}")) // links may lead anywhere
	}
	var buf [maxNamesFound]string
	names := x.onlyNames(buf[:0])
	for i := range max(1, len(x.l.args)) {
		out = x.addBelow(out, x.startingPoint(i), names)
	}
	return out
}

// foundFiles returns the entries, all that lies below a starting point among them, and names that a
// test asks for in a part of the expression.
func (x *findExpr) foundFiles() []fact.Word {
	out := x.entries()
	if x.shallow() {
		return out
	}
	var buf [maxNamesFound]string
	names := x.onlyNames(buf[:0])
	for i := range out {
		if w := &out[i]; !w.Glob && w.Kind == fact.Literal {
			out = filesBelow(out, w, names)
		}
	}
	if len(names) > 0 {
		return out
	}
	for i := range x.l.flags {
		if name := x.testedName(i); name != "" {
			out = x.namedBelow(out, name)
		}
	}
	return out
}

// startingPoint returns one of the starting points.
func (x *findExpr) startingPoint(i int) fact.Word {
	if len(x.l.args) == 0 {
		return fact.Lit(".")
	}
	return x.l.operands[x.l.args[i].op].Word
}

// addBelow adds what find can find from a starting point on.
func (x *findExpr) addBelow(out []fact.Word, root fact.Word, names []string) []fact.Word {
	switch {
	case !root.IsLiteral():
		return append(out, fact.Word{Kind: fact.Partial, Text: root.Text, Written: "{}"})
	case !x.sparesStart(&root):
		return append(out, fact.Word{Text: root.Text, Glob: root.Glob, Written: "{}"})
	}
	return filesBelow(out, &root, names)
}

// filesBelow adds what find can find below a starting point: all, or the files of these names.
func filesBelow(out []fact.Word, root *fact.Word, names []string) []fact.Word {
	dir := strings.TrimSuffix(root.Text, "/")
	if len(names) == 0 {
		return append(out, fact.Word{Text: dir + "/**", Glob: true, Written: "{}"})
	}
	for _, name := range names {
		out = append(out, fact.Word{Text: dir + "/**/" + name, Glob: true, Written: "{}"})
	}
	return out
}

// shallow reports whether nothing but the starting points can be found.
func (x *findExpr) shallow() bool {
	for i := range x.l.flags {
		if f := &x.l.flags[i]; f.Name == "-maxdepth" && f.Value >= 0 {
			v := &x.l.operands[f.Value].Word
			return v.IsLiteral() && v.Text == "0"
		}
	}
	return false
}

// namedBelow adds the files of a name below each starting point.
func (x *findExpr) namedBelow(out []fact.Word, name string) []fact.Word {
	for i := range max(1, len(x.l.args)) {
		if root := x.startingPoint(i); root.IsLiteral() {
			text := strings.TrimSuffix(root.Text, "/") + "/**/" + name
			out = append(out, fact.Word{Text: text, Glob: true, Written: "{}"})
		}
	}
	return out
}

// testedName returns the last component of the name that a test asks for; "" if the test is another
// one, is negated, or asks for any name.
func (x *findExpr) testedName(flag int) string {
	f := &x.l.flags[flag]
	if f.Value < 0 || x.l.given[flag].test.not {
		return ""
	}
	switch f.Name {
	case "-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename", "-regex", "-iregex":
	default:
		return ""
	}
	v := &x.l.operands[f.Value].Word
	if !v.IsLiteral() {
		return ""
	}
	name := v.Text[strings.LastIndexByte(v.Text, '/')+1:]
	if strings.HasSuffix(f.Name, "regex") {
		name = globOfRegex(name)
	}
	if strings.Trim(name, "*") == "" {
		return ""
	}
	return name
}

// globOfRegex returns a regular expression for a name as a shell pattern; "" if it has other signs
// than dots, stars, plus signs behind dots, and a last dollar sign.
func globOfRegex(regex string) string {
	regex = strings.NewReplacer(".*", "*", ".+", "*", `\.`, ".", ".",
		"?").Replace(strings.TrimSuffix(regex, "$"))
	if strings.ContainsAny(regex, `\()[]{}|+^`) {
		return ""
	}
	return regex
}

// onlyNames adds patterns of -name; every file that is found matches one of them. It returns nil if
// other files can be found. An expression is a list of alternatives between -o, and what is found
// passes all tests of one of them. Brackets make no difference to that.
func (x *findExpr) onlyNames(names []string) []string {
	if x.tangled || x.l.doubts.payload || x.alt >= maxNamesFound {
		return nil
	}
	var buf [maxNamesFound]bool
	named := buf[:x.alt+1]
	for i := range x.l.flags {
		f, g := &x.l.flags[i], &x.l.given[i]
		switch {
		case g.test.out:
			named[g.test.alt] = true
		case f.Name != "-name" || f.Value < 0 || g.test.not || named[g.test.alt]:
		default:
			if v := &x.l.operands[f.Value].Word; v.IsLiteral() && !strings.Contains(v.Text, "/") {
				names, named[g.test.alt] = append(names, v.Text), true
			}
		}
	}
	for _, ok := range named {
		if !ok {
			return nil
		}
	}
	return names
}

// maxNamesFound bounds the names of one expression that are followed.
const maxNamesFound = 8

// sparesStart reports whether a starting point itself can never be found: it fails a plain test in
// every alternative of the expression, or -mindepth leaves it out.
func (x *findExpr) sparesStart(root *fact.Word) bool {
	var buf [16]bool
	spared := buf[:0]
	for i := 0; i <= int(min(x.alt, 1000)); i++ {
		spared = append(spared, false)
	}
	for i := range x.l.flags {
		f := &x.l.flags[i]
		test := x.l.given[i].test
		if test.out && int(test.alt) < len(spared) {
			spared[test.alt] = true
		}
		if f.Value < 0 || x.l.given[i].opt == nil {
			continue
		}
		v := &x.l.operands[f.Value].Word
		switch {
		case !v.IsLiteral():
		case f.Name == "-mindepth":
			if v.Text != "0" {
				return true
			}
		case !test.not && failsTest(f.Name, v.Text, root) && int(test.alt) < len(spared):
			spared[test.alt] = true
		}
	}
	for _, ok := range spared {
		if !ok {
			return false
		}
	}
	return !x.tangled && int(x.alt) < len(spared)
}

// failsTest reports whether a starting point, a directory, cannot pass a test of find.
func failsTest(test, value string, root *fact.Word) bool {
	switch test {
	case "-type":
		return !strings.Contains(value, "d")
	case "-name", "-iname":
		return !root.Glob && !mayMatch(strings.ToLower(value), strings.ToLower(path.Base(root.Text)))
	case "-path", "-ipath":
		return !root.Glob && !mayMatch(strings.ToLower(value), strings.ToLower(root.Text))
	}
	return false
}

// mayMatch reports whether a pattern of find may match a text: * crosses slashes, and from the
// first bracket or backslash on the pattern counts as a *.
func mayMatch(pattern, s string) bool {
	if i := strings.IndexAny(pattern, `[\`); i >= 0 {
		pattern = pattern[:i] + "*"
	}
	return glob.Match(pattern, s)
}
