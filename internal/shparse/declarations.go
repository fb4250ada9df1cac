package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
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
func (as *assignments) declare(d *syntax.DeclClause, s *syntax.Stmt, redirs []fact.Redirect) {
	name := d.Variant.Value
	cmd := fact.Command{Invocation: fact.Invocation{Redirects: redirs, Text: as.sh.stmtText(s),
		Dirs: as.sh.st.Dirs, Stdin: as.sh.st.Stdin}}
	cmd.Argv = append(make([]fact.Word, 0, len(d.Args)+1), fact.Word{Text: name, Written: name})
	decl := as.declaration(name)
	values := make([]fact.Word, len(d.Args))
	for i, a := range d.Args {
		as.acc.marks[a] = true
		switch {
		case a.Name == nil && a.Value != nil:
			n := len(cmd.Argv)
			cmd.Argv = as.words.fields(a.Value, cmd.Argv)
			values[i] = argvRange(n, len(cmd.Argv))
		case a.Naked:
			cmd.Argv = append(cmd.Argv, fact.Lit(a.Name.Value))
		case a.Array == nil && a.Index == nil:
			n := len(cmd.Argv)
			if cmd.Argv = as.bracedAssign(a, cmd.Argv); n < len(cmd.Argv) {
				values[i] = argvRange(n, len(cmd.Argv))
				continue
			}
			from := len(as.reads.list)
			if values[i] = as.words.assignedValue(a.Value); nodes.OnlyAssigns(d) {
				as.reads.holdSince(as.sh.st.Target(a.Name.Value), from)
			}
		}
	}
	for i, a := range d.Args {
		if v := &values[i]; v.Many {
			as.declareWords(&decl, cmd.Argv[v.Start:v.End], &cmd)
			continue
		}
		if a.Name == nil {
			continue
		}
		if a.Naked {
			as.declareName(&decl, a.Name.Value)
			continue
		}
		if a.Array == nil && a.Index == nil && as.takesList(&decl, a.Name.Value) &&
			as.eval.listText(values[i]) {
			values[i] = fact.Word{Kind: fact.Partial}
		}
		if decl.global && as.declareOuter(&decl, a, values[i]) {
			cmd.Argv = append(cmd.Argv, assignmentWord(as.sh.source(a), a, values[i]))
			continue
		}
		as.prepareVariable(&decl, a.Name.Value, a.Append)
		if a.Array != nil || a.Index != nil {
			as.assign(a, decl.exports)
		} else {
			as.vars.assignWord(as.sh.st.Target(a.Name.Value), values[i], a.Append, decl.exports)
		}
		v := as.sh.st.Vars[as.sh.st.Target(a.Name.Value)]
		cmd.Argv = append(cmd.Argv, assignmentWord(as.sh.source(a), a, firstValue(v)))
		cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: as.sh.st.Target(a.Name.Value),
			Value: firstValue(v), Append: a.Append})
		if decl.refs {
			as.nameref(a.Name.Value, firstValue(v))
		}
		as.applyAttributes(&decl, a.Name.Value)
	}
	// an error, unless something else calls this text
	if name == "local" && !as.sh.flow.inFunc && as.sh.has(dialect.LocalInFunctions) {
		for _, a := range d.Args {
			if a.Name != nil {
				as.sh.st.Forget(a.Name.Value)
			}
		}
	}
	as.reads.noteDeclared(d, cmd.Argv, values)
	as.sh.visit(&cmd)
	if as.sh.out != nil && !as.output.printsNothing(name, knownTexts(cmd.Argv[1:])) {
		as.sh.out.spoil()
	}
}

// knownTexts is what is known of words.
func knownTexts(words []fact.Word) []string {
	list := make([]string, len(words))
	for i := range words {
		list[i] = words[i].Text
	}
	return list
}

// argvRange stands for the words of a command from one index to another.
func argvRange(from, to int) fact.Word { return fact.Word{Many: true, Start: from, End: to} }

// bracedAssign expands an assignment that is an argument and holds braces: in bash they make
// ordinary words of it, which are split into fields. Each of them can be an assignment.
func (as *assignments) bracedAssign(a *syntax.Assign, dst []fact.Word) []fact.Word {
	w := a.Value
	if w == nil || !as.sh.has(dialect.BracesFirst) || !nodes.MayBrace(w) ||
		as.sh.st.Has(dialect.NoBraces) {
		return dst
	}
	if alts := as.words.braces(w); len(alts) == 1 && alts[0] == w {
		return dst
	}
	op := "="
	if a.Append {
		op = "+="
	}
	name := &syntax.Lit{ValuePos: a.Pos(), ValueEnd: w.Pos(), Value: a.Name.Value + op}
	return as.words.fields(&syntax.Word{Parts: append([]syntax.WordPart{name}, w.Parts...)}, dst)
}

