package core

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

// write is a value in a few characters: "x" a text, "a…b" one of which only the ends are known, 7 a
// number, @os.remove a name, ? unknown data, ?? anything, {k:v} a dictionary, a|b one of several,
// <file of x> an object, =x what the file x holds, [a b] a list. More may follow behind +; behind
// +like the elements may be in any order, but for as many from the first on as there are marks.
func write(v *Value) string {
	if v == nil {
		return "nil"
	}
	switch v.Kind {
	case KindData:
		if v.isContent() {
			return "=" + write(v.Base)
		}
		return "?"
	case KindTop:
		return "??"
	case KindStr:
		s := v.Word.Text
		if v.Word.Kind == fact.Partial {
			s += "…" + v.Word.Suffix
		}
		if v.Word.Glob {
			s = "glob " + s
		}
		return `"` + s + `"`
	case KindNum:
		return v.Name
	case KindRef:
		return "@" + v.Name
	case KindObj:
		return "<" + v.typeName() + " of " + write(v.Base) + ">"
	case KindList:
		out := "[" + writeAll(v.List, " ")
		if v.More && v.Like {
			out += " +like"
			if v.Fixed > 0 {
				out += strings.Repeat("'", v.Fixed)
			}
		} else if v.More {
			out += " +"
		}
		if v.Wild {
			out += " wild"
		}
		return out + "]"
	case KindDict:
		var parts []string
		for i, k := range v.Keys {
			parts = append(parts, k+":"+write(v.List[i]))
		}
		if v.More {
			parts = append(parts, "+")
		}
		return "{" + strings.Join(parts, " ") + "}"
	case KindAlt:
		return writeAll(v.List, "|")
	}
	return "some value"
}

func writeAll(list []*Value, between string) string {
	var parts []string
	for _, e := range list {
		parts = append(parts, write(e))
	}
	return strings.Join(parts, between)
}

// table compares values with how they are written.
func table(t *testing.T, rows []struct {
	what string
	got  *Value
	want string
}) {
	t.Helper()
	for _, r := range rows {
		if got := write(r.got); got != r.want {
			t.Errorf("%s: %s, want %s", r.what, got, r.want)
		}
	}
}

func dict(pairs ...any) *Value {
	d := &Value{Kind: KindDict}
	for i := 0; i < len(pairs); i += 2 {
		d.Put(pairs[i].(string), pairs[i+1].(*Value))
	}
	return d
}

// weak is a list whose elements may be in any order.
func weak(elems ...*Value) *Value {
	l := ListOf(elems...)
	l.WeakAdd()
	return l
}

