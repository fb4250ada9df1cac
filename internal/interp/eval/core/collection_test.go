package core

import "testing"

// TestLists: which element is where.
func TestLists(t *testing.T) {
	a, b, c := Str("a"), Str("b"), Str("c")
	changed := func(l *Value, change func(*Value)) *Value { change(l); return l }
	behind := func(v *Value) func(*Value) { return func(l *Value) { l.AppendUnplaced(v) } }
	objects := New(&Input{}).Objects
	first := func(l *Value) *Value { return objects.listIndex(l, Num("0")) }
	joined := func(l *Value) *Value { return JoinList(Str("/"), l) }
	table(t, []row{
		{"the first of a list", first(ListOf(a, b)), `"a"`},
		{"the last", objects.listIndex(ListOf(a, b), Num("-1")), `"b"`},
		{"beyond the end", objects.listIndex(ListOf(a, b), Num("2")), `"a"|"b"|?`},
		{"the last of a list with more", objects.listIndex(some(a, b), Num("-1")), `"a"|"b"|?`},
		{"the first of a list with more", first(some(a, b)), `"a"`},
		{"the first in any order", first(weak(a, b)), `"a"|"b"`},
		{"a key that is unknown", objects.listIndex(ListOf(a, b), Data), `"a"|"b"`},

		{"added somewhere", changed(ListOf(a), func(l *Value) { l.WeakAdd(b) }), `["a" "b" +like]`},
		{"added again", changed(weak(a, b), func(l *Value) { l.WeakAdd(b) }), `["a" "b" +like]`},
		{"added to a beginning", changed(some(a), func(l *Value) { l.WeakAdd(b) }), `["a" "b" ? +like]`},
		{"added behind", changed(ListOf(a), func(l *Value) { l.AppendUnplaced(b) }), `["a" "b" +like']`},
		{"added behind twice", changed(changed(ListOf(a), behind(b)), behind(c)), `["a" "b" "c" +like']`},
		{"added behind, then somewhere",
			changed(changed(ListOf(a), behind(b)), func(l *Value) { l.WeakAdd() }), `["a" "b" +like]`},
		{"the first of it", first(changed(ListOf(a), func(l *Value) { l.AppendUnplaced(b) })), `"a"`},

		{"a list behind a list", ConcatLists(ListOf(a), ListOf(b, c)), `["a" "b" "c"]`},
		{"a beginning behind a list", ConcatLists(ListOf(a), some(b)), `["a" "b" +]`},
		{"a list behind a beginning", ConcatLists(some(a), ListOf(b)), `["a" "b" ? +like']`},
		{"an unordered list behind a list", ConcatLists(ListOf(a), weak(b, c)), `["a" "b" "c" +like']`},
		{"a list behind an unordered one", ConcatLists(weak(a, b), ListOf(c)), `["a" "b" "c" +like]`},
		{"a copy of an unordered one", ConcatLists(ListOf(), weak(a, a)), `["a" "a" +like]`},

		{"joined", joined(ListOf(a, b)), `"a/b"`},
		{"joined, with a number", joined(ListOf(a, Num("7"))), `"a/7"`},
		{"joined, with more", joined(some(a, b)), `"a/b…"`},
		{"joined in any order", joined(weak(a, b)), `"…"`},
		{"joined, the beginning in order", joined(changed(ListOf(a), behind(b))),
			`"a…"`},
		{"joined, nothing", joined(ListOf()), `""`},
		{"joined, no list", joined(Data), "?"},
	})
}

func TestDictionaries(t *testing.T) {
	a, b := Str("a"), Str("b")
	changed := func(d *Value, change func(*Value)) *Value { change(d); return d }
	table(t, []row{
		{"set twice", dict("k", a, "k", b), `{k:"b"}`},
		{"got", dict("k", a).Get("k"), `"a"`},
		{"not there", dict("k", a).Get("l"), "nil"},
		{"got from what is none", ListOf(a).Get("0"), "nil"},
		{"any key set", changed(dict("k", a), func(d *Value) { d.WeakUpdate(b) }), `{k:"a"|"b" +}`},
		{"one of two", union(dict("k", a), dict("k", b)), `{k:"b"}`},
		{"one and another one", union(dict("k", a), dict("l", b)), `{k:"a" l:"b"}`},
	})
}
