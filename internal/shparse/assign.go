package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// attr is a set of attributes that declare gives to a variable.
type attr uint16

const (
	attrLower attr = 1 << iota
	attrUpper
	attrInteger
	attrReadonly
	attrMayExport // on some way programs get it, and on some not
	attrMayRef    // on some way it is a reference to one of the variables in keys
	attrNumber    // may be an integer for zsh
	attrOther     // capital letters, and in zsh whatever else changes a value
	attrFloat     // zsh: a number with a fraction
	attrTable     // an associative array, of which a subscript is a key
	attrMayTable  // one on some way
	attrList      // an indexed array, on some way
	attrOrdinary  // has the name of a variable of the shell, but may have lost what is special about it
)

// keptAttrs are those that change no value.
const keptAttrs = attrReadonly | attrMayExport | attrMayRef | attrTable | attrMayTable | attrList | attrOrdinary

// joinedAttr is what is known of a variable that has these attributes on two ways.
func joinedAttr(a, b attr) attr { return (a|b)&^attrTable | a&b&attrTable }

// convert applies the attributes to a new value.
func (v *value) convert() {
	kind := v.attr &^ keptAttrs
	if kind == 0 || v.unset || v.ref != "" {
		return
	}
	change := func(w *fact.Word) {
		switch {
		case (kind == attrInteger || kind == attrNumber) && w.Known() && isNumber(w.Text):
		case kind == attrLower && w.Known():
			w.Text = strings.ToLower(w.Text)
		case kind == attrUpper && w.Known():
			w.Text = strings.ToUpper(w.Text)
		default:
			calm := kind&attrOther == 0
			*w = fact.Word{Kind: fact.Partial, Origin: w.Origin, Number: calm && numeric(w),
				Given: calm && (kind == attrFloat || tame(w))}
		}
	}
	change(&v.word)
	for i, w := range v.alts {
		change(&w)
		if i == 0 {
			v.alts = append([]fact.Word(nil), v.alts...)
		}
		v.alts[i] = w
	}
	for i, w := range v.list {
		change(&w)
		if i == 0 {
			v.list = append([]fact.Word(nil), v.list...)
		}
		v.list[i] = w
	}
}

// isNumber reports whether s is a decimal number as arithmetic would print it.
func isNumber(s string) bool {
	d := strings.TrimPrefix(s, "-")
	return d == "0" && s == d || d != "" && d[0] != '0' && strings.Trim(d, "0123456789") == ""
}

// assign performs one assignment of the script.
func (in *Interp) assign(a *syntax.Assign, exported bool) {
	in.mark(a)
	name := in.target(a.Name.Value)
	defer in.hooksIn(name)
	if a.Index != nil {
		in.assignElement(name, a)
		return
	}
	if a.Array != nil {
		in.assignList(name, a, exported)
		if in.dialect == Bash { // PROMPT_COMMAND is an array, and any array stands for its first element
			in.planted(name)
		}
		return
	}
	in.assignWord(name, in.assignedValue(a.Value), a.Append, exported)
	if name != a.Name.Value {
		in.planted(name)
	}
}

// assignWord assigns a scalar.
func (in *Interp) assignWord(name string, v fact.Word, appends, exported bool) {
	old, had := in.st.vars[name]
	in.noteName(name)
	if appends && in.computes(name) {
		v = in.integer(v)
		v = fact.Word{Kind: fact.Partial, Number: old.attr&attrNumber == 0} // else it may be text
	} else if old.isList && !old.assoc {
		in.assignFirst(name, old, v, appends)
		return
	} else if appends {
		v = appended(old, had, v)
	}
	in.store(name, value{word: v, exported: exported || old.exported})
}

// noteName handles assignments to the names that are no ordinary variables.
func (in *Interp) noteName(name string) {
	switch name {
	case "DIRSTACK":
		in.st.stack = nil
	case "PATH", "path":
		in.st.option(limited, true)
	case "BASH_ARGV0":
		in.st.arg0 = fact.Unknown("$0")
	case "POSIXLY_CORRECT":
		in.st.option(posixMode, in.dialect != Zsh)
	case "BASH_CMDS", "commands":
		if (name == "commands") == (in.dialect == Zsh) {
			in.Report(fact.Hazard{ID: "function-table", Kind: fact.Suspect, Text: name, Why: "this assignment says which program a name stands for"})
		}
	case "options":
		if in.dialect == Zsh {
			in.Report(fact.Hazard{ID: "shell-option", Kind: fact.Suspect, Text: name, Why: "this option changes how the shell reads the text that follows"})
		}
	case "BASH_ALIASES", "aliases", "galiases", "saliases":
		in.st.alias = true
	}
	if in.dialect == Zsh {
		in.noteZshName(name)
		if zshTwin(name) != "" {
			in.planted(name)
		}
	}
}

// assignFirst assigns to an array without a subscript: its first element in bash, all of it in zsh.
func (in *Interp) assignFirst(name string, old value, v fact.Word, appends bool) {
	switch {
	case in.dialect == Zsh && appends:
		old.list = append(old.list[:len(old.list):len(old.list)], v)
		in.store(name, old)
	case in.dialect == Zsh:
		in.store(name, value{word: v, exported: old.exported})
	case len(old.list) > 0 && !hasGlob(old.list[:1]) && !hasMany(old.list[:1]):
		list := append([]fact.Word(nil), old.list...)
		if appends {
			v = appended(value{word: list[0]}, true, v)
		}
		list[0] = v
		old.list = list
		in.store(name, old)
	default:
		in.blur(name, v)
	}
}

