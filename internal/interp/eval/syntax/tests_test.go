package syntax

import "testing"

func TestTestable(t *testing.T) {
	name := &Node{Type: "name"}
	text := func(s string) *Node {
		return &Node{Type: "string", Src: s, End: len(s), Kids: []*Node{name}}
	}
	node := func(typ string, kids ...*Node) *Node { return &Node{Type: typ, Kids: kids} }
	call := func(callee string) *Node {
		return node("call", &Node{Type: "name", Field: "function", Src: callee, End: len(callee)}, name)
	}
	sign := &Node{Type: "==", Src: "==", End: 2}
	tests := Tests{Leaves: []string{"name"}, Nodes: []string{"comparison"},
		Reads: func(callee string) bool { return callee == "getenv" }}
	for _, tt := range []struct {
		what string
		n    *Node
		want bool
	}{
		{"nothing", nil, false}, {"a variable", name, true},
		{"a comparison", node("comparison", name, sign, name), true},
		{"a text", text("'x'"), true}, {"a text with an expression", text("'{x}'"), false},
		{"a read", call("getenv"), true}, {"another call", call("print"), false},
		{"in a comparison", node("comparison", name, call("print")), false},
		{"another expression", node("lambda", name), false},
	} {
		if got := tests.Testable(tt.n); got != tt.want {
			t.Errorf("%s: %v", tt.what, got)
		}
	}
	tests.Reads = nil
	if tests.Testable(call("getenv")) {
		t.Error("a call in a language where none is only tested: true")
	}
}
