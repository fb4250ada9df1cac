package policy_test

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// places resolves roots and globs lexically, below the project /p; links maps a path to its target.
type places struct{ links map[string]string }

func (pl places) readings(p *fact.Path) (written, target string) {
	target = p.Abs
	if to, ok := pl.links[p.Abs]; ok {
		target = to
	}
	return p.Abs, target
}

func (pl places) Inside(p *fact.Path, root string, strict bool) (written, target fact.Tri) {
	if !p.Known {
		return fact.Maybe, fact.Maybe
	}
	if root == "." {
		root = "/p"
	}
	in := func(s string) fact.Tri {
		if strings.HasPrefix(s, root+"/") || s == root && !strict {
			return fact.Yes
		}
		return fact.No
	}
	w, t := pl.readings(p)
	return in(w), in(t)
}

func (pl places) Glob(p *fact.Path, glob string, fold bool) (written, target fact.Tri) {
	if !p.Known {
		return fact.Maybe, fact.Maybe
	}
	match := func(s string) fact.Tri {
		if fold {
			s, glob = strings.ToLower(s), strings.ToLower(glob)
		}
		if rule.Glob(glob, s) {
			return fact.Yes
		}
		return fact.No
	}
	w, t := pl.readings(p)
	return match(w), match(t)
}

// command makes a command as the analyzer would without a spec: words that begin with a dash are
// options, others are operands that may be paths, and a word with a $ is not known. git has -C
// removed in its canonical form.
func command(line string) *fact.Command {
	c := &fact.Command{Invocation: fact.Invocation{Text: line},
		Resolution: fact.Resolution{System: true, Lossless: true},
		Places:     places{links: map[string]string{"/p/link": "/etc/x", "/srv/link": "/p/x"}}}
	for i, f := range strings.Fields(line) {
		w := fact.Lit(f)
		if head, _, ok := strings.Cut(f, "$"); ok {
			w = fact.Word{Text: head, Kind: fact.Partial, Written: f}
		}
		c.Argv = append(c.Argv, w)
		if i == 0 {
			if w.Known() {
				c.Name = path.Base(f)
			}
			continue
		}
		if strings.HasPrefix(f, "-") && w.Known() {
			c.Flags = append(c.Flags, fact.Flag{Name: f, Written: f, Value: -1})
			continue
		}
		c.Operands = append(c.Operands, fact.Operand{Word: w, Role: fact.RoleAny, Path: pathOf(w),
			IsPath: true})
	}
	c.Canon = append([]fact.Word{fact.Lit(c.Name)}, c.Argv[1:]...)
	if c.Name == "git" && len(c.Argv) > 2 && c.Argv[1].Text == "-C" {
		c.Canon = append([]fact.Word{fact.Lit("git")}, c.Argv[3:]...)
	}
	if c.Name == "" {
		c.Canon = nil
	}
	c.System = !strings.HasPrefix(line, "./")
	return c
}

func pathOf(w fact.Word) fact.Path {
	p := fact.Path{Written: w.Text, Known: w.Known()}
	if p.Known {
		p.Abs = w.Text
		if !path.IsAbs(p.Abs) {
			p.Abs = path.Join("/p", p.Abs)
		}
	}
	return p
}

// load parses a config that must be without mistakes.
func load(t testing.TB, config string) rule.RuleSet {
	t.Helper()
	doc, errors, warnings := parse.Parse("f", []byte(config), policy.Config)
	if len(errors)+len(warnings) > 0 {
		t.Fatalf("%s: %v %v", config, errors, warnings)
	}
	return policy.NewRuleSet("test", doc)
}

// show writes hits as "TIER DECISION ID@LINE", in order.
func show(hits *[]string) func(rule.Hit) {
	return func(h rule.Hit) {
		s := fmt.Sprintf("%d %s %s", h.Tier.Number(), h.Decision, h.Info.ID)
		if h.Maybe {
			s += " maybe"
		}
		*hits = append(*hits, s)
	}
}

