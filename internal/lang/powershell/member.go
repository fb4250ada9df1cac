package powershell

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// member returns the value of a property, or of a call of a method that changes nothing. Which
// these are is known for strings, and for names that mean the same wherever they occur.
func (ev *evaluator) member(e *expr) Value {
	if e.static {
		return ev.static(e)
	}
	target := ev.expr(e.left)
	if !e.called {
		return property(&target, e.text)
	}
	if e.text == "where" || e.text == "foreach" {
		return ev.eachBlock(e, target)
	}
	if e.text == "invoke" && target.block != nil && len(e.parts) == 0 {
		return ev.block(target.block)
	}
	args := ev.arguments(e)
	if target.Kind == Text && stringMethod(e.text) {
		return stringCall(&target, e.text, args)
	}
	if !anyMethod(e.text) && !(target.Kind == Table && tableMethod(e.text)) {
		ev.problem(e.text+"()", "calls the method "+e.text+", which fencepost does not know")
		return unknown("")
	}
	if tableMethod(e.text) {
		ev.mutated()
	}
	switch e.text {
	case "tostring":
		if target.Kind == Text || target.Kind == Files {
			return target
		}
		return unknownText("")
	case "startswith", "endswith", "contains", "toupper", "tolower", "trim", "padleft", "padright",
		"substring":
		return unknownText("")
	}
	return unknown("")
}

func (ev *evaluator) arguments(e *expr) []Value {
	args := make([]Value, len(e.parts))
	for i, p := range e.parts {
		args[i] = ev.expr(p)
	}
	return args
}

// eachBlock runs the script blocks of .Where({ }) and .ForEach({ }).
func (ev *evaluator) eachBlock(e *expr, target Value) Value {
	defer ev.pipelineVariable(each(target))()
	for _, p := range e.parts {
		if p.kind != blockExpr {
			ev.problem(e.text+"()", "calls a method by a name that is a value")
			return unknown("")
		}
		ev.repeat(func() { ev.block(p.body) })
	}
	if e.text == "where" {
		return target
	}
	return unknown("")
}

// pipelineVariable sets $_, and returns what puts the outer one back.
func (ev *evaluator) pipelineVariable(v Value) func() {
	outer, had := ev.st.vars["_"]
	ev.st.vars["_"] = v
	return func() {
		if had {
			ev.st.vars["_"] = outer
		} else {
			delete(ev.st.vars, "_")
		}
	}
}

// property is a property of a value: reading one changes nothing.
func property(v *Value, name string) Value {
	if v.Kind == Table {
		if x, ok := v.entry(name); ok {
			return x
		}
		return unknown("")
	}
	switch name {
	case "fullname", "pspath", "path", "providerpath":
		if v.Kind == Files {
			return *v
		}
		fallthrough
	case "name", "basename", "extension", "directoryname", "message", "line", "filename",
		"processname", "definition", "displayname", "pschildname",
		"length", "count", "id", "key", "year", "month", "day":
		out := unknownText("")
		if _, ok := v.one(); !ok {
			out.Words[0].Many = true
		}
		if name == "name" && v.Kind == Files {
			return lastParts(v)
		}
		return out
	}
	return unknown("")
}

