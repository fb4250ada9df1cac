package shparse

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// makeLocal remembers a variable that a declaration in a function hides until the function returns.
func (as *assignments) makeLocal(d *declaration, name string) bool {
	if !as.sh.flow.inFunc || d.name == "export" || d.name == "readonly" &&
		!as.sh.has(dialect.LocalReadonly) || d.global ||
		as.sh.has(dialect.GlobalExport) && (d.exports || d.less) && d.name != "local" {
		as.noteDeclaredPrefix(d, name)
		return false
	}
	old := as.sh.st.Vars[name]
	own := as.vars.ownLocal(name)
	if own != nil && !own.touched {
		return false // it keeps its value and its attributes
	}
	as.vars.hideOuter(name)
	if own != nil { // so it may
		as.vars.mayKeep(name, old.Attr)
	}
	if d.inherit && old.Attr&domain.AttrReadonly == 0 {
		as.sh.st.Replace(name, old)
	} else if kind := lostSpecial(name, as.sh.script.dialect); kind != 0 {
		v := as.sh.st.Vars[name]
		v.Attr |= kind
		as.sh.st.Replace(name, v)
	}
	// on other ways it is the outer one to the end
	if as.sh.flow.cond+as.sh.flow.loops > as.sh.flow.baseWays || as.sh.leftEarly() {
		as.sh.flow.locals.list[as.sh.flow.locals.len()-1].touched = true
	}
	return true
}

// noteDeclaredPrefix says that a name was declared: what was assigned to it before the command may
// stay.
func (as *assignments) noteDeclaredPrefix(d *declaration, name string) {
	if !as.sh.has(dialect.RevealsOuter) {
		return
	}
	for i := range as.sh.flow.locals.list {
		if l := &as.sh.flow.locals.list[i]; l.prefix && l.name == name {
			l.touched = true
			l.kept = (d.exports || d.fixes) && !as.sh.isConditional() && l.depth == as.sh.script.depth
		}
	}
}

// outerAttrs is declare -g without a value of a name that a function has made its own. It reports
// whether one has.
func (as *assignments) outerAttrs(d *declaration, name string) bool {
	if !as.sh.has(dialect.RevealsOuter) {
		return false
	}
	for i := range as.sh.flow.locals.list {
		l := &as.sh.flow.locals.list[i]
		if l.name != name {
			continue
		}
		if !l.had {
			l.old, l.had = as.sh.st.FromEnvironment(name), true
		}
		l.old.Attr |= d.attr
		if d.table {
			l.old.Attr |= domain.AttrMayTable
		}
		l.old.Exported = l.old.Exported || d.exports
		return true
	}
	return false
}

// ownLocal is what the function that is being run has remembered of a variable that it has declared
// before; nil if it has not.
func (vs *variables) ownLocal(name string) *local {
	for i := vs.sh.flow.locals.len() - 1; i >= vs.sh.flow.base; i-- {
		if l := &vs.sh.flow.locals.list[i]; l.name == name && !l.prefix {
			return l
		}
	}
	return nil
}

// mayKeep gives a variable attributes that it has on some way.
func (vs *variables) mayKeep(name string, attr domain.Attr) {
	if attr &^= domain.AttrReadonly; attr == 0 {
		return
	}
	if attr&domain.AttrInteger != 0 {
		attr |= domain.AttrNumber
	}
	v := vs.sh.st.Current(name)
	v.Attr |= attr
	vs.sh.st.Replace(name, v)
}

// hideOuter remembers a variable and takes it out of sight.
func (vs *variables) hideOuter(name string) {
	old, had := vs.sh.st.Vars[name]
	vs.sh.flow.locals.list = append(vs.sh.flow.locals.list, local{name: name, old: old, had: had,
		depth: vs.sh.script.depth})
	switch {
	case old.Attr&domain.AttrReadonly != 0: // where it cannot be hidden it keeps its value
		vs.sh.st.Replace(name, domain.Value{Word: fact.Word{Kind: fact.Partial},
			Attr: domain.AttrReadonly, Exported: old.Exported})
	case had && (old.Ref != "" || old.Attr != 0 || old.IsList):
		vs.sh.st.Replace(name, domain.Value{Word: old.Word, Exported: old.Exported})
	}
}

// hideOptions is local -, which restores the shell's options when the function returns.
func (vs *variables) hideOptions() {
	vs.sh.flow.locals.list = append(vs.sh.flow.locals.list, local{name: "-", opts: vs.sh.st.Opts})
}

// restoreLocals ends the life of the variables that a function declared.
func (vs *variables) restoreLocals(n int) {
	for i := vs.sh.flow.locals.len() - 1; i >= n; i-- {
		vs.restoreLocal(&vs.sh.flow.locals.list[i])
	}
	vs.sh.flow.locals.cut(n)
}

func (vs *variables) restoreLocal(l *local) {
	switch {
	case l.name == "-":
		vs.sh.st.Opts = l.opts
	case l.kept:
	case l.touched:
		old := l.old
		if !l.had {
			old = domain.UnknownValue(l.name)
		}
		now, ok := vs.sh.st.Vars[l.name]
		if !ok {
			now = domain.UnknownValue(l.name)
		}
		vs.sh.st.ReplaceJoined(l.name, old, now)
	case l.had:
		vs.sh.st.Replace(l.name, l.old)
	default:
		vs.sh.st.Drop(l.name)
	}
}

// lostSpecial marks a variable that has lost what the shell made special about it.
func lostSpecial(name string, d dialect.Dialect) domain.Attr {
	if dialect.CountedByShell(name, d) {
		return domain.AttrOrdinary
	}
	return 0
}

// showOuter is unset of a variable that a calling function, or an assignment before the command,
// hides: bash shows the outer one. It reports whether that was so.
func (vs *variables) showOuter(name string) bool {
	if !vs.sh.has(dialect.RevealsOuter) {
		return false
	}
	for i := vs.sh.flow.locals.len() - 1; i >= 0; i-- {
		l := &vs.sh.flow.locals.list[i]
		if l.name != name {
			continue
		}
		if i >= vs.sh.flow.base && vs.sh.flow.inFunc && !l.prefix {
			return false // the function's own stays, without a value
		}
		if l.touched { // which of the outer ones is not followed
			vs.sh.st.Replace(name, domain.UnknownValue(name))
			return true
		}
		l.touched = true
		if l.had {
			vs.sh.st.Replace(name, l.old)
		} else {
			vs.sh.st.Drop(name)
		}
		return true
	}
	return false
}

// setOuter is declare -g of a name that a function has made its own. It reports whether one has.
func (vs *variables) setOuter(name string, v domain.Value) bool {
	if !vs.sh.has(dialect.RevealsOuter) {
		return false
	}
	for i := range vs.sh.flow.locals.list {
		if l := &vs.sh.flow.locals.list[i]; l.name == name {
			switch {
			case l.had:
				v = domain.JoinValues(name, l.old, v)
			case vs.sh.isConditional():
				kind := v.Attr
				v = domain.UnknownValue(name)
				v.Attr = kind
			}
			vs.sh.st.HasAlts = vs.sh.st.HasAlts || len(v.Alts) > 0
			l.old, l.had = v, true
			return true
		}
	}
	return false
}
