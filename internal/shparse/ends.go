package shparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// What a list prints is known only where the shell gets to its end. A statement may end it early:
//
//	$(set -e; false; echo ls)    $(readonly x=1; x=2; echo ls)    $(: ${y?}; echo ls)
//
// What stands behind such a statement may be printed or not.

// noteEnd notes that the list whose output is captured may end with this statement.
func (in *Interp) noteEnd(s *syntax.Stmt) {
	if in.out != nil && in.out.known && !in.out.ends && in.mayEnd(s) {
		in.out.ends = true
	}
}

// mayEnd reports whether the shell may not go on behind a statement. What stands in a compound
// statement was asked about before.
func (in *Interp) mayEnd(s *syntax.Stmt) bool {
	posix := in.dialect.Has(dialect.SpecialErrorsEnd) || in.st.Has(dialect.PosixMode)
	for _, r := range s.Redirs {
		if posix || r.Word != nil && in.wordMayFail(r.Word) {
			return true
		}
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return in.callMayEnd(c, posix)
	case *syntax.DeclClause:
		return posix || in.st.Has(dialect.StopsOnFailure) || in.declMayEnd(c)
	case *syntax.ArithmCmd, *syntax.LetClause, *syntax.TestClause:
		return true
	case *syntax.ForClause:
		l, ok := c.Loop.(*syntax.WordIter)
		return !ok || in.fixed(l.Name.Value)
	}
	return in.st.Has(dialect.StopsOnFailure)
}

func (in *Interp) callMayEnd(c *syntax.CallExpr, posix bool) bool {
	for _, a := range c.Assigns {
		if a.Index != nil || a.Array != nil || in.fixed(a.Name.Value) ||
			a.Value != nil && in.wordMayFail(a.Value) {
			return true
		}
	}
	if slices.ContainsFunc(c.Args, in.wordMayFail) {
		return true
	}
	if len(c.Args) == 0 {
		return in.st.Has(dialect.StopsOnFailure)
	}
	switch shsyntax.LitOf(c.Args[0]) {
	case "echo", "printf", "true", ":":
		return false
	case "", "set", "exec", "exit", "return", ".", "source", "eval", "trap", "break", "continue",
		"kill", "suspend", "setopt", "unsetopt", "emulate", "shopt", "enable", "disable", "command",
		"builtin", "readonly", "ulimit", "limit", "logout":
		return true
	case "shift", "export", "unset", "times", "cd":
		return posix || in.st.Has(dialect.StopsOnFailure)
	}
	return in.st.Has(dialect.StopsOnFailure)
}

// declMayEnd reports whether a declaration may end the shell, or make a later assignment do so.
func (in *Interp) declMayEnd(c *syntax.DeclClause) bool {
	if c.Variant.Value == "readonly" {
		return true
	}
	for _, a := range c.Args {
		switch {
		case a.Naked && a.Value != nil:
			if text := shsyntax.LitOf(a.Value); !strings.HasPrefix(text, "-") ||
				strings.Contains(text, "r") {
				return true
			}
		case a.Name != nil && in.fixed(a.Name.Value), a.Index != nil, a.Array != nil:
			return true
		case a.Value != nil && in.wordMayFail(a.Value):
			return true
		}
	}
	return false
}

// fixed reports whether an assignment to a variable may be an error.
func (in *Interp) fixed(name string) bool {
	if in.st.AllVars || dialect.KeptByShell(name, in.dialect) {
		return true
	}
	v := in.st.Vars[name]
	return v.Attr&domain.AttrReadonly != 0 || v.Ref != ""
}

// wordMayFail reports whether an error in the expansion of a word may end the shell.
func (in *Interp) wordMayFail(w *syntax.Word) bool {
	_, is := plain(w)
	return !is && in.partsMayFail(w.Parts, false)
}

func (in *Interp) partsMayFail(parts []syntax.WordPart, quoted bool) bool {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			// no matches found
			if in.dialect.Has(dialect.NoMatchFails) && !quoted && strings.ContainsAny(p.Value, "*?[(<^#~=") {
				return true
			}
		case *syntax.SglQuoted, *syntax.CmdSubst, *syntax.ProcSubst:
		case *syntax.DblQuoted:
			if in.partsMayFail(p.Parts, true) {
				return true
			}
		case *syntax.ParamExp:
			if in.paramMayFail(p) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// paramMayFail reports whether an expansion may be an error: of an empty value, of a number that is
// none, or of a variable that is not set where the shell asks for that.
func (in *Interp) paramMayFail(p *syntax.ParamExp) bool {
	if in.st.Has(dialect.StopsOnFailure) || p.Index != nil || p.Slice != nil || p.Excl ||
		p.Flags != nil || p.Param == nil {
		return true
	}
	if p.Exp == nil {
		return false
	}
	switch p.Exp.Op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix,
		syntax.AlternateUnset, syntax.AlternateUnsetOrNull, syntax.DefaultUnset,
		syntax.DefaultUnsetOrNull:
		return p.Exp.Word != nil && in.wordMayFail(p.Exp.Word)
	}
	return true
}

// startsSurely reports whether a program that is no builtin starts and runs to its end, as far as
// the call has a say in that: with the limits and the search path that the shell began with.
func (in *Interp) startsSurely() bool {
	_, path := in.st.Vars["PATH"]
	return !path && !in.st.AllVars && !in.st.Has(dialect.Limited)
}

// limits notes a builtin with which programs may fail to start, or be others.
func (in *Interp) limits(c *fact.Command) {
	switch c.Argv[0].Text {
	case "ulimit", "limit", "unlimit":
		if len(c.Argv) > 1 {
			in.st.Option(dialect.Limited, true)
		}
	case "hash", "rehash", "unhash", "enable", "disable":
		in.st.Option(dialect.Limited, true)
	}
}
