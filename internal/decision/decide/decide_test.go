package decide

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// project answers about paths as if the project were /p, without links.
type project struct{}

func (project) Inside(p *fact.Path, root string, strict bool) (written, target fact.Tri) {
	if !p.Known {
		return fact.Maybe, fact.Maybe
	}
	dir := strings.TrimSuffix(root, "/")
	switch root {
	case ".":
		dir = "/p"
	case "$SCRATCH":
		dir = "/tmp/claude"
	}
	if p.Abs == dir && !strict || strings.HasPrefix(p.Abs, dir+"/") {
		return fact.Yes, fact.Yes
	}
	return fact.No, fact.No
}

func (project) Glob(p *fact.Path, glob string, _ bool) (written, target fact.Tri) {
	if !p.Known {
		return fact.Maybe, fact.Maybe
	}
	if p.Abs == glob || strings.HasSuffix(p.Abs, strings.TrimPrefix(glob, "**")) {
		return fact.Yes, fact.Yes
	}
	return fact.No, fact.No
}

// fence protects /p/.git/hooks (denied) and /p/.vscode (asked).
type fence struct{}

func (fence) Protected(e *fact.Effect) (rule.Decision, string) {
	switch {
	case e.Kind == fact.Read:
	case strings.HasPrefix(e.Path.Abs, "/p/.git/hooks"):
		return rule.Deny, "hooks run"
	case strings.HasPrefix(e.Path.Abs, "/p/.vscode"):
		return rule.Ask, "the editor runs it"
	}
	return rule.Unset, ""
}

// words makes a command without effects.
func words(text string) fact.Command {
	c := fact.Command{Invocation: fact.Invocation{Text: text, Own: true,
		Dirs: fact.Dirs{List: []string{"/p"}, Known: true}},
		Resolution: fact.Resolution{System: true},
		Places:     project{}}
	for f := range strings.FieldsSeq(text) {
		w := fact.Lit(f)
		if strings.HasPrefix(f, "$") {
			w = fact.Unknown(f)
		}
		c.Argv = append(c.Argv, w)
	}
	c.Name = c.Argv[0].Text
	return c
}

func does(c fact.Command, kind fact.EffectKind, abs string) fact.Command {
	c.Effects = append(c.Effects, fact.Effect{Kind: kind,
		Path: fact.Path{Written: abs, Abs: abs, Known: abs != ""}})
	return c
}

func contacts(c fact.Command, host string) fact.Command {
	c.Effects = append(c.Effects, fact.Effect{Kind: fact.Network, Host: host})
	return c
}

func writesTo(c fact.Command, abs string) fact.Command {
	c.Redirects = append(c.Redirects, fact.Redirect{Op: ">", Mode: fact.RedirWrite, Text: ">" + abs,
		Path: fact.Path{Written: abs, Abs: abs, Known: abs != ""}})
	return c
}

func unsure(c fact.Command, id hazards.ID) fact.Command {
	c.Hazards = append(c.Hazards, fact.Hazard{ID: id, Why: "not known"})
	return c
}

func decider(t *testing.T, name, config string) *Decider {
	t.Helper()
	rs := set(t, name, config, policy.Config)
	s := *rs.Settings()
	if s.Default == rule.Unset {
		s.Default = rule.Ask
	}
	if s.OnError == rule.Unset {
		s.OnError = rule.Ask
	}
	if s.Dynamic == rule.Unset {
		s.Dynamic = rule.Ask
	}
	s.RedirectTarget = "/tmp/claude"
	return &Decider{Sets: []rule.RuleSet{rs}, Settings: &s, Places: project{}, Guard: fence{}}
}

