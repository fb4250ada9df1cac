package powershell

import (
	"slices"
	"strings"
)

// assign runs an assignment.
func (ev *evaluator) assign(s *stmt) Value {
	v := ev.statement(s.value)
	ev.store(s.target, s.op, v, s.text)
	return nothing()
}

// store gives a value to what stands before the sign.
func (ev *evaluator) store(t *expr, op string, v Value, text string) {
	switch t.kind {
	case castExpr:
		if !harmlessType(t.text) {
			ev.problem(text, "converts a value to a type that is not read")
		}
		if t.text != "string" && t.text != "array" {
			v = unknown("")
		}
		ev.store(t.left, op, v, text)
		return
	case arrayExpr:
		for _, p := range t.parts {
			ev.store(p, op, unknown(""), text)
		}
		return
	case variableExpr:
		if op == "+=" {
			v = ev.plus(ev.variable(t), v)
		} else if op != "=" {
			v = unknown("")
		}
		ev.set(t.text, v, text)
		if _, name, ok := strings.Cut(t.cased, ":"); ok && name != strings.ToUpper(name) &&
			!slices.Contains(ev.spelled, name) {
			ev.spelled = append(ev.spelled, name)
		}
		return
	case indexExpr:
		if x := t.left; x.kind == variableExpr && !strings.Contains(x.text, ":") && !steers(x.text) {
			ev.expr(t.right)
			ev.mutated()
			ev.set(x.text, unknown("$"+x.text), text)
			return
		}
	case memberExpr:
		if t.static && t.left.text == "console" && strings.HasSuffix(t.text, "putencoding") {
			return
		} // of a table, it is an entry
		if x := t.left; x.kind == variableExpr && !t.static && ev.st.vars[x.text].Kind == Table {
			ev.set(x.text, unknown("$"+x.text), text)
			ev.mutated()
			return
		}
	}
	ev.problem(text, "changes something that is no variable")
}

// mutated forgets the lists and tables: what is changed may be the value of several variables.
func (ev *evaluator) mutated() {
	for name, v := range ev.st.vars {
		if v.Kind == Table || v.Kind == Files || len(v.Words) != 1 || v.Words[0].Many {
			ev.st.vars[name] = unknown("$" + name)
			ev.touched = append(ev.touched, name)
		}
	}
}

// steers reports whether a variable changes what commands do.
func steers(name string) bool {
	switch name {
	case "psdefaultparametervalues", "ofs", "psnativecommandargumentpassing",
		"psmoduleautoloadingpreference", "executioncontext",
		"psnativecommanduseerroractionpreference", "psstyle", "host", "psmodulepath", "whatifpreference",
		"home", "pwd":
		return true
	}
	return false
}

// set gives a value to a variable.
func (ev *evaluator) set(name string, v Value, text string) {
	scope, rest, ok := strings.Cut(name, ":")
	if ok {
		switch scope {
		case "global", "script", "local", "private", "variable":
			name = rest
		case "env":
			ev.setEnv(rest, v, text)
			return
		default:
			ev.problem(text, "writes to a variable of the drive "+scope)
			return
		}
	}
	if strings.Contains(name, ":") || steers(name) {
		ev.problem(text, "sets the variable $"+name+", which changes what commands do")
		return
	}
	switch {
	case name == "null" || name == "true" || name == "false":
		return
	case automatic(name):
		v = unknown("$" + name)
	case len(ev.st.vars) >= maxVariables:
		ev.problem(text, "has more variables than fencepost follows")
		ev.lose()
		return
	}
	ev.st.vars[name] = v
	ev.touched = append(ev.touched, name)
}

// maxVariables bounds the variables of a session.
const maxVariables = 512

// automatic reports whether PowerShell itself sets a variable again (about_Automatic_Variables).
func automatic(name string) bool {
	switch name {
	case "matches", "args", "input", "error", "lastexitcode", "myinvocation", "switch", "foreach",
		"this", "?", "$", "^", "stacktrace", "sender",
		"event", "eventargs", "psboundparameters", "psscriptroot", "pscommandpath", "psitem", "profile":
		return true
	}
	return false
}

// setEnv sets a variable of the environment, for this session and the programs that it starts.
func (ev *evaluator) setEnv(name string, v Value, text string) {
	upper := strings.ToUpper(name)
	switch upper {
	case "PSMODULEPATH", "PATHEXT", "PSEXECUTIONPOLICYPREFERENCE", "HOMEDRIVE", "HOMEPATH":
		ev.problem(text, "sets the variable "+upper+", which changes what commands are")
	}
	ev.st.env[upper] = v.asWord("")
	ev.touched = append(ev.touched, "env:"+upper)
}
