package core

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/callees"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// fake is a language whose programs and functions are functions of Go. The machine asks it nothing
// else that means something.
type fake struct {
	Language
	m       *Machine
	program func(*Machine)
	bodies  map[*syntax.Node]func([]Arg) *Value
}

func (f *fake) Program(*syntax.Node)                     { f.program(f.m) }
func (f *fake) Canonical(name string) string             { return name }
func (f *fake) Aliases(string) []string                  { return nil }
func (f *fake) Qualify(base, name string) string         { return base + "." + name }
func (f *fake) Global(name string) *Value                { return Ref(name) }
func (f *fake) Constant(string) *Value                   { return nil }
func (f *fake) Function(Invocation) (*Value, bool)       { return nil, false }
func (f *fake) Method(Invocation) (*Value, bool)         { return nil, false }
func (f *fake) Mutate(*Value, string, []Arg)             {}
func (f *fake) ShowsArguments(string) bool               { return false }
func (f *fake) ChangesArguments(string) bool             { return false }
func (f *fake) OwnAttr(*Value, string) *Value            { return nil }
func (f *fake) OwnIndex(_, _ *Value) *Value              { return nil }
func (f *fake) OwnSettable(*Value, string) bool          { return false }
func (f *fake) LeadsAway(*Value, string) bool            { return false }
func (f *fake) Overloads(*Value) bool                    { return false }
func (f *fake) PlainBase(string) bool                    { return false }
func (f *fake) OwnType(string) *Type                     { return nil }
func (f *fake) SetOwn(*Value, string, bool, *Value) bool { return false }
func (f *fake) Body(fn *Function, args []Arg)            { f.m.Frame.Ret = f.bodies[fn.Node](args) }

// function makes a function of the code.
func (f *fake) function(body func([]Arg) *Value) *Value {
	fn := &Function{Node: &syntax.Node{}, Scope: f.m.Scope}
	f.bodies[fn.Node] = body
	f.m.Funcs = append(f.m.Funcs, fn)
	return &Value{Kind: KindFunc, Fn: fn}
}

// call calls a value with arguments.
func (f *fake) call(callee *Value, args ...*Value) *Value {
	return f.m.Call(Site{Node: &syntax.Node{Line: 1}}, callee, argsOf(args))
}

// remove calls os.remove.
func (f *fake) remove(v *Value) { f.call(Ref("os.remove"), v) }

// played are the facts of a program: what it calls with the effects, and a problem.
func played(program func(*fake)) []string {
	f := &fake{m: &Machine{}, bodies: map[*syntax.Node]func([]Arg) *Value{}}
	f.program = func(*Machine) { program(f) }
	facts := f.m.Run(Input{Home: "/home/u", Table: callees.Python{},
		Parse: func(string) (*syntax.Node, string) { return &syntax.Node{}, "" }},
		&Traits{Nothing: Null("None"), Constructor: "__init__", Call: "__call__"}, f)
	var out []string
	for i := range facts.Calls {
		if c := told(&facts.Calls[i]); c != "" {
			out = append(out, c)
		}
	}
	if facts.Problem != "" {
		out = append(out, "problem: "+facts.Problem)
	}
	return out
}

func told(c *interp.Call) string {
	var parts []string
	for _, e := range c.Effects {
		parts = append(parts, e.Kind.String()+" "+write(&Value{Kind: KindStr, Word: e.Word}))
	}
	for _, s := range c.Spawns {
		var words []string
		for _, w := range s.Words {
			words = append(words, write(&Value{Kind: KindStr, Word: w}))
		}
		parts = append(parts, "run "+strings.Join(words, " "))
	}
	if len(parts) == 0 {
		return ""
	}
	where := ""
	if c.Dir.Set {
		where = " in " + write(&Value{Kind: KindStr, Word: c.Dir.Word})
	}
	return c.Names[0] + where + ": " + strings.Join(parts, ", ")
}

