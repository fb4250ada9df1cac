package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// declaration is what the options of a declare say.
type declaration struct {
	name    string
	exports bool
	hides   bool // +x
	refs    bool
	table   bool // -A
	global  bool // -g
	attr    attr
}

// option adds one of declare's options.
func (d *declaration) option(s string, dialect Dialect) {
	if len(s) < 2 || s[0] != '-' && s[0] != '+' {
		return
	}
	if s[0] == '+' {
		d.hides = d.hides || strings.Contains(s, "x")
		if strings.ContainsAny(s, "luicEFUT") {
			d.attr |= attrOther
		}
		return
	}
	for _, c := range s[1:] {
		switch c {
		case 'x':
			d.exports = d.exports || d.name != "readonly"
		case 'n':
			if d.name == "export" {
				d.attr |= attrOther
			}
			d.refs = d.refs || dialect != Zsh && d.name != "export"
		case 'A':
			d.table = true
		case 'g':
			d.global = true
		case 'l':
			d.attr |= attrLower
		case 'u':
			d.attr |= attrUpper
		case 'i':
			d.attr |= attrInteger
		case 'a', 'r', 'p', 't', 'H', 'h', 'f', 'I', 'm':
		default:
			d.attr |= attrOther
		}
	}
}

// declare interprets export, declare, local, readonly, typeset and nameref: a command whose arguments are assignments.
// All arguments are expanded before the first of them is assigned.
func (in *Interp) declare(d *syntax.DeclClause, s *syntax.Stmt, redirs []fact.Redirect) {
	name := d.Variant.Value
	cmd := fact.Command{Redirects: redirs, Text: in.stmtText(s), Dirs: in.st.dirs, Stdin: in.stdin}
	cmd.Argv = append(make([]fact.Word, 0, len(d.Args)+1), fact.Word{Text: name, Written: name})
	decl := in.declaration(name)
	values := make([]fact.Word, len(d.Args))
	for i, a := range d.Args {
		switch {
		case a.Name == nil && a.Value != nil:
			n := len(cmd.Argv)
			cmd.Argv = in.fields(a.Value, cmd.Argv)
			in.declareWords(&decl, cmd.Argv[n:])
		case a.Naked:
			cmd.Argv = append(cmd.Argv, fact.Lit(a.Name.Value))
		case a.Array == nil && a.Index == nil:
			values[i] = in.declaredValue(a.Value)
		}
	}
	for i, a := range d.Args {
		if a.Name == nil {
			continue
		}
		if a.Naked {
			in.declareName(&decl, a.Name.Value)
			continue
		}
		in.prepare(&decl, a.Name.Value, a.Append)
		if a.Array != nil || a.Index != nil {
			in.assign(a, decl.exports)
		} else {
			in.assignWord(in.target(a.Name.Value), values[i], a.Append, decl.exports)
		}
		v := in.st.vars[in.target(a.Name.Value)]
		cmd.Argv = append(cmd.Argv, assignmentWord(in.source(a), a, firstValue(v)))
		cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: a.Name.Value, Value: firstValue(v), Append: a.Append})
		if decl.refs {
			in.nameref(a.Name.Value, firstValue(v))
		}
	}
	if name == "local" && !in.inFunc && in.opt.Dialect != Zsh { // an error, unless something else calls this text
		for _, a := range d.Args {
			if a.Name != nil {
				in.st.forget(a.Name.Value)
			}
		}
	}
	in.visit(&cmd)
	if in.out != nil && in.out.known {
		in.print("", in.silent(name, texts(cmd.Argv[1:])))
	}
}

// texts is what is known of words.
func texts(words []fact.Word) []string {
	list := make([]string, len(words))
	for i := range words {
		list[i] = words[i].Text
	}
	return list
}

// declaredValue is the value of an assignment that is an argument: bash expands the braces in it, which makes several
// assignments of which the last one counts.
func (in *Interp) declaredValue(w *syntax.Word) (v fact.Word) {
	if w == nil || in.opt.Dialect != Bash || !mayBrace(w) {
		return in.single(w)
	}
	for _, alt := range in.braces(w) {
		v = joinPieces(in.pieces(alt, true))
	}
	v.Written = in.source(w)
	return v
}

func (in *Interp) declaration(name string) declaration {
	d := declaration{name: name, exports: name == "export", refs: name == "nameref"}
	switch name {
	case "integer":
		d.attr = attrInteger
	case "float":
		d.attr = attrOther
	}
	return d
}

