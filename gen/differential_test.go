package gen_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/policy/store"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

var _ policy.Presets = gen.Presets{}

// The interpreted rule set is the specification of the generated and of the compiled one: for every preset and every
// command, the same hits in the same order.

// forms is one preset as Go that rulegen made, as a config that is compiled holds its rules, and freshly read.
type forms struct {
	generated, compiled, interpreted rule.RuleSet
}

// allForms are those of all presets. In a build of an organisation they are those of its policy: the others are made
// and compared without it.
func allForms(t testing.TB) []forms {
	t.Helper()
	names := (gen.Presets{}).Names()
	if baked := gen.Baked(); len(baked) > 0 {
		names = enforced()
		for _, b := range baked {
			if !b.Enforced {
				names = append(names, b.Preset)
			}
		}
	}
	var out []forms
	for _, name := range names {
		generated, ok := gen.Presets{}.Lookup(name)
		if !ok {
			t.Fatalf("preset %s is named but not found", name)
		}
		u, ok := store.Decode(store.Encode(&store.Unit{Members: []policy.Member{{Document: read(t, name)}}}))
		if !ok {
			t.Fatalf("%s cannot be read again", name)
		}
		out = append(out, forms{withScope(generated), policy.NewRuleSet(name, u.Members[0].Document), policy.NewRuleSet(name, read(t, name))})
	}
	enough(t, "presets", len(out), 8)
	return out
}

// enough fails a test that has compared too little. The policy of an organisation may have few rules.
func enough(t testing.TB, what string, n, least int) {
	t.Helper()
	if n < least && len(gen.Baked()) == 0 {
		t.Errorf("only %d %s: the comparison says little", n, what)
	}
}

// read reads a preset as the generator does.
func read(t testing.TB, name string) *policy.Document {
	t.Helper()
	doc, _ := source(t, name)
	if slices.Contains(enforced(), name) {
		doc.Baked.Enforced = rule.True // a bundled preset that an enforced policy imports is a part of it
	}
	return doc
}

