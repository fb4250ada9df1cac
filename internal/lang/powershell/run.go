package powershell

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// evaluator runs the trees of one text, and of those that it reads again.
type evaluator struct {
	world    World
	st       *state
	problems []Problem
	takes    []string // variables of the environment that the statement takes
	touched  []string // variables that were set, in order
	spelled  []string // names of variables of the environment that were set in small letters
	steps    int
	again    int  // texts that are read again, one in the other
	calls    int  // functions, one in the other
	muted    int  // nothing is reported: a loop is tried out
	inner    bool // what runs does not stand in the text itself
	control  bool
	over     bool // more steps than the limit
}

// problem notes what is not read.
func (ev *evaluator) problem(text, why string) {
	const most, long = 8, 160
	if len(text) > long {
		text = text[:long] + "…"
	}
	if ev.muted == 0 && len(ev.problems) < most {
		ev.problems = append(ev.problems, Problem{Text: text, Why: why})
	}
}

// step counts what is evaluated.
func (ev *evaluator) step() bool {
	if ev.steps++; ev.steps > maxSteps && !ev.over {
		ev.over = true
		ev.problems = append(ev.problems, Problem{Why: "does more than fencepost follows"})
	}
	return !ev.over
}

func (ev *evaluator) parse(text string) *block {
	b, problems := parse(text)
	for _, p := range problems {
		ev.problem(p.Text, p.Why)
	}
	return b
}

func (ev *evaluator) joined(b *block) bool {
	return len(b.stmts) > 1 || len(b.stmts) == 1 && b.stmts[0].kind == chainStmt
}

// statements runs a list of statements. Its value is that of the only one that has any.
func (ev *evaluator) statements(b *block) Value { return ev.list(b.stmts) }

func (ev *evaluator) list(stmts []*stmt) Value {
	var out []Value
	for _, s := range stmts {
		if !ev.step() {
			break
		}
		v := ev.statement(s)
		ev.flush(s.text)
		if !v.empty {
			out = append(out, v)
		}
	}
	switch len(out) {
	case 0:
		return nothing()
	case 1:
		return out[0]
	}
	return joined(out)
}

// flush reports variables of the environment that no command has taken.
func (ev *evaluator) flush(text string) {
	if len(ev.takes) > 0 && ev.muted == 0 {
		ev.world.Run(&Command{Text: text, Dirs: ev.st.dirs, Takes: ev.takes, Inner: ev.inner})
	}
	ev.takes = nil
}

func (ev *evaluator) statement(s *stmt) Value {
	switch s.kind {
	case pipelineStmt:
		if s.apart {
			return ev.apart(func() { ev.pipeline(s) })
		}
		return ev.pipeline(s)
	case assignStmt:
		return ev.assign(s)
	case ifStmt:
		ev.control = true
		return ev.branches(s)
	case switchStmt:
		ev.control = true
		return ev.switches(s)
	case loopStmt:
		ev.control = ev.control || s.target != nil || len(s.blocks) > 1
		return ev.loop(s)
	case tryStmt:
		return ev.try(s)
	case functionStmt:
		ev.control = true
		ev.define(s.name, s.blocks[0])
		return nothing()
	case flowStmt:
		if s.value != nil {
			return ev.statement(s.value)
		}
		return nothing()
	}
	if s.apart {
		return ev.apart(func() { ev.chain(s) })
	}
	return ev.chain(s)
}

// chain runs a && b. The second may not run.
func (ev *evaluator) chain(s *stmt) Value {
	first := ev.statement(s.parts[0])
	ev.flush(s.parts[0].text)
	second := ev.maybe(func() Value { return ev.statement(s.parts[1]) })
	return joined([]Value{first, second})
}

// maybe runs what may not run.
func (ev *evaluator) maybe(f func() Value) Value {
	before := ev.st.clone()
	v := f()
	ev.st.join(before)
	return v
}

// apart runs something beside what follows, with a state of its own.
func (ev *evaluator) apart(f func()) Value {
	before := ev.st
	ev.st = before.clone()
	f()
	ev.st = before
	return unknown("")
}

// branches runs an if: its conditions in order, and each body from where it can begin.
func (ev *evaluator) branches(s *stmt) Value {
	for _, c := range s.parts {
		ev.statement(c)
		ev.flush(c.text)
	}
	var out []Value
	after, start := ev.st.clone(), ev.st
	for _, b := range s.blocks {
		ev.st = start.clone()
		out = append(out, ev.statements(b))
		after.join(ev.st)
	}
	ev.st = after
	return alternatives(out)
}

// switches runs a switch. Several bodies may run, and each more than once.
func (ev *evaluator) switches(s *stmt) Value {
	defer ev.pipelineVariable(unknown("$_"))()
	for _, c := range s.parts {
		ev.statement(c)
		ev.flush(c.text)
	}
	ev.repeat(func() {
		for _, b := range s.blocks {
			ev.maybe(func() Value { return ev.statements(b) })
		}
	})
	return unknown("")
}

func alternatives(list []Value) Value {
	if len(list) == 0 {
		return nothing()
	}
	v := list[0]
	for _, w := range list[1:] {
		v = both(v, w)
	}
	return v
}

