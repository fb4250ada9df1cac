package gen_test

import (
	"testing"

	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/compile"
	"github.com/fencepost/fencepost/internal/policy/packed"
)

// packedPairs are the rules of the presets as a config is compiled that holds them.
func packedPairs(t testing.TB) []pair {
	t.Helper()
	var out []pair
	for _, name := range (gen.Presets{}).Names() {
		doc, _ := source(t, name)
		want := policy.NewRuleSet(name, doc)
		compiled, _ := source(t, name)
		compile.Expressions(compiled)
		u, ok := packed.Decode(packed.Encode(&packed.Unit{Document: compiled}))
		if !ok {
			t.Fatalf("%s cannot be read again", name)
		}
		out = append(out, pair{policy.NewRuleSet(name, u.Document), want})
	}
	return out
}

// TestPacked holds the packed form to the answers of the interpreted one: what it leaves out does
// not apply. Of a command whose words are not known it has to leave in more.
func TestPacked(t *testing.T) {
	ps := packedPairs(t)
	n, commands := 0, 0
	for i, line := range corpus(t) {
		for _, c := range commandsIn(line) {
			commands++
			some := mutations(&c)
			for _, m := range []*fact.Command{&c, some[i%len(some)]} {
				for _, p := range ps {
					n += p.command(t, m, i%2 == 0)
				}
			}
			if t.Failed() {
				t.FailNow()
			}
		}
	}
	if commands < 300 || n < 5*commands {
		t.Errorf("only %d commands with %d hits: the comparison says little", commands, n)
	}
}
