package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// choices replays one simple command for each combination of the values that its variables may have.
type choices struct {
	active bool
	picks  []int
	sizes  []int
	pos    int
}

// maxWays bounds the combinations that are followed for one command; beyond them values are unknown.
const maxWays = 16

// choose picks one of n values, or -1 where values are not followed: the caller then has to treat it as unknown.
func (in *Interp) choose(n int) int {
	c := &in.choice
	if !c.active {
		return -1
	}
	if c.pos == len(c.picks) {
		ways := n
		for _, s := range c.sizes {
			ways *= s
		}
		if ways > maxWays {
			return -1
		}
		c.picks, c.sizes = append(c.picks, 0), append(c.sizes, n)
	}
	c.pos++
	return c.picks[c.pos-1]
}

// next moves to the next combination.
func (c *choices) next() bool {
	for i := len(c.picks) - 1; i >= 0; i-- {
		if c.picks[i]++; c.picks[i] < c.sizes[i] {
			c.picks, c.sizes = c.picks[:i+1], c.sizes[:i+1]
			c.pos = 0
			return true
		}
	}
	return false
}

// eachWay runs f for each combination of values and joins the states.
func (in *Interp) eachWay(f func()) {
	outer, before := in.choice, in.st
	in.choice = choices{active: true}
	in.st = before.clone()
	f()
	result := in.st
	for in.choice.next() {
		in.loseOutput()
		in.st = before.clone()
		f()
		result.join(in.st)
	}
	in.st, in.choice = result, outer
}

// mayChoose reports whether a command can have several readings at all: a variable has alternatives, or an expansion
// may take a default. Saving the state for each command would be felt.
func mayChoose(c *syntax.CallExpr, st *state) bool {
	if st.hasAlts || len(st.dirs.List) > 1 || len(st.old.List) > 1 {
		return true
	}
	for _, a := range c.Assigns {
		if a.Value != nil && hasOperator(a.Value.Parts) {
			return true
		}
	}
	for _, w := range c.Args {
		if hasOperator(w.Parts) {
			return true
		}
	}
	return false
}

func hasOperator(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.ParamExp:
			if p.Exp != nil {
				return true
			}
		case *syntax.DblQuoted:
			if hasOperator(p.Parts) {
				return true
			}
		}
	}
	return false
}

// call interprets a simple command (POSIX XCU 2.9.1).
func (in *Interp) call(c *syntax.CallExpr, s *syntax.Stmt, redirs []fact.Redirect) {
	if !mayChoose(c, in.st) {
		in.callOnce(c, s, redirs)
		return
	}
	in.eachWay(func() { in.callOnce(c, s, redirs) })
}

func (in *Interp) callOnce(c *syntax.CallExpr, s *syntax.Stmt, redirs []fact.Redirect) {
	argv := make([]fact.Word, 0, len(c.Args))
	for _, w := range c.Args {
		argv = in.fields(w, argv)
	}
	cmd := fact.Command{Argv: argv, Redirects: redirs, Text: in.stmtText(s), Dirs: in.st.dirs, Stdin: in.stdin}
	if len(argv) == 0 {
		in.assignAll(c.Assigns)
		if len(c.Args) > 0 { // the words expanded to nothing
			cmd.Kind = fact.Assignment
			in.visit(&cmd)
			return
		}
		in.hazardousAssigns(c.Assigns, &cmd)
		return
	}
	for _, a := range c.Assigns {
		cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: a.Name.Value, Value: in.assignValue(a), Append: a.Append})
	}
	in.finish(&cmd)
}

// hazardousAssigns reports assignments without a command. They need no rule, but what they say later commands do may.
func (in *Interp) hazardousAssigns(assigns []*syntax.Assign, cmd *fact.Command) {
	cmd.Kind = fact.Assignment
	for _, a := range assigns {
		if a.Name == nil {
			continue
		}
		if a.Array != nil {
			if tied := zshTied(a.Name.Value); tied != "" && in.opt.Dialect == Zsh {
				cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: tied, Value: fact.Word{Kind: fact.Partial, Written: in.source(a)}})
			}
			continue
		}
		v := in.st.vars[a.Name.Value]
		cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: a.Name.Value, Value: firstValue(v), Append: a.Append})
	}
	in.visit(cmd)
}

func firstValue(v value) fact.Word {
	if len(v.alts) > 0 || v.isList {
		return fact.Word{Kind: fact.Partial}
	}
	return v.word
}

