package shparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
)

// lookup returns a variable's value. set is false where it is known to be unset; a variable that
// the script has not assigned comes from the environment and is unknown.
func (ev *evaluator) lookup(name string, index syntax.ArithmExpr) (w fact.Word, set bool) {
	if w, ok := ev.specialParameter(name); ok {
		return w, true
	}
	v, ok := ev.sh.st.Vars[ev.sh.st.Target(name)]
	switch {
	case ev.sh.has(dialect.NumericParameters) && (name == "argv" || dialect.ZshInteger(name)):
		return fact.Word{Kind: fact.Partial, Many: name == "argv",
			Number: ev.vars.shellNumber(name)}, true
	case !ok:
		return ev.initialValue(name), true
	case v.Unset:
		return fact.Word{}, false
	case v.IsList:
		return ev.elementOf(v, index)
	case len(v.Alts) > 0:
		if k := ev.sh.choose(len(v.Alts)); k >= 0 {
			return v.Alts[k], true
		}
		return domain.OneOf(v.Alts, "$"+name), true
	}
	return v.Word, true
}

// initialValue returns what a variable holds that the script has not assigned: what the agent sets
// in the shell of the call, as far as that is known. What a wrapper starts may have lost it, as
// behind env -i.
func (ev *evaluator) initialValue(name string) fact.Word {
	if ev.files.namesTempDir(name) {
		return fact.Word{Text: ev.sh.opt.Temps.TempDir(), Origin: domain.Variable(name)}
	}
	if ev.sh.opt.Shell != nil && ev.sh.script.own && ev.sh.script.depth == 0 && !ev.sh.st.AllVars {
		if value, ok := ev.sh.opt.Shell.Variable(name); ok {
			return fact.Word{Text: value, Origin: domain.Variable(name)}
		}
	}
	return fact.Word{Kind: fact.Partial, Written: "$" + name, Given: !ev.sh.st.Foreign,
		Number: name == "SHLVL" && !ev.sh.st.Foreign}
}

// specialParameter returns the value of the parameters that the shell itself keeps.
func (ev *evaluator) specialParameter(name string) (fact.Word, bool) {
	unknown := fact.Word{Kind: fact.Partial, Written: "$" + name}
	switch name {
	case "#":
		if ev.sh.st.KnownParams && !domain.HasGlob(ev.sh.st.Params) {
			return fact.Lit(strconv.Itoa(len(ev.sh.st.Params))), true
		}
		unknown.Number = true
		return unknown, true
	case "!":
		unknown.Origin = fact.Origin{Kind: fact.JobOrigin, Name: "$!"}
		fallthrough
	case "?":
		unknown.Number = true
		return unknown, true
	case "$": // never empty: tmp.$$ is one of tmp.*
		return fact.Word{Text: "*", Glob: true, Plain: true, Number: true, Written: "$$"}, true
	case "-", "_":
		unknown.Given = name == "-"
		return unknown, true
	case "0":
		return ev.sh.st.Arg0, true
	case "HOME":
		if _, ok := ev.sh.st.Vars[name]; !ok && ev.sh.opt.Home != "" && !ev.sh.st.AllVars {
			return fact.Word{Text: ev.sh.opt.Home, Origin: domain.Variable("HOME")}, true
		}
	case "PWD":
		if _, ok := ev.sh.st.Vars[name]; !ok {
			if d, ok := ev.files.pwd(); ok {
				return fact.Word{Text: d, Origin: domain.Variable("PWD")}, true
			}
			return unknown, true
		}
	case "OLDPWD":
		if _, ok := ev.sh.st.Vars[name]; !ok {
			if d, ok := ev.files.oneOf(ev.sh.st.Old); ok {
				return fact.Lit(d), true
			}
		}
	case "IFS":
		if _, ok := ev.sh.st.Vars[name]; !ok && !ev.sh.st.AllVars {
			return fact.Lit(" \t\n"), true
		}
	}
	if dialect.KeptByShell(name, ev.sh.script.dialect) {
		unknown.Number = ev.vars.shellNumber(name)
		return unknown, true
	}
	if name == "" || name[0] < '0' || name[0] > '9' {
		return fact.Word{}, false // most names: the error of Atoi is not made for them
	}
	if n, err := strconv.Atoi(name); err == nil {
		if !ev.sh.st.KnownParams {
			unknown.Given = ev.sh.st.Uncalled
			unknown.Origin.Names = domain.NamesOf(ev.sh.st.Params)
			return unknown, true
		}
		if n >= 1 && domain.HasGlob(ev.sh.st.Params[:min(n-1, len(ev.sh.st.Params))]) {
			unknown.Origin.Names = domain.NamesOf(ev.sh.st.Params)
			return unknown, true
		}
		if n >= 1 && n <= len(ev.sh.st.Params) {
			return ev.sh.st.Params[n-1], true
		}
		return fact.Word{}, true
	}
	return fact.Word{}, false
}

