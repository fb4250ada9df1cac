package core

import "testing"

func TestUncertainChanges(t *testing.T) {
	a, b := Str("a"), Str("b")
	checkPrograms(t, []program{
		{"a list that a branch adds to", func(f *fake) {
			l := ListOf(a)
			f.ev.State.Branches(true, func() { f.ev.Heap.AppendArgs(l, argsOf([]*Value{b})) })
			f.ev.State.ForEach(l, f.remove)
		}, []string{`os.remove: delete "a", delete "b"`}},
		{"a list that is added to", func(f *fake) {
			l := ListOf(a)
			f.ev.Heap.AppendArgs(l, argsOf([]*Value{b}))
			f.remove(f.ev.Objects.Index(l, Num("1")))
		}, []string{`os.remove: delete "b"`}},
		{"a key that a branch sets", func(f *fake) {
			d := dict("k", a)
			f.ev.State.Branches(true, func() { f.ev.Heap.Update(d, "k", b) })
			f.remove(d.Get("k"))
		}, []string{`os.remove: delete "a", delete "b"`}},
		{"an attribute that was set on another object", func(f *fake) {
			c := &Class{Vars: map[string]*Value{}}
			inst := &Value{Kind: KindObj, Type: TypeInstance, Class: c}
			f.ev.Objects.SetAttr(inst, "f", true, Ref("os.remove"))
			f.call(f.ev.Objects.Attr(Str("x"), "f"), a)
		}, []string{`os.remove: delete "…"`, `os.remove: delete "a"`}},
	})
}

func TestHeapPlain(t *testing.T) {
	hp := newFake().ev.Heap
	hp.Assigned["os.getcwd"] = Ref("os.remove")
	for _, tt := range []struct {
		v    *Value
		want bool
	}{
		{Data, true}, {Top, false}, {Ref("os.path.join"), true}, {Ref("os.remove"), false},
		{Ref("os.getcwd"), false}, {Ref("nobody.f"), false}, {Obj(typeResponse, nil), true},
		{ListOf(Ref("os.path.join")), true}, {ListOf(Ref("os.remove")), false},
		{&Value{Kind: KindBound, Base: Data}, true}, {&Value{Kind: KindBound, Base: Top}, false},
	} {
		if got := hp.Plain(tt.v); got != tt.want {
			t.Errorf("%s: %v", write(tt.v), got)
		}
	}
}

func TestEscaped(t *testing.T) {
	hp := newFake().ev.Heap
	if got := hp.MaybeEscaped(Data); got != Data {
		t.Errorf("nothing escaped: %s", write(got))
	}
	hp.retain(Str("a"))
	if hp.Escaped {
		t.Error("a text escaped")
	}
	hp.retain(Ref("os.remove"))
	table(t, []row{
		{"data", hp.MaybeEscaped(Data), "??"},
		{"a text", hp.MaybeEscaped(Str("a")), `"a"`},
	})
}

func TestThrownValuesAreCaught(t *testing.T) {
	hp := newFake().ev.Heap
	hp.Throw(Str("a"))
	if got := write(hp.Caught()); got != "?" {
		t.Errorf("a text was thrown: %s", got)
	}
	hp.Throw(Ref("os.remove"))
	if got := write(hp.Caught()); got != "?|@os.remove" {
		t.Errorf("a function was thrown: %s", got)
	}
}
