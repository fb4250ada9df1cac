package shparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// What a list prints is known only where the shell gets to its end. A statement may end it early:
//
//	$(set -e; false; echo ls)    $(readonly x=1; x=2; echo ls)    $(: ${y?}; echo ls)
//
// What stands behind such a statement may be printed or not.

// mayEnd reports whether the shell may not go on behind a statement. What stands in a compound
// statement was asked about before.
func (cm *commands) mayEnd(s *syntax.Stmt) bool {
	posix := cm.sh.has(dialect.SpecialErrorsEnd) || cm.sh.st.Has(dialect.PosixMode)
	for _, r := range s.Redirs {
		if posix || r.Word != nil && cm.wordMayFail(r.Word) {
			return true
		}
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return cm.callMayEnd(c, posix)
	case *syntax.DeclClause:
		return posix || cm.sh.st.Has(dialect.StopsOnFailure) || cm.declMayEnd(c)
	case *syntax.ArithmCmd, *syntax.LetClause, *syntax.TestClause:
		return true
	case *syntax.ForClause:
		l, ok := c.Loop.(*syntax.WordIter)
		return !ok || cm.assignmentMayFail(l.Name.Value)
	}
	return cm.sh.st.Has(dialect.StopsOnFailure)
}

func (cm *commands) callMayEnd(c *syntax.CallExpr, posix bool) bool {
	for _, a := range c.Assigns {
		if a.Index != nil || a.Array != nil || cm.assignmentMayFail(a.Name.Value) ||
			a.Value != nil && cm.wordMayFail(a.Value) {
			return true
		}
	}
	if slices.ContainsFunc(c.Args, cm.wordMayFail) {
		return true
	}
	if len(c.Args) == 0 {
		return cm.sh.st.Has(dialect.StopsOnFailure)
	}
	switch shsyntax.LitOf(c.Args[0]) {
	case "echo", "printf", "true", ":":
		return false
	case "", "set", "exec", "exit", "return", ".", "source", "eval", "trap", "break", "continue",
		"kill", "suspend", "setopt", "unsetopt", "emulate", "shopt", "enable", "disable", "command",
		"builtin", "readonly", "ulimit", "limit", "logout":
		return true
	case "shift", "export", "unset", "times", "cd":
		return posix || cm.sh.st.Has(dialect.StopsOnFailure)
	}
	return cm.sh.st.Has(dialect.StopsOnFailure)
}

// declMayEnd reports whether a declaration may end the shell, or make a later assignment do so.
func (cm *commands) declMayEnd(c *syntax.DeclClause) bool {
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
		case a.Name != nil && cm.assignmentMayFail(a.Name.Value), a.Index != nil, a.Array != nil:
			return true
		case a.Value != nil && cm.wordMayFail(a.Value):
			return true
		}
	}
	return false
}

// assignmentMayFail reports whether an assignment to a variable may be an error.
func (cm *commands) assignmentMayFail(name string) bool {
	if cm.sh.st.AllVars || dialect.KeptByShell(name, cm.sh.script.dialect) {
		return true
	}
	v := cm.sh.st.Vars[name]
	return v.Attr&domain.AttrReadonly != 0 || v.Ref != ""
}

// wordMayFail reports whether an error in the expansion of a word may end the shell.
func (cm *commands) wordMayFail(w *syntax.Word) bool {
	_, is := nodes.Plain(w)
	return !is && cm.partsMayFail(w.Parts, false)
}

func (cm *commands) partsMayFail(parts []syntax.WordPart, quoted bool) bool {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			// no matches found
			if cm.sh.has(dialect.NoMatchFails) && !quoted && strings.ContainsAny(p.Value, "*?[(<^#~=") {
				return true
			}
		case *syntax.SglQuoted, *syntax.CmdSubst, *syntax.ProcSubst:
		case *syntax.DblQuoted:
			if cm.partsMayFail(p.Parts, true) {
				return true
			}
		case *syntax.ParamExp:
			if cm.paramMayFail(p) {
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
func (cm *commands) paramMayFail(p *syntax.ParamExp) bool {
	if cm.sh.st.Has(dialect.StopsOnFailure) || p.Index != nil || p.Slice != nil || p.Excl ||
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
		return p.Exp.Word != nil && cm.wordMayFail(p.Exp.Word)
	}
	return true
}
