package core

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/callees"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// fake is a language whose programs and functions are functions of Go. The evaluator asks it
// nothing else that means something.
type fake struct {
	Names
	Syntax
	ev      *Evaluator
	program func(*fake)
	bodies  map[*syntax.Node]func([]Arg) *Value
}

func (f *fake) Program(*syntax.Node)                     { f.program(f) }
func (f *fake) Canonical(name string) string             { return name }
func (f *fake) Aliases(string) []string                  { return nil }
func (f *fake) Qualify(base, name string) string         { return base + "." + name }
func (f *fake) Global(name string) *Value                { return Ref(name) }
func (f *fake) Constant(string) *Value                   { return nil }
func (f *fake) Function(Invocation) *Value               { return nil }
func (f *fake) Method(Invocation) *Value                 { return nil }
func (f *fake) Mutate(*Value, string, []Arg)             {}
func (f *fake) ShowsArguments(string) bool               { return false }
func (f *fake) ChangesArguments(string) bool             { return false }
func (f *fake) OwnAttr(*Value, string) *Value            { return nil }
func (f *fake) OwnIndex(_, _ *Value) *Value              { return nil }
func (f *fake) OwnSettable(*Value, string) bool          { return false }
func (f *fake) LeadsAway(*Value, string) bool            { return false }
func (f *fake) Overloads(*Value) bool                    { return false }
func (f *fake) PlainBase(string) bool                    { return false }
func (f *fake) SetOwn(*Value, string, bool, *Value) bool { return false }
func (f *fake) Body(fn *Function, args []Arg) {
	f.ev.State.Frame.Ret = f.bodies[fn.Node](args)
}

// function makes a function of the code.
func (f *fake) function(body func([]Arg) *Value) *Value {
	fn := &Function{Node: &syntax.Node{}, Scope: f.ev.State.Scope}
	f.bodies[fn.Node] = body
	f.ev.State.Funcs = append(f.ev.State.Funcs, fn)
	return &Value{Kind: KindFunc, Fn: fn}
}

// call calls a value with arguments.
func (f *fake) call(callee *Value, args ...*Value) *Value {
	return f.ev.Calls.Call(Site{Node: &syntax.Node{Line: 1}}, callee, argsOf(args))
}

// remove calls os.remove.
func (f *fake) remove(v *Value) { f.call(Ref("os.remove"), v) }

// newFake is a language with an evaluator that runs no program.
func newFake() *fake {
	ev := New(&Input{Home: "/home/u", Table: callees.Python{},
		Parse: func(string) (*syntax.Node, string) { return &syntax.Node{}, "" }})
	f := &fake{ev: ev, bodies: map[*syntax.Node]func([]Arg) *Value{}}
	*ev.lang = Language{Syntax: f, Names: f, Attributes: f, Library: f, Types: []*Type{ownType},
		Traits: &Traits{Nothing: Null("None"), Constructor: "__init__", Call: "__call__"}}
	return f
}

// played are the facts of a program: what it calls with the effects, and a problem.
func played(program func(*fake)) []string {
	f := newFake()
	f.program = program
	facts := f.ev.Run(*f.ev.lang)
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

// program is a program with what it does.
type program struct {
	what string
	run  func(f *fake)
	want []string
}

// checkPrograms runs programs. Of too many facts the number and the last one count.
func checkPrograms(t *testing.T, rows []program) {
	t.Helper()
	for _, r := range rows {
		got := played(r.run)
		if n := len(got); n > maxCalls {
			got = []string{fmt.Sprint(n - 1), got[n-1]}
		}
		if !slices.Equal(got, r.want) {
			t.Errorf("%s:\n\t%s\nwant\n\t%s", r.what, strings.Join(got, "\n\t"),
				strings.Join(r.want, "\n\t"))
		}
	}
}

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
			if v.Placed > 0 {
				out += strings.Repeat("'", v.Placed)
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

// row is a value with how it is written.
type row struct {
	what string
	got  *Value
	want string
}

// table compares values with how they are written.
func table(t *testing.T, rows []row) {
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

// some is a list. Its beginning is known.
func some(elems ...*Value) *Value {
	l := ListOf(elems...)
	l.More = true
	return l
}