// TestTiers holds one command to the order of tiers: deny, scoped allow, ask, allow, default.
func TestTiers(t *testing.T) {
	const rules = `tools:
  bash:
    deny: [rm]
    allowChecks: ['^push ours']
    ask: [push, make]
    allow: [ls, cp, cat, make]
    arguments:
      - {command: make, anyArgMatches: '^test$', decision: allow}
      - {command: cp, anyArgMatches: secret, decision: ask, description: A secret}
    redirects: [{mode: write, glob: "/srv/log", decision: allow}]
effects:
  - {on: [write], outside: ["."], decision: deny, description: Stays inside}
  - {on: [delete], decision: ask, description: Deletes}
  - {on: [delete], glob: "/p/build", decision: allow}
`
	known := func(c fact.Command) fact.Command { c.Known = true; return c }
	file := func(c fact.Command) fact.Command { c.System = false; return known(c) }
	reads := func(c fact.Command) fact.Command { c.ReadOnly = true; return known(c) }
	loads := func(c fact.Command) fact.Command { c.RunsUnseenCode = true; return c }
	gets := func(c fact.Command, name string) fact.Command { c.Unjudged = name; return c }
	tests := []struct {
		about, settings string
		c               fact.Command
		want            string // decision, rule id or reason
	}{
		{"no rule speaks", "", words("frob"), "ask "},
		{"the default", "default: deny\n", words("frob"), "deny "},
		{"an allow", "default: deny\n", words("ls"), "allow bash.allow: ls"},
		{"an ask before an allow", "", words("make install"), "ask bash.ask: make"},
		{"a scoped allow before an ask", "", words("make test"), "allow bash.arguments: make"},
		{"another scoped allow", "", words("push ours"), "allow bash.allowChecks: ^push ours"},
		{"a deny before everything", "default: allow\n", words("rm x"), "deny bash.deny: rm"},
		{"what may be denied asks", "default: allow\n", words("$X y"), "ask bash.deny: rm"},
		{"an allow does not answer an ask", "", words("cp secret x"), "ask bash.arguments: cp"},

		{"an effect is judged beside the words", "", does(words("cp a b"), fact.Write, "/srv/b"),
			"deny effects: write"},
		{"an effect without a rule is left to the words", "", does(words("cp a b"), fact.Write, "/p/b"),
			"allow bash.allow: cp"},
		{"an effect that is asked about", "", does(words("cp a b"), fact.Delete, "/p/x"),
			"ask effects: delete"},
		{"an allowed effect settles that effect", "", does(words("cp a b"), fact.Delete, "/p/build"),
			"allow bash.allow: cp"},
		{"and does not allow the words", "", does(words("frob"), fact.Delete, "/p/build"), "ask "},
		{"and not another effect", "", does(does(words("cp a b"), fact.Delete, "/p/build"), fact.Write,
			"/srv/b"), "deny effects: write"},
		{"a scoped allow of the words does not settle effects", "",
			does(words("make test"), fact.Write, "/srv/b"), "deny effects: write"},
		{"an unknown path may be outside: it asks", "", does(words("cp a b"), fact.Write, ""),
			"ask effects: write"},

		{"a redirection is an effect", "", writesTo(words("ls"), "/srv/x"), "deny effects: write"},
		{"a deny of the effect before a scoped allow of the redirection", "",
			writesTo(words("ls"), "/srv/log"), "deny effects: write"},
		{"a redirection to an unknown file: the sure reason before the one that may apply", "",
			writesTo(words("ls"), ""), "ask "},

		{"a protected path is denied whatever allows", "",
			does(words("cp a b"), fact.Delete, "/p/.git/hooks/x"), "deny protected"},
		{"a protected path that asks", "default: allow\n",
			does(words("cp a b"), fact.Write, "/p/.vscode/x"), "ask protected"},
		{"reading it is free", "", does(words("cat b"), fact.Read, "/p/.git/hooks/x"),
			"allow bash.allow: cat"},

		{"a hazard asks though the words are allowed", "", unsure(words("ls"), hazards.DynamicPath),
			"ask hazard: dynamic-path"},
		{"dynamic: deny", "dynamic: deny\n", unsure(words("ls"), hazards.DynamicPath),
			"deny hazard: dynamic-path"},
		{"dynamic: allow", "dynamic: allow\n", unsure(words("ls"), hazards.DynamicPath),
			"allow bash.allow: ls"},
		{"a suspicion is no matter of dynamic", "dynamic: allow\n", unsure(words("ls"), hazards.Alias),
			"ask hazard: alias"},
		{"onError: deny", "onError: deny\n", unsure(words("ls"), hazards.Syntax), "deny hazard: syntax"},
		{"a deny before a hazard", "", unsure(words("rm x"), hazards.DynamicPath), "deny bash.deny: rm"},

		{"read-only needs the key", "", reads(words("stat x")), "ask "},
		{"read-only", "readOnly: allow\n", reads(words("stat x")), "allow "},
		{"read-only with a redirection to a file is not", "readOnly: allow\n",
			writesTo(reads(words("stat x")), "/p/y"), "ask "},
		{"an ask before read-only", "readOnly: allow\n", reads(words("make -n")), "ask bash.ask: make"},

		{"a variable voids an allow", "", gets(words("ls"), "X"), "ask "},
		{"and a scoped allow", "", gets(words("push ours"), "X"), "ask bash.ask: push"},
		{"and read-only", "readOnly: allow\n", gets(reads(words("stat x")), "X"), "ask "},
		{"and no deny", "", gets(words("rm x"), "X"), "deny bash.deny: rm"},
		{"an option that runs code voids an allow for the name", "", loads(words("ls")), "ask "},
		{"and no scoped allow", "", loads(words("push ours")), "allow bash.allowChecks: ^push ours"},
		{"and no deny", "", loads(words("rm x")), "deny bash.deny: rm"},
		{"a file with a known program's name is not that program", "", file(words("make test")),
			"ask bash.ask: make"},
	}
	for _, tt := range tests {
		d := decider(t, "own", tt.settings+rules)
		v := d.Shell(&fact.Facts{Commands: []fact.Command{tt.c}})
		if got := v.Decision.String() + " " + v.Rule; got != tt.want {
			t.Errorf("%s: %s: got %q (%s), want %q", tt.about, tt.c.Text, got, v.Description, tt.want)
		}
	}
}

