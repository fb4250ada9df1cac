package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/policy"
)

// text joins lines, so that a table row shows what the file looks like.
func text(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

func TestMalformed(t *testing.T) {
	tests := []struct {
		name string
		in   string
		at   string // line:column of the first error
		want string // part of it
	}{
		{"unknown key at the top", "defualt: ask\n", "1:1",
			`unknown key "defualt" in the file (did you mean "default"?)`},
		{"unknown key under bash", text("tools:", "  bash:", "    allow: [ls]", "    dney: [rm]"), "4:5",
			`unknown key "dney" in tools.bash (did you mean "deny"?)`},
		{"unknown key in a rule", text("tools:", "  bash:", "    arguments:",
			"      - {command: rm, anyArgOutsde: [\".\"], decision: deny}"), "4:23",
			`did you mean "anyArgOutside"?`},
		{"American spelling", "tools: {bash: {normalize: []}}\n", "1:16", `did you mean "normalise"?`},
		{"snake case", "on_error: ask\n", "1:1", `did you mean "onError"?`},
		{"lower case", "onerror: ask\n", "1:1", `did you mean "onError"?`},
		{"key of another block", "allowChecks: ['^ls$']\n", "1:1", "it belongs under tools.bash"},
		{"key of the top in a block", text("tools:", "  onError: ask"), "2:3",
			"it belongs under the top of the file"},
		{"unknown key without a near one", "zzzzzz: 1\n", "1:1", "use one of import, default,"},
		{"meta in a config", "meta: {title: x}\n", "1:1", "for presets and organisation files only"},
		{"baked in a config", "baked: {enforced: true}\n", "1:1",
			"for presets and organisation files only"},
		{"duplicate key", text("default: ask", "tools: {}", "default: allow"), "3:1",
			`the key "default" stands twice in the file`},
		{"duplicate key in a rule", "effects: [{on: [read], on: [write], decision: ask}]\n", "1:24",
			`the key "on" stands twice in effects`},
		{"merge key", text("default: ask", "tools:", "  <<: {allow: [Read]}"), "3:3",
			"merge keys (<<) are not supported"},
		{"list as key", "? [a]\n: 1\n", "1:3", "a key in the file is a list"},
		{"list at the top", "- default: ask\n- tools: {}\n", "1:1",
			"the file must be a mapping of keys to values, not a list"},
		{"scalar at the top", "default ask\n", "1:1",
			`the file must be a mapping of keys to values, not "default ask"`},
		{"scalar for tools.allow", text("tools:", "  allow: Read"), "2:10",
			`tools.allow must be a list, not "Read"`},
		{"scalar for bash.deny", text("tools:", "  bash:", "    deny: rm"), "3:11",
			`tools.bash.deny must be a list, not "rm"`},
		{"mapping in bash.deny", text("tools:", "  bash:", "    allow: [ls]", "    deny: [{prefix: rm}]"),
			"4:12", "tools.bash.deny must be a string, not a mapping"},
		{"mapping in bash.allow", "tools: {bash: {allow: [{prefix: rm}]}}\n", "1:24",
			"tools.bash.allow must be a string, not a mapping"},
		{"truth value in a list", "tools: {bash: {allow: [ls, true]}}\n", "1:28",
			"must be a string, not the truth value true (put it in quotes: 'true')"},
		{"number in a list", "tools: {bash: {deny: [7]}}\n", "1:23", `not the number "7"`},
		{"null in a list", "tools: {bash: {deny: [~]}}\n", "1:23", "must be a string, not nothing"},
		{"null as a rule", text("tools:", "  bash:", "    checks:", "      -"), "4:8",
			"must be a mapping of keys to values, not nothing"},
		{"null as a scalar", "default:\n", "1:9", "default must be allow, ask or deny, not nothing"},
		{"string for a rule", "tools: {bash: {checks: ['^rm ']}}\n", "1:25",
			`tools.bash.checks must be a mapping of keys to values, not "^rm "`},
		{"foreign tag", "tools: {bash: {deny: [!x rm]}}\n", "1:23", "with the tag !x"},
		{"foreign tag on a mapping", "tools: !x {}\n", "1:8", "a value with the tag !x"},
		{"foreign tag on a list", "import: !!set [git]\n", "1:9", "a value with the tag !!set"},
		{"string for a truth value", text("tools:", "  bash:", "    offerManualRun: sometimes"), "3:21",
			`must be true or false, not "sometimes"`},
		{"quoted truth value", "redirect: {tmp: 'true'}\n", "1:17",
			`redirect.tmp must be true or false, not "true"`},
		{"bad default", "default: maybe\n", "1:10", `default must be allow, ask or deny, not "maybe"`},
		{"near default", "default: alow\n", "1:10", `did you mean "allow"?`},
		{"bad mode", "tools: {}\nmode: yolo\n", "2:7",
			`not "yolo" (use one of read-only, workspace-write, danger-full-access, prompt and allow)`},
		{"readOnly deny", "readOnly: deny\n", "1:11", "readOnly must be allow or ask"},
		{"bad output", "output: {allow: loud}\n", "1:17", "output.allow must be silent or explicit"},
		{"bad redirect mode",
			"tools: {bash: {redirects: [{mode: writes, outside: [\".\"], decision: deny}]}}\n", "1:35",
			`did you mean "write"?`},
		{"bad effect", "effects: [{on: [delet], decision: ask}]\n", "1:17", `did you mean "delete"?`},
		{"unknown: allow", "effects: [{on: [delete], decision: deny, unknown: allow}]\n", "1:11",
			"unknown: allow is for presets and organisation files only"},
		{"required mode", "tools: {require: [{tool: X, mode: prompt}]}\n", "1:35",
			"must be read-only, workspace-write or danger-full-access"},
		{"check that does not compile", text("tools:", "  bash:", "    checks:",
			"      - {test: '^rm (', description: d}"), "4:16",
			`the regular expression "^rm (" in tools.bash.checks.test does not compile: missing closing`},
		{"check with a parenthesis too many", "tools: {bash: {checks: [{test: 'a)'}]}}\n", "1:32",
			"does not compile"},
		{"check with a lookahead that does not compile", "tools: {bash: {checks: [{test: 'a(?=b'}]}}\n",
			"1:32", "does not compile"},
		{"check without test", "tools: {bash: {checks: [{description: d}]}}\n", "1:25",
			`"test" is missing`},
		{"check with an empty test", "tools: {bash: {checks: [{test: ''}]}}\n", "1:32",
			"an empty string"},
		{"strip that does not compile", "tools: {bash: {normalise: [{prefix: x, strip: ['(']}]}}\n",
			"1:48", "does not compile"},
		{"normalise without strip", "tools: {bash: {normalise: [{prefix: x}]}}\n", "1:28",
			`"strip" is missing`},
		{"two predicates", text("tools:", "  bash:", "    arguments:",
			"      - {command: rm, anyArgOutside: [\".\"], anyArgMatches: '^-r', decision: deny}"), "4:9",
			"has anyArgOutside and anyArgMatches, but only one"},
		{"no predicate", "tools: {bash: {arguments: [{command: rm, decision: deny}]}}\n", "1:28",
			"does not say which arguments"},
		{"predicate with a broken regex",
			"tools: {bash: {arguments: [{command: rm, anyArgMatches: '*x', decision: deny}]}}\n", "1:57",
			"does not compile"},
		{"empty roots", "tools: {bash: {arguments: [{command: rm, anyArgOutside: [], decision: " +
			"deny}]}}\n", "1:57", "anyArgOutside is empty"},
		{"null predicate", "tools: {bash: {arguments: [{command: rm, subcommand: x, hasFlag: , " +
			"decision: deny}]}}\n", "1:66", "hasFlag must be a list, not nothing"},
		{"no decision", "tools: {bash: {arguments: [{command: rm, anyArgOutside: [\".\"]}]}}\n", "1:28",
			`"decision" is missing (add decision: what the rule decides)`},
		{"bad decision", "tools: {bash: {arguments: [{command: rm, anyArgOutside: [\".\"], decision: " +
			"block}]}}\n", "1:74", "decision must be allow, ask or deny"},
		{"no command", "tools: {bash: {arguments: [{anyArgOutside: [\".\"], decision: deny}]}}\n", "1:28",
			`"command" is missing`},
		{"command of two words",
			"tools: {bash: {arguments: [{command: git push, hasFlag: [-f], decision: deny}]}}\n", "1:28",
			"write command: git, subcommand: push"},
		{"command with a directory",
			"tools: {bash: {arguments: [{command: /bin/rm, hasFlag: [-f], decision: deny}]}}\n", "1:28",
			`write "rm"`},
		{"empty alternative",
			"tools: {bash: {arguments: [{command: 'rm|', hasFlag: [-f], decision: deny}]}}\n", "1:28",
			"empty alternative"},
		{"empty subcommand", "tools: {bash: {arguments: [{command: git, subcommand: 'stash drop|', " +
			"decision: deny}]}}\n", "1:28", "empty alternative"},
		{"flag without dashes",
			"tools: {bash: {arguments: [{command: git, hasFlag: [force], decision: deny}]}}\n", "1:28",
			`such as "--force"`},
		{"flag with a value",
			"tools: {bash: {arguments: [{command: git, hasFlag: ['--x=y'], decision: deny}]}}\n", "1:28",
			"compare values with anyArgMatches"},
		{"unlessFlag with roots",
			"tools: {bash: {arguments: [{command: rm, anyArgOutside: [\".\"], unlessFlag: [-n], decision: " +
				"deny}]}}\n", "1:28", "unlessFlag goes with hasFlag"},
		{"redirect with outside and glob",
			"tools: {bash: {redirects: [{mode: write, outside: [\".\"], glob: \"/etc/**\", decision: " +
				"deny}]}}\n", "1:28", "outside and glob"},
		{"redirect with neither", "tools: {bash: {redirects: [{mode: write, decision: deny}]}}\n", "1:28",
			"does not say which files"},
		{"redirect without mode", "tools: {bash: {redirects: [{glob: x, decision: deny}]}}\n", "1:28",
			`"mode" is missing`},
		{"effect with glob and host", "effects: [{on: [network], glob: x, host: y, decision: deny}]\n",
			"1:11", "glob and host"},
		{"host of a delete", "effects: [{on: [delete], host: y, decision: deny}]\n", "1:11",
			"use host with on: [network]"},
		{"roots of a network effect",
			"effects: [{on: [write, network], outside: [\".\"], decision: deny}]\n", "1:11",
			"outside says nothing about the effect network"},
		{"mkdir of an effect that makes nothing",
			"effects: [{on: [write, delete], mkdir: true, decision: ask}]\n", "1:11",
			"mkdir says nothing about the effect delete"},
		{"effect without on", "effects: [{outside: [\".\"], decision: deny}]\n", "1:11",
			`"on" is missing`},
		{"interpreter call with a broken regex", text("tools:", "  bash:", "    interpreters:",
			"      python:", "        calls:",
			"          - {match: \"requests.*\", argMatches: 'a)', decision: deny}"), "6:47",
			"does not compile"},
		{"unknown language", "tools: {bash: {interpreters: {pyhton: {}}}}\n", "1:31",
			`did you mean "python"?`},
		{"writes without a decision",
			"tools: {bash: {interpreters: {python: {writes: {outside: [\".\"]}}}}}\n", "1:48",
			`"decision" is missing`},
		{"interpreter path", "tools: {bash: {interpreters: {python: {names: [/usr/bin/python3]}}}}\n",
			"1:48", "write the base name"},
		{"tools.deny without tool", text("tools:", "  deny:", "    - {description: d}"), "3:7",
			`"tool" is missing`},
		{"empty deny prefix", "tools: {bash: {deny: ['  ']}}\n", "1:23",
			"an empty string in tools.bash.deny"},
		{"empty protected path", "protect: ['']\n", "1:11", "an empty string in protect"},
		{"preset name", "import: [\"../../etc/passwd\"]\n", "1:10", "is not the name of a preset"},
		{"relative scratch directory", "redirect: {tmpTarget: tmp}\n", "1:23", "is relative"},
		{"root as scratch directory", "redirect: {tmpTarget: //}\n", "1:23",
			"must not be the root directory"},
		{"relative log", "audit: {path: log}\n", "1:15", "is relative"},
		{"size with a unit", "audit: {maxBytes: 10MB}\n", "1:19", "must be a whole number of at least 1"},
		{"negative number", "audit: {keep: -1}\n", "1:15", "must be a whole number of at least 0"},
		{"unclosed list", text("default: ask", "tools:", "  bash:", "    allow: [ls"), "4:5",
			"this is not YAML: did not find expected ',' or ']'"},
		{"tab", text("tools:", "\tbash: {allow: [ls]}"), "2:1", "indent with blanks: there is a tab"},
		{"tab further down", text("default: ask", "tools:", "  allow:", "\t- Read"), "4:1",
			"indent with blanks: there is a tab"},
		{"missing colon", text("default: ask", "tools", "mode: allow"), "2:1", "this is not YAML"},
		{"unclosed quote", text("default: ask", "import: ['git]"), "2:1", "this is not YAML"},
		{"percent", text("default: ask", "import: [%git]"), "2:1", "this is not YAML"},
		{"unknown alias", text("default: ask", "import: [*git]"), "2:10", "the alias *git names no anchor"},
		{"second document", text("default: ask", "---", "default: allow"), "2:1", "second YAML document"},
		{"control character", "default: ask\n# \x01\n", "2:3", "control character U+0001"},
		{"not UTF-8", "default: ask\n# é\xff\n", "2:4", "not UTF-8"},
		{"deep nesting", strings.Repeat("[", 100) + strings.Repeat("]", 100), "1:65",
			"nest deeper than 64 levels"},
		{"very deep nesting", strings.Repeat("[", 1<<19), "1:1", "this is not YAML"},
		{"very deep block nesting", strings.Repeat("- ", 1<<19), "1:1", "this is not YAML"},
		{"long expression", "tools: {bash: {checks: [{test: '" + strings.Repeat("(a", 5000) + "'}]}}\n",
			"1:32", "longer than 8192 bytes"},
		{"too large", strings.Repeat("# comment\n", 1<<17), "", "larger than 1048576 bytes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, errors, _ := Parse("p/fencepost.yaml", []byte(test.in), policy.Config)
			if len(errors) == 0 {
				t.Fatalf("no error for\n%s", test.in)
			}
			want := "p/fencepost.yaml: "
			if test.at != "" {
				want = "p/fencepost.yaml:" + test.at + ": "
			}
			got := errors[0].String()
			if !strings.HasPrefix(got, want) || !strings.Contains(got, test.want) {
				t.Errorf("got  %s\nwant %s… %s", got, want, test.want)
			}
			if errors[0].Mend == "" {
				t.Errorf("no mend: %s", got)
			}
		})
	}
}

