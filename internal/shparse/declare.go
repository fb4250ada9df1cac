package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// declaration is what the options of a declare say.
type declaration struct {
	name    string
	exports bool
	refs    bool
	table   bool // -A
	shows   bool // -p: the words are names of what is printed
	global  bool // -g
	fixes   bool // -r
	inherit bool // -I
	funcs   bool // -f
	less    bool // +x: not for programs any more
	unrefs  bool // +n
	attr    domain.Attr
}

// option adds one of declare's options.
func (d *declaration) option(s string, shell dialect.Dialect) {
	if len(s) < 2 || s[0] != '-' && s[0] != '+' {
		return
	}
	if s[0] == '+' {
		if strings.ContainsAny(s, "luicEFUT") {
			d.attr |= domain.AttrOther
		}
		d.less = d.less || strings.Contains(s, "x")
		d.unrefs = d.unrefs || strings.Contains(s, "n")
		return
	}
	for _, c := range s[1:] {
		switch c {
		case 'x':
			d.exports = d.exports || d.name != "readonly"
		case 'n':
			// an error in zsh 5.9, a reference after it
			if d.name == "export" || !shell.Has(dialect.NameReferences) {
				d.attr |= domain.AttrOther
			}
			d.refs = d.refs || shell.Has(dialect.NameReferences) && d.name != "export"
		case 'A':
			d.table = true
		case 'g':
			d.global = true
		case 'l':
			d.attr |= domain.AttrLower
		case 'u':
			d.attr |= domain.AttrUpper
		case 'i':
			d.attr |= domain.AttrInteger
		case 'r':
			d.fixes = true
		case 'f':
			d.funcs = true
		case 'I':
			d.inherit = true
		case 'a':
			d.attr |= domain.AttrList
		case 'p':
			d.shows = true
		case 'E', 'F':
			if shell.Has(dialect.TypesOnLookup) {
				d.attr |= domain.AttrFloat
			} else {
				d.attr |= domain.AttrOther
				d.shows = d.shows || c == 'F'
			}
		case 't', 'H', 'h', 'm':
		default:
			d.attr |= domain.AttrOther
		}
	}
}