func TestWords(t *testing.T) {
	bash := func(s string) string { return "tools: {bash: {" + s + "}}\n" }
	arg := func(s string) string { return bash("arguments: [{" + s + "}]") }
	tests := []struct{ config, command, want string }{
		// Prefixes: word by word, in the form as written or canonical.
		{bash("deny: [git push]"), "git push", "1 deny bash.deny: git push"},
		{bash("deny: [git push]"), "git push origin", "1 deny bash.deny: git push"},
		{bash("deny: [git push]"), "git pushx", ""},
		{bash("deny: [git push]"), "git", ""},
		{bash("deny: ['  git   push ']"), "git push", "1 deny bash.deny:   git   push "},
		{bash("deny: [rm]"), "/bin/rm x", "1 deny bash.deny: rm"},
		{bash("deny: [git push]"), "git -C d push", "1 deny bash.deny: git push"},
		{bash("deny: [git -C]"), "git -C d push", "1 deny bash.deny: git -C"},
		{bash("deny: [git push]"), "git $X", "3 ask bash.deny: git push maybe"},
		{bash("deny: [git push]"), "$X push", "3 ask bash.deny: git push maybe"},
		{bash("ask: [git push]"), "git push", "3 ask bash.ask: git push"},
		{bash("ask: [git push]"), "git p$X", "3 ask bash.ask: git push maybe"},
		{bash("allow: [git push]"), "git push", "4 allow bash.allow: git push"},
		{bash("allow: [git push]"), "git -C d push", "4 allow bash.allow: git push"},
		{bash("allow: [git push]"), "git $X", ""},
		{bash("allow: [make]"), "./make x", ""},
		{bash("deny: [make]"), "./make x", "1 deny bash.deny: make"},
		{bash("deny: [rm], ask: [rm -r], allow: [rm]"), "rm -r x",
			"1 deny bash.deny: rm|3 ask bash.ask: rm -r|4 allow bash.allow: rm"},
		{bash("deny: [git branch -D, git, git branch]"), "git branch -D x",
			"1 deny bash.deny: git branch -D|1 deny bash.deny: git|1 deny bash.deny: git branch"},
		// Expressions.
		{bash("checks: [{test: '^rm .*-r'}]"), "rm -v -r x", "1 deny bash.checks: ^rm .*-r"},
		{bash("checks: [{test: '^rm .*-r'}]"), "rm x", ""},
		{bash("checks: [{test: 'push\\b.*( --force(?!-with-lease)| -f\\b)'}]"), "git push --force",
			"1 deny bash.checks: push\\b.*( --force(?!-with-lease)| -f\\b)"},
		{bash("checks: [{test: 'push\\b.*( --force(?!-with-lease)| -f\\b)'}]"),
			"git push --force-with-lease", ""},
		{bash("allowChecks: ['^npm (test|run lint)$']"), "npm run lint",
			"2 allow bash.allowChecks: ^npm (test|run lint)$"},
		{bash("allowChecks: ['^npm (test|run lint)$']"), "npm run lint x", ""},
		{bash("allowChecks: ['^npm']"), "npm $X", ""},
		{bash("allowChecks: ['^frob (?!x)(a+)+$']"), "frob " + strings.Repeat("a", 40) + "!", ""},
		{bash("checks: [{test: '^frob (?!x)(a+)+$'}]"), "frob " + strings.Repeat("a", 40) + "!",
			"1 deny bash.checks: ^frob (?!x)(a+)+$"},
		// Arguments: names.
		{arg("command: 'cp | install', hasFlag: [-f], decision: ask"), "install -f",
			"3 ask bash.arguments: cp | install"},
		{arg("command: 'cp | install', hasFlag: [-f], decision: ask"), "installer -f", ""},
		{arg("command: 'git-*', hasFlag: [-f], decision: ask"), "git-lfs -f",
			"3 ask bash.arguments: git-*"},
		{arg("command: '*', hasFlag: [-f], decision: deny"), "$X -f", ""},
		// Arguments: paths.
		{arg("command: rm, anyArgOutside: ['.'], decision: deny"), "rm a /srv/x",
			"1 deny bash.arguments: rm"},
		{arg("command: rm, anyArgOutside: ['.'], decision: deny"), "rm a b", ""},
		{arg("command: rm, anyArgOutside: ['.', /srv], decision: deny"), "rm a /srv/x", ""},
		{arg("command: rm, anyArgOutside: ['.'], decision: deny"), "rm link",
			"1 deny bash.arguments: rm"},
		{arg("command: rm, anyArgOutside: ['.'], decision: deny"), "rm $X",
			"3 ask bash.arguments: rm maybe"},
		{arg("command: rm, anyArgOutside: ['.'], decision: deny, unknown: deny"), "rm $X",
			"1 deny bash.arguments: rm maybe"},
		{arg("command: rm, anyArgOutside: ['.'], decision: allow"), "rm link", ""},
		{arg("command: rm, anyArgOutside: ['.'], decision: allow"), "rm /srv/x",
			"2 allow bash.arguments: rm"},
		{arg("command: rm, anyArgOutside: ['.'], decision: allow"), "rm $X", ""},
		{arg("command: rm, allArgsInside: ['.'], decision: allow"), "rm -r a b",
			"2 allow bash.arguments: rm"},
		{arg("command: rm, allArgsInside: ['.'], decision: allow"), "rm -r a /srv/b", ""},
		{arg("command: rm, allArgsInside: ['.'], decision: allow"), "rm -r", ""},
		{arg("command: rm, allArgsInside: ['.'], decision: allow"), "rm link", ""},
		{arg("command: rm, allArgsInside: ['.'], decision: allow"), "rm $X", ""},
		{arg("command: rm, allArgsInside: [/etc], decision: deny"), "rm link",
			"1 deny bash.arguments: rm"},
		// Arguments: patterns.
		{arg("command: rm, anyArgMatches: '^--no', decision: deny"), "rm -r --no-preserve-root",
			"1 deny bash.arguments: rm"},
		{arg("command: rm, anyArgMatches: '^--no', decision: deny"), "rm x--no", ""},
		{arg("command: rm, anyArgMatches: '^--no', decision: deny"), "rm $X",
			"3 ask bash.arguments: rm maybe"},
		{arg("command: git, allArgsMatch: '^(status|-s)$', decision: allow"), "git status -s",
			"2 allow bash.arguments: git"},
		{arg("command: git, allArgsMatch: '^(status|-s)$', decision: allow"), "git status x", ""},
		{arg("command: git, allArgsMatch: '^(status|-s)$', decision: allow"), "git", ""},
		// Arguments: subcommands and options.
		{arg("command: git, subcommand: 'stash drop|stash clear', decision: deny"), "git stash clear",
			"1 deny bash.arguments: git"},
		{arg("command: git, subcommand: 'stash drop|stash clear', decision: deny"),
			"git -C d stash drop x", "1 deny bash.arguments: git"},
		{arg("command: git, subcommand: 'stash drop|stash clear', decision: deny"), "git stash list", ""},
		{arg("command: git, subcommand: 'stash drop|stash clear', decision: deny"), "git $X drop",
			"3 ask bash.arguments: git maybe"},
		{arg("command: git, subcommand: 'stash drop|stash clear', decision: allow"), "git $X drop", ""},
		{arg("command: kubectl, subcommand: delete, anyArgMatches: '^delete$', decision: deny"),
			"kubectl delete ns", ""},
		{arg("command: kubectl, subcommand: 'delete|config delete', anyArgMatches: '^delete$', " +
			"decision: deny"), "kubectl config delete x", ""},
		{arg("command: kubectl, subcommand: delete, allArgsMatch: '^ns$', decision: deny"),
			"kubectl delete ns", "1 deny bash.arguments: kubectl"},
		{arg("command: git, subcommand: push, hasFlag: [--force, -f], decision: deny"), "git push -f",
			"1 deny bash.arguments: git"},
		{arg("command: git, subcommand: push, hasFlag: [--force, -f], decision: deny"), "git fetch -f",
			""},
		{arg("command: git, subcommand: push, hasFlag: [--force, -f], decision: deny"), "git push $X",
			"3 ask bash.arguments: git maybe"},
		{arg("command: git, subcommand: clean, hasFlag: [-f], unlessFlag: [-n], decision: deny"),
			"git clean -f", "1 deny bash.arguments: git"},
		{arg("command: git, subcommand: clean, hasFlag: [-f], unlessFlag: [-n], decision: deny"),
			"git clean -f -n", ""},
		{arg("command: git, subcommand: clean, hasFlag: [-f], unlessFlag: [-n], decision: deny"),
			"git clean -f $X", "3 ask bash.arguments: git maybe"},
		{arg("command: git, subcommand: branch, unlessFlag: [-D], decision: allow"), "git branch x",
			"2 allow bash.arguments: git"},
		{arg("command: git, subcommand: branch, unlessFlag: [-D], decision: allow"), "git branch -D x",
			""},
		{arg("command: git, subcommand: branch, unlessFlag: [-D], decision: allow"), "git branch $X", ""},
	}
	for _, test := range tests {
		var hits []string
		load(t, test.config).Words(rule.NewSubject(command(test.command), true), show(&hits))
		if got := strings.Join(hits, "|"); got != test.want {
			t.Errorf("%s%s\n got %q\nwant %q", test.config, test.command, got, test.want)
		}
	}
}

