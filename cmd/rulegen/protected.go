package main

import (
	"regexp"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/rule"
)

const protectedYAML = "protected.yaml"

// protectedTable is presets/protected.yaml.
type protectedTable struct {
	Kinds  ordered[string, protectedKind]
	Exempt ordered[string, uniqueWords] // one entry of a kind, and directories in which it does not count
	Holds  uniqueWords
}

// protectedKind is a kind with its paths, each with an example.
type protectedKind struct {
	Why       sentence
	History   history
	Made      bool
	Open      bool
	Deny, Ask ordered[protectedGlob, *yaml.Node]
}

// history says which movements between commits a path is kept from.
type history string

type protectedPath struct {
	glob     string
	decision rule.Decision
}

// protectedGlob is a path, which stands once in the table.
type protectedGlob string

func (p *protectedGlob) read(r *nodeReader, n *yaml.Node) error {
	g := n.Value
	*p = protectedGlob(g)
	last := strings.TrimSuffix(g, "/**")
	last = last[strings.LastIndexByte(last, '/')+1:]
	switch {
	case !strings.HasPrefix(g, "**/") && !strings.HasPrefix(g, "~/") && !strings.HasPrefix(g, "/"):
		return r.errorf(n, "%q: a path begins with **/, ~/ or /", g)
	case strings.HasPrefix(g, "**/") && !hidden(g) && strings.ContainsAny(strings.TrimPrefix(last, "*."), "*?"):
		return r.errorf(n, "%q would match too much: its last name must be whole, hidden, or *.END", g)
	}
	return r.once(n, g, g)
}

// fold joins the kinds of the same name, to which agents add paths.
func (t *protectedTable) fold() {
	all := t.Kinds
	t.Kinds = nil
	for _, k := range all {
		i := slices.Index(t.Kinds.Keys(), k.Key)
		if i < 0 {
			t.Kinds = append(t.Kinds, k)
			continue
		}
		to := &t.Kinds[i].Value
		to.Deny, to.Ask = append(to.Deny, k.Value.Deny...), append(to.Ask, k.Value.Ask...)
	}
}

func (t *protectedTable) check(r *nodeReader, n *yaml.Node) error {
	t.fold()
	for _, k := range t.Kinds {
		switch {
		case k.Value.Why == "":
			return r.errorf(k.at, "%s does not say why: add why", k.Key)
		case len(k.Value.Deny)+len(k.Value.Ask) == 0:
			return r.errorf(k.at, "%s has no paths: add deny or ask", k.Key)
		}
	}
	for i, e := range t.Exempt {
		switch {
		case i > 0:
			return r.errorf(e.at, "only one entry can have exempt directories")
		case r.seen[e.Key] == "":
			return r.errorf(e.at, "%s is no entry of a kind", e.Key)
		}
	}
	return nil
}

func (k *protectedKind) check(r *nodeReader, n *yaml.Node) error {
	for _, p := range slices.Concat(k.Deny, k.Ask) {
		if !globPattern(string(p.Key)).MatchString(p.Value.Value) {
			return r.errorf(p.Value, "%q is no example of %s", p.Value.Value, p.Key)
		}
	}
	return nil
}

// paths are the paths of all kinds, each with its kind.
func (t *protectedTable) paths(f func(k *protectedKind, p protectedPath)) {
	for i := range t.Kinds {
		k := &t.Kinds[i].Value
		for _, p := range k.Deny {
			f(k, protectedPath{string(p.Key), rule.Deny})
		}
		for _, p := range k.Ask {
			f(k, protectedPath{string(p.Key), rule.Ask})
		}
	}
}

// globPattern is a path glob as an expression; `dir/**` stands for dir, too.
func globPattern(glob string) *regexp.Regexp {
	text, below := strings.CutSuffix(glob, "/**")
	quoted := regexp.QuoteMeta(text)
	for _, s := range [][2]string{
		{`\*\*/`, `(?:.*/)?`}, {`\*\*`, `.*`}, {`\*`, `[^/]*`}, {`\?`, `[^/]`},
	} {
		quoted = strings.ReplaceAll(quoted, s[0], s[1])
	}
	if below {
		quoted += `(?:/.*)?`
	}
	return regexp.MustCompile("^" + quoted + "$")
}

// hidden reports whether a component of a glob begins with a dot.
func hidden(glob string) bool { return strings.Contains(glob, "/.") }

