package core

import "testing"

func TestSettingAttributes(t *testing.T) {
	a := Str("a")
	checkPrograms(t, []program{
		{"of an instance", func(f *fake) {
			class := &Class{Vars: map[string]*Value{}}
			f.ev.Objects.SetProperty(&Value{Kind: KindObj, Type: TypeInstance, Class: class}, "x", a)
		}, nil},
		{"of a module: it may change what others do", func(f *fake) {
			f.ev.Objects.SetProperty(Ref("os"), "x", a)
		}, []string{`setattr: exec ""`}},
		{"a function of a module is another one then", func(f *fake) {
			f.ev.Heap.Assigned["os.getcwd"] = Ref("os.remove")
			f.call(Ref("os.getcwd"), a)
		}, []string{`os.remove: delete "a"`}},
		{"an element of a dictionary", func(f *fake) {
			d := dict()
			f.ev.Objects.SetElement(d, Str("k"), a)
			f.remove(d.Get("k"))
		}, []string{`os.remove: delete "a"`}},
	})
}