func TestMachine(t *testing.T) {
	const limit = "problem: the code does more than the limit of this program"
	a, b := Str("a"), Str("b")
	for _, tt := range []struct {
		what    string
		program func(f *fake)
		want    []string
	}{
		{"a call of a known function", func(f *fake) { f.remove(a) },
			[]string{`os.remove: delete "a"`}},
		{"one of two paths", func(f *fake) { f.remove(Join(a, b)) },
			[]string{`os.remove: delete "a", delete "b"`}},
		{"one of two functions", func(f *fake) {
			f.call(Join(Ref("os.remove"), Ref("os.rmdir")), a)
		}, []string{`os.remove: delete "a"`, `os.rmdir: delete "a"`}},
		{"the same twice is told once", func(f *fake) { f.remove(a); f.remove(a) },
			[]string{`os.remove: delete "a"`}},
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
		{"calls too deep in calls", func(f *fake) {
			var v = a
			for range maxDepth + 20 {
				v = Obj(TypePartial, v)
			}
			f.call(v)
		}, []string{limit}},

		{"a condition: both ways", func(f *fake) {
			f.m.Scope.Vars["p"] = a
			f.m.Branches(true, func() { f.m.Scope.Vars["p"] = b })
			f.remove(f.m.Resolve("p"))
		}, []string{`os.remove: delete "b", delete "a"`}},
		{"a condition: one way or the other", func(f *fake) {
			f.m.Branches(false, func() { f.m.Scope.Vars["p"] = a }, func() { f.m.Scope.Vars["p"] = b })
			f.remove(f.m.Resolve("p"))
		}, []string{`os.remove: delete "a", delete "b"`}},
		{"a way sees nothing of the other one", func(f *fake) {
			f.m.Scope.Vars["p"] = a
			f.m.Branches(false, func() { f.m.Scope.Vars["p"] = b }, func() { f.remove(f.m.Resolve("p")) })
		}, []string{`os.remove: delete "a"`}},
		{"a builtin that may be another function", func(f *fake) {
			f.m.Branches(true, func() { f.m.Scope.Vars["print"] = Ref("os.remove") })
			f.call(f.m.Resolve("print"), a)
		}, []string{`os.remove: delete "a"`}},
		{"a loop: what the last round left, and in the end anything", func(f *fake) {
			f.m.Scope.Vars["p"], f.m.Scope.Vars["q"] = a, b
			f.m.Loop(func() {
				f.remove(f.m.Resolve("p"))
				f.m.Scope.Vars["p"] = f.m.Scope.Vars["q"]
			})
		}, []string{`os.remove: delete "a"`, `os.remove: delete "a", delete "b"`,
			`os.remove: delete "…"`, `os.remove: delete "…", delete "b"`}},
		{"a loop that never ends to learn", func(f *fake) {
			f.m.Scope.Vars["p"] = a
			f.m.Loop(func() { f.m.Scope.Vars["p"] = Concat(f.m.Scope.Vars["p"], a) })
			f.remove(f.m.Resolve("p"))
		}, []string{`os.remove: delete "…", delete "…a"`}},
		{"each of a list, one by one", func(f *fake) { f.m.Each(ListOf(a, b), f.remove) },
			[]string{`os.remove: delete "a"`, `os.remove: delete "b"`}},
		{"each of a list in any order", func(f *fake) { f.m.Each(weak(a, b), f.remove) },
			[]string{`os.remove: delete "a", delete "b"`}},

		{"another directory", func(f *fake) { f.call(Ref("os.chdir"), a); f.remove(b) },
			[]string{`os.remove in "a": delete "b"`}},
		{"one directory after the other", func(f *fake) {
			f.call(Ref("os.chdir"), a)
			f.call(Ref("os.chdir"), b)
			f.remove(a)
		}, []string{`os.remove in "a/b": delete "a"`}},
		{"an unknown directory", func(f *fake) { f.call(Ref("os.chdir"), Data); f.remove(b) },
			[]string{`os.remove in "…": delete "b"`}},
		{"another directory maybe", func(f *fake) {
			f.m.Branches(true, func() { f.call(Ref("os.chdir"), a) })
			f.remove(b)
		}, []string{`os.remove in "…": delete "b"`}},
		{"functions that run later, in another directory", func(f *fake) {
			f.function(func([]Arg) *Value { f.remove(b); return nil })
			f.call(Ref("os.chdir"), a)
		}, []string{`os.remove in "a": delete "b"`, `os.remove in "…": delete "b"`}},

		{"a deferred call sees what variables become", func(f *fake) {
			f.m.Scope.Vars["p"] = a
			f.m.Later(f.function(func([]Arg) *Value { f.remove(f.m.Resolve("p")); return nil }), nil)
			f.m.Record(f.m.Scope, "p")
			f.m.Scope.Vars["p"] = b
		}, []string{`os.remove: delete "b", delete "a"`}},
		{"words of a program", func(f *fake) {
			f.call(Ref("subprocess.run"), ListOf(Str("ls"), a))
		}, []string{`subprocess.run: run "ls" "a"`}},
		{"words in any order", func(f *fake) { f.call(Ref("subprocess.run"), weak(Str("ls"), a)) },
			[]string{`subprocess.run: run "…"`}},
		{"a program with arguments that are unknown", func(f *fake) {
			f.call(Ref("os.execv"), Str("rm"), Data)
		}, []string{`os.execv: run "rm" "…"`}},

		{"a list that a branch adds to", func(f *fake) {
			l := ListOf(a)
			f.m.Branches(true, func() { f.m.AppendArgs(l, argsOf([]*Value{b})) })
			f.m.Each(l, f.remove)
		}, []string{`os.remove: delete "a", delete "b"`}},
		{"a list that is added to", func(f *fake) {
			l := ListOf(a)
			f.m.AppendArgs(l, argsOf([]*Value{b}))
			f.remove(f.m.Index(l, Num("1")))
		}, []string{`os.remove: delete "b"`}},
		{"a key that a branch sets", func(f *fake) {
			d := dict("k", a)
			f.m.Branches(true, func() { f.m.Update(d, "k", b) })
			f.remove(d.Get("k"))
		}, []string{`os.remove: delete "a", delete "b"`}},
		{"an attribute that was set on another object", func(f *fake) {
			c := &Class{Vars: map[string]*Value{}}
			f.m.SetAttr(&Value{Kind: KindObj, Type: TypeInstance, Class: c}, "f", true, Ref("os.remove"))
			f.call(f.m.Attr(Str("x"), "f"), a)
		}, []string{`os.remove: delete "…"`, `os.remove: delete "a"`}},

		{"too many steps", func(f *fake) {
			for f.m.Step(1000) {
			}
			f.remove(a)
		}, []string{limit}},
		{"too many calls", func(f *fake) {
			for i := range maxCalls + 10 {
				f.remove(Str(fmt.Sprint(i)))
			}
		}, []string{"4000", "problem: the code calls more than the limit of this program"}},
		{"a fault of ours", func(*fake) { panic("as if a bug") },
			[]string{"problem: the analysis of the code failed"}},
	} {
		got := played(tt.program)
		if n := len(got); n > maxCalls {
			got = []string{fmt.Sprint(n - 1), got[n-1]}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n\t%s\nwant\n\t%s", tt.what, strings.Join(got, "\n\t"),
				strings.Join(tt.want, "\n\t"))
		}
	}
}