func TestUntrustedVoidsAllows(t *testing.T) {
	rs := load(t, "tools: {bash: {allow: [git], allowChecks: ['^git'], deny: [git push]}}\n")
	var hits []string
	rs.Words(rule.NewSubject(command("git push"), false), show(&hits))
	if got := strings.Join(hits, "|"); got != "1 deny bash.deny: git push" {
		t.Errorf("got %q", got)
	}
}

func TestNormalise(t *testing.T) {
	rs := load(t, "tools: {bash: {normalise: [{prefix: mytool, strip: ['--profile \\S+', '-r "+
		"\\S+']}], deny: [mytool destroy]}}\n")
	for line, want := range map[string]string{
		"mytool --profile prod destroy web": "1 deny bash.deny: mytool destroy",
		"mytool --profile prod list":        "",
		"mytoolx --profile prod destroy":    "",
	} {
		s := rule.NewSubject(command(line), true)
		var strips []*rule.Regexp
		rs.Normalise(s, func(re *rule.Regexp) { strips = append(strips, re) })
		s.Normalise(strips)
		var hits []string
		rs.Words(s, show(&hits))
		if got := strings.Join(hits, "|"); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

func TestTool(t *testing.T) {
	rs := load(t, text("tools:", "  deny: [{tool: 'mcp__bad__*', description: no, alternative: yes}]",
		"  ask: ['mcp__*', Web*]", "  allow: ['mcp__files__*', 'Notebook?dit']"))
	for name, want := range map[string]string{
		"mcp__bad__x":   "1 deny tools.deny: mcp__bad__*|3 ask tools.ask: mcp__*",
		"mcp__files__x": "3 ask tools.ask: mcp__*|4 allow tools.allow: mcp__files__*",
		"WebFetch":      "3 ask tools.ask: Web*",
		"webfetch":      "",
		"NotebookEdit":  "4 allow tools.allow: Notebook?dit",
		"Read":          "",
	} {
		var hits []string
		rs.Tool(name, show(&hits))
		if got := strings.Join(hits, "|"); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	rs.Tool("mcp__bad__x", func(h rule.Hit) {
		if h.Decision == rule.Deny &&
			*h.Info != (rule.Info{ID: "tools.deny: mcp__bad__*", Kind: rule.ToolRule, Description: "no",
				Alternative: "yes", Src: "f:2"}) {
			t.Errorf("info %+v", *h.Info)
		}
	})
}

func TestRedirect(t *testing.T) {
	rules := func(s string) string { return "tools: {bash: {redirects: [{" + s + "}]}}\n" }
	tests := []struct{ config, op, file, want string }{
		{rules("mode: write, outside: ['.'], decision: deny"), ">", "/etc/x", "1 deny bash.redirects"},
		{rules("mode: write, outside: ['.'], decision: deny"), ">>", "/etc/x", "1 deny bash.redirects"},
		{rules("mode: write, outside: ['.'], decision: deny"), "<", "/etc/x", ""},
		{rules("mode: write, outside: ['.'], decision: deny"), ">", "x", ""},
		{rules("mode: write, outside: ['.'], decision: deny"), ">", "link", "1 deny bash.redirects"},
		{rules("mode: write, outside: ['.'], decision: deny"), ">", "$X", "3 ask bash.redirects maybe"},
		{rules("mode: write, outside: ['.'], decision: deny, unknown: deny"), ">", "$X",
			"1 deny bash.redirects maybe"},
		{rules("mode: append, outside: ['.'], decision: deny"), ">", "/etc/x", ""},
		{rules("mode: append, outside: ['.'], decision: deny"), ">>", "/etc/x", "1 deny bash.redirects"},
		{rules("mode: any, glob: '/etc/*', decision: ask"), "<", "/etc/x", "3 ask bash.redirects"},
		{rules("mode: any, glob: '/etc/*', decision: ask"), "<", "/ETC/x", "3 ask bash.redirects"},
		{rules("mode: any, glob: '/etc/*', decision: ask"), "<", "link", "3 ask bash.redirects"},
		{rules("mode: write, glob: '/p/*', decision: allow"), ">", "x", "2 allow bash.redirects"},
		{rules("mode: write, glob: '/p/*', decision: allow"), ">", "/P/x", ""},
		{rules("mode: write, glob: '/p/*', decision: allow"), ">", "link", ""},
		{rules("mode: write, glob: '/p/*', decision: allow"), ">", "$X", ""},
		{rules("mode: write, outside: ['/etc'], decision: allow"), ">", "/srv/x",
			"2 allow bash.redirects"},
		{rules("mode: write, outside: ['/etc'], decision: allow"), ">", "link", ""},
	}
	modes := map[string]fact.RedirMode{">": fact.RedirWrite, ">>": fact.RedirAppend,
		"<": fact.RedirRead}
	for _, test := range tests {
		w := command("x " + test.file).Operands[0].Word
		r := fact.Redirect{Op: test.op, Mode: modes[test.op], Target: w, Path: pathOf(w)}
		var hits []string
		load(t, test.config).Redirect(&r, command("x").Places, show(&hits))
		if got := strings.Join(hits, "|"); got != test.want {
			t.Errorf("%s%s %s\n got %q\nwant %q", test.config, test.op, test.file, got, test.want)
		}
		r.Exempt = true
		load(t, test.config).Redirect(&r, command("x").Places,
			func(h rule.Hit) { t.Errorf("%s: an exempt redirection hits", test.config) })
	}
}

func TestEffect(t *testing.T) {
	rules := func(s string) string { return "effects: [{" + s + "}]\n" }
	lit := func(s string) fact.Path { return pathOf(command("x " + s).Operands[0].Word) }
	tests := []struct {
		config string
		effect fact.Effect
		want   string
	}{
		{rules("on: [delete, write], outside: ['.'], decision: deny"),
			fact.Effect{Kind: fact.Delete, Path: lit("/srv/x")}, "1 deny effects: delete, write"},
		{rules("on: [delete, write], outside: ['.'], decision: deny"),
			fact.Effect{Kind: fact.Append, Path: lit("/srv/x")}, "1 deny effects: delete, write"},
		{rules("on: [delete, write], outside: ['.'], decision: deny"),
			fact.Effect{Kind: fact.Read, Path: lit("/srv/x")}, ""},
		{rules("on: [append], outside: ['.'], decision: deny"),
			fact.Effect{Kind: fact.Write, Path: lit("/srv/x")}, ""},
		{rules("on: [delete, write], outside: ['.'], decision: deny"),
			fact.Effect{Kind: fact.Write, Path: lit("/p")}, ""},
		{rules("on: [delete, write], outside: ['.'], decision: deny"),
			fact.Effect{Kind: fact.Delete, Path: lit("/p")}, "1 deny effects: delete, write"},
		{rules("on: [delete], outside: ['.'], decision: deny"),
			fact.Effect{Kind: fact.Delete, Path: lit("$X")}, "3 ask effects: delete maybe"},
		{rules("on: [delete], outside: ['.'], decision: deny, unknown: deny"),
			fact.Effect{Kind: fact.Delete, Path: lit("$X")}, "1 deny effects: delete maybe"},
		{rules("on: [delete], glob: '/p/*', decision: allow"),
			fact.Effect{Kind: fact.Delete, Path: lit("x")}, "2 allow effects: delete"},
		{rules("on: [delete], glob: '/p/*', decision: allow"),
			fact.Effect{Kind: fact.Delete, Path: lit("link")}, ""},
		{rules("on: [delete], outside: ['.'], decision: allow"),
			fact.Effect{Kind: fact.Delete, Path: lit("link")}, ""},
		{rules("on: [delete], recursive: true, decision: ask"),
			fact.Effect{Kind: fact.Delete, Path: lit("x"), Recursive: true}, "3 ask effects: delete"},
		{rules("on: [delete], recursive: true, decision: ask"),
			fact.Effect{Kind: fact.Delete, Path: lit("x")}, ""},
		{rules("on: [write], mkdir: true, decision: ask"),
			fact.Effect{Kind: fact.Write, Path: lit("x"), Create: true, Mkdir: true},
			"3 ask effects: write"},
		{rules("on: [write], mkdir: true, decision: ask"),
			fact.Effect{Kind: fact.Write, Path: lit("x"), Create: true}, ""},
		{rules("on: [write], mkdir: false, decision: deny"),
			fact.Effect{Kind: fact.Write, Path: lit("x"), Mkdir: true}, ""},
		{rules("on: [write], mkdir: false, decision: deny"),
			fact.Effect{Kind: fact.Append, Path: lit("x")}, "1 deny effects: write"},
		{rules("on: [write], decision: deny"), fact.Effect{Kind: fact.Write, Path: lit("x"), Mkdir: true},
			"1 deny effects: write"},
		{rules("on: [delete], recursive: false, decision: allow"),
			fact.Effect{Kind: fact.Delete, Path: lit("x"), Recursive: true}, ""},
		{rules("on: [network], host: '*.example', decision: deny"),
			fact.Effect{Kind: fact.Network, Host: "a.example"}, "1 deny effects: network"},
		{rules("on: [network], host: '*.example', decision: deny"),
			fact.Effect{Kind: fact.Network, Host: "a.example.org"}, ""},
		{rules("on: [network], host: '*.example', decision: deny"), fact.Effect{Kind: fact.Network},
			"3 ask effects: network maybe"},
		{rules("on: [network], host: '*', decision: allow"), fact.Effect{Kind: fact.Network}, ""},
		{rules("on: [network], host: '*', decision: allow"),
			fact.Effect{Kind: fact.Network, Host: "a.example"}, "2 allow effects: network"},
		{rules("on: [vcs-loss], decision: deny"), fact.Effect{Kind: fact.VCSLoss},
			"1 deny effects: vcs-loss"},
		{rules("on: [vcs-loss], decision: deny"), fact.Effect{Kind: fact.Exec}, ""},
	}
	for _, test := range tests {
		var hits []string
		load(t, test.config).Effect(&test.effect, command("x").Places, show(&hits))
		if got := strings.Join(hits, "|"); got != test.want {
			t.Errorf("%s%+v\n got %q\nwant %q", test.config, test.effect, got, test.want)
		}
	}
}

func TestNoMatchDoesNotAllocate(t *testing.T) {
	rs := load(t, "tools: {bash: {deny: [rm, git push], ask: [npm], allow: [ls], arguments: "+
		"[{command: 'rm|cp', anyArgOutside: ['.'], decision: deny}]}}\n")
	s := rule.NewSubject(command("cat a b"), true)
	if n := testing.AllocsPerRun(100, func() { rs.Words(s, func(rule.Hit) {}) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkWords1000Prefixes(b *testing.B) {
	var config strings.Builder
	config.WriteString("tools:\n  bash:\n    deny:\n")
	for i := range 1000 {
		fmt.Fprintf(&config, "      - tool%d delete\n", i)
	}
	rs := load(b, config.String())
	s := rule.NewSubject(command("git status"), true)
	for b.Loop() {
		rs.Words(s, func(rule.Hit) {})
	}
}

func text(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

// Glance says that nothing is known.
func (places) Glance(*fact.Path) fact.Glance { return fact.AnyGlance() }