func TestManyMistakes(t *testing.T) {
	_, errors, _ := Parse("f", []byte(strings.Repeat("zz: 1\n", 100_000)), policy.Config)
	if len(errors) != maxProblems {
		t.Errorf("%d errors, want %d", len(errors), maxProblems)
	}
}

func TestEmpty(t *testing.T) {
	for _, in := range []string{"", "\n", "# default: allow\n\n# nothing yet\n", "---\n", "{}\n",
		"tools:\n  bash:\n    deny:\n    # - rm\n", "\ufeff# mark\n"} {
		doc, errors, warnings := Parse("f", []byte(in), policy.Config)
		if len(errors)+len(warnings) > 0 {
			t.Errorf("%q: %v %v", in, errors, warnings)
		}
		if doc.Default != 0 || doc.Tools.Bash.Deny != nil {
			t.Errorf("%q: says something: %+v", in, doc)
		}
	}
}

// A broken rule that allows is dropped with a warning, and what stands beside it applies.
func TestBrokenAllow(t *testing.T) {
	tests := []struct{ in, want string }{
		{"tools: {bash: {allowChecks: ['^rm (', '^ls$']}}\n", "f:1:30: the regular expression"},
		{"tools: {bash: {allow: ['', ls]}}\n", "f:1:24: an empty string"},
		{"tools: {allow: ['', Read]}\n", "f:1:17: an empty string"},
		{"tools: {bash: {arguments: [{command: rm, decision: allow}, {command: ls, subcommand: x, " +
			"decision: allow}]}}\n", "f:1:28: the rule does not say"},
		{"tools: {bash: {arguments: [{command: rm, anyArgMatches: '(', decision: allow}, {command: ls, " +
			"subcommand: x, decision: allow}]}}\n", "f:1:57: the regular"},
		{"tools: {bash: {arguments: [{command: rm, allArgsInside: [], decision: allow}, {command: ls, " +
			"subcommand: x, decision: allow}]}}\n", "f:1:57: tools.bash.arguments.allArgsInside is empty"},
		{"tools: {bash: {arguments: [{hasFlag: [-x], decision: allow}, {command: ls, subcommand: x, " +
			"decision: allow}]}}\n", "f:1:28: tools.bash.arguments: \"command\" is missing"},
		{"tools: {bash: {redirects: [{mode: write, outside: [\".\"], glob: x, decision: allow}, {mode: " +
			"write, glob: x, decision: allow}]}}\n", "f:1:28: the rule has outside and glob"},
		{"effects: [{on: [delete], glob: x, unknown: deny, decision: allow}, {on: [read], decision: " +
			"allow}]\n", "f:1:11: unknown has no meaning"},
		{"tools: {bash: {interpreters: {python: {calls: [{match: '|', decision: allow}, {match: x, " +
			"decision: allow}]}}}}\n", "f:1:48: match"},
	}
	for _, test := range tests {
		doc, errors, warnings := Parse("f", []byte(test.in), policy.Config)
		if len(errors) > 0 || len(warnings) != 1 || !strings.HasPrefix(warnings[0].String(), test.want) ||
			!strings.Contains(warnings[0].Text, "the rule is dropped") {
			t.Errorf("%s: errors %v, warnings %v, want %q", test.in, errors, warnings, test.want)
		}
		b := &doc.Tools.Bash
		kept := len(b.AllowChecks) + len(b.Allow) + len(doc.Tools.Allow) + len(b.Arguments) +
			len(b.Redirects) + len(doc.Effects) + len(b.Interpreters.Python.Calls)
		if kept != 1 {
			t.Errorf("%s: kept %d rules, want 1", test.in, kept)
		}
	}
	doc, _, warnings := Parse("f",
		[]byte("tools: {bash: {interpreters: {python: {writes: {outside: [], decision: allow}}}}}\n"),
		policy.Config)
	if doc.Tools.Bash.Interpreters.Python.Writes != nil || len(warnings) != 1 {
		t.Errorf("a broken allowing writes rule stays: %v", warnings)
	}
}

