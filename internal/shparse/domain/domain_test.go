package domain_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// shell is a state at the start of a text, in /p.
func shell() *domain.State {
	st := domain.NewState("/p", false, new(domain.Common))
	return &st
}

// text is the value of x=…
func text(s string) domain.Value { return domain.Value{Word: fact.Lit(s)} }

// TestBranchesJoin: if c; then x=a; else x=b; fi leaves both values, and what one branch did alone
// may have happened.
func TestBranchesJoin(t *testing.T) {
	yes := shell()
	no := yes.Clone()
	yes.Set("x", text("a"))
	no.Set("x", text("b"))
	no.Set("y", text("c"))
	yes.Dirs.List = []string{"/p/sub"}
	yes.AddFunc("f", domain.Function{Body: 1}, false)
	yes.Join(no)
	if v := yes.Vars["x"]; len(v.Alts) != 2 || v.Alts[0].Text+v.Alts[1].Text != "ab" || !yes.HasAlts {
		t.Errorf("x is %+v", v)
	}
	if v := yes.Vars["y"]; v.Word.Kind == fact.Literal && len(v.Alts) == 0 {
		t.Errorf("y is c for sure: %+v", v)
	}
	if len(yes.Dirs.List) != 2 || !yes.Dirs.Known {
		t.Errorf("the directories are %+v", yes.Dirs)
	}
	if !yes.Funcs["f"].Maybe {
		t.Error("f is defined for sure")
	}
}

// TestDeadWayDoesNotJoin: if c; then exit; fi goes on as if c had failed.
func TestDeadWayDoesNotJoin(t *testing.T) {
	on, dead := shell(), shell()
	on.Set("x", text("a"))
	dead.Set("x", text("b"))
	dead.Dead = true
	on.Join(dead)
	if v := on.Vars["x"]; v.Word.Text != "a" || len(v.Alts) > 0 {
		t.Errorf("x is %+v", v)
	}
}

// TestCopiesAreApart: what a subshell assigns is not seen outside.
func TestCopiesAreApart(t *testing.T) {
	st := shell()
	st.Set("x", text("a"))
	sub := st.Clone()
	if !st.SameMaps(sub) {
		t.Error("a copy has other variables")
	}
	sub.Set("x", text("b"))
	if st.Vars["x"].Word.Text != "a" || sub.Vars["x"].Word.Text != "b" || st.SameMaps(sub) {
		t.Errorf("outside %v, inside %v", st.Vars["x"].Word.Text, sub.Vars["x"].Word.Text)
	}
}

// TestReferences: declare -n r=x; r=a assigns x, and a ring ends.
func TestReferences(t *testing.T) {
	st := shell()
	st.Replace("r", domain.Value{Ref: "x"})
	st.Set("r", text("a"))
	if st.Target("r") != "x" || st.Vars["x"].Word.Text != "a" {
		t.Errorf("r refers to %s, x is %+v", st.Target("r"), st.Vars["x"])
	}
	st.Replace("a", domain.Value{Ref: "b"})
	st.Replace("b", domain.Value{Ref: "a"})
	st.Target("a")
}

// TestReadonlyStays: readonly x=a; x=b.
func TestReadonlyStays(t *testing.T) {
	st := shell()
	st.Replace("x", domain.Value{Word: fact.Lit("a"), Attr: domain.AttrReadonly})
	st.Set("x", text("b"))
	if got := st.Vars["x"].Word.Text; got != "a" {
		t.Errorf("x is %s", got)
	}
}

// TestNewProcess: export a=1; b=2; bash -c … gets a and its value alone.
func TestNewProcess(t *testing.T) {
	st := shell()
	st.Set("a", domain.Value{Word: fact.Lit("1"), Exported: true, Attr: domain.AttrInteger})
	st.Set("b", text("2"))
	st.Option(dialect.NoGlob, true)
	st.SetParams([]fact.Word{fact.Lit("sh"), fact.Lit("x")})
	st.NewProcess()
	if v, ok := st.Vars["a"]; !ok || v.Word.Text != "1" || v.Attr != 0 {
		t.Errorf("a is %+v", v)
	}
	if _, ok := st.Vars["b"]; ok || st.Has(dialect.NoGlob) || len(st.Params) > 0 {
		t.Errorf("it has %v, options %v, parameters %v", st.Vars, st.Opts, st.Params)
	}
}

// TestForget: eval "$unknown" may have changed everything.
func TestForget(t *testing.T) {
	st := shell()
	st.Set("x", text("a"))
	st.ForgetAll()
	if v := st.Vars["x"]; v.Word.Kind == fact.Literal || !st.AllVars || st.Dirs.Known ||
		st.KnownParams {
		t.Errorf("x is %+v, the rest %+v", v, st)
	}
}

// TestNumbers tells numbers and what the environment gives from text.
func TestNumbers(t *testing.T) {
	for _, row := range []struct {
		word          fact.Word
		numeric, tame bool
	}{
		{fact.Lit("12"), true, true}, {fact.Lit("1a"), false, false},
		{fact.Lit("a[$(id)]"), false, false},
		{fact.Word{Kind: fact.Partial, Number: true}, true, true},
		{fact.Word{Kind: fact.Partial, Given: true}, false, true},
		{fact.Word{Kind: fact.Partial}, false, false},
	} {
		if n, g := domain.Numeric(&row.word), domain.Tame(&row.word); n != row.numeric || g != row.tame {
			t.Errorf("%+v: numeric %v, tame %v", row.word, n, g)
		}
	}
}
