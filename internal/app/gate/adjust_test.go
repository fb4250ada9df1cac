package gate

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/decision/confine"
	"github.com/fencepost/fencepost/internal/decision/decide"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
)

const (
	allow = rule.Allow
	ask   = rule.Ask
	deny  = rule.Deny
)

// decidedVerdicts are those that an adjustment may be given: an allow, an ask, an ask that a
// confined run answers, a deny.
func decidedVerdicts() [4]rule.Verdict {
	return [...]rule.Verdict{
		{Decision: allow},
		{Decision: ask, Cause: rule.ByRule, Alternative: "another"},
		{Decision: ask, Cause: rule.ByHazard, Answered: true},
		{Decision: deny, Cause: rule.ByChain},
	}
}

func bashCall() *fact.Call {
	return &fact.Call{Tool: "Bash", Input: []fact.Field{{Name: "command", Text: "./tool", String: true}}}
}

func adjusted(v rule.Verdict, s Sandbox, p confine.Profile, set sandboxconf.Settings) *rule.Verdict {
	s.Set, s.Profile = &set, &p
	r := &Result{Call: bashCall(), Original: bashCall(), Sandbox: &s, Verdict: v}
	r.confine()
	return &r.Verdict
}

// TestConfineTable holds the table of confine: each way in which a call runs, and what becomes of
// each verdict.
func TestConfineTable(t *testing.T) {
	t.Parallel()
	on := func(mode, without string) sandboxconf.Settings {
		return sandboxconf.Settings{Mode: mode, OnUnavailable: without}
	}
	refused := confine.Profile{Refused: "it cannot be held"}
	answers := Sandbox{unavailable: true, Why: "w", Settled: decide.ByExec}
	for _, tt := range []struct {
		run     string
		sandbox Sandbox
		profile confine.Profile
		set     sandboxconf.Settings
		want    [4]rule.Decision
		note    [4]bool // a note says so
	}{
		{"has nothing to do with the sandbox", Sandbox{}, refused, on("require", "deny"),
			[4]rule.Decision{allow, ask, ask, deny}, [4]bool{}},
		{"confined", Sandbox{Runs: true}, confine.Profile{}, on("auto", "deny"),
			[4]rule.Decision{allow, ask, allow, deny}, [4]bool{}},
		{"stopped before", Sandbox{Runs: true, stopped: "it was stopped"}, confine.Profile{},
			on("auto", "ask"), [4]rule.Decision{ask, ask, ask, deny}, [4]bool{1: true}},
		{"stopped before, and nobody hears", Sandbox{Runs: true, stopped: "it was stopped", instead: "i"},
			confine.Profile{}, on("auto", "ask"), [4]rule.Decision{deny, deny, deny, deny}, [4]bool{}},
		{"refused", Sandbox{Runs: true}, refused, on("auto", "allow"),
			[4]rule.Decision{deny, deny, deny, deny}, [4]bool{}},
		{"outside", Sandbox{outside: true, Why: "w"}, refused, on("auto", "deny"),
			[4]rule.Decision{allow, ask, ask, deny}, [4]bool{true, true, true, true}},
		{"unavailable, would answer", answers, refused, on("auto", "allow"),
			[4]rule.Decision{allow, ask, ask, deny}, [4]bool{1: true, 2: true}},
		{"unavailable, would answer, ask", answers, refused, on("auto", "ask"),
			[4]rule.Decision{ask, ask, ask, deny}, [4]bool{1: true, 2: true}},
		{"unavailable, would answer, deny", answers, refused, on("auto", "deny"),
			[4]rule.Decision{deny, deny, deny, deny}, [4]bool{}},
		{"unavailable, not required", Sandbox{unavailable: true}, refused, on("auto", "deny"),
			[4]rule.Decision{allow, ask, ask, deny}, [4]bool{}},
		{"unavailable, required, allow", Sandbox{unavailable: true}, refused, on("require", "allow"),
			[4]rule.Decision{allow, ask, ask, deny}, [4]bool{}},
		{"unavailable, required, ask", Sandbox{unavailable: true}, refused, on("require", "ask"),
			[4]rule.Decision{ask, ask, ask, deny}, [4]bool{}},
		{"unavailable, required, deny", Sandbox{unavailable: true}, refused, on("require", "deny"),
			[4]rule.Decision{deny, deny, deny, deny}, [4]bool{}},
	} {
		for i, v := range decidedVerdicts() {
			got := adjusted(v, tt.sandbox, tt.profile, tt.set)
			if got.Decision != tt.want[i] || (got.Note != "") != tt.note[i] {
				t.Errorf("%s: %v (answered: %v) became %v, %q; want %v", tt.run, v.Decision, v.Answered,
					got.Decision, got.Note, tt.want[i])
			}
			if answered := got.Confined != ""; answered && !v.Answered {
				t.Errorf("%s: %v passes as it is confined, and nothing answers it", tt.run, v.Decision)
			}
		}
	}
}