func TestPresetMistakes(t *testing.T) {
	const meta = "meta: {title: t, description: d}\n"
	tests := []struct{ in, want string }{
		{"default: ask\n", "f:1: a preset needs meta with title and description"},
		{"meta: {title: t}\n", "f:1:15: a preset needs meta"},
		{meta + "tools: {bash: {allowChecks: ['(']}}\n", "f:2:30: the regular expression"},
		{meta + "baked: {}\n", "f:2:1: the key \"baked\""},
		{meta, ""},
	}
	for _, test := range tests {
		_, problems := ParsePreset("f", []byte(test.in))
		got := ""
		if len(problems) > 0 {
			got = problems[0].String()
		}
		if !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", test.in, got, test.want)
		}
	}
	doc, errors, _ := Parse("f",
		[]byte("baked: {name: acme, version: '1', enforced: true, default: git}\nmeta: {title: t}\n"),
		policy.Organisation)
	if len(errors) > 0 || doc.Baked.Name != "acme" {
		t.Errorf("organisation file: %v", errors)
	}
}

func TestGlobs(t *testing.T) {
	in := text("effects:", "  - {on: [read], glob: x, decision: ask}",
		"  - {on: [read], decision: ask,", "    globs: [a,", "      b]}")
	doc, errors, _ := Parse("f", []byte(in), policy.Organisation)
	if len(errors) > 0 {
		t.Fatal(errors)
	}
	var got []string
	for i := range doc.Effects {
		got = append(got, doc.Effects[i].Glob, fmt.Sprint(doc.Effects[i].Pos.Line))
	}
	if fmt.Sprint(got) != "[x 2 a 4 b 5]" {
		t.Errorf("globs and lines: %v", got)
	}
	for _, list := range []string{"[]", "a", "[[a]]", "{}"} {
		in := "effects: [{on: [read], decision: ask, globs: " + list + "}]\n"
		if _, errors, _ := Parse("f", []byte(in), policy.Organisation); len(errors) == 0 {
			t.Errorf("globs: %s is taken", list)
		}
	}
	in = "effects: [{on: [read], decision: ask, globs: [a]}]\n"
	if _, errors, _ := Parse("f", []byte(in), policy.Config); len(errors) == 0 {
		t.Error("globs in a config")
	}
}