// declare interprets export, declare, local, readonly, typeset and nameref: a command whose
// arguments are assignments. All arguments are expanded before the first of them is assigned.
func (in *Interp) declare(d *syntax.DeclClause, s *syntax.Stmt, redirs []fact.Redirect) {
	name := d.Variant.Value
	cmd := fact.Command{Redirects: redirs, Text: in.stmtText(s), Dirs: in.st.Dirs, Stdin: in.st.Stdin}
	cmd.Argv = append(make([]fact.Word, 0, len(d.Args)+1), fact.Word{Text: name, Written: name})
	decl := in.declaration(name)
	values := make([]fact.Word, len(d.Args))
	for i, a := range d.Args {
		in.mark(a)
		switch {
		case a.Name == nil && a.Value != nil:
			n := len(cmd.Argv)
			cmd.Argv = in.fields(a.Value, cmd.Argv)
			values[i] = several(n, len(cmd.Argv))
		case a.Naked:
			cmd.Argv = append(cmd.Argv, fact.Lit(a.Name.Value))
		case a.Array == nil && a.Index == nil:
			n := len(cmd.Argv)
			if cmd.Argv = in.bracedAssign(a, cmd.Argv); n < len(cmd.Argv) {
				values[i] = several(n, len(cmd.Argv))
				continue
			}
			from := len(in.taken)
			if values[i] = in.assignedValue(a.Value); quietDeclaration(d) {
				in.hold(in.target(a.Name.Value), from)
			}
		}
	}
	for i, a := range d.Args {
		if v := &values[i]; v.Many {
			in.declareWords(&decl, cmd.Argv[v.Start:v.End], &cmd)
			continue
		}
		if a.Name == nil {
			continue
		}
		if a.Naked {
			in.declareName(&decl, a.Name.Value)
			continue
		}
		if a.Array == nil && a.Index == nil && in.takesList(&decl, a.Name.Value) &&
			in.listText(values[i]) {
			values[i] = fact.Word{Kind: fact.Partial}
		}
		if decl.global && in.declareOuter(&decl, a, values[i]) {
			cmd.Argv = append(cmd.Argv, assignmentWord(in.source(a), a, values[i]))
			continue
		}
		in.prepare(&decl, a.Name.Value, a.Append)
		if a.Array != nil || a.Index != nil {
			in.assign(a, decl.exports)
		} else {
			in.assignWord(in.target(a.Name.Value), values[i], a.Append, decl.exports)
		}
		v := in.st.Vars[in.target(a.Name.Value)]
		cmd.Argv = append(cmd.Argv, assignmentWord(in.source(a), a, firstValue(v)))
		cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: in.target(a.Name.Value), Value: firstValue(v),
			Append: a.Append})
		if decl.refs {
			in.nameref(a.Name.Value, firstValue(v))
		}
		in.finished(&decl, a.Name.Value)
	}
	// an error, unless something else calls this text
	if name == "local" && !in.inFunc && in.dialect.Has(dialect.LocalInFunctions) {
		for _, a := range d.Args {
			if a.Name != nil {
				in.st.Forget(a.Name.Value)
			}
		}
	}
	in.takeDeclared(d, cmd.Argv, values)
	in.visit(&cmd)
	if in.out != nil {
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

// several stands for the words of a command from one index to another.
func several(from, to int) fact.Word { return fact.Word{Many: true, Start: from, End: to} }

// bracedAssign expands an assignment that is an argument and holds braces: in bash they make
// ordinary words of it, which are split into fields, and of which each can be an assignment.
func (in *Interp) bracedAssign(a *syntax.Assign, dst []fact.Word) []fact.Word {
	w := a.Value
	if w == nil || !in.dialect.Has(dialect.BracesFirst) || !mayBrace(w) ||
		in.st.Has(dialect.NoBraces) {
		return dst
	}
	if alts := in.braces(w); len(alts) == 1 && alts[0] == w {
		return dst
	}
	op := "="
	if a.Append {
		op = "+="
	}
	name := &syntax.Lit{ValuePos: a.Pos(), ValueEnd: w.Pos(), Value: a.Name.Value + op}
	return in.fields(&syntax.Word{Parts: append([]syntax.WordPart{name}, w.Parts...)}, dst)
}

func (in *Interp) declaration(name string) declaration {
	d := declaration{name: name, exports: name == "export", refs: name == "nameref",
		fixes: name == "readonly"}
	switch name {
	case "integer":
		d.attr = domain.AttrInteger
	case "float":
		d.attr = domain.AttrFloat
	}
	return d
}

// prepare gives a variable its scope and attributes before it is assigned.
func (in *Interp) prepare(d *declaration, name string, appends bool) {
	if !in.makeLocal(d, name) && !d.refs {
		name = in.target(name)
	}
	v, had := in.st.Vars[name]
	switch {
	case d.refs:
		if v.Ref != "" {
			in.st.Replace(name, domain.Value{})
		}
	case d.table && !v.Assoc:
		in.st.Replace(name, domain.Value{IsList: true, Assoc: true,
			Attr: d.attr | domain.AttrTable | domain.AttrMayTable})
	case d.attr != 0:
		v.Attr |= d.attr
		if !had {
			v.Unset = appends
		}
		in.st.Replace(name, v)
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

// outer is the value that declare -g gives to a variable that is not in sight.
func (d *declaration) outer(w fact.Word) domain.Value {
	if d.attr != 0 || d.refs || d.table {
		w = fact.Word{Kind: fact.Partial}
	}
	v := domain.Value{Word: w, Exported: d.exports, Attr: d.attr}
	if d.table {
		v.Attr |= domain.AttrMayTable
	}
	return v
}

// declareOuter is declare -g with an assignment, of a name that a function has made its own. What
// the assignment runs is visited apart from the function's variable.
func (in *Interp) declareOuter(d *declaration, a *syntax.Assign, w fact.Word) bool {
	name, v := a.Name.Value, d.outer(fact.Word{Kind: fact.Partial, Written: "$" + a.Name.Value})
	plain := a.Array == nil && a.Index == nil
	if plain && !a.Append {
		v = d.outer(w)
	}
	if !in.setOuter(name, v) {
		return false
	}
	in.subshell(func() {
		in.st.Replace(name, domain.Value{Attr: d.attr})
		if plain {
			in.assignWord(name, w, a.Append, false)
		} else {
			in.assign(a, false)
		}
	})
	return true
}

// finished applies what a declaration says of a variable that has its value.
func (in *Interp) finished(d *declaration, name string) {
	v, ok := in.st.Vars[name]
	if !ok || !d.fixes && !d.less && !d.unrefs {
		return
	}
	if d.unrefs && (v.Ref != "" || v.RefNext) {
		v = domain.Value{Word: fact.Word{Kind: fact.Partial}, Exported: v.Exported}
	}
	if d.fixes {
		v.Attr |= domain.AttrReadonly
	}
	v.Exported = v.Exported && !d.less
	in.st.Replace(name, v)
}

// declareFunc is export -f, readonly -f and their like.
func (in *Interp) declareFunc(d *declaration, name string) {
	if f, ok := in.st.Funcs[name]; ok {
		f.Exported = f.Exported || d.exports
		f.Fixed = f.Fixed || d.fixes
		in.st.Change()
		in.st.Funcs[name] = f
	}
}

// declareName declares a variable without giving it a value.
func (in *Interp) declareName(d *declaration, name string) {
	if d.funcs {
		in.declareFunc(d, name)
		return
	}
	if d.global && !d.refs && in.outerAttrs(d, name) {
		return
	}
	defer in.finished(d, name)
	// it may keep its text, which += evaluates
	if d.attr&domain.AttrInteger != 0 && in.locals.has(name) {
		in.computed(in.st.Vars[name])
	}
	scoped := in.makeLocal(d, name)
	if !scoped && !d.refs && !d.unrefs {
		name = in.target(name)
	}
	v, ok := in.st.Vars[name]
	switch {
	case scoped && d.inherit:
		return
	case scoped && v.Attr&domain.AttrReadonly != 0: // it may not be hidden
	case d.fixes && !ok:
		in.st.Replace(name, domain.UnknownValue(name))
	case d.refs:
		in.st.Replace(name, domain.Value{RefNext: true})
	case d.table:
		if !v.Assoc || scoped {
			v = domain.Value{IsList: true, Assoc: true, Attr: domain.AttrTable | domain.AttrMayTable}
		}
		v.Attr |= d.attr
		in.st.Replace(name, v)
	case scoped && d.attr&domain.AttrOther != 0: // typeset -T ties it to another
		in.st.Replace(name, domain.Value{Word: fact.Word{Kind: fact.Partial}, Attr: d.attr,
			Exported: d.exports})
	case scoped:
		in.st.Replace(name, domain.Value{Unset: !in.dialect.Has(dialect.DeclaresEmpty), Attr: d.attr,
			Exported: d.exports})
	case d.attr != 0:
		if !ok {
			v = in.st.FromEnvironment(name)
		}
		if in.dialect.Has(dialect.TypesOnLookup) && d.attr&(domain.AttrInteger|domain.AttrFloat) != 0 {
			in.computed(v) // the value that is there is evaluated
		}
		v.Attr |= d.attr
		v.Exported = v.Exported || d.exports
		if v.Attr&domain.AttrOther != 0 {
			v = domain.Value{Word: fact.Word{Kind: fact.Partial},
				Attr: v.Attr & (domain.AttrOther | domain.AttrInteger | domain.AttrFloat)}
		}
		if in.dialect.Has(dialect.TypesOnLookup) { // the value that is there is changed, too
			v.Convert()
		}
		in.st.Replace(name, v)
	case d.exports:
		if !ok {
			v = in.st.FromEnvironment(name) // what is assigned to it later reaches programs
		}
		v.Exported = true
		in.st.Replace(name, v)
	case !ok && in.dialect.Has(dialect.DeclaresEmpty) && d.name != "readonly":
		in.st.Replace(name, in.st.FromEnvironment(name))
	}
}

// takesList reports whether a declaration reads what is assigned to a variable as a list, where it
// has brackets around it.
func (in *Interp) takesList(d *declaration, name string) bool {
	v := in.st.Vars[in.target(name)]
	return d.table || v.IsList ||
		(v.Attr|d.attr)&(domain.AttrTable|domain.AttrMayTable|domain.AttrList) != 0
}

// declareWords is export, declare and their like with words that are already expanded. What they
// assign is said to the command, or, if that was visited before, as a hazard.
func (in *Interp) declareWords(d *declaration, args []fact.Word, cmd *fact.Command) {
	for i := range args {
		w := &args[i]
		if w.IsLiteral() && w.Text == "-" && d.name == "local" && in.inFunc &&
			in.dialect.Has(dialect.LocalInFunctions) {
			in.hideOptions()
			continue
		}
		if !w.IsLiteral() && !strings.Contains(w.Text, "=") {
			if !d.shows && !d.funcs {
				in.plantedAnywhere(w)
				in.st.ForgetAll()
			}
			continue
		}
		if strings.HasPrefix(w.Text, "-") || strings.HasPrefix(w.Text, "+") {
			d.option(w.Text, in.dialect)
			continue
		}
		if in.dialect.Has(dialect.DeclaresNumbers) && expand.Atoi(w.Text) >= 0 {
			d.attr |= domain.AttrOther // the base or width of an option
			continue
		}
		if w.Glob && strings.ContainsAny(w.Text, "*?") { // export *: the names of files
			in.again(fact.Word{Kind: fact.Partial, Written: w.Written}, asName)
			in.st.ForgetAll()
			continue
		}
		n, val, has := strings.Cut(w.Text, "=")
		appends := strings.HasSuffix(n, "+")
		n = strings.TrimSuffix(n, "+")
		v := fact.Word{Text: val, Suffix: w.Suffix, Kind: w.Kind, Number: w.Number ||
			w.Given && val+w.Suffix == "", Given: w.Given}
		if !syntax.ValidName(n) {
			in.again(fact.Lit(n), asName)
			if name, _, ok := strings.Cut(n, "["); ok && syntax.ValidName(name) {
				in.blur(name, v)
			}
			in.forgetName(n)
			continue
		}
		if !has {
			in.declareName(d, n)
			continue
		}
		if d.global && in.setOuter(n, d.outer(fact.Word{Kind: fact.Partial, Written: "$" + n})) {
			if d.attr&(domain.AttrInteger|domain.AttrFloat) != 0 {
				in.again(v, asExpression)
			}
			continue
		}
		in.prepare(d, n, appends)
		if list := strings.HasPrefix(val, "("); in.takesList(d, n) && in.listText(v) || list {
			v = fact.Word{Kind: fact.Partial} // declare may take it for a list of elements
			if list {
				in.st.Replace(n, domain.Value{Word: v, Attr: in.st.Vars[n].Attr})
			}
		}
		in.assignWord(in.target(n), v, appends, d.exports)
		if d.refs {
			in.nameref(n, v)
		}
		in.finished(d, n)
		in.declared(n, appends, cmd)
	}
}

// declared says what a word of a declaration has assigned.
func (in *Interp) declared(name string, appends bool, cmd *fact.Command) {
	v := in.st.Vars[in.target(name)]
	if cmd == nil || v.IsList || len(v.Alts) > 0 {
		in.planted(name)
		return
	}
	cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: in.target(name), Value: firstValue(v),
		Append: appends})
}

// nameref makes a name refer to another variable. A reference with a subscript is expanded each
// time it is used.
func (in *Interp) nameref(name string, target fact.Word) {
	if target.IsLiteral() && syntax.ValidName(target.Text) && target.Text != name {
		in.st.Replace(name, domain.Value{Ref: target.Text})
		return
	}
	in.again(target, asName)
	in.st.Replace(name, domain.Value{Word: fact.Word{Kind: fact.Partial}})
}

// let interprets the let builtin.
func (in *Interp) let(l *syntax.LetClause, s *syntax.Stmt, redirs []fact.Redirect) {
	cmd := fact.Command{Redirects: redirs, Text: in.stmtText(s), Dirs: in.st.Dirs, Stdin: in.st.Stdin}
	cmd.Argv = append(cmd.Argv, fact.Word{Text: "let", Written: "let"})
	for _, x := range l.Exprs {
		in.processes(x)
		in.arithm(x)
		cmd.Argv = append(cmd.Argv, fact.Word{Text: in.source(x), Written: in.source(x)})
	}
	in.visit(&cmd)
}
