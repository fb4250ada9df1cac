package core

import "testing"

func TestCalls(t *testing.T) {
	a, b := Str("a"), Str("b")
	checkPrograms(t, []program{
		{"a call of a known function", func(f *fake) { f.remove(a) },
			[]string{`os.remove: delete "a"`}},
		{"one of two paths", func(f *fake) { f.remove(Join(a, b)) },
			[]string{`os.remove: delete "a", delete "b"`}},
		{"one of two functions", func(f *fake) {
			f.call(Join(Ref("os.remove"), Ref("os.rmdir")), a)
		}, []string{`os.remove: delete "a"`, `os.rmdir: delete "a"`}},
		{"a function that no table knows", func(f *fake) { f.call(Ref("foo.bar"), a) },
			[]string{`foo.bar: exec ""`}},
		{"anything", func(f *fake) { f.call(Top, a) }, []string{`: exec ""`}},
		{"plain data does nothing", func(f *fake) { f.call(Data, a) }, nil},
		{"plain data that is handed a function calls it", func(f *fake) {
			f.call(Data, f.function(func([]Arg) *Value { f.remove(a); return nil }))
		}, []string{`os.remove: delete "a"`}},
		{"a known function as an argument of one that is unknown", func(f *fake) {
			f.call(Ref("foo.bar"), Ref("os.remove"))
		}, []string{`foo.bar: exec ""`, `os.remove: delete "…"`}},
		{"more arguments than there are parameters", func(f *fake) { f.call(Ref("os.rmdir"), a, b, a) },
			[]string{`os.rmdir: exec ""`, `: exec ""`}},
	})
}

func TestFunctionsOfTheCode(t *testing.T) {
	a, b := Str("a"), Str("b")
	checkPrograms(t, []program{
		{"a function of the code", func(f *fake) {
			f.call(f.function(func(args []Arg) *Value { f.remove(args[0].Val); return nil }), a)
		}, []string{`os.remove: delete "a"`}},
		{"what it returns", func(f *fake) {
			f.remove(f.call(f.function(func([]Arg) *Value { return b })))
		}, []string{`os.remove: delete "b"`}},
		{"a function that nothing calls", func(f *fake) {
			f.function(func([]Arg) *Value { f.remove(a); return nil })
		}, []string{`os.remove: delete "a"`}},
		{"a function that calls itself ends", func(f *fake) {
			var fn *Value
			fn = f.function(func([]Arg) *Value { f.remove(a); return f.call(fn) })
			f.call(fn)
		}, []string{`os.remove: delete "a"`}},
		{"two functions that call one another end", func(f *fake) {
			var one, two *Value
			one = f.function(func([]Arg) *Value { return f.call(two) })
			two = f.function(func([]Arg) *Value { f.remove(a); return f.call(one) })
			f.call(one)
		}, []string{`os.remove: delete "a"`}},
	})
}
