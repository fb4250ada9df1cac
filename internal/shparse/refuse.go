package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// A command whose redirection fails does not run, and the script goes on (POSIX XCU 2.8.1; shells
// that stop there do less):
//
//	x=/etc; { x=build; } <nothing; rm -rf $x

// refusable returns the state in which a statement leaves the shell where one of its redirections
// fails; nil where that cannot be, or makes no difference.
func (in *Interp) refusable(s *syntax.Stmt, redirs []fact.Redirect) *domain.State {
	if !in.changesShell(s.Cmd) {
		return nil
	}
	for i := range redirs {
		if mayRefuse(&redirs[i]) {
			st := in.st.Clone()
			st.Fail = nil
			return st
		}
	}
	return nil
}

// refuse adds the way on which the statement did not run.
func (in *Interp) refuse(before *domain.State) {
	if before == nil {
		return
	}
	failed := in.st.Fail
	if failed == nil {
		failed = in.st.Clone()
	}
	failed.Join(before)
	in.st.Fail = failed
}

// mayRefuse reports whether a redirection can fail: a file that is not there or not to be written,
// a descriptor that is not open.
func mayRefuse(r *fact.Redirect) bool {
	switch {
	case r.Mode == fact.RedirHere:
		return false
	case r.Mode != fact.RedirDup:
		return !r.Exempt
	case !r.Target.IsLiteral():
		return true
	}
	switch r.Target.Text {
	case "0", "1", "2", "-":
		return false
	}
	return true
}

// changesShell reports whether a command may change the shell's own state.
func (in *Interp) changesShell(cmd syntax.Command) bool {
	switch c := cmd.(type) {
	case nil, *syntax.Subshell, *syntax.FuncDecl:
		return false
	case *syntax.CallExpr:
		if len(c.Args) == 0 || len(c.Assigns) > 0 {
			return true
		}
		switch name := shsyntax.LitOf(c.Args[0]); name {
		case "echo", ":", "true", "false", "test", "[", "pwd", "kill", "jobs", "times", "type", "ulimit",
			"umask":
			_, isFunc := in.st.Funcs[name]
			return isFunc
		case "":
			return true
		default:
			_, isFunc := in.st.Funcs[name]
			return isFunc || IsBuiltin(name) || in.dialect.Has(dialect.BuiltinsChangeMore)
		}
	}
	return true
}

// bashOnly reports whether a shell without the extensions of bash refuses an expansion when it gets
// there: what comes of it, and whether the command around it runs, is not known.
func bashOnly(p *syntax.ParamExp) bool {
	return p.Repl != nil || p.Slice != nil || p.Excl || p.Index != nil ||
		p.Exp != nil && p.Exp.Op >= syntax.UpperFirst
}

// plainParam reports whether an expansion gives the value of a variable as it is.
func plainParam(p *syntax.ParamExp) bool {
	return p.Exp == nil && p.Repl == nil && p.Slice == nil && p.Index == nil && p.Flags == nil &&
		!p.Excl && !p.Length && !p.Width && len(p.Modifiers) == 0 && p.NestedParam == nil
}

func isAll(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	if !ok {
		return false
	}
	s := shsyntax.LitOf(w)
	return s == "@" || s == "*"
}