func (as *assignments) declaration(name string) declaration {
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

// prepareVariable gives a variable its scope and attributes before it is assigned.
func (as *assignments) prepareVariable(d *declaration, name string, appends bool) {
	if !as.makeLocal(d, name) && !d.refs {
		name = as.sh.st.Target(name)
	}
	v, had := as.sh.st.Vars[name]
	switch {
	case d.refs:
		if v.Ref != "" {
			as.sh.st.Replace(name, domain.Value{})
		}
	case d.table && !v.Assoc:
		as.sh.st.Replace(name, domain.Value{IsList: true, Assoc: true,
			Attr: d.attr | domain.AttrTable | domain.AttrMayTable})
	case d.attr != 0:
		v.Attr |= d.attr
		if !had {
			v.Unset = appends
		}
		as.sh.st.Replace(name, v)
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

// globalValue is the value that declare -g gives to a variable that is not in sight.
func (d *declaration) globalValue(w fact.Word) domain.Value {
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
func (as *assignments) declareOuter(d *declaration, a *syntax.Assign, w fact.Word) bool {
	name, v := a.Name.Value, d.globalValue(fact.Word{Kind: fact.Partial, Written: "$" + a.Name.Value})
	plain := a.Array == nil && a.Index == nil
	if plain && !a.Append {
		v = d.globalValue(w)
	}
	if !as.vars.setOuter(name, v) {
		return false
	}
	as.sh.subshell(func() {
		as.sh.st.Replace(name, domain.Value{Attr: d.attr})
		if plain {
			as.vars.assignWord(name, w, a.Append, false)
		} else {
			as.assign(a, false)
		}
	})
	return true
}

// applyAttributes applies what a declaration says of a variable that has its value.
func (as *assignments) applyAttributes(d *declaration, name string) {
	v, ok := as.sh.st.Vars[name]
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
	as.sh.st.Replace(name, v)
}

// declareFunc is export -f, readonly -f and their like.
func (as *assignments) declareFunc(d *declaration, name string) {
	if f, ok := as.sh.st.Funcs[name]; ok {
		f.Exported = f.Exported || d.exports
		f.Fixed = f.Fixed || d.fixes
		as.sh.st.Change()
		as.sh.st.Funcs[name] = f
	}
}

// declareName declares a variable without giving it a value.
func (as *assignments) declareName(d *declaration, name string) {
	if d.funcs {
		as.declareFunc(d, name)
		return
	}
	if d.global && !d.refs && as.outerAttrs(d, name) {
		return
	}
	defer as.applyAttributes(d, name)
	// it may keep its text, which += evaluates
	if d.attr&domain.AttrInteger != 0 && as.sh.flow.locals.has(name) {
		as.eval.computed(as.sh.st.Vars[name])
	}
	scoped := as.makeLocal(d, name)
	if !scoped && !d.refs && !d.unrefs {
		name = as.sh.st.Target(name)
	}
	v, ok := as.sh.st.Vars[name]
	switch {
	case scoped && d.inherit:
		return
	case scoped && v.Attr&domain.AttrReadonly != 0: // it may not be hidden
	case d.fixes && !ok:
		as.sh.st.Replace(name, domain.UnknownValue(name))
	case d.refs:
		as.sh.st.Replace(name, domain.Value{RefNext: true})
	case d.table:
		if !v.Assoc || scoped {
			v = domain.Value{IsList: true, Assoc: true, Attr: domain.AttrTable | domain.AttrMayTable}
		}
		v.Attr |= d.attr
		as.sh.st.Replace(name, v)
	case scoped && d.attr&domain.AttrOther != 0: // typeset -T ties it to another
		as.sh.st.Replace(name, domain.Value{Word: fact.Word{Kind: fact.Partial}, Attr: d.attr,
			Exported: d.exports})
	case scoped:
		as.sh.st.Replace(name, domain.Value{Unset: !as.sh.has(dialect.DeclaresEmpty), Attr: d.attr,
			Exported: d.exports})
	case d.attr != 0:
		if !ok {
			v = as.sh.st.FromEnvironment(name)
		}
		if as.sh.has(dialect.TypesOnLookup) && d.attr&(domain.AttrInteger|domain.AttrFloat) != 0 {
			as.eval.computed(v) // the value that is there is evaluated
		}
		v.Attr |= d.attr
		v.Exported = v.Exported || d.exports
		if v.Attr&domain.AttrOther != 0 {
			v = domain.Value{Word: fact.Word{Kind: fact.Partial},
				Attr: v.Attr & (domain.AttrOther | domain.AttrInteger | domain.AttrFloat)}
		}
		if as.sh.has(dialect.TypesOnLookup) { // the value that is there is changed, too
			v.Convert()
		}
		as.sh.st.Replace(name, v)
	case d.exports:
		if !ok {
			v = as.sh.st.FromEnvironment(name) // what is assigned to it later reaches programs
		}
		v.Exported = true
		as.sh.st.Replace(name, v)
	case !ok && as.sh.has(dialect.DeclaresEmpty) && d.name != "readonly":
		as.sh.st.Replace(name, as.sh.st.FromEnvironment(name))
	}
}

// takesList reports whether a declaration reads what is assigned to a variable as a list, where it
// has brackets around it.
func (as *assignments) takesList(d *declaration, name string) bool {
	v := as.sh.st.Vars[as.sh.st.Target(name)]
	return d.table || v.IsList ||
		(v.Attr|d.attr)&(domain.AttrTable|domain.AttrMayTable|domain.AttrList) != 0
}

// declareWords is export, declare and their like with words that are already expanded. What they
// assign is said to the command, or, if that was visited before, as a hazard.
func (as *assignments) declareWords(d *declaration, args []fact.Word, cmd *fact.Command) {
	for i := range args {
		w := &args[i]
		if w.IsLiteral() && w.Text == "-" && d.name == "local" && as.sh.flow.inFunc &&
			as.sh.has(dialect.LocalInFunctions) {
			as.vars.hideOptions()
			continue
		}
		if !w.IsLiteral() && !strings.Contains(w.Text, "=") {
			if !d.shows && !d.funcs {
				as.vars.reportUnknownName(w)
			}
			continue
		}
		if strings.HasPrefix(w.Text, "-") || strings.HasPrefix(w.Text, "+") {
			d.option(w.Text, as.sh.script.dialect)
			continue
		}
		if as.sh.has(dialect.DeclaresNumbers) && expand.Atoi(w.Text) >= 0 {
			d.attr |= domain.AttrOther // the base or width of an option
			continue
		}
		if w.Glob && strings.ContainsAny(w.Text, "*?") { // export *: the names of files
			as.eval.reread(fact.Word{Kind: fact.Partial, Written: w.Written}, asName)
			as.sh.st.ForgetAll()
			continue
		}
		n, val, has := strings.Cut(w.Text, "=")
		appends := strings.HasSuffix(n, "+")
		n = strings.TrimSuffix(n, "+")
		v := fact.Word{Text: val, Suffix: w.Suffix, Kind: w.Kind, Number: w.Number ||
			w.Given && val+w.Suffix == "", Given: w.Given}
		if !syntax.ValidName(n) {
			as.eval.reread(fact.Lit(n), asName)
			if name, _, ok := strings.Cut(n, "["); ok && syntax.ValidName(name) {
				as.vars.setElement(name, v)
			}
			as.vars.forgetName(n)
			continue
		}
		if !has {
			as.declareName(d, n)
			continue
		}
		if d.global && as.vars.setOuter(n,
			d.globalValue(fact.Word{Kind: fact.Partial, Written: "$" + n})) {
			if d.attr&(domain.AttrInteger|domain.AttrFloat) != 0 {
				as.eval.reread(v, asExpression)
			}
			continue
		}
		as.prepareVariable(d, n, appends)
		if list := strings.HasPrefix(val, "("); as.takesList(d, n) && as.eval.listText(v) || list {
			v = fact.Word{Kind: fact.Partial} // declare may take it for a list of elements
			if list {
				as.sh.st.Replace(n, domain.Value{Word: v, Attr: as.sh.st.Vars[n].Attr})
			}
		}
		as.vars.assignWord(as.sh.st.Target(n), v, appends, d.exports)
		if d.refs {
			as.nameref(n, v)
		}
		as.applyAttributes(d, n)
		as.noteAssigned(n, appends, cmd)
	}
}

// noteAssigned says what a word of a declaration has assigned.
func (as *assignments) noteAssigned(name string, appends bool, cmd *fact.Command) {
	v := as.sh.st.Vars[as.sh.st.Target(name)]
	if cmd == nil || v.IsList || len(v.Alts) > 0 {
		as.vars.reportSteering(name)
		return
	}
	cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: as.sh.st.Target(name), Value: firstValue(v),
		Append: appends})
}

// nameref makes a name refer to another variable. A reference with a subscript is expanded each
// time it is used.
func (as *assignments) nameref(name string, target fact.Word) {
	if target.IsLiteral() && syntax.ValidName(target.Text) && target.Text != name {
		as.sh.st.Replace(name, domain.Value{Ref: target.Text})
		return
	}
	as.eval.reread(target, asName)
	as.sh.st.Replace(name, domain.Value{Word: fact.Word{Kind: fact.Partial}})
}