// prepare gives a variable its scope and attributes before it is assigned.
func (in *Interp) prepare(d *declaration, name string, appends bool) {
	in.makeLocal(d, name)
	in.unexport(d, name)
	v, had := in.st.vars[name]
	switch {
	case d.refs:
		if v.ref != "" {
			in.st.replace(name, value{})
		}
	case d.table && !v.assoc:
		in.st.replace(name, value{isList: true, assoc: true})
	case d.attr != 0:
		v.attr |= d.attr
		if !had {
			v.unset = appends
		}
		in.st.replace(name, v)
	}
}

// unexport takes a variable from the programs that are started.
func (in *Interp) unexport(d *declaration, name string) {
	if v, ok := in.st.vars[name]; ok && v.exported && d.hides {
		v.exported = false
		in.st.replace(name, v)
	}
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

// declareName declares a variable without giving it a value.
func (in *Interp) declareName(d *declaration, name string) {
	scoped := in.makeLocal(d, name)
	in.unexport(d, name)
	v, ok := in.st.vars[name]
	switch {
	case d.refs:
		in.st.replace(name, value{refNext: true})
	case d.table:
		if !v.assoc || scoped {
			in.st.replace(name, value{isList: true, assoc: true})
		}
	case scoped:
		in.st.replace(name, value{unset: in.opt.Dialect != Zsh, attr: d.attr, exported: d.exports})
	case d.attr != 0:
		if !ok {
			v.word = fact.Word{Kind: fact.Partial}
		}
		v.attr |= d.attr
		v.exported = v.exported || d.exports
		if v.attr&attrOther != 0 {
			v = value{word: fact.Word{Kind: fact.Partial}, attr: attrOther}
		}
		if in.opt.Dialect == Zsh { // the value that is there is changed, too
			v.convert()
		}
		in.st.replace(name, v)
	case d.exports:
		if !ok {
			return
		}
		v.exported = true
		in.st.replace(name, v)
	case !ok && in.opt.Dialect == Zsh && d.name != "readonly":
		in.st.replace(name, value{word: fact.Word{Kind: fact.Partial}})
	}
}

// declareWords is export, declare and their like with words that are already expanded.
func (in *Interp) declareWords(d *declaration, args []fact.Word) {
	for i := range args {
		w := &args[i]
		if !w.IsLiteral() && !strings.Contains(w.Text, "=") {
			in.st.forgetAll()
			continue
		}
		if strings.HasPrefix(w.Text, "-") || strings.HasPrefix(w.Text, "+") {
			d.option(w.Text, in.opt.Dialect)
			continue
		}
		if in.opt.Dialect == Zsh && atoi(w.Text) >= 0 {
			d.attr |= attrOther // the base or width of an option
			continue
		}
		n, val, has := strings.Cut(w.Text, "=")
		in.subscript(n)
		appends := strings.HasSuffix(n, "+")
		n = strings.TrimSuffix(n, "+")
		if !syntax.ValidName(n) {
			in.forgetName(n)
			continue
		}
		if !has {
			in.declareName(d, n)
			continue
		}
		in.prepare(d, n, appends)
		v := fact.Word{Text: val, Suffix: w.Suffix, Kind: w.Kind}
		if strings.HasPrefix(val, "(") {
			v = fact.Word{Kind: fact.Partial} // declare takes it for a list of elements
			in.st.replace(n, value{word: v})
		}
		in.assignWord(in.target(n), v, appends, d.exports)
		if d.refs {
			in.nameref(n, v)
		}
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
func (in *Interp) makeLocal(d *declaration, name string) bool {
	if !in.inFunc || d.name == "export" || d.name == "readonly" && in.opt.Dialect != Zsh || d.global {
		return false
	}
	in.hide(name)
	return true
}

// hide remembers a variable and takes it out of sight.
func (in *Interp) hide(name string) {
	old, had := in.st.vars[name]
	in.locals = append(in.locals, local{name, old, had})
	if had && (old.ref != "" || old.attr != 0 || old.isList) {
		in.st.replace(name, value{word: old.word, exported: old.exported})
	}
}

// restoreLocals ends the life of the variables that a function declared.
func (in *Interp) restoreLocals(n int) {
	for i := len(in.locals) - 1; i >= n; i-- {
		if l := &in.locals[i]; l.had {
			in.st.replace(l.name, l.old)
		} else {
			in.st.drop(l.name)
		}
	}
	in.locals = in.locals[:n]
}