// source reads a preset: a bundled one from its file, and one that an organisation built in from what was built in.
func source(t testing.TB, name string) (doc *policy.Document, text string) {
	t.Helper()
	var problems []policy.Problem
	if i := slices.IndexFunc(gen.Baked(), func(b rule.Baked) bool { return b.Preset == name }); i >= 0 {
		text = gen.Source(name)
		doc, problems = parse.ParseOrganisation(gen.Baked()[i].Src, []byte(text))
	} else {
		data, err := os.ReadFile(filepath.Join("..", "presets", name+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		text = string(data)
		doc, problems = parse.ParsePreset("presets/"+name+".yaml", data)
	}
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return doc, text
}

// enforced names the presets that enforced policies consist of.
func enforced() []string {
	var names []string
	for _, b := range gen.Baked() {
		if b.Enforced {
			names = append(names, b.Preset)
		}
	}
	for i := 0; i < len(names); i++ {
		names = append(names, gen.Presets{}.Imports(names[i])...)
	}
	return names
}

// hits collects what a rule set reports.
func hits(report func(hit func(rule.Hit))) (out []rule.Hit) {
	report(func(h rule.Hit) { out = append(out, h) })
	return out
}

// equal compares hits with one of the interpreted form. In it alone rules of an enforced policy have their mark and name:
// the others get them where they are loaded.
func equal(h, want rule.Hit) bool {
	info := *h.Info
	if want.Info.Enforced {
		info.Enforced, info.Name, info.Decides = true, want.Info.Name, want.Info.Decides
	}
	return h.Tier == want.Tier && h.Decision == want.Decision && h.Maybe == want.Maybe && info == *want.Info
}

func shownHits(list []rule.Hit) (text string) {
	for _, h := range list {
		text += fmt.Sprintf("\n\ttier %d %s maybe=%v %+v", h.Tier, h.Decision, h.Maybe, *h.Info)
	}
	return text
}

// same compares one question to all forms, or to those that are not nil. It returns the number of hits.
func (p forms) same(t testing.TB, about any, ask func(rs rule.RuleSet, hit func(rule.Hit))) int {
	t.Helper()
	want := hits(func(hit func(rule.Hit)) { ask(p.interpreted, hit) })
	for i, rs := range [...]rule.RuleSet{p.generated, p.compiled} {
		if rs == nil {
			continue
		}
		if got := hits(func(hit func(rule.Hit)) { ask(rs, hit) }); !slices.EqualFunc(got, want, equal) {
			form := [...]string{"generated", "compiled"}[i]
			t.Errorf("%s: %s\n%s:%s\ninterpreted:%s", p.generated.Name(), about, form, shownHits(got), shownHits(want))
		}
	}
	return len(want)
}

// shown is a command that is shown where something is wrong with it.
type shown struct{ *fact.Command }

func (s shown) String() string { return show(s.Command) }

// command compares a command as it is.
func (p forms) command(t testing.TB, m *fact.Command, trusted bool) int {
	t.Helper()
	return p.same(t, shown{m}, func(rs rule.RuleSet, hit func(rule.Hit)) {
		s := rule.NewSubject(m, trusted)
		var strips []*rule.Regexp
		rs.Normalise(s, func(re *rule.Regexp) { strips = append(strips, re) })
		s.Normalise(strips)
		rs.Words(s, hit)
	})
}

func show(c *fact.Command) string { return showWords(c.Argv) }

func showWords(list []fact.Word) string {
	var b []byte
	for i := range list {
		w := &list[i]
		b = append(append(b, w.Show()...), '[', '0'+byte(w.Kind))
		b = strconv.AppendBool(b, w.Many)
		b = append(strconv.AppendBool(b, w.Glob), "] "...)
	}
	return string(b)
}

// seen tells commands of which rules see the same from others.
type seen map[string]bool

// first reports whether a command is the first of its kind.
func (s seen) first(c *fact.Command) bool {
	near := ""
	if c.FromProject != nil {
		near = showWords(*c.FromProject)
	}
	key := fmt.Sprint(show(c), "|", showWords(c.Canon), "|", near, "|", c.Name, c.Sub, c.Lossless, c.System, c.Own, c.Dirs)
	for i := range c.Operands {
		key += "|" + c.Operands[i].Path.Abs
	}
	if s[key] {
		return false
	}
	s[key] = true
	return true
}

// mutations are the command itself and what it could be if less were known of it: each of the first words unknown,
// partly known, a pattern, any number of words; the name unknown or by another directory; no words at all.
func mutations(c *fact.Command) []*fact.Command {
	out := []*fact.Command{c}
	for i := range min(len(c.Argv), 4) {
		text := c.Argv[i].Text
		for _, w := range []fact.Word{
			fact.Unknown("$x"),
			{Text: text[:len(text)/2], Kind: fact.Partial, Written: "…$x"},
			{Suffix: text[len(text)/2:], Kind: fact.Partial, Written: "$x…"},
			{Text: text, Many: true},
			{Kind: fact.Partial, Many: true, Written: "$@"},
			{Text: "*", Glob: true},
			{Text: text, Kind: fact.Partial, Written: "\"" + text + "$x\""},
		} {
			m := commandOf(append(append(slices.Clone(c.Argv[:i]), w), c.Argv[i+1:]...))
			if i == 0 && w.Many {
				m.Name = c.Name // a name from the canonical form alone
			}
			out = append(out, &m)
		}
	}
	if len(c.Argv) > 0 && c.Argv[0].Known() {
		for _, dir := range []string{"/usr/bin/", "/opt/x/", "./"} {
			m := commandOf(append([]fact.Word{fact.Lit(dir + c.Name)}, c.Argv[1:]...))
			out = append(out, &m)
		}
	}
	nameless := *c
	nameless.Name = ""
	return append(out, &nameless, &fact.Command{Places: places{}})
}

// TestDifferential compares commands in all their mutations; the compiled form, of which most is unpacked
// where words are not known, in one of them.
func TestDifferential(t *testing.T) {
	ps := allForms(t)
	n, commands, once := 0, 0, seen{}
	for i, line := range corpus(t) {
		if i%7 != 0 && !testkit.IsAll() {
			continue // the first tier takes one line in seven
		}
		for _, c := range commandsIn(line) {
			commands++
			all := mutations(&c)
			for k, m := range all {
				if !once.first(m) {
					continue
				}
				for _, p := range ps {
					if k > 0 && k != i%len(all) {
						p.compiled = nil
					}
					n += p.command(t, m, true)
					n += p.command(t, m, false)
				}
				if t.Failed() {
					t.FailNow()
				}
			}
		}
	}
	enough(t, "commands", commands, 300)
	enough(t, "hits", n, 10*commands)
}

// corpus is every command of the presets' tables, and of the corpus for this test.
func corpus(t testing.TB) []string {
	t.Helper()
	var lines []string
	for _, pattern := range []string{"corpora/commands.jsonl", "presets/*.jsonl"} {
		files, err := filepath.Glob(filepath.Join("..", "testdata", pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, file := range files {
			lines = append(lines, cmds(t, file)...)
		}
	}
	return lines
}

func cmds(t testing.TB, file string) []string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []string
	for in := bufio.NewScanner(f); in.Scan(); {
		var row struct{ Cmd string }
		if err := json.Unmarshal(in.Bytes(), &row); err != nil {
			t.Fatalf("%s: %v: %s", file, err, in.Text())
		}
		if row.Cmd != "" {
			lines = append(lines, row.Cmd)
		}
	}
	return lines
}

func TestSettings(t *testing.T) {
	for _, p := range allForms(t) {
		want := p.interpreted.Settings()
		for _, rs := range []rule.RuleSet{p.generated, p.compiled} {
			if got := rs.Settings(); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %+v, want %+v", rs.Name(), got, want)
			}
		}
		if p.generated.Name() != p.interpreted.Name() {
			t.Errorf("got the name %s, want %s", p.generated.Name(), p.interpreted.Name())
		}
	}
}

func TestTools(t *testing.T) {
	names := []string{"", "Read", "Write", "Edit", "Bash", "WebFetch", "WebSearch", "mcp__x__y", "mcp__", "mcp_", "mcp__context7__query-docs", "mcp__playwright__browser_snapshot", "mcp__playwright__browser_click", "mcp__context7__x", "Task", "TaskX", "read", "NoSuchTool"}
	n := 0
	for _, p := range allForms(t) {
		for _, name := range names {
			n += p.same(t, name, func(rs rule.RuleSet, hit func(rule.Hit)) { rs.Tool(name, hit) })
		}
	}
	enough(t, "hits", n, 8)
}

func TestRulesOnCombinationsAgree(t *testing.T) {
	n := 0
	for _, p := range allForms(t) {
		for what := rule.SecretSent; what <= rule.OutsideRun; what++ {
			n += p.same(t, what.String(), func(rs rule.RuleSet, hit func(rule.Hit)) { rs.Together(what, hit) })
		}
	}
	enough(t, "hits", n, 7)
}

// paths lie inside and outside the roots and globs of the presets.
func somePaths() []fact.Path {
	var out []fact.Path
	for _, p := range []string{"a.txt", ".", "link/x", "../other/a", "/etc/passwd", "/etc/shadow", "/", "~/.bashrc", "~/.ssh/id_rsa", "~/.ssh/ID_RSA",
		"~/.ssh/config", "~/.aws/credentials", ".env", ".git", ".git/hooks/x", "/tmp/claude/a", "/tmp/claude", "/tmp/x", "~/.claude/plans/p.md",
		"/dev/tcp/host/1", "/proc/self/environ", "a.pem", "/dev/null", "link/.ssh/id_rsa"} {
		out = append(out, pathOf(p, true))
	}
	return append(out, pathOf("$x", false))
}

func TestEffects(t *testing.T) {
	n := 0
	for _, p := range allForms(t) {
		for kind := fact.Read; kind <= fact.Variable; kind++ {
			for _, at := range somePaths() {
				for _, recursive := range []bool{false, true} {
					e := fact.Effect{Kind: kind, Path: at, Recursive: recursive, Host: "api.example"}
					n += p.same(t, fmt.Sprintf("%s %s", kind, at.Written), func(rs rule.RuleSet, hit func(rule.Hit)) { rs.Effect(&e, places{}, hit) })
				}
			}
		}
	}
	enough(t, "hits", n, 100)
}

func TestRedirects(t *testing.T) {
	n := 0
	for _, p := range allForms(t) {
		for mode := fact.RedirRead; mode <= fact.RedirHere; mode++ {
			for _, at := range somePaths() {
				for _, op := range []string{">", "<>"} {
					for _, exempt := range []bool{false, true} {
						r := fact.Redirect{Op: op, Mode: mode, Path: at, Exempt: exempt}
						n += p.same(t, fmt.Sprintf("%s %d %s", op, mode, at.Written), func(rs rule.RuleSet, hit func(rule.Hit)) { rs.Redirect(&r, places{}, hit) })
					}
				}
			}
		}
	}
	enough(t, "hits", n, 50)
}

func TestPresets(t *testing.T) {
	var all gen.Presets
	names := all.Names()
	if !slices.IsSorted(names) {
		t.Errorf("names are not sorted: %v", names)
	}
	for _, name := range names {
		doc, text := source(t, name)
		if gen.Source(name) != text {
			t.Errorf("the source of %s is not its file", name)
		}
		var want []string
		for _, e := range doc.Import {
			want = append(want, e.Preset)
		}
		if got := all.Imports(name); !slices.Equal(got, want) {
			t.Errorf("%s imports %v, want %v", name, got, want)
		}
	}
	if rs, ok := all.Lookup("no-such-preset"); ok || rs != nil || gen.Source("no-such-preset") != "" || gen.Source("../presets/git") != "" {
		t.Error("a preset is found that does not exist")
	}
}

func FuzzRuleSets(f *testing.F) {
	for i, line := range corpus(f) {
		if i%7 == 0 && (i%5 == 0 || testkit.IsAll()) {
			f.Add(line)
		}
	}
	ps := allForms(f)
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) > 500 {
			return
		}
		for _, c := range commandsIn(line) {
			for _, m := range mutations(&c) {
				for _, p := range ps {
					p.command(t, m, true)
					p.command(t, m, false)
				}
			}
		}
	})
}