// lastParts are the names of files without their directories.
func lastParts(v *Value) Value {
	out := Value{Kind: Text}
	for _, w := range v.Words {
		w.Text = w.Text[strings.LastIndexAny(w.Text, `/\`)+1:]
		if w.Kind != fact.Literal || w.Text == "" || strings.Contains(w.Text, "**") {
			return Value{Kind: Text, Words: []fact.Word{{Kind: fact.Partial, Many: len(v.Words) > 1}}}
		}
		w.Many = false
		out.Words = append(out.Words, w)
	}
	return out
}

// stringMethod reports whether a method of strings and numbers gives another one.
func stringMethod(name string) bool {
	switch name {
	case "toupper", "tolower", "toupperinvariant", "tolowerinvariant", "trim", "trimstart", "trimend",
		"replace", "split", "substring", "remove",
		"insert", "tochararray", "normalize", "startswith", "endswith", "contains", "indexof",
		"lastindexof", "padleft", "padright":
		return true
	}
	return anyMethod(name)
}

// anyMethod reports whether a method changes nothing, whatever it is a method of.
func anyMethod(name string) bool {
	switch name {
	case "tostring", "gettype", "equals", "gethashcode", "compareto", "contains", "containskey",
		"containsvalue", "startswith", "endswith", "indexof",
		"trim", "trimstart", "trimend", "toupper", "tolower", "split", "substring", "padleft", "padright",
		"adddays", "addhours", "addminutes",
		"addseconds", "addmonths", "addyears", "tolocaltime", "touniversaltime", "toshortdatestring",
		"toshorttimestring", "getenumerator",
		"getstring", "getbytes", "toarray":
		return true
	}
	return false
}

// tableMethod reports whether a method of a hash table changes nothing but the table.
func tableMethod(name string) bool {
	switch name {
	case "add", "remove", "clear", "clone":
		return true
	}
	return false
}

// stringCall is the result of a method of a string.
func stringCall(v *Value, name string, args []Value) Value {
	s, ok := v.known()
	if !ok {
		if _, one := v.one(); !one || name == "split" || name == "tochararray" {
			return Value{Kind: Text, Words: []fact.Word{{Kind: fact.Partial, Many: true}}}
		}
		return unknownText("")
	}
	switch {
	case name == "tostring" && len(args) == 0:
		return text(s)
	case name == "toupper", name == "toupperinvariant":
		return text(strings.ToUpper(s))
	case name == "tolower", name == "tolowerinvariant":
		return text(strings.ToLower(s))
	case name == "trim" && len(args) == 0:
		return text(strings.TrimSpace(s))
	case name == "replace" && len(args) == 2:
		old, ok := args[0].known()
		by, ok2 := args[1].known()
		if ok && ok2 && old != "" && len(s)*(len(by)+1) <= maxLength {
			return text(strings.ReplaceAll(s, old, by))
		}
	case name == "split" || name == "tochararray":
		return Value{Kind: Text, Words: []fact.Word{{Kind: fact.Partial, Many: true}}}
	}
	return unknownText("")
}

// static returns the value of a member of a type that is known to change nothing, or runs the
// cmdlet that does the same.
func (ev *evaluator) static(e *expr) Value {
	if e.left.kind != typeExpr {
		ev.problem(e.text, "uses a member of a type that is a value")
		return unknown("")
	}
	typ, args := e.left.text, ev.arguments(e)
	switch typ {
	case "io.file", "io.directory":
		if c := fileMethod(typ, e.text); c != nil && e.called && len(args) > 0 {
			return ev.likeCmdlet(c, args, "["+typ+"]::"+e.text)
		}
	case "scriptblock", "management.automation.scriptblock":
		if s, ok := args1(args).known(); ok && e.text == "create" {
			b := ev.parse(s)
			ev.block(b)
			return Value{block: b, Words: []fact.Word{{Kind: fact.Partial}}}
		}
	case "environment":
		if e.called && e.text == "getenvironmentvariable" && len(args) > 0 {
			if name, ok := args[0].known(); ok {
				return ev.environment(name)
			}
		} else if !e.called || e.text == "getfolderpath" {
			return unknownText("")
		}
	default:
		if staticMember(typ, e.text) {
			return ev.staticValue(typ, e.text, args)
		}
	}
	ev.problem("["+typ+"]::"+e.text,
		"uses the member "+e.text+" of "+typ+", which fencepost does not know")
	return unknown("")
}

// args1 is the only argument.
func args1(args []Value) *Value {
	if len(args) == 1 {
		return &args[0]
	}
	return &Value{}
}

func (ev *evaluator) staticValue(typ, name string, args []Value) Value {
	if typ == "io.path" && name == "combine" && len(args) > 1 {
		w := args[0].asWord("")
		for i := range args[1:] {
			w = concat(concat(w, fact.Lit("/")), args[i+1].asWord(""))
		}
		return Value{Kind: Text, Words: []fact.Word{w}}
	}
	switch typ {
	case "math", "int", "int32", "long", "int64", "double", "string", "io.path", "guid", "char",
		"bool":
		return unknownText("")
	}
	return unknown("")
}

// staticMember reports whether a member of a type changes nothing.
func staticMember(typ, name string) bool {
	switch typ {
	case "math", "int", "int32", "int64", "long", "double", "decimal", "datetime", "timespan", "guid",
		"regex", "convert", "char", "version", "uri",
		"bool", "datetimeoffset", "text.encoding", "bitconverter", "stringcomparer", "stringcomparison",
		"collections.generic.list[string]":
		return name != "new" || typ == "datetime" || typ == "timespan"
	case "string":
		return true
	case "io.path":
		return name != "gettempfilename"
	case "console":
		switch name {
		case "writeline", "write", "outputencoding", "inputencoding", "windowwidth", "out",
			"isoutputredirected", "isinputredirected":
			return true
		}
	case "diagnostics.stopwatch":
		return name == "startnew"
	}
	return false
}

// fileMethod is the cmdlet that does what a method of a file or directory does: its name, then the
// parameters of its arguments.
func fileMethod(typ, name string) []string {
	if typ == "io.directory" {
		switch name {
		case "exists":
			return []string{"Test-Path", "LiteralPath"}
		case "getfiles", "getdirectories", "enumeratefiles", "getfilesystementries":
			return []string{"Get-ChildItem", "LiteralPath"}
		case "createdirectory":
			return []string{"New-Item", "Path", "ItemType:Directory"}
		case "delete":
			return []string{"Remove-Item", "LiteralPath", "Recurse"}
		}
		return nil
	}
	switch name {
	case "exists":
		return []string{"Test-Path", "LiteralPath"}
	case "readalltext", "readalllines", "readallbytes", "readlines":
		return []string{"Get-Content", "LiteralPath"}
	case "writealltext", "writealllines", "writeallbytes":
		return []string{"Set-Content", "LiteralPath"}
	case "appendalltext", "appendalllines":
		return []string{"Add-Content", "LiteralPath"}
	case "delete":
		return []string{"Remove-Item", "LiteralPath"}
	case "copy":
		return []string{"Copy-Item", "LiteralPath", "Destination"}
	case "move":
		return []string{"Move-Item", "LiteralPath", "Destination"}
	}
	return nil
}

// likeCmdlet runs a cmdlet in place of a method.
func (ev *evaluator) likeCmdlet(form []string, args []Value, written string) Value {
	c := &Command{Name: fact.Lit(form[0]), Text: written, Dirs: ev.st.dirs, Inner: ev.inner}
	for i, param := range form[1:] {
		name, value, ok := strings.Cut(param, ":")
		c.Args = append(c.Args, Arg{Param: name})
		switch {
		case ok:
			c.Args = append(c.Args, Arg{Words: []fact.Word{fact.Lit(value)}})
		case name != "Recurse" && i < len(args):
			c.Args = append(c.Args, Arg{Words: []fact.Word{args[i].asWord("")}})
		}
	}
	if v := ev.report(c); v.Kind == Files {
		return v
	}
	return unknown("")
}