// loop runs foreach, for, while and do, and a list of parameters.
func (ev *evaluator) loop(s *stmt) Value {
	var items Value
	for _, p := range s.parts {
		items = ev.statement(p)
		ev.flush(p.text)
	}
	if s.target == nil && len(s.blocks) == 1 {
		ev.forget(s.blocks[0].params)
		return ev.statements(s.blocks[0])
	}
	var v Value
	ev.repeat(func() {
		if s.target == nil {
			for _, b := range s.blocks {
				v = ev.statements(b)
			}
			return
		}
		for _, item := range turns(items) {
			ev.set(s.target.text, item, s.text)
			v = ev.statements(s.blocks[0])
		}
	})
	return many(v)
}

// maxTurns bounds the elements that are followed one by one.
const maxTurns = 16

// turns are the values that a loop takes one after the other.
func turns(items Value) []Value {
	if items.Kind == Text && !items.empty && len(items.Words) <= maxTurns && allKnown(items.Words) {
		list := make([]Value, len(items.Words))
		for i := range items.Words {
			list[i] = Value{Kind: Text, Words: items.Words[i : i+1]}
		}
		return list
	}
	return []Value{each(items)}
}

// each is one element of a value.
func each(items Value) Value {
	if items.Kind == Table || items.block != nil {
		return unknown("")
	}
	if w, ok := items.one(); ok {
		return Value{Kind: items.Kind, Words: []fact.Word{w}}
	}
	if items.Kind == Files && len(items.Words) > 0 {
		return items // one of these files, or all: what is done is done to each
	}
	if items.Kind == Text {
		return unknownText("")
	}
	return unknown("")
}

// many is a value that there may be any number of.
func many(v Value) Value {
	if v.Kind == Files {
		return v
	}
	if v.empty {
		return v
	}
	out := unknown("")
	out.Kind = v.Kind
	if v.Kind == Table {
		out.Kind = Any
	}
	return out
}

// repeat runs something any number of times, and perhaps not to its end: what it changes is not
// known when it begins, nor behind it.
func (ev *evaluator) repeat(f func()) {
	const most = 4
	before, touched := ev.st.clone(), len(ev.touched)
	for i := 0; ; i++ {
		ev.muted++
		takes := ev.takes
		f()
		ev.takes = takes
		ev.muted--
		after := ev.st
		ev.st = before.clone()
		if !ev.st.havoc(after) {
			break
		}
		before = ev.st.clone()
		if i == most {
			ev.lose()
			before = ev.st.clone()
			ev.problem("", "has a loop that is not read")
			break
		}
	}
	f()
	ev.st.join(before)
	ev.unsure(touched)
}

// unsure makes the variables unknown that were set since: it may have ended at any place.
func (ev *evaluator) unsure(since int) {
	for _, name := range ev.touched[since:] {
		if env, ok := strings.CutPrefix(name, "env:"); ok {
			ev.st.env[env] = fact.Word{Kind: fact.Partial}
		} else {
			ev.st.vars[name] = unknown("$" + name)
		}
	}
}

// try runs the body. Any part of it may have run when a catch begins.
func (ev *evaluator) try(s *stmt) Value {
	before, touched := ev.st.clone(), len(ev.touched)
	v := ev.statements(s.blocks[0])
	after := ev.st.clone()
	ev.st.join(before)
	ev.unsure(touched)
	defer ev.pipelineVariable(unknown("$_"))()
	for _, b := range s.blocks[1:] {
		v = both(v, ev.maybe(func() Value { return ev.statements(b) }))
	}
	ev.st.join(after)
	return v
}

// define keeps a function. Its body is read at once, too, as it may be called by what is not seen.
func (ev *evaluator) define(name string, b *block) {
	name = strings.ToLower(name)
	for _, scope := range [...]string{"global:", "script:", "local:", "private:"} {
		name = strings.TrimPrefix(name, scope)
	}
	if strings.Contains(name, ":") || ev.world.Canonical(name) != "" || programName(name) {
		ev.problem(name, "gives a command's name to a function")
	}
	ev.st.funcs[name] = b
	ev.block(b)
}

// programName reports whether a name is more likely that of a program than of a function.
func programName(name string) bool {
	return !strings.Contains(name, "-") && strings.Contains(name, ".")
}

// block runs a script block. Nothing is known of its parameters.
func (ev *evaluator) block(b *block) Value {
	const deepest = 24
	if ev.calls >= deepest {
		ev.problem(b.text, "calls functions that call themselves")
		return unknown("")
	}
	ev.calls++
	touched := len(ev.touched)
	defer func() { ev.calls-- }()
	v := ev.maybe(func() Value {
		ev.forget(append([]string{"args", "input"}, b.params...))
		return ev.statements(b)
	})
	ev.unsure(touched)
	return v
}

func (ev *evaluator) forget(names []string) {
	for _, name := range names {
		ev.st.vars[name] = unknown("$" + name)
	}
}

// readAgain runs a text that was a value: Invoke-Expression.
func (ev *evaluator) readAgain(text string) Value {
	if ev.again >= maxAgain {
		ev.problem(text, "reads texts again, one in the other, deeper than fencepost reads")
		return unknown("")
	}
	ev.again++
	inner := ev.inner
	ev.inner = true
	v := ev.statements(ev.parse(text))
	ev.inner = inner
	ev.again--
	return v
}