// elementOf is one element of an array: index 0 without a subscript. In zsh they count from 1.
// set is false for one that is not there.
func (ev *evaluator) elementOf(v domain.Value, index syntax.ArithmExpr) (w fact.Word, set bool) {
	if v.Assoc {
		return ev.valueOfKey(v, index)
	}
	i := 0
	if index != nil {
		n, ok := ev.arithm(index)
		any := domain.OneOf(v.List, "")
		if _, plain := index.(*syntax.Word); !plain && ev.sh.has(dialect.OneBased) {
			any.Many = true
			return any, true // a range
		}
		if !ok {
			return any, true
		}
		if i = n; ev.sh.has(dialect.OneBased) && n > 0 {
			i--
		} else if ev.sh.has(dialect.OneBased) && n == 0 { // no element, without an option of ksh
			return fact.Word{}, false
		}
	}
	if i < 0 {
		i += len(v.List)
		if domain.HasGlob(v.List) || domain.HasMany(v.List) {
			return domain.OneOf(v.List, ""), true
		}
	}
	if domain.HasMany(v.List[:min(max(i, 0)+1, len(v.List))]) ||
		domain.HasGlob(v.List[:min(max(i, 0), len(v.List))]) {
		return domain.OneOf(v.List, ""), true
	}
	if i < 0 || i >= len(v.List) {
		return fact.Word{}, domain.HasGlob(v.List)
	}
	return v.List[i], true
}

// valueOfKey is the value of one key.
func (ev *evaluator) valueOfKey(v domain.Value, index syntax.ArithmExpr) (w fact.Word, set bool) {
	key := "0"
	if index != nil {
		k, ok := ev.keyOf(index)
		if !ok {
			return domain.OneOf(v.List, ""), true
		}
		key = k
	}
	for i, k := range v.Keys {
		if k == key {
			return v.List[i], true
		}
	}
	return fact.Word{}, false
}

// keyOf is the key that a subscript of an associative array names.
func (ev *evaluator) keyOf(x syntax.ArithmExpr) (string, bool) {
	w, ok := x.(*syntax.Word)
	if !ok {
		ev.arithm(x)
		return "", false
	}
	v := ev.words.single(w)
	if ev.sh.has(dialect.QuotedKeys) && strings.ContainsAny(ev.sh.source(w), `'"\`) {
		return "", false // zsh keeps some of the quotes
	}
	return v.Text, v.Known()
}

// index evaluates the subscript of a variable, where it is a number.
func (ev *evaluator) index(name string, x syntax.ArithmExpr) (n int, ok bool) {
	ev.reportProcesses(x)
	if ev.vars.isTable(name) {
		ev.keyOf(x)
		return 0, false
	}
	return ev.arithm(x)
}

// reportProcesses reports what the shell takes for a process substitution in the words of let and
// in a subscript, where the tree has a comparison: let a<(cmd), ${a[i<(cmd)]}. It also reports
// single quotes that quote nothing there: x=(["${y/a/'$(cmd)'}"]=1).
func (ev *evaluator) reportProcesses(x syntax.ArithmExpr) {
	if x == nil {
		return
	}
	text := ev.sh.source(x)
	if !strings.ContainsAny(text, "<>'") {
		return
	}
	runs := strings.Contains(text, "${") && nodes.QuotesSubstitution(x)
	text = nodes.WithoutSubstitutions(x, text)
	if strings.Contains(text, "<(") || strings.Contains(text, ">(") || runs {
		ev.sh.Report(fact.Hazard{ID: hazards.Syntax, Text: text,
			Why: "the shell may run a part of this expression that is quoted, or a process substitution " +
				"in it"})
	}
}