// TestFold holds several commands to the most restrictive decision, and the sentence to the command
// that it is about.
func TestFold(t *testing.T) {
	const rules = `tools:
  bash:
    deny: [rm]
    ask: [push]
    allow: [ls, cat, cd]
effects:
  - {on: [read], glob: "**/.env", decision: ask, description: A secret}
`
	secret := does(words("cat .env"), fact.Read, "/p/.env")
	build := does(words("ls"), fact.Exec, "")
	away := build
	away.Dirs = fact.Dirs{List: []string{"/other"}, Known: true}
	scratch := build
	scratch.Dirs = fact.Dirs{List: []string{"/tmp/claude/x"}, Known: true}
	sent := build
	sent.Operands = []fact.Operand{{Role: fact.RoleDir, Flag: "-C",
		Path: fact.Path{Abs: "/other", Known: true}}}
	fresh, swapped := build, build
	fresh.Planted = &fact.Planted{Name: "conftest.py", Source: true}
	swapped.Planted = &fact.Planted{Name: ".venv/bin/x"}
	joined := fact.Chain{Commands: 2, Joined: true}
	tests := []struct {
		about, together, settings string
		commands                  []fact.Command
		chain                     fact.Chain
		hazard                    hazards.ID // of the whole text, if named
		named                     bool
		want                      string // decision, rule, command
	}{
		{about: "nothing", want: "allow  "},
		{about: "all allowed", commands: []fact.Command{words("ls"), words("cat")},
			want: "allow bash.allow: ls ls"},
		{about: "an ask beside an allow", commands: []fact.Command{words("ls"), words("push")},
			want: "ask bash.ask: push push"},
		{about: "a deny beside an ask", commands: []fact.Command{words("push"), words("rm x")},
			want: "deny bash.deny: rm rm x"},
		{about: "the first of equals", commands: []fact.Command{words("push a"), words("push b")},
			want: "ask bash.ask: push push a"},
		{about: "an ask by default is as good as one by a rule",
			commands: []fact.Command{words("frob"), words("push")}, want: "ask  frob"},

		{about: "an ask in a chain", commands: []fact.Command{words("ls"), words("push")}, chain: joined,
			want: "deny bash.ask: push push"},
		{about: "an allowed chain", commands: []fact.Command{words("ls"), words("cat")}, chain: joined,
			want: "allow bash.allow: ls ls"},
		{about: "a denied chain", commands: []fact.Command{words("ls"), words("rm x")}, chain: joined,
			want: "deny bash.deny: rm rm x"},
		{about: "a chain in a loop", commands: []fact.Command{words("push")},
			chain: fact.Chain{Commands: 2, Joined: true, Control: true}, want: "ask bash.ask: push push"},
		{about: "a pipe is no chain", commands: []fact.Command{words("ls"), words("push")},
			chain: fact.Chain{Commands: 2}, want: "ask bash.ask: push push"},
		{about: "chains are not discouraged", settings: "tools: {bash: {discourageChaining: false}}\n",
			commands: []fact.Command{words("frob")}, chain: joined, want: "ask  frob"},
		{about: "what could not be checked stays an ask",
			commands: []fact.Command{unsure(words("ls"), hazards.Syntax)}, chain: joined,
			want: "ask hazard: syntax ls"},
		{about: "a text that could not be read to its end", commands: []fact.Command{words("ls")},
			named: true, hazard: hazards.Syntax, want: "ask hazard: syntax ls"},
		{about: "the part before it keeps a deny", commands: []fact.Command{words("rm x")}, named: true,
			hazard: hazards.Syntax, want: "deny bash.deny: rm rm x"},

		{about: "a secret and a host", together: "secret-sent, decision: deny",
			commands: []fact.Command{secret, contacts(words("ls"), "evil.example")},
			want:     "deny together: secret-sent ls"},
		{about: "a host before the secret", together: "secret-sent, decision: deny",
			commands: []fact.Command{contacts(words("ls"), "evil.example"), secret},
			want:     "deny together: secret-sent ls"},
		{about: "a secret and this machine", together: "secret-sent, decision: deny",
			commands: []fact.Command{secret, contacts(words("ls"), "localhost")},
			want:     "ask effects: read cat .env"},
		{about: "without a rule", commands: []fact.Command{secret, contacts(words("ls"), "evil.example")},
			want: "ask effects: read cat .env"},

		{about: "a build in the project", together: "outside-run, decision: ask",
			commands: []fact.Command{build}, want: "allow bash.allow: ls ls"},
		{about: "a build elsewhere", together: "outside-run, decision: ask",
			commands: []fact.Command{away}, want: "ask together: outside-run ls"},
		{about: "a build in the scratch directory", together: "outside-run, decision: ask",
			commands: []fact.Command{scratch}, want: "ask together: outside-run ls"},
		{about: "a build that an option sends elsewhere", together: "outside-run, decision: ask",
			commands: []fact.Command{sent}, want: "ask together: outside-run ls"},
		{about: "a build elsewhere, without a rule", commands: []fact.Command{away},
			want: "allow bash.allow: ls ls"},
		{about: "a source that the line wrote", together: "source-written-run, decision: ask",
			commands: []fact.Command{fresh}, want: "ask together: source-written-run ls"},
		{about: "a source, without a rule", commands: []fact.Command{fresh},
			want: "allow bash.allow: ls ls"},
		{about: "a program that the line wrote", commands: []fact.Command{swapped},
			want: "ask hazard: written-run ls"},
		{about: "a program, by a rule", together: "written-run, decision: deny",
			commands: []fact.Command{swapped}, want: "deny together: written-run ls"},
		{about: "a program, which a rule lets run", together: "written-run, decision: allow",
			commands: []fact.Command{swapped}, want: "allow bash.allow: ls ls"},
		{about: "a program, by a rule about sources", together: "source-written-run, decision: deny",
			commands: []fact.Command{swapped}, want: "ask hazard: written-run ls"},
		{about: "a program, where everything passes", settings: "default: allow\n",
			commands: []fact.Command{swapped}, want: "allow  ls"},
	}
	for _, tt := range tests {
		config := rules
		if tt.settings != "" {
			config = tt.settings
		}
		if tt.together != "" {
			config += "together: [{what: " + tt.together + "}]\n"
		}
		d := decider(t, "own", config)
		f := &fact.Facts{Commands: tt.commands, Chain: tt.chain}
		if tt.named {
			f.Hazards = []fact.Hazard{{ID: tt.hazard, Why: "not read"}}
		}
		v := d.Shell(f)
		if got := v.Decision.String() + " " + v.Rule + " " + v.Command; got != tt.want {
			t.Errorf("%s: got %q (%s), want %q", tt.about, got, v.Description, tt.want)
		}
	}
}

