package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// A few commands end in the same way on every machine: true, false, (exit 1), x=$(false), an
// expression of constants. Such a status decides what follows && or ||, and the branch of an if.
// The state of a way that is not taken is dead: its commands are visited like those behind an exit,
// and change nothing.

// conclude takes the way on which a statement did not end as it is known to end out of the state. A
// statement behind a bang is concluded before the bang turns its status, any other one only where
// the status decides what follows.
func (cm *commands) conclude(s *syntax.Stmt, bang bool) {
	if s.Negated != bang {
		return
	}
	switch cm.conclusion(s) {
	case fact.Yes:
		cm.sh.succeeds(true)
	case fact.No:
		cm.sh.succeeds(false)
	}
}

// conclusion is how a statement ends: Yes if it succeeds. Where a trap or a hook may act on it, or
// a redirection may fail, that is not known.
func (cm *commands) conclusion(s *syntax.Stmt) fact.Tri {
	if len(cm.sh.traps.waiting) > 0 && cm.sh.st.Has(dialect.StopsOnFailure) || cm.sh.st.AllVars {
		return fact.Maybe
	}
	end := fact.Maybe
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 0 {
			return cm.assignConclusion(c.Assigns)
		}
		name, _ := nodes.Plain(c.Args[0])
		switch name.Text {
		case "true", ":":
			end = fact.Yes
		case "false":
			end = fact.No
		default:
			return fact.Maybe
		}
		if len(c.Assigns) > 0 || !cm.builtinAs(name.Text) || nodes.PlainWords(c.Args) == nil {
			return fact.Maybe
		}
	case *syntax.Subshell:
		if len(c.Stmts) == 1 {
			end = cm.copyConclusion(c.Stmts[0])
		}
	}
	if end == fact.Yes && len(s.Redirs) > 0 {
		return fact.Maybe
	}
	return end
}

// assignConclusion is how x=$(false) ends. Any other assignment may be an error.
func (cm *commands) assignConclusion(list []*syntax.Assign) fact.Tri {
	if len(list) != 1 || list[0].Value == nil || len(list[0].Value.Parts) != 1 {
		return fact.Maybe
	}
	sub, ok := list[0].Value.Parts[0].(*syntax.CmdSubst)
	if ok && len(sub.Stmts) == 1 && cm.copyConclusion(sub.Stmts[0]) == fact.No {
		return fact.No
	}
	return fact.Maybe
}

// copyConclusion is how a copy of the shell ends that runs one statement: (exit 1), $(false).
func (cm *commands) copyConclusion(s *syntax.Stmt) fact.Tri {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || s.Background || s.Coprocess || s.Disown || s.Negated {
		return fact.Maybe
	}
	if len(c.Args) == 2 && len(c.Assigns) == 0 && shsyntax.LitOf(c.Args[0]) == "exit" &&
		cm.builtinAs("exit") {
		n := shsyntax.LitOf(c.Args[1])
		switch {
		case n == "" || len(n) > 2 || strings.Trim(n, "0123456789") != "":
			return fact.Maybe
		case strings.Trim(n, "0") != "":
			return fact.No
		case len(s.Redirs) == 0:
			return fact.Yes
		}
		return fact.Maybe
	}
	return cm.conclusion(s)
}

// builtinAs reports whether a name stands for the builtin of that name.
func (cm *commands) builtinAs(name string) bool {
	_, isFunc := cm.sh.st.Funcs[name]
	return !isFunc && !cm.sh.st.Alias && !cm.sh.script.argvOnly && !cm.sh.st.Has(dialect.Limited)
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

// A command whose redirection fails does not run, and the script goes on (POSIX XCU 2.8.1; shells
// that stop there do less):
//
//	x=/etc; { x=build; } <nothing; rm -rf $x

// stateIfRefused returns the state after a statement if one of its redirections fails; nil where
// none can fail, or where that makes no difference.
func (cm *commands) stateIfRefused(s *syntax.Stmt, redirs []fact.Redirect) *domain.State {
	if !cm.changesShell(s.Cmd) {
		return nil
	}
	for i := range redirs {
		if mayRefuse(&redirs[i]) {
			st := cm.sh.st.Clone()
			st.Fail = nil
			return st
		}
	}
	return nil
}

// joinRefused adds the state in which the statement did not run; nil adds nothing.
func (cm *commands) joinRefused(before *domain.State) {
	if before == nil {
		return
	}
	failed := cm.sh.st.Fail
	if failed == nil {
		failed = cm.sh.st.Clone()
	}
	failed.Join(before)
	cm.sh.st.Fail = failed
}

// changesShell reports whether a command may change the shell's own state.
func (cm *commands) changesShell(cmd syntax.Command) bool {
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
			_, isFunc := cm.sh.st.Funcs[name]
			return isFunc
		case "":
			return true
		default:
			_, isFunc := cm.sh.st.Funcs[name]
			return isFunc || IsBuiltin(name) || cm.sh.has(dialect.BuiltinsChangeMore)
		}
	}
	return true
}

// IsBuiltin reports whether a command is one of the shell's own that read no standard input, or
// whose reading is followed. What they are given in the environment changes nothing that they do.
func IsBuiltin(name string) bool {
	switch name {
	case ":", ".", "[", "alias", "bg", "break", "builtin", "cd", "chdir", "command", "continue",
		"declare", "dirs", "disown", "echo", "enable", "eval", "exec", "exit", "export", "false", "fg",
		"getopts", "hash", "jobs", "kill", "let", "local", "logout", "mapfile", "noglob", "popd", "print",
		"printf", "pushd", "pwd", "read", "readarray", "readonly", "return", "set", "setopt", "shift",
		"shopt", "source", "test", "times", "trap", "true", "type", "typeset", "ulimit", "umask",
		"unalias", "unset", "unsetopt", "wait", "whence":
		return true
	}
	return false
}
