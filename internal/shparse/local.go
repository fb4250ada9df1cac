package shparse

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// local is a variable as it was before a function, or an assignment before a command, made it its
// own.
type local struct {
	name string
	old  domain.Value
	had  bool
	// touched says that on some way the name has stood for the outer variable again, which may keep
	// its value now: after unset in a function that was called from here, or export of what was
	// assigned before a command.
	touched bool
	kept    bool           // it has on all ways
	prefix  bool           // before a command
	depth   int            // of scripts in scripts
	opts    dialect.Option // of the shell, for the name "-"
}

// scope is the variables that functions and prefix assignments hide, the innermost last.
type scope struct{ list []local }

func (s *scope) len() int { return len(s.list) }

// has reports whether a function that runs has made a variable its own.
func (s *scope) has(name string) bool {
	for i := range s.list {
		if s.list[i].name == name && !s.list[i].prefix {
			return true
		}
	}
	return false
}

// cut drops those behind the first n.
func (s *scope) cut(n int) { s.list = s.list[:min(n, len(s.list))] }

// makeLocal remembers a variable that a declaration in a function hides until the function returns.
func (in *Interp) makeLocal(d *declaration, name string) bool {
	if !in.inFunc || d.name == "export" || d.name == "readonly" &&
		!in.dialect.Has(dialect.LocalReadonly) || d.global ||
		in.dialect.Has(dialect.GlobalExport) && (d.exports || d.less) && d.name != "local" {
		in.touch(d, name)
		return false
	}
	old := in.st.Vars[name]
	own := in.ownLocal(name)
	if own != nil && !own.touched {
		return false // it keeps its value and its attributes
	}
	in.hide(name)
	if own != nil { // so it may
		in.mayKeep(name, old.Attr)
	}
	if d.inherit && old.Attr&domain.AttrReadonly == 0 {
		in.st.Replace(name, old)
	} else if kind := unspecial(name, in.dialect); kind != 0 {
		v := in.st.Vars[name]
		v.Attr |= kind
		in.st.Replace(name, v)
	}
	// on other ways it is the outer one to the end
	if in.cond+in.loops > in.baseWays || in.leftEarly() {
		in.locals.list[in.locals.len()-1].touched = true
	}
	return true
}

// ownLocal is what the function that is being run has remembered of a variable that it has declared
// before; nil if it has not.
func (in *Interp) ownLocal(name string) *local {
	for i := in.locals.len() - 1; i >= in.base; i-- {
		if l := &in.locals.list[i]; l.name == name && !l.prefix {
			return l
		}
	}
	return nil
}

// mayKeep gives a variable attributes that it has on some way.
func (in *Interp) mayKeep(name string, attr domain.Attr) {
	if attr &^= domain.AttrReadonly; attr == 0 {
		return
	}
	if attr&domain.AttrInteger != 0 {
		attr |= domain.AttrNumber
	}
	v := in.st.Current(name)
	v.Attr |= attr
	in.st.Replace(name, v)
}

// hide remembers a variable and takes it out of sight.
func (in *Interp) hide(name string) {
	old, had := in.st.Vars[name]
	in.locals.list = append(in.locals.list, local{name: name, old: old, had: had, depth: in.depth})
	switch {
	case old.Attr&domain.AttrReadonly != 0: // where it cannot be hidden it keeps its value
		in.st.Replace(name, domain.Value{Word: fact.Word{Kind: fact.Partial}, Attr: domain.AttrReadonly,
			Exported: old.Exported})
	case had && (old.Ref != "" || old.Attr != 0 || old.IsList):
		in.st.Replace(name, domain.Value{Word: old.Word, Exported: old.Exported})
	}
}

// hideOptions is local -, which restores the shell's options when the function returns.
func (in *Interp) hideOptions() {
	in.locals.list = append(in.locals.list, local{name: "-", opts: in.st.Opts})
}

// restoreLocals ends the life of the variables that a function declared.
func (in *Interp) restoreLocals(n int) {
	for i := in.locals.len() - 1; i >= n; i-- {
		in.restoreLocal(&in.locals.list[i])
	}
	in.locals.cut(n)
}

func (in *Interp) restoreLocal(l *local) {
	switch {
	case l.name == "-":
		in.st.Opts = l.opts
	case l.kept:
	case l.touched:
		old := l.old
		if !l.had {
			old = domain.UnknownValue(l.name)
		}
		now, ok := in.st.Vars[l.name]
		if !ok {
			now = domain.UnknownValue(l.name)
		}
		in.st.ReplaceJoined(l.name, old, now)
	case l.had:
		in.st.Replace(l.name, l.old)
	default:
		in.st.Drop(l.name)
	}
}

// touch says that a name was declared: what was assigned to it before the command may stay.
func (in *Interp) touch(d *declaration, name string) {
	if !in.dialect.Has(dialect.RevealsOuter) {
		return
	}
	for i := range in.locals.list {
		if l := &in.locals.list[i]; l.prefix && l.name == name {
			l.touched = true
			l.kept = (d.exports || d.fixes) && !in.maybe() && l.depth == in.depth
		}
	}
}

// reveal is unset of a variable that a calling function, or an assignment before the command,
// hides: bash shows the outer one. It reports whether that was so.
func (in *Interp) reveal(name string) bool {
	if !in.dialect.Has(dialect.RevealsOuter) {
		return false
	}
	for i := in.locals.len() - 1; i >= 0; i-- {
		l := &in.locals.list[i]
		if l.name != name {
			continue
		}
		if i >= in.base && in.inFunc && !l.prefix {
			return false // the function's own stays, without a value
		}
		if l.touched { // which of the outer ones is not followed
			in.st.Replace(name, domain.UnknownValue(name))
			return true
		}
		l.touched = true
		if l.had {
			in.st.Replace(name, l.old)
		} else {
			in.st.Drop(name)
		}
		return true
	}
	return false
}

// setOuter is declare -g of a name that a function has made its own. It reports whether one has.
func (in *Interp) setOuter(name string, v domain.Value) bool {
	if !in.dialect.Has(dialect.RevealsOuter) {
		return false
	}
	for i := range in.locals.list {
		if l := &in.locals.list[i]; l.name == name {
			switch {
			case l.had:
				v = domain.JoinValues(name, l.old, v)
			case in.maybe():
				kind := v.Attr
				v = domain.UnknownValue(name)
				v.Attr = kind
			}
			in.st.HasAlts = in.st.HasAlts || len(v.Alts) > 0
			l.old, l.had = v, true
			return true
		}
	}
	return false
}

// outerAttrs is declare -g without a value of a name that a function has made its own. It reports
// whether one has.
func (in *Interp) outerAttrs(d *declaration, name string) bool {
	if !in.dialect.Has(dialect.RevealsOuter) {
		return false
	}
	for i := range in.locals.list {
		l := &in.locals.list[i]
		if l.name != name {
			continue
		}
		if !l.had {
			l.old, l.had = in.st.FromEnvironment(name), true
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