// TestMode compares the mode that effects need with the one in force.
func TestMode(t *testing.T) {
	known := func(c fact.Command) fact.Command { c.Known = true; return c }
	odd := func(c fact.Command) fact.Command { c.UnknownOption = true; return known(c) }
	word := func(c fact.Command) fact.Command { c.UnknownWord = "--odd"; return known(c) }
	unseen := func(c fact.Command) fact.Command { c.RunsUnseenCode = true; return known(c) }
	tests := []struct {
		c    fact.Command
		want string // under read-only, workspace-write, danger-full-access, prompt, allow
	}{
		{does(known(words("stat x")), fact.Read, "/etc/x"), "allow allow allow allow allow"},
		{does(known(words("cp a b")), fact.Write, "/p/b"), "deny allow allow ask allow"},
		{does(known(words("cp a b")), fact.Write, "/tmp/claude/b"), "deny allow allow ask allow"},
		{does(known(words("cp a b")), fact.Write, "/srv/b"), "deny ask allow ask allow"},
		{contacts(known(words("curl x")), "x"), "deny ask allow ask allow"},
		{words("frob"), "deny ask allow ask allow"},
		{writesTo(known(words("stat x")), "/srv/b"), "deny ask allow ask allow"},
		{does(odd(words("stat --odd x")), fact.Read, "/p/x"), "deny ask allow ask allow"},
		{does(word(words("stat --odd x")), fact.Read, "/p/x"), "deny ask allow ask allow"},
		{does(unseen(words("jar -J-javaagent:x")), fact.Read, "/p/x"), "deny ask allow ask allow"},
	}
	for _, tt := range tests {
		var got []string
		for _, mode := range []string{"read-only", "workspace-write", "danger-full-access", "prompt",
			"allow"} {
			v := decider(t, "own", "mode: "+mode+"\n").Shell(&fact.Facts{Commands: []fact.Command{tt.c}})
			got = append(got, v.Decision.String())
		}
		if text := strings.Join(got, " "); text != tt.want {
			t.Errorf("%s: got %s, want %s", tt.c.Text, text, tt.want)
		}
	}
	d := decider(t, "own", "mode: read-only\ntools: {bash: {allow: [cp], ask: [stat]}}\n")
	for text, want := range map[string]string{"cp a b": "allow", "stat x": "ask"} {
		facts := &fact.Facts{Commands: []fact.Command{known(words(text))}}
		if v := d.Shell(facts); v.Decision.String() != want {
			t.Errorf("%s: a rule stands before the mode: got %v, want %s", text, v.Decision, want)
		}
	}
}

