package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// declare interprets export, declare, local, readonly, typeset and nameref: a command whose arguments are assignments.
func (in *Interp) declare(d *syntax.DeclClause, s *syntax.Stmt, redirs []fact.Redirect) {
	name := d.Variant.Value
	cmd := fact.Command{Redirects: redirs, Text: in.stmtText(s), Dirs: in.st.dirs, Stdin: in.stdin}
	cmd.Argv = append(make([]fact.Word, 0, len(d.Args)+1), fact.Word{Text: name, Written: name})
	exports, refs, changes := name == "export", name == "nameref", false
	for _, a := range d.Args {
		if a.Name != nil {
			in.makeLocal(name, a.Name.Value)
		}
		if a.Naked || a.Name == nil {
			if a.Value != nil {
				n := len(cmd.Argv)
				cmd.Argv = in.fields(a.Value, cmd.Argv)
				for _, w := range cmd.Argv[n:] {
					if w.IsLiteral() && strings.HasPrefix(w.Text, "-") {
						exports = exports || strings.Contains(w.Text, "x")
						refs = refs || strings.Contains(w.Text, "n")
						changes = changes || strings.ContainsAny(w.Text, "luic")
					} else {
						in.declareWords(name, []fact.Word{w})
					}
				}
				continue
			}
			cmd.Argv = append(cmd.Argv, fact.Lit(a.Name.Value))
			in.declareName(a.Name.Value, exports)
			continue
		}
		in.assign(a, exports)
		v := in.st.vars[a.Name.Value]
		cmd.Argv = append(cmd.Argv, assignmentWord(in.source(a), a, firstValue(v)))
		cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: a.Name.Value, Value: firstValue(v), Append: a.Append})
		if refs {
			in.nameref(a.Name.Value, firstValue(v))
		} else if changes || a.Array != nil && strings.Contains(name, "A") {
			in.st.forget(a.Name.Value) // lower case, upper case or arithmetic is applied to it
		}
	}
	in.visit(&cmd)
}

func assignmentWord(written string, a *syntax.Assign, v fact.Word) fact.Word {
	op := "="
	if a.Append {
		op = "+="
	}
	w := fact.Word{Text: a.Name.Value + op + v.Text, Suffix: v.Suffix, Kind: v.Kind, Written: written}
	if a.Index != nil || a.Array != nil {
		w = fact.Word{Text: a.Name.Value, Kind: fact.Partial, Written: written}
	}
	return w
}

func (in *Interp) declareName(name string, exports bool) {
	v, ok := in.st.vars[name]
	if ok && exports {
		v.exported = true
		in.st.replace(name, v)
	}
}

// nameref makes a name refer to another variable. A reference with a subscript is expanded each time it is used.
func (in *Interp) nameref(name string, target fact.Word) {
	if target.IsLiteral() && syntax.ValidName(target.Text) && target.Text != name {
		in.st.replace(name, value{ref: target.Text})
		return
	}
	in.subscript(target.Text)
	in.st.replace(name, value{word: fact.Word{Kind: fact.Partial}})
}

// let interprets the let builtin.
func (in *Interp) let(l *syntax.LetClause, s *syntax.Stmt, redirs []fact.Redirect) {
	cmd := fact.Command{Redirects: redirs, Text: in.stmtText(s), Dirs: in.st.dirs, Stdin: in.stdin}
	cmd.Argv = append(cmd.Argv, fact.Word{Text: "let", Written: "let"})
	for _, x := range l.Exprs {
		in.arithm(x)
		cmd.Argv = append(cmd.Argv, fact.Word{Text: in.source(x), Written: in.source(x)})
	}
	in.visit(&cmd)
}

// local is a variable as it was before a function made it its own.
type local struct {
	name string
	old  value
	had  bool
}

// makeLocal remembers a variable that a declaration in a function hides until the function returns.
func (in *Interp) makeLocal(variant, name string) {
	if !in.inFunc || variant == "export" || variant == "readonly" || variant == "nameref" {
		return
	}
	old, had := in.st.vars[name]
	in.locals = append(in.locals, local{name, old, had})
}

// restoreLocals ends the life of the variables that a function declared.
func (in *Interp) restoreLocals(n int) {
	for i := len(in.locals) - 1; i >= n; i-- {
		if l := &in.locals[i]; l.had {
			in.st.replace(l.name, l.old)
		} else {
			delete(in.st.vars, l.name)
		}
	}
	in.locals = in.locals[:n]
}
