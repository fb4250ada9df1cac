package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// builtins applies what builtins do to the shell.
type builtins struct {
	sh      *shell
	files   *files
	reads   *environmentReads
	vars    *variables
	eval    *evaluator
	assigns *assignments
	funcs   *functions
	texts   textRunner
}

// builtin is one builtin: what it does to the state of the shell (POSIX XCU 2.14, bash manual 4).
// The command itself has been visited already.
type builtin struct {
	name string
	args func(*builtins, []fact.Word)   // gets the words behind the name,
	call func(*builtins, *fact.Command) // or the whole command
}

// controlBuiltins change which command runs next.
var controlBuiltins = [...]builtin{
	{"break", nil, (*builtins).leaveConstruct}, {"continue", nil, (*builtins).leaveConstruct},
	{"return", nil, (*builtins).leaveConstruct}, {"exit", (*builtins).endShell, nil},
	{"logout", (*builtins).endShell, nil}, {"bye", (*builtins).endShell, nil},
	{"exec", (*builtins).exec, nil},
	{"wait", (*builtins).wait, nil}, {"test", (*builtins).testWords, nil},
	{"[", (*builtins).testWords, nil}, {"let", (*builtins).let, nil},
}

// builtin applies what a builtin does to the state of the shell.
func (bi *builtins) builtin(c *fact.Command) {
	name, args := c.Argv[0].Text, c.Argv[1:]
	if bi.sh.has(dialect.EvaluatesOperands) {
		bi.zshExpressions(name, args)
	}
	groups := [...][]builtin{zshBuiltins[:], controlBuiltins[:], variableBuiltins[:],
		directoryBuiltins[:], readBuiltins[:], optionBuiltins[:]}
	from := 0
	if !bi.sh.has(dialect.MoreBuiltins) {
		from = 1
	}
	for _, group := range groups[from:] {
		for i := range group {
			switch b := &group[i]; {
			case b.name != name:
			case b.args != nil:
				b.args(bi, args)
				return
			default:
				b.call(bi, c)
				return
			}
		}
	}
}

func (bi *builtins) leaveConstruct(c *fact.Command) { bi.sh.leaveFrame(c.Argv[0].Text, c.Argv[1:]) }

func (bi *builtins) endShell([]fact.Word) { bi.sh.st.Dead = true }

func (bi *builtins) exec(args []fact.Word) {
	if len(args) > 0 && !bi.sh.st.Has(dialect.ExecFail) {
		bi.sh.st.Dead = true
	}
}

func (bi *builtins) let(args []fact.Word) {
	for i := range args {
		if !args[i].IsLiteral() && !domain.Tame(&args[i]) {
			bi.sh.st.ForgetAll()
		}
		bi.eval.reread(args[i], asExpression)
	}
}

// wait gives the variable behind -p a number.
func (bi *builtins) wait(args []fact.Word) {
	for i := range args {
		if !args[i].IsLiteral() {
			continue // a job, unless it stands behind -p
		}
		name, isName := strings.CutPrefix(args[i].Text, "-p")
		switch {
		case !isName:
		case name != "":
			bi.vars.numberFor(fact.Lit(name))
		case i+1 < len(args):
			bi.vars.numberFor(args[i+1])
		}
	}
}

// testWords handles test -v NAME and the like, whose operand is evaluated with its subscript.
func (bi *builtins) testWords(args []fact.Word) {
	for i := range args {
		if i == 0 {
			continue
		}
		switch args[i-1].Text {
		case "-v", "-R":
			bi.eval.reread(args[i], asName)
		case "-t":
			if bi.sh.has(dialect.EvaluatesOperands) {
				bi.eval.reread(args[i], asExpression)
			}
		}
	}
}