// finish looks a command up the way the shell does (POSIX XCU 2.9.1.4): a function, a builtin, else a program.
func (in *Interp) finish(c *fact.Command) {
	name := &c.Argv[0]
	if name.Known() {
		if f, ok := in.st.funcs[name.Text]; ok && !in.argvOnly {
			c.Kind = fact.Function
			in.visit(c)
			in.withAssigns(c.Assigns, func() { in.callFunction(f, c.Argv) })
			return
		}
	}
	if in.st.alias && in.st.aliases {
		c.Hazards = append(c.Hazards, fact.Hazard{ID: "alias", Kind: fact.Suspect, Text: name.Show(),
			Why: "an alias defined earlier in the text may replace this word"})
	}
	in.visit(c)
	if !name.Known() {
		in.loseOutput()
		in.st.forgetAll() // it may be eval, cd or export
		return
	}
	in.builtin(c)
	if in.out != nil && in.out.known {
		text, known := pure(in, c)
		in.print(text, known)
	}
}

// withAssigns runs f with prefix assignments in force, as for a function call, and restores the variables after it.
func (in *Interp) withAssigns(assigns []fact.Assign, f func()) {
	if len(assigns) == 0 {
		f()
		return
	}
	saved := make([]value, len(assigns))
	had := make([]bool, len(assigns))
	for i, a := range assigns {
		saved[i], had[i] = in.st.vars[a.Name], false
		if _, ok := in.st.vars[a.Name]; ok {
			had[i] = true
		}
		in.st.replace(a.Name, value{word: a.Value, exported: true})
	}
	f()
	for i, a := range assigns {
		if had[i] {
			in.st.replace(a.Name, saved[i])
		} else if in.st.vars != nil {
			delete(in.st.vars, a.Name)
		}
	}
}

// assignAll performs assignments that stand without a command.
func (in *Interp) assignAll(assigns []*syntax.Assign) {
	for _, a := range assigns {
		in.assign(a, false)
	}
}

// assign performs one assignment of the script.
func (in *Interp) assign(a *syntax.Assign, exported bool) {
	if a.Name == nil {
		return
	}
	name := a.Name.Value
	if a.Index != nil {
		in.arithm(a.Index)
		in.assignValue(a)
		in.st.forget(name)
		return
	}
	if a.Array != nil {
		in.assignList(name, a, exported)
		return
	}
	v := in.assignValue(a)
	old, had := in.st.vars[name]
	if a.Append {
		v = appended(old, had, v)
	}
	in.st.set(name, value{word: v, exported: exported || in.st.vars[name].exported})
}

func appended(old value, had bool, v fact.Word) fact.Word {
	if !had || old.isList || old.unset || len(old.alts) > 0 {
		return fact.Word{Kind: fact.Partial, Suffix: v.Text}
	}
	return joinPieces([]piece{
		{text: old.word.Text, suffix: old.word.Suffix, unknown: old.word.Kind != fact.Literal},
		{text: v.Text, suffix: v.Suffix, unknown: v.Kind != fact.Literal},
	})
}

func (in *Interp) assignList(name string, a *syntax.Assign, exported bool) {
	var list []fact.Word
	keyed := false
	for _, e := range a.Array.Elems {
		if e.Index != nil {
			in.arithm(e.Index)
			keyed = true
		}
		if e.Value != nil {
			list = in.fields(e.Value, list)
		}
	}
	if keyed {
		in.st.forget(name)
		return
	}
	if a.Append {
		old := in.st.vars[name]
		if !old.isList {
			in.st.forget(name)
			return
		}
		list = append(old.list[:len(old.list):len(old.list)], list...)
	}
	in.st.set(name, value{list: list, isList: true, exported: exported})
}

func (in *Interp) assignValue(a *syntax.Assign) fact.Word {
	if a.Array != nil {
		for _, e := range a.Array.Elems {
			if e.Index != nil {
				in.arithm(e.Index)
			}
			if e.Value != nil {
				in.fields(e.Value, nil)
			}
		}
		return fact.Word{Kind: fact.Partial}
	}
	return in.single(a.Value)
}

// zshTied is the environment variable that zsh keeps in step with an array; "" if there is none.
func zshTied(name string) string {
	switch name {
	case "path":
		return "PATH"
	case "fpath":
		return "FPATH"
	case "cdpath":
		return "CDPATH"
	case "module_path":
		return "MODULE_PATH"
	}
	return ""
}