// TestConfineNeverLoosens holds confine, under every condition, to the one thing that it may
// loosen: an ask that is answered, of a call that runs confined.
func TestConfineNeverLoosens(t *testing.T) {
	t.Parallel()
	n := 0
	for run := range 4 {
		for bits := range 16 {
			for _, mode := range []string{"auto", "require"} {
				for _, without := range []string{"", "allow", "ask", "deny"} {
					s := Sandbox{Runs: run == 1, unavailable: run == 2, outside: run == 3, Why: "w",
						Settled: decide.Answer(bits & 3)}
					if bits&4 != 0 {
						s.stopped = "it was stopped"
					}
					if bits&8 != 0 {
						s.stopped, s.instead = "it was stopped", "i"
					}
					for _, refused := range []string{"", "it cannot be held"} {
						for _, v := range decidedVerdicts() {
							n++
							got := adjusted(v, s, confine.Profile{Refused: refused},
								sandboxconf.Settings{Mode: mode, OnUnavailable: without})
							least := v.Decision
							if s.Runs {
								least = decide.Effective(&v)
							}
							if got.Decision < least {
								t.Errorf("%+v, %s, %s: %v became %v", s, mode, without, v.Decision, got.Decision)
							}
						}
					}
				}
			}
		}
	}
	if n < 4000 {
		t.Errorf("%d conditions", n)
	}
}

// quietAgent is one that puts no ask to anybody if it says why.
type quietAgent struct {
	agent.Protocol
	mute string
}

func (a quietAgent) Mute(*fact.Call, *fact.Facts, fact.Places) string { return a.mute }

func (quietAgent) Approve(*fact.Call, *rule.Verdict) string { return "leave it" }

// TestFitTable holds the table of fitToAgent, under every condition.
func TestFitTable(t *testing.T) {
	t.Parallel()
	tell := func(ok bool) func(*Result) ([]byte, bool) {
		return func(*Result) ([]byte, bool) { return []byte(`{"rewritten":1}`), ok }
	}
	for _, tt := range []struct {
		about   string
		mute    string
		rewrite func(*Result) ([]byte, bool)
		runs    bool // confined
		want    [3]rule.Decision
	}{
		{"it asks", "", nil, true, [3]rule.Decision{allow, ask, deny}},
		{"it asks nobody", "nobody is there", nil, true, [3]rule.Decision{allow, deny, deny}},
		{"it is told how", "", tell(true), true, [3]rule.Decision{allow, ask, deny}},
		{"it cannot be told how", "", tell(false), true, [3]rule.Decision{deny, ask, deny}},
		{"neither", "nobody is there", tell(false), true, [3]rule.Decision{deny, deny, deny}},
		{"nothing is confined", "nobody is there", tell(false), false, [3]rule.Decision{allow, deny, deny}},
	} {
		for i, in := range []rule.Decision{allow, ask, deny} {
			r := &Result{Call: bashCall(), Original: bashCall(), Sandbox: &Sandbox{Runs: tt.runs},
				Verdict: rule.Verdict{Decision: in}}
			r.fitToAgent(&Gate{agent: agent.Agent{Protocol: quietAgent{mute: tt.mute}}, opt: Options{Rewrite: tt.rewrite}})
			if got := r.Verdict.Decision; got != tt.want[i] || got < in {
				t.Errorf("%s: %v became %v, want %v", tt.about, in, got, tt.want[i])
			}
			if told := r.Verdict.Updated != nil; told != (tt.about == "it is told how" && in == allow) {
				t.Errorf("%s: %v: the input is %s", tt.about, in, r.Verdict.Updated)
			}
		}
	}
}

// TestNobodyElseDecides holds where a verdict is made or changed behind package decide: the parts
// of the decision, and the two adjustments.
func TestNobodyElseDecides(t *testing.T) {
	t.Parallel()
	want := []string{
		// deciding: what could not be judged at all, and what the policy or the input says
		"gate.Judge", "gate.judge", "gate.askPolicy", "gate.judgePreprocessed",
		"gate.finish", "gate.Unreadable", "hook.refuseSetup",
		// adjusting
		"gate.confine", "gate.askAboutStop", "gate.applyOnUnavailable",
		"gate.fitToAgent",
	}
	var got []string
	for _, dir := range []string{"gate", "hook", "wrap", "violation"} {
		files, err := filepath.Glob("../" + dir + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(dir, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && decides(fn) {
					got = append(got, dir+"."+fn.Name.Name)
				}
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("these make or change a decision: %v\nwant %v", got, want)
	}
}

// decides reports whether a function makes a verdict with a decision, or assigns to one.
func decides(fn *ast.FuncDecl) (found bool) {
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if s, ok := n.Type.(*ast.SelectorExpr); ok && s.Sel.Name == "Verdict" {
				for _, e := range n.Elts {
					kv, ok := e.(*ast.KeyValueExpr)
					found = found || !ok || kv.Key.(*ast.Ident).Name == "Decision"
				}
			}
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				switch to := to.(type) {
				case *ast.SelectorExpr:
					found = found || to.Sel.Name == "Decision" || to.Sel.Name == "Verdict"
				case *ast.StarExpr:
					id, ok := to.X.(*ast.Ident)
					found = found || ok && id.Name == "v"
				}
			}
		}
		return true
	})
	return found
}
