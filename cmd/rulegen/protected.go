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
	kinds      []*protectedKind
	exemptFrom string
	exempt     []string
	holds      []string
}

// protectedKind is a kind with its paths.
type protectedKind struct {
	name    string
	why     string
	history string // "", "new" or "all"
	made    bool
	open    bool
	paths   []protectedPath
}

type protectedPath struct {
	glob, example string
	decision      rule.Decision
	src           string
}

// load reads one file.
func (t *protectedTable) load(r *nodeReader, root *yaml.Node, seen map[string]string) error {
	return r.pairs(root, func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "kinds":
			return r.pairs(value, func(k, v *yaml.Node) error { return t.kind(r, k, v, seen) })
		case "exempt":
			return r.pairs(value, func(k, v *yaml.Node) error {
				if t.exemptFrom != "" {
					return r.errorf(k, "only one entry can have exempt directories")
				}
				t.exemptFrom = k.Value
				t.exempt, err = r.wordList(v)
				if err == nil && seen[k.Value] == "" {
					err = r.errorf(k, "%s is no entry of a kind", k.Value)
				}
				return err
			})
		case "holds":
			t.holds, err = r.wordList(value)
			return err
		}
		return r.unknownKey(key, []string{"kinds", "exempt", "holds"})
	})
}

// kind reads one kind with its paths.
func (t *protectedTable) kind(r *nodeReader, key, value *yaml.Node, seen map[string]string) error {
	k := &protectedKind{name: key.Value}
	t.kinds = append(t.kinds, k)
	err := r.pairs(value, func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "why":
			k.why, err = r.sentence(value)
		case "history":
			k.history = value.Value
			if value.Value != "all" && value.Value != "new" {
				err = r.errorf(value, "%q is not one of all, new", value.Value)
			}
		case "made":
			k.made, err = r.boolean(value)
		case "open":
			k.open, err = r.boolean(value)
		case "deny", "ask":
			d, _ := rule.ParseDecision(key.Value)
			err = r.pairs(value, func(glob, example *yaml.Node) error {
				return k.path(r, d, glob, example, seen)
			})
		default:
			err = r.unknownKey(key, []string{"why", "history", "made", "open", "deny", "ask"})
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case k.why == "":
		return r.errorf(key, "%s does not say why: add why", k.name)
	case len(k.paths) == 0:
		return r.errorf(key, "%s has no paths: add deny or ask", k.name)
	}
	return nil
}

// path reads one path.
func (k *protectedKind) path(
	r *nodeReader, d rule.Decision, glob, example *yaml.Node, seen map[string]string,
) error {
	g := glob.Value
	last := strings.TrimSuffix(g, "/**")
	last = last[strings.LastIndexByte(last, '/')+1:]
	switch {
	case !strings.HasPrefix(g, "**/") && !strings.HasPrefix(g, "~/") && !strings.HasPrefix(g, "/"):
		return r.errorf(glob, "%q: a path begins with **/, ~/ or /", g)
	case strings.HasPrefix(g, "**/") && !hidden(g) && strings.ContainsAny(last, "*?"):
		return r.errorf(glob, "%q would match too much: its last name must be whole, or hidden", g)
	case seen[g] != "":
		return r.errorf(glob, "%s stands at %s already", g, seen[g])
	case !globPattern(g).MatchString(example.Value):
		return r.errorf(example, "%q is no example of %s", example.Value, g)
	}
	seen[g] = r.src(glob)
	k.paths = append(k.paths, protectedPath{g, example.Value, d, r.src(glob)})
	return nil
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

func (t *protectedTable) emit() *File {
	f := NewFilePathName(genPkg+"/protected", "protected")
	f.HeaderComment("// " + generatedBy + " from presets/" + protectedYAML + ". DO NOT EDIT.")
	f.ImportName(rulePkg, "rule")
	f.PackageComment("Package protected holds the protected paths as static data.")
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
	f.Var().Id("Entries").Op("=").Index(Op("...")).Id("Entry").ValuesFunc(func(g *Group) {
		for _, k := range t.kinds {
			for _, p := range k.paths {
				g.Line().Add(k.entry(&p))
			}
		}
		g.Line()
	})
	f.Line()
	f.Comment("Exempt are directories in which the entry ExemptFrom, about ExemptDir, does not count.")
	f.Var().Id("Exempt").Op("=").Index(Op("...")).String().Values(lines(stringsOf(t.exempt))...)
	f.Line()
	f.Const().Defs(Id("ExemptFrom").Op("=").Lit(t.exemptFrom),
		Id("ExemptDir").Op("=").Lit(strings.TrimSuffix(strings.TrimPrefix(t.exemptFrom, "**"), "**")))
	f.Line()
	f.Comment("Holds are names that make a directory one that is not deleted unseen.")
	f.Var().Id("Holds").Op("=").Index(Op("...")).String().Values(lines(stringsOf(t.holds))...)
	f.Line()
	t.emitMay(f)
	return f
}

func stringsOf(words []string) []Code {
	var out []Code
	for _, w := range words {
		out = append(out, Lit(w))
	}
	return out
}

func (k *protectedKind) entry(p *protectedPath) Code {
	decision := "Ask"
	if p.decision == rule.Deny {
		decision = "Deny"
	}
	d := Dict{Id("Glob"): Lit(p.glob), Id("Why"): Lit(k.why), Id("Decision"): Qual(rulePkg, decision)}
	for name, set := range map[string]bool{
		"Kept": k.history != "", "Stays": k.history == "all", "Made": k.made,
		"Open": k.open,
	} {
		if set {
			d[Id(name)] = True()
		}
	}
	return Values(d)
}

// emitMay writes the look that most paths are done with.
func (t *protectedTable) emitMay(f *File) {
	var parts condition
	var last []string
	for _, k := range t.kinds {
		for _, p := range k.paths {
			g := strings.ToLower(p.glob)
			switch rest := strings.TrimSuffix(g, "/**"); {
			case hidden(g):
				parts.holds = append(parts.holds, "/.")
			case strings.HasPrefix(g, "~/"):
				parts.holds = append(parts.holds, literalStart(g[1:]))
			case g[0] == '/':
				parts.begins = append(parts.begins, literalStart(g))
			case rest != g:
				parts.holds = append(parts.holds, rest[2:])
			default:
				last = append(last, g[strings.LastIndexByte(g, '/')+1:])
			}
		}
	}
	for _, list := range []*[]string{&parts.holds, &parts.begins, &last} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	parts.begins = slices.DeleteFunc(parts.begins, func(s string) bool {
		return slices.ContainsFunc(parts.holds, func(held string) bool {
			return strings.Contains(s, held)
		})
	})
	f.Comment("May reports whether a folded path could be one of the entries, so that most paths are")
	f.Comment("done with one look.")
	f.Func().Id("May").Params(Id("p").String()).Bool().BlockFunc(func(g *Group) {
		for _, c := range parts.code("p", True()) {
			g.Add(c)
		}
		if len(last) > 0 {
			g.Switch(Id("p").Index(behindLast("p", '/'), Empty())).Block(
				Case(lines(stringsOf(last))...).Block(Return(True())))
		}
		g.Return(False())
	})
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