func appended(old value, had bool, v fact.Word) fact.Word {
	if !had || old.isList || len(old.alts) > 0 {
		return fact.Word{Kind: fact.Partial, Suffix: v.Text}
	}
	if old.unset {
		return v
	}
	return joinPieces([]piece{
		namedPiece(old.word), namedPiece(v),
	})
}

// namedPiece is a value in a place where nothing is split.
func namedPiece(w fact.Word) piece {
	return piece{text: w.Text, suffix: w.Suffix, unknown: w.Kind != fact.Literal, quoted: true, glob: w.Glob && w.Kind == fact.Literal, plain: w.Plain, mayLack: w.Lack,
		number: w.Number, given: w.Given, names: w.Origin.Names}
}

// assignElement is a[i]=v.
func (in *Interp) assignElement(name string, a *syntax.Assign) {
	in.noteName(name)
	v := fact.Word{Kind: fact.Partial}
	if a.Array == nil && a.Value != nil {
		v = in.assignedValue(a.Value)
	}
	old, ok := in.st.vars[name]
	if old.assoc {
		in.assignKey(name, old, a, v)
		return
	}
	n, known := in.index(name, a.Index)
	if in.dialect == Zsh {
		n--
		if !old.isList || a.Array != nil || isRange(a.Index) {
			known = false
		}
	}
	list := append([]fact.Word(nil), old.list...)
	switch {
	case !known || n < 0 || hasGlob(list) || hasMany(list) || ok && !old.isList && !old.unset:
		in.blur(name, v)
		return
	case n < len(list):
		if a.Append {
			v = appended(value{word: list[n]}, true, v)
		}
		list[n] = v
	case n == len(list) && (ok || n == 0) && in.dialect != Zsh:
		list = append(list, v)
	default:
		in.blur(name, v)
		return
	}
	in.store(name, value{list: list, isList: true})
}

// assignKey sets one key of an associative array.
func (in *Interp) assignKey(name string, old value, a *syntax.Assign, v fact.Word) {
	key, ok := in.key(a.Index)
	if !ok || a.Append {
		in.blur(name, v)
		return
	}
	keys, list := append([]string(nil), old.keys...), append([]fact.Word(nil), old.list...)
	for i, k := range keys {
		if k == key {
			list[i] = v
			in.store(name, value{isList: true, assoc: true, keys: keys, list: list})
			return
		}
	}
	in.store(name, value{isList: true, assoc: true, keys: append(keys, key), list: append(list, v)})
}

// key is the key that a subscript of an associative array names.
func (in *Interp) key(x syntax.ArithmExpr) (string, bool) {
	w, ok := x.(*syntax.Word)
	if !ok {
		in.arithm(x)
		return "", false
	}
	v := in.single(w)
	if in.dialect == Zsh && strings.ContainsAny(in.source(w), `'"\`) {
		return "", false // zsh keeps some of the quotes
	}
	return v.Text, v.Known()
}

func (in *Interp) assignList(name string, a *syntax.Assign, exported bool) {
	old := in.st.vars[name]
	in.noteName(name)
	if old.assoc {
		in.assignTable(name, old, a)
		return
	}
	var list []fact.Word
	keyed := false
	for _, e := range a.Array.Elems {
		if e.Index != nil {
			in.index(name, e.Index)
			keyed = true
		}
		if e.Value != nil {
			list = in.fields(e.Value, list)
		}
	}
	switch {
	case len(list)+len(old.list) > maxFields:
		in.storeUnknown(name)
		return
	case name == "argv" && in.dialect == Zsh:
		if a.Append {
			in.st.loseParams()
			return
		}
		in.setParams(list)
		return
	case keyed || a.Append && !old.isList:
		in.blurList(name, list, a.Append)
		return
	case a.Append:
		list = append(old.list[:len(old.list):len(old.list)], list...)
	}
	in.store(name, value{list: list, isList: true, exported: exported})
}

// assignTable sets an associative array: [key]=value, or keys and values in turn.
func (in *Interp) assignTable(name string, old value, a *syntax.Assign) {
	v := value{isList: true, assoc: true}
	known := !a.Append
	var flat []fact.Word
	for _, e := range a.Array.Elems {
		if e.Index == nil {
			flat = in.fields(e.Value, flat)
			continue
		}
		key, ok := in.key(e.Index)
		word := in.assignedValue(e.Value)
		known = known && ok
		v.keys, v.list = append(v.keys, key), append(v.list, word)
	}
	known = known && (len(flat) == 0 || len(v.keys) == 0) && len(flat)%2 == 0
	for i := 0; i+1 < len(flat); i += 2 {
		known = known && flat[i].Known()
		v.keys, v.list = append(v.keys, flat[i].Text), append(v.list, flat[i+1])
	}
	for i, k := range v.keys {
		known = known && !contains(v.keys[:i], k)
	}
	if !known {
		in.blurList(name, append(v.list, flat...), a.Append)
		return
	}
	in.store(name, v)
}

func contains(list []string, s string) bool {
	for _, have := range list {
		if have == s {
			return true
		}
	}
	return false
}

// target is the variable that a name stands for: that of a name reference.
func (in *Interp) target(name string) string {
	for range maxRefs {
		v := in.st.vars[name]
		if v.ref == "" {
			break
		}
		name = v.ref
	}
	return name
}