// some is a list of which the beginning is known.
func some(elems ...*Value) *Value {
	l := ListOf(elems...)
	l.More = true
	return l
}

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
	table(t, []struct {
		what string
		got  *Value
		want string
	}{
		{"nothing and a text", Join(nil, a), `"a"`},
		{"a text and nothing", Join(a, nil), `"a"`},
		{"the same text twice", Join(a, Str("a")), `"a"`},
		{"two texts", Join(a, b), `"a"|"b"`},
		{"one of two, and one of these", Join(Join(a, b), a), `"a"|"b"`},
		{"one of two, and one of two", Join(Join(a, b), Join(b, f)), `"a"|"b"|@os.remove`},
		{"a text and a number that looks like it", Join(Str("7"), Num("7")), `"7"|7`},
		{"data and data", Join(Data, &Value{}), "?"},
		{"data and anything", Join(Data, Top), "?|??"},
		{"what two files hold", Join(content(a), content(b)), `="a"|"b"`},
		{"what a file holds, and other data", Join(content(a), Data), `="a"`},
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
	table(t, []struct {
		what string
		got  *Value
		want string
	}{
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
	table(t, []struct {
		what string
		got  *Value
		want string
	}{
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
		{"of what a file holds", content(a).Element(), `="a"`},
		{"of names in a directory", Obj(TypeNames, a).Element(), `"glob *"|"glob .[!.]*"`},
	})
}

// TestLists: which element is where.
func TestLists(t *testing.T) {
	a, b, c := Str("a"), Str("b"), Str("c")
	changed := func(l *Value, change func(*Value)) *Value { change(l); return l }
	first := func(l *Value) *Value { return (&Machine{}).listIndex(l, Num("0")) }
	joined := func(l *Value) *Value { v, _ := JoinList(Str("/"), l); return v }
	table(t, []struct {
		what string
		got  *Value
		want string
	}{
		{"the first of a list", first(ListOf(a, b)), `"a"`},
		{"the last", (&Machine{}).listIndex(ListOf(a, b), Num("-1")), `"b"`},
		{"beyond the end", (&Machine{}).listIndex(ListOf(a, b), Num("2")), `"a"|"b"|?`},
		{"the last of a list with more", (&Machine{}).listIndex(some(a, b), Num("-1")), `"a"|"b"|?`},
		{"the first of a list with more", first(some(a, b)), `"a"`},
		{"the first in any order", first(weak(a, b)), `"a"|"b"`},
		{"a key that is unknown", (&Machine{}).listIndex(ListOf(a, b), Data), `"a"|"b"`},

		{"added somewhere", changed(ListOf(a), func(l *Value) { l.WeakAdd(b) }), `["a" "b" +like]`},
		{"added again", changed(weak(a, b), func(l *Value) { l.WeakAdd(b) }), `["a" "b" +like]`},
		{"added to a beginning", changed(some(a), func(l *Value) { l.WeakAdd(b) }), `["a" "b" ? +like]`},
		{"added behind", changed(ListOf(a), func(l *Value) { l.Behind(b) }), `["a" "b" +like']`},
		{"added behind twice", changed(ListOf(a), func(l *Value) { l.Behind(b); l.Behind(c) }),
			`["a" "b" "c" +like']`},
		{"added behind, then somewhere", changed(ListOf(a), func(l *Value) { l.Behind(b); l.WeakAdd() }),
			`["a" "b" +like]`},
		{"the first of it", first(changed(ListOf(a), func(l *Value) { l.Behind(b) })), `"a"`},

		{"a list behind a list", Followed(ListOf(a), ListOf(b, c)), `["a" "b" "c"]`},
		{"a beginning behind a list", Followed(ListOf(a), some(b)), `["a" "b" +]`},
		{"a list behind a beginning", Followed(some(a), ListOf(b)), `["a" "b" ? +like']`},
		{"an unordered list behind a list", Followed(ListOf(a), weak(b, c)), `["a" "b" "c" +like']`},
		{"a list behind an unordered one", Followed(weak(a, b), ListOf(c)), `["a" "b" "c" +like]`},
		{"a copy of an unordered one", Followed(ListOf(), weak(a, a)), `["a" "a" +like]`},

		{"joined", joined(ListOf(a, b)), `"a/b"`},
		{"joined, with a number", joined(ListOf(a, Num("7"))), `"a/7"`},
		{"joined, with more", joined(some(a, b)), `"a/b…"`},
		{"joined in any order", joined(weak(a, b)), `"…"`},
		{"joined, the beginning in order", joined(changed(ListOf(a), func(l *Value) { l.Behind(b) })),
			`"a…"`},
		{"joined, nothing", joined(ListOf()), `""`},
		{"joined, no list", joined(Data), "?"},
	})
}

func TestDictionaries(t *testing.T) {
	a, b := Str("a"), Str("b")
	changed := func(d *Value, change func(*Value)) *Value { change(d); return d }
	table(t, []struct {
		what string
		got  *Value
		want string
	}{
		{"set twice", dict("k", a, "k", b), `{k:"b"}`},
		{"got", dict("k", a).Get("k"), `"a"`},
		{"not there", dict("k", a).Get("l"), "nil"},
		{"got from what is none", ListOf(a).Get("0"), "nil"},
		{"any key set", changed(dict("k", a), func(d *Value) { d.WeakUpdate(b) }), `{k:"a"|"b" +}`},
		{"one of two", union(dict("k", a), dict("k", b)), `{k:"b"}`},
		{"one and another one", union(dict("k", a), dict("l", b)), `{k:"a" l:"b"}`},
	})
}

func TestTexts(t *testing.T) {
	args := func(list ...*Value) []Arg { return argsOf(list) }
	table(t, []struct {
		what string
		got  *Value
		want string
	}{
		{"base64", FromBase64(Str("L2V0Yy9ob3N0cw==")), `"/etc/hosts"`},
		{"base64 of URLs, unpadded", FromBase64(Str("Pz8_")), `"???"`},
		{"no base64", FromBase64(Str("!")), "?"},
		{"unknown base64", FromBase64(Data), "?"},
		{"hexadecimal", FromHex(Str("2f 78")), `"/x"`},
		{"no hexadecimal", FromHex(Str("2")), "?"},
		{"a URL", Unquote(Str("%2fx%20y")), `"/x y"`},
		{"a broken URL", Unquote(Str("x%2")), "?"},
		{"rot13", DecodeAs(Str("/rgp"), "rot-13"), `"/etc"`},
		{"to hexadecimal", DecodeAs(Str("/x"), "hex"), `"2f78"`},
		{"an encoding that is unknown", DecodeAs(Str("x"), "ebcdic"), "?"},
		{"codes", FromCodes(ListOf(Num("47"), Num("0x78"))), `"/x"`},
		{"codes and more", FromCodes(some(Num("47"))), "?"},
		{"codes beyond ASCII", FromCodes(ListOf(Num("200"))), "?"},
		{"a path", JoinPath(args(Str("d"), Str("x")), true), `"d/x"`},
		{"a path that starts anew", JoinPath(args(Str("d"), Str("/x")), true), `"/x"`},
		{"a path that does not", JoinPath(args(Str("d"), Str("/x")), false), `"d//x"`},
		{"a path that may start anew", JoinPath(args(Str("d"), Data), true), `"…"`},
		{"one of two paths", JoinPath(args(Join(Str("d"), Str("e")), Str("x")), true), `"d/x"|"e/x"`},
		{"a path of unknown parts", JoinPath([]Arg{{Val: Str("d")}, {Val: Data, Spread: true}}, true),
			`"d/…"`},
		{"a clean path", CleanPath(Str("d//./x")), `"d/x"`},
		{"a path with links maybe", CleanPath(Str("d/../x")), `"d/../x"`},
		{"text with an unknown part", Marked("a FENCEPOST_UNKNOWN_0 b"), `"a … b"`},
		{"a name in a directory", Matching(Str("d/"), "*.c"), `"glob d/*.c"`},
		{"the directory of a pattern", PartOfPattern(Pattern("d/*.c"), true), `"d"`},
		{"a sibling of a pattern", Sibling(Pattern("d/*.c")), `"glob d/*"|"glob d/.[!.]*"`},
	})
}

// TestPlain: what is no data may run something.
func TestPlain(t *testing.T) {
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