// TestTools judges calls of tools by name and by what they touch.
func TestTools(t *testing.T) {
	const rules = `tools:
  deny: [{tool: "mcp__evil__*", description: No}]
  ask: ["mcp__mail__*"]
  allow: [Read, Write, "mcp__*", "*"]
effects:
  - {on: [write], outside: ["."], decision: deny, description: Stays inside}
`
	write := func(abs string) []fact.Effect {
		return []fact.Effect{{Kind: fact.Write, Path: fact.Path{Written: abs, Abs: abs, Known: true},
			Command: -1}}
	}
	for _, tt := range []struct {
		tool    string
		effects []fact.Effect
		want    string
	}{
		{"mcp__evil__x", nil, "deny tools.deny: mcp__evil__*"},
		{"mcp__mail__send", nil, "ask tools.ask: mcp__mail__*"},
		{"mcp__other__x", nil, "allow tools.allow: mcp__*"},
		{"Write", write("/p/a"), "allow tools.allow: Write"},
		{"Write", write("/srv/a"), "deny effects: write"},
		{"Write", write("/p/.git/hooks/x"), "deny protected"},
		{"PowerShell", nil, "ask "},
	} {
		d := decider(t, "own", rules)
		v := d.Tool(&fact.Call{Tool: tt.tool}, &fact.Facts{Effects: tt.effects})
		if got := v.Decision.String() + " " + v.Rule; got != tt.want {
			t.Errorf("%s: got %q (%s), want %q", tt.tool, got, v.Description, tt.want)
		}
	}
}

// Glance says that nothing is known.
func (project) Glance(*fact.Path) fact.Glance { return fact.AnyGlance() }
