package core

import (
	"strings"
	"testing"
)

func TestJoin(t *testing.T) {
	a, b, f := Str("a"), Str("b"), Ref("os.remove")
	var nine []*Value
	for _, s := range "012345678" {
		nine = append(nine, Str(string(s)))
	}
	all := func(list []*Value) (out *Value) {
		for _, v := range list {
			out = Join(out, v)
		}
		return out
	}
	table(t, []row{
		{"nothing and a text", Join(nil, a), `"a"`},
		{"a text and nothing", Join(a, nil), `"a"`},
		{"the same text twice", Join(a, Str("a")), `"a"`},
		{"two texts", Join(a, b), `"a"|"b"`},
		{"one of two, and one of these", Join(Join(a, b), a), `"a"|"b"`},
		{"one of two, and one of two", Join(Join(a, b), Join(b, f)), `"a"|"b"|@os.remove`},
		{"a text and a number that looks like it", Join(Str("7"), Num("7")), `"7"|7`},
		{"data and data", Join(Data, &Value{}), "?"},
		{"data and anything", Join(Data, Top), "?|??"},
		{"what two files hold", Join(contentOf(a), contentOf(b)), `="a"|"b"`},
		{"what a file holds, and other data", Join(contentOf(a), Data), `="a"`},
		{"lists that are the same", Join(ListOf(a, b), ListOf(a, b)), `["a" "b"]`},
		{"lists in another order", Join(ListOf(a, b), ListOf(b, a)), `["a" "b"]|["b" "a"]`},
		{"a list and the same, unordered", Join(ListOf(a, b), weak(a, b)), `["a" "b"]|["a" "b" +like]`},
		{"dictionaries with other values", Join(dict("k", a), dict("k", b)), `{k:"a"}|{k:"b"}`},
		{"eight texts", all(nine[:8]), `"0"|"1"|"2"|"3"|"4"|"5"|"6"|"7"`},
		{"nine texts are unknown data", all(nine), "?"},
		{"a function among nine is anything", all(append(nine, f)), "?|@os.remove"},
		{"nine with a function are anything", Join(all(nine[:7]), Join(nine[7], Join(nine[8], f))), "??"},
	})
}

func TestConcat(t *testing.T) {
	table(t, []row{
		{"texts", Concat(Str("a"), Str("b")), `"ab"`},
		{"a text and a number", Concat(Str("a"), Num("7")), `"a7"`},
		{"a beginning", Concat(Str("a"), Data), `"a…"`},
		{"an end", Concat(Data, Str("b")), `"…b"`},
		{"both ends", Concat(Str("a"), Data, Str("b")), `"a…b"`},
		{"the middle is lost", Concat(Data, Str("b"), Data), `"…"`},
		{"ends of two parts", Concat(Partial("a", "b"), Partial("c", "d")), `"a…d"`},
		{"a name of the tables", Concat(Str("a"), Ref("os.sep")), `"a…"`},
		{"one of several", Concat(Str("a"), Join(Str("b"), Str("c"))), `"a…"`},
		{"a pattern", Concat(Str("d/"), Pattern("*.c")), `"glob d/*.c"`},
		{"a pattern and what looks like one", Concat(Str("a*"), Pattern("*.c")), `"a*….c"`},
		{"a pattern and what is unknown", Concat(Pattern("*.c"), Data), `"…"`},
		{"too long", Concat(Str(strings.Repeat("a", MaxText)), Str("b")), "?"},
		{"nothing", Concat(), `""`},
	})
}

func TestElement(t *testing.T) {
	a, b, f := Str("a"), Str("b"), Ref("os.remove")
	wild := ListOf(a)
	wild.Wild = true
	table(t, []row{
		{"of a list", ListOf(a, b).Element(), `"a"|"b"`},
		{"of a list with more", some(a).Element(), `"a"|?`},
		{"of a list with more like it", SomeOf(a).Element(), `"a"`},
		{"of an empty list", ListOf().Element(), "?"},
		{"of a list with anything", wild.Element(), `"a"|??`},
		{"of a dictionary", dict("k", a, "l", f).Element(), `"a"|@os.remove`},
		{"of a text", a.Element(), "?"},
		{"of one of several", Join(ListOf(a), ListOf(b)).Element(), `"a"|"b"`},
		{"of a name", f.Element(), "??"},
		{"of a file, its lines", Obj(typeFile, a).Element(), `="a"`},
		{"of what a file holds", contentOf(a).Element(), `="a"`},
		{"of names in a directory", Obj(TypeNames, a).Element(), `"glob *"|"glob .[!.]*"`},
	})
}

// TestPlainDataRunsNothing: any value but data may run something.
func TestPlainDataRunsNothing(t *testing.T) {
	deep := Str("a")
	for range 30 {
		deep = ListOf(deep)
	}
	wild := ListOf()
	wild.Wild = true
	for _, tt := range []struct {
		v    *Value
		want bool
	}{
		{nil, true}, {Data, true}, {Str("a"), true}, {Num("1"), true}, {ListOf(Str("a")), true},
		{dict("k", Data), true}, {Join(Str("a"), Num("1")), true},
		{Top, false}, {Ref("os"), false}, {Obj(typeFile, nil), false}, {wild, false},
		{ListOf(Ref("os")), false}, {dict("k", Top), false}, {Join(Str("a"), Top), false},
		{&Value{Kind: KindFunc}, false}, {&Value{Kind: KindBound, Base: Data}, false}, {deep, false},
	} {
		if got := tt.v.Plain(); got != tt.want {
			t.Errorf("%s: %v", write(tt.v), got)
		}
	}
}
