package policy_test

import (
	"os"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/regex"
)

// FuzzConfig holds the loader to its promises on any input: no panic, every error with a place and
// a mend, and a rule set that can be asked where there is no error.
func FuzzConfig(f *testing.F) {
	data, err := os.ReadFile("parse/testdata/every-key.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, errors, warnings := parse.Parse("f", data, policy.Config)
		for _, p := range append(errors, warnings...) {
			if p.Text == "" || p.Mend == "" || p.Line == 0 && len(data) <= policy.MaxSize {
				t.Errorf("problem %+v", p)
			}
		}
		policy.RiskyAllows(doc)
		if len(errors) > 0 {
			return
		}
		rs := policy.NewRuleSet("f", doc)
		s := rule.NewSubject(command("git push --force /x $Y"), true)
		hit := func(h rule.Hit) {
			if h.Info == nil || h.Info.ID == "" || h.Info.Src == "" || h.Decision == rule.Unset {
				t.Errorf("hit %+v", h)
			}
		}
		rs.Normalise(s, func(re *rule.Regexp) {
			if _, err := regex.Compile(re.Src); err != nil {
				t.Errorf("strip %q: %v", re.Src, err)
			}
		})
		rs.Words(s, hit)
		rs.Tool("mcp__a__b", hit)
		rs.Redirect(&fact.Redirect{Op: ">", Mode: fact.RedirWrite,
			Path: fact.Path{Abs: "/x", Known: true}}, s.Places, hit)
		rs.Effect(&fact.Effect{Kind: fact.Delete, Path: fact.Path{Abs: "/x", Known: true}}, s.Places, hit)
		for _, c := range doc.Tools.Bash.Checks {
			if _, err := regex.Compile(c.Test.Src); err != nil {
				t.Errorf("check %q: %v", c.Test.Src, err)
			}
		}
	})
}

// A config of a hundred lines, from bytes to a rule set.
func BenchmarkParse(b *testing.B) {
	data, err := os.ReadFile("parse/testdata/every-key.yaml")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		doc, errors, _ := parse.Parse("f", data, policy.Config)
		if len(errors) > 0 {
			b.Fatal(errors)
		}
		policy.NewRuleSet("f", doc)
	}
}

// The layers of a call without any config: the cost in system calls.
func BenchmarkLoadNothing(b *testing.B) {
	home, proj := tree(b, map[string]string{"home/.claude/settings.json": "{}", "proj/.git/HEAD": "x",
		"proj/a/b/c/": ""})
	b.ReportAllocs()
	for b.Loop() {
		dir, _ := find(proj+"/a/b/c", home, "")
		policy.Load(policy.Source{Home: home, Trusted: true, Project: dir})
	}
}