// protectedEntry is an entry of the generated table.
type protectedEntry struct {
	Glob, Why               string
	Decision                rule.Decision
	Kept, Stays, Made, Open bool
}

func (t *protectedTable) emit() *File {
	f := newPackage("protected", "presets/"+protectedYAML,
		"Package protected holds the protected paths as static data.")
	f.Comment("Entry is a protected path.")
	f.Type().Id("Entry").Struct(
		Id("Glob").String(),
		Id("Why").String(),
		Id("Decision").Qual(rulePkg, "Decision"),
		Id("Kept").Bool().Comment("a movement between commits may not bring another file unseen"),
		Id("Stays").Bool().Comment("nor may it take the file away"),
		Id("Made").Bool().Comment("only a file of exactly this name that is written counts"),
		Id("Open").Bool().Comment("a sandbox leaves it writable"),
	)
	f.Line()
	f.Comment("Entries are all protected paths. The most restrictive one that matches counts.")
	var entries []protectedEntry
	t.paths(func(k *protectedKind, p protectedPath) {
		entries = append(entries, protectedEntry{p.glob, string(k.Why), p.decision, k.History != "",
			k.History == "all", k.Made, k.Open})
	})
	f.Var().Id("Entries").Op("=").Index(Op("...")).Id("Entry").Add(rows(entries))
	var from string
	var exempt uniqueWords
	for _, e := range t.Exempt {
		from, exempt = e.Key, e.Value
	}
	f.Line()
	f.Comment("Exempt are directories in which the entry ExemptFrom, about ExemptDir, does not count.")
	f.Var().Id("Exempt").Op("=").Index(Op("...")).String().Values(lines(stringsOf(exempt))...)
	f.Line()
	f.Const().Defs(Id("ExemptFrom").Op("=").Lit(from),
		Id("ExemptDir").Op("=").Lit(strings.TrimSuffix(strings.TrimPrefix(from, "**"), "**")))
	f.Line()
	f.Comment("Holds are names that make a directory one that is not deleted unseen.")
	f.Var().Id("Holds").Op("=").Index(Op("...")).String().Values(lines(stringsOf(t.Holds))...)
	f.Line()
	f.Comment("May reports whether a folded path could be one of the entries, or one of fencepost's own")
	f.Comment("programs, so that most paths are done with one look.")
	f.Func().Id("May").Params(Id("p").String()).Bool().Block(t.look()...)
	return f
}

// look is the look that most paths are done with.
func (t *protectedTable) look() []Code {
	parts := condition{Holds: uniqueWords{"fencepost"}} // its own programs lie anywhere
	var last []string
	t.paths(func(_ *protectedKind, p protectedPath) {
		g := strings.ToLower(p.glob)
		switch rest := strings.TrimSuffix(g, "/**"); {
		case hidden(g):
			parts.Holds = append(parts.Holds, "/.")
		case strings.HasPrefix(g, "~/"):
			parts.Holds = append(parts.Holds, literalStart(g[1:]))
		case g[0] == '/':
			parts.Begins = append(parts.Begins, literalStart(g))
		case rest != g:
			parts.Holds = append(parts.Holds, rest[2:])
		case g[3] == '*':
			parts.Ends = append(parts.Ends, g[4:])
		default:
			last = append(last, g[strings.LastIndexByte(g, '/')+1:])
		}
	})
	for _, list := range []*[]string{(*[]string)(&parts.Holds), (*[]string)(&parts.Begins),
		(*[]string)(&parts.Ends), &last} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	parts.Begins = slices.DeleteFunc(parts.Begins, func(s string) bool {
		return slices.ContainsFunc(parts.Holds, func(held string) bool {
			return strings.Contains(s, held)
		})
	})
	code := parts.code("p", True())
	if len(last) > 0 {
		code = append(code, Switch(Id("p").Index(behindLast("p", '/'), Empty())).Block(
			Case(lines(stringsOf(last))...).Block(Return(True()))))
	}
	return append(code, Return(False()))
}

// literalStart is the first directory of a path where it is one in which much is protected, else
// all of it that has no wildcards.
func literalStart(path string) string {
	first, _, _ := strings.Cut(path[1:], "/")
	if first == "etc" || first == "library" {
		return "/" + first
	}
	path = strings.TrimSuffix(path, "/**")
	if i := strings.IndexAny(path, "*?"); i >= 0 {
		path = path[:i]
	}
	return path
}