func TestAliases(t *testing.T) {
	in := text("effects:", "  - {on: [delete], outside: &roots [\".\", /tmp/claude], decision: deny}",
		"  - {on: [write], outside: *roots, decision: ask}")
	doc, errors, _ := Parse("f", []byte(in), policy.Config)
	if len(errors) > 0 {
		t.Fatal(errors)
	}
	if got := fmt.Sprint(doc.Effects[1].Outside); got != "[. /tmp/claude]" {
		t.Errorf("roots %s", got)
	}
	// A thousand references to a thousand roots are a million values from ten kilobytes.
	roots := strings.Repeat("x, ", 1000)
	rules := strings.Repeat("  - {on: [write], outside: *roots, decision: ask}\n", 1000)
	in = "effects:\n  - {on: [write], outside: &roots [" + roots + "], decision: ask}\n" + rules
	if _, errors, _ := Parse("f", []byte(in), policy.Config); len(errors) != 1 ||
		!strings.Contains(errors[0].Text, "too many values") {
		t.Errorf("alias bomb: %v", errors)
	}
	for _, in := range []string{"tools: &t {bash: *t}\n", "import: &i [*i]\n", "tools: &t *t\n"} {
		if _, errors, _ := Parse("f", []byte(in), policy.Config); len(errors) == 0 {
			t.Errorf("%s: no error", in)
		}
	}
}

func TestPositions(t *testing.T) {
	in := text("# a comment", "tools:", "  deny:", "    - tool: X", "  bash:", "    deny: [rm,",
		"      git push]", "    checks:", "      - test: a", "        description: d")
	doc, errors, _ := Parse("f.yaml", []byte(in), policy.Config)
	if len(errors) > 0 {
		t.Fatal(errors)
	}
	b := &doc.Tools.Bash
	for want, p := range map[string]policy.Pos{"f.yaml:4": doc.Tools.Deny[0].Pos, "f.yaml:6": b.Deny[0].Pos,
		"f.yaml:7": b.Deny[1].Pos, "f.yaml:9": b.Checks[0].Pos} {
		if got := doc.Src(p); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	known := []string{"deny", "ask", "allow", "allowChecks", "discourageChaining"}
	for word, want := range map[string]string{"dney": "deny", "dey": "deny", "Allow": "allow",
		"allow_checks": "allowChecks", "discouragechain": "discourageChaining", "zz": "", "": "",
		"block": ""} {
		if got := policy.Nearest(word, known); got != want {
			t.Errorf("policy.Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
