package rule_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

func TestCodeNamed(t *testing.T) {
	tests := []struct {
		names               string
		globs               string
		restricts, allowing bool
	}{
		{"os.remove", "os.remove", true, true},
		{"os.remove", "os.unlink | os.remove", true, true},
		{"os.remove", "remove", false, false},
		{"os.remove", "os.*", true, true},
		{"os.path.join", "os.*", true, false},
		{"os.path.join", "os.*.*", true, true},
		{"os.path.join", "*", true, false},
		{"print", "*", true, true},
		{"subprocess.run", "subprocess*", true, false},
		{"Bun.spawnSync", "Bun.spawn*", true, true},
		{"pickle.loads", "pickle.load?", true, true},
		{"", "os.remove", false, false},
	}
	for _, tt := range tests {
		f := &fact.CodeFact{Names: []string{tt.names}}
		if got := rule.CodeNamed(f, tt.globs, false); got != tt.restricts {
			t.Errorf("%s by a restrictive %s: got %v", tt.names, tt.globs, got)
		}
		if got := rule.CodeNamed(f, tt.globs, true); got != tt.allowing {
			t.Errorf("%s by an allowing %s: got %v", tt.names, tt.globs, got)
		}
	}
	written := &fact.CodeFact{Names: []string{"os.remove", "r"}}
	if !rule.CodeNamed(written, "r", false) || rule.CodeNamed(written, "r", true) {
		t.Error("the name as written is for rules that restrict, and for no other")
	}
}

// Every argument has to match: one that is not known could be anything, and no argument at all is
// none that does.
func TestCodeAllArgsMatch(t *testing.T) {
	re, err := rule.NewRegexp(`^(?:http://h/|timeout=[0-9]+)$`)
	if err != nil {
		t.Fatal(err)
	}
	url, timeout := fact.CodeArg{Word: fact.Lit("http://h/")},
		fact.CodeArg{Name: "timeout", Word: fact.Lit("5")}
	tests := []struct {
		args []fact.CodeArg
		want fact.Tri
	}{
		{nil, fact.No},
		{[]fact.CodeArg{url}, fact.Yes},
		{[]fact.CodeArg{url, timeout}, fact.Yes},
		{[]fact.CodeArg{url, {Name: "data", Word: fact.Lit("5")}}, fact.No},
		{[]fact.CodeArg{url, {Name: "timeout", Word: fact.Unknown("x")}}, fact.Maybe},
		{[]fact.CodeArg{{Word: fact.Word{Text: "http://h/", Glob: true}}}, fact.Maybe},
		{[]fact.CodeArg{{Word: fact.Word{Kind: fact.Partial, Text: "http://h/"}}}, fact.Maybe},
	}
	for _, tt := range tests {
		if got := rule.CodeAllArgsMatch(&fact.CodeFact{Args: tt.args}, re, true); got != tt.want {
			t.Errorf("%+v: got %d", tt.args, got)
		}
	}
}

func TestCodeArgMatches(t *testing.T) {
	re, err := rule.NewRegexp("internal")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		arg             fact.CodeArg
		restricts, allo fact.Tri
	}{
		{fact.CodeArg{Word: fact.Lit("http://internal.example")}, fact.Yes, fact.Yes},
		{fact.CodeArg{Word: fact.Lit("x")}, fact.No, fact.No},
		{fact.CodeArg{Name: "internal", Word: fact.Lit("x")}, fact.Yes, fact.Yes},
		{fact.CodeArg{Word: fact.Unknown("x")}, fact.Maybe, fact.Maybe},
		{fact.CodeArg{Word: fact.Word{Kind: fact.Partial, Text: "http://internal"}}, fact.Yes,
			fact.Maybe},
	}
	for _, tt := range tests {
		f := &fact.CodeFact{Args: []fact.CodeArg{tt.arg}}
		if got := rule.CodeArgMatches(f, re, false); got != tt.restricts {
			t.Errorf("%+v: a restrictive rule gets %d", tt.arg, got)
		}
		if got := rule.CodeArgMatches(f, re, true); got != tt.allo {
			t.Errorf("%+v: an allowing rule gets %d", tt.arg, got)
		}
	}
}
