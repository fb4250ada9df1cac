package core

import "testing"

func TestAttributes(t *testing.T) {
	f := newFake()
	ob := f.ev.Objects
	base := &Class{Vars: map[string]*Value{"x": Str("a")}}
	class := &Class{Vars: map[string]*Value{"y": Str("b")},
		Bases: []*Value{{Kind: KindClass, Class: base}}}
	inst := &Value{Kind: KindObj, Type: TypeInstance, Class: class}
	getter := f.function(func([]Arg) *Value { return Str("c") })
	getter.Fn.Getter = true
	class.Vars["z"] = getter
	alone := &Value{Kind: KindObj, Type: TypeInstance, Class: base}
	library := &Value{Kind: KindObj, Type: TypeInstance, Class: &Class{Bases: []*Value{Top}}}
	table(t, []row{
		{"of a module", ob.Attr(Ref("os"), "remove"), "@os.remove"},
		{"of an instance", ob.Attr(inst, "y"), `"b"`},
		{"of a base", ob.Attr(inst, "x"), `"a"`},
		{"of no class", ob.Attr(inst, "w"), "??"},
		{"of no class, without a base", ob.Attr(alone, "w"), "?"},
		{"of a base that is not known", ob.Attr(library, "w"), "??"},
		{"of a getter", ob.Attr(inst, "z"), `"c"`},
		{"of either", ob.Attr(Join(Ref("os"), Ref("shutil")), "f"), "@os.f|@shutil.f"},
		{"of anything", ob.Attr(Top, "f"), "??"},
		{"an element of a dictionary", ob.Index(dict("k", Str("a")), Str("k")), `"a"`},
		{"a character", ob.Index(Str("ab"), Num("-1")), `"b"`},
	})
}
