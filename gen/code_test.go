package gen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// The facts about inline code on which the two forms of a rule set are compared: the names that rules give, names
// beside them, and arguments inside, outside and not known.
func TestCode(t *testing.T) {
	n := 0
	names := codeNames(t)
	for _, p := range allForms(t) {
		for k, name := range names {
			langs := []string{"python", "javascript"}
			if k < 7 {
				langs = append(langs, "perl", "")
			}
			if k > 7 && p.generated.Name() != "python-safety" && p.generated.Name() != "javascript-safety" {
				break // the others have no rules on code
			}
			for _, lang := range langs {
				for _, f := range codeFacts(name) {
					n += p.same(t, fmt.Sprintf("%s %d %v %+v", lang, f.Kind, f.Names, f.Args), func(rs rule.RuleSet, hit func(rule.Hit)) {
						rs.Code(lang, &f, places{}, hit)
					})
				}
			}
		}
	}
	enough(t, "hits", n, 500)
}

// codeNames are the names in the rules of all presets, stars replaced, and a few that are none.
func codeNames(t *testing.T) []string {
	names := []string{"", "os", "remove", "os.path.join", "x.os.remove", "fs.rmSync.x", "json.dumps"}
	for _, p := range (gen.Presets{}).Names() {
		doc, _ := source(t, p)
		in := &doc.Tools.Bash.Interpreters
		for _, l := range []*policy.Interpreter{&in.Python, &in.JavaScript} {
			for _, r := range l.Calls {
				names = append(names, strings.Split(strings.NewReplacer("*", "x.y", "?", "z").Replace(r.Match), "|")...)
			}
			for _, r := range l.Imports {
				names = append(names, strings.Split(strings.ReplaceAll(r.Match, "*", "x"), "|")...)
			}
		}
	}
	return names
}

func codeFacts(name string) []fact.CodeFact {
	var out []fact.CodeFact
	for kind := fact.CodeCall; kind <= fact.CodeImport; kind++ {
		for _, at := range []fact.Path{pathOf("a.txt", true), pathOf("/etc/passwd", true), pathOf("/tmp/claude/x", true), pathOf("$x", false)} {
			word := fact.Lit(at.Written)
			if !at.Known {
				word = fact.Unknown(at.Written)
			}
			for _, isPath := range []bool{true, false} {
				out = append(out, fact.CodeFact{Kind: kind, Names: []string{name}, Path: at, Call: -1,
					Args: []fact.CodeArg{{Word: word, Path: at, IsPath: isPath, Gone: isPath}}})
			}
		}
		out = append(out,
			fact.CodeFact{Kind: kind, Names: []string{"", name}, Call: -1},
			fact.CodeFact{Kind: kind, Names: []string{"other", name}, Call: -1},
			fact.CodeFact{Kind: kind, Call: -1})
	}
	return out
}
