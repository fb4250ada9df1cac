package powershell

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// pipeline runs its elements, each with what the one before it writes.
func (ev *evaluator) pipeline(s *stmt) Value {
	var in *Value
	for _, e := range s.elems {
		if !ev.step() {
			return unknown("")
		}
		var out Value
		if e.expr != nil {
			out = ev.expr(e.expr)
		} else {
			out = ev.command(e, in)
		}
		ev.redirected(e)
		in = &out
	}
	return *in
}

// redirected reports the files that streams are sent to: what > does is what Out-File does
// (about_Redirection).
func (ev *evaluator) redirected(e *element) {
	for i := range e.redirs {
		r := &e.redirs[i]
		v := ev.expr(r.target)
		if name, ok := v.known(); v.empty || ok && strings.EqualFold(name, "nul") {
			continue
		}
		c := &Command{Name: fact.Lit("Out-File"), Text: e.text, Dirs: ev.st.dirs, Inner: ev.inner}
		c.Args = []Arg{{Param: "FilePath"}, {Words: []fact.Word{v.asWord(r.text)}, Written: r.text}}
		if r.appends {
			c.Args = append(c.Args, Arg{Param: "Append"})
		}
		ev.report(c)
	}
}

// report hands a command to the caller.
func (ev *evaluator) report(c *Command) Value {
	if ev.muted > 0 || !ev.step() {
		return unknown("")
	}
	c.Env, c.Takes, c.Lost = ev.environs(), ev.takes, ev.st.lost
	ev.takes = nil
	return ev.world.Run(c)
}

// command runs one command.
func (ev *evaluator) command(e *element, in *Value) Value {
	c := &Command{Text: e.text, Dirs: ev.st.dirs, Input: in, Call: e.call, Inner: ev.inner}
	var called Value
	if e.name.kind == blockExpr {
		return ev.call(e, e.name.body, in)
	}
	if e.name.bare && len(e.name.parts) == 0 {
		c.Name = fact.Lit(e.name.text)
	} else {
		called = ev.expr(e.name)
		c.Name, c.Quoted = called.asWord(e.text), true
	}
	if called.block != nil {
		return ev.call(e, called.block, in)
	}
	name := ev.resolve(c)
	if f := ev.st.funcs[name]; f != nil && e.call != '.' {
		ev.args(c, e, in)
		defer ev.pipelineVariable(unknown("$_"))()
		return ev.block(f)
	}
	canon := ""
	if c.Name.Known() {
		canon = ev.world.Canonical(name)
	}
	return ev.named(c, e, canon, in)
}

// resolve replaces an alias that the text has set.
func (ev *evaluator) resolve(c *Command) string {
	for range 8 {
		to, ok := ev.st.aliases[strings.ToLower(c.Name.Text)]
		if !ok || !c.Name.Known() {
			break
		}
		c.Name = fact.Lit(to)
	}
	return strings.ToLower(c.Name.Text)
}

// call runs & { } and . { }.
func (ev *evaluator) call(e *element, b *block, in *Value) Value {
	ev.args(&Command{}, e, in)
	if in != nil {
		defer ev.pipelineVariable(unknown("$_"))()
	}
	if e.call == '.' {
		ev.forget(append([]string{"args", "input"}, b.params...))
		return ev.statements(b)
	}
	return ev.block(b)
}

// args evaluates the arguments. In script blocks $_ is what the pipeline brings; elsewhere it is
// that of the construct around the command.
func (ev *evaluator) args(c *Command, e *element, in *Value) (result Value) {
	var bodies []*block
	var others []*expr
	for i := range e.args {
		a := &e.args[i]
		if b := ev.arg(c, a); b != nil {
			bodies = append(bodies, b)
		}
		if a.value != nil && (a.value.kind == hashExpr || a.value.kind == arrayExpr ||
			a.value.kind == groupExpr) {
			others = append(others, a.value) // which may hold blocks
		}
	}
	if len(bodies) == 0 && (in == nil || len(others) == 0) {
		return Value{}
	}
	for _, item := range ev.items(in) {
		restore := ev.pipelineVariable(item)
		for _, b := range bodies {
			ev.repeat(func() { ev.block(b) })
			result = ev.blockValue(b)
		}
		for _, x := range others {
			ev.expr(x)
		}
		restore()
	}
	return result
}

// items are the values that $_ has in the script blocks of a command.
func (ev *evaluator) items(in *Value) []Value {
	if in != nil {
		return turns(*in)
	}
	if outer, ok := ev.st.vars["_"]; ok {
		return []Value{outer}
	}
	return []Value{unknown("$_")}
}

// blockValue is what a script block writes, where it is a single expression.
func (ev *evaluator) blockValue(b *block) Value {
	if len(b.stmts) != 1 || b.stmts[0].kind != pipelineStmt || len(b.stmts[0].elems) != 1 ||
		b.stmts[0].elems[0].expr == nil {
		return unknown("")
	}
	ev.muted++
	v := ev.expr(b.stmts[0].elems[0].expr)
	ev.muted--
	return v
}

// arg evaluates one argument, but for a script block, which it returns.
func (ev *evaluator) arg(c *Command, a *argument) *block {
	if a.isPar {
		x := Arg{Param: a.param, Colon: a.colon, Spaced: a.spaced, Written: a.text}
		if a.torn {
			x = Arg{Words: []fact.Word{{Kind: fact.Partial, Text: "-", Many: true, Written: a.text}},
				Written: a.text}
		}
		c.Args = append(c.Args, x)
		return nil
	}
	if a.value.kind == blockExpr {
		c.Args = append(c.Args, Arg{Words: blockWords(a.value.body), Written: a.text, Block: true})
		return a.value.body
	}
	v := ev.expr(a.value)
	if a.value.kind == splatExpr {
		ev.splat(c, a, &v)
		return nil
	}
	x := Arg{Words: v.Words, Written: a.text, List: a.value.kind == arrayExpr,
		Bare: a.value.kind != stringExpr || a.value.bare, Block: v.block != nil}
	switch {
	case v.Kind == Table:
		x.Words = []fact.Word{{Kind: fact.Partial, Written: a.text}}
	case v.empty:
		x.Words = []fact.Word{{Written: "$null"}}
	}
	if len(x.Words) > maxWords {
		x.Words = unknown(a.text).Words
	}
	c.Args = append(c.Args, x)
	return v.block
}

func blockWords(b *block) []fact.Word {
	return []fact.Word{{Kind: fact.Partial, Written: b.text}}
}

// splat adds the entries of a hash table as parameters, or the elements of a list as arguments.
func (ev *evaluator) splat(c *Command, a *argument, v *Value) {
	if v.Kind != Table {
		for i := range v.Words {
			x := v.Words[i]
			if x.Many { // it may hold parameters
				x = fact.Word{Kind: fact.Partial, Text: "-", Many: true, Written: a.text}
			}
			c.Args = append(c.Args, Arg{Words: []fact.Word{x}, Written: a.text})
		}
		return
	}
	for i := range v.Hash {
		h := &v.Hash[i]
		x := Arg{Words: h.Value.Words, Written: a.text, Block: h.Value.block != nil}
		if h.Value.Kind == Table || h.Value.empty {
			x.Words = []fact.Word{{Kind: fact.Partial}}
		}
		if h.Key == "?" {
			c.Args = append(c.Args, Arg{Words: []fact.Word{{Kind: fact.Partial, Text: "-", Many: true}},
				Written: a.text})
			continue
		}
		c.Args = append(c.Args, Arg{Param: h.Key, Colon: true, Written: "-" + h.Key}, x)
	}
}

// named runs a command that is no function: what changes the session is followed here.
func (ev *evaluator) named(c *Command, e *element, canon string, in *Value) Value {
	inner := ev.args(c, e, in)
	if canon == "foreach-object" {
		ev.members(c)
	}
	if canon != "" {
		ev.parameters(c)
	}
	out := ev.report(c)
	switch canon {
	case "":
		if !c.Name.Known() || c.Call == '.' {
			ev.lose()
		}
	case "set-location", "push-location":
		ev.chdir(c, in)
	case "pop-location":
		ev.st.dirs = fact.Dirs{}
	case "invoke-expression":
		return ev.invoke(c, in)
	case "set-variable", "new-variable", "clear-variable", "remove-variable":
		ev.setVariable(c)
	case "set-alias", "new-alias":
		ev.setAlias(c)
	case "import-module", "add-type", "update-typedata", "import-alias", "enter-pssession",
		"remove-module", "import-pssession":
		ev.lose()
	case "where-object", "sort-object", "tee-object", "get-unique":
		if in != nil {
			return *in
		}
	case "select-object":
		return ev.selected(c, in)
	case "foreach-object":
		return many(inner)
	}
	return out
}

// parameters follows the parameters of cmdlets that set a variable, such as -OutVariable.
func (ev *evaluator) parameters(c *Command) {
	for i := range c.Args {
		a := &c.Args[i]
		if a.Param == "" && len(a.Words) == 1 && a.Words[0].Text == "--" {
			ev.problem(c.Text, "has -- before the values of a cmdlet")
		}
		if a.Param == "" || !setsVariable(strings.ToLower(a.Param)) || i+1 >= len(c.Args) {
			continue
		}
		for k := range c.Args[i+1].Words {
			if w := &c.Args[i+1].Words[k]; w.Known() {
				ev.set(strings.ToLower(strings.TrimPrefix(w.Text, "+")), unknown(""), c.Text)
			} else if len(a.Param) > 2 {
				ev.problem(c.Text, "sets a variable whose name fencepost cannot know")
				ev.lose()
			}
		}
	}
}

// setsVariable reports whether the name of a parameter may be that of one that sets a variable.
func setsVariable(name string) bool {
	switch name {
	case "ov", "ev", "wv", "iv", "pv", "sv", "rhv":
		return true
	}
	for _, full := range [...]string{"outvariable", "errorvariable", "warningvariable",
		"informationvariable", "pipelinevariable", "sessionvariable",
		"statuscodevariable", "responseheadersvariable", "variable"} {
		if strings.HasPrefix(full, name) {
			return true
		}
	}
	return false
}

// lose forgets the session: something unknown ran in it.
func (ev *evaluator) lose() {
	ev.st.lost = true
	ev.st.dirs = fact.Dirs{}
	for k := range ev.st.vars {
		ev.st.vars[k] = unknown("$" + k)
	}
	for k := range ev.st.env {
		ev.st.env[k] = fact.Word{Kind: fact.Partial}
	}
}

// members looks at the names of members that ForEach-Object takes: it calls methods, too.
func (ev *evaluator) members(c *Command) {
	for i := range c.Args {
		a := &c.Args[i]
		if p := strings.ToLower(a.Param); p != "" && strings.HasPrefix("parallel", p) || p == "asjob" {
			ev.problem(c.Text, "runs blocks in sessions of their own, which lack its variables")
		}
		if a.Param != "" || a.Block || i > 0 && commonParameter(c.Args[i-1].Param) {
			continue
		}
		for k := range a.Words {
			if w := &a.Words[k]; !w.Known() || !harmlessMember(strings.ToLower(w.Text)) {
				ev.problem(c.Text,
					"calls the member "+w.Show()+" of its input, which fencepost does not know")
				return
			}
		}
	}
}

// commonParameter reports whether a parameter of ForEach-Object takes a value that is no member.
func commonParameter(name string) bool {
	name = strings.ToLower(name)
	return name == "throttlelimit" || name == "timeoutseconds" || name == "erroraction" || name == "ea"
}

func harmlessMember(name string) bool {
	switch name {
	case "fullname", "name", "basename", "extension", "length", "count", "path", "line", "key",
		"value", "id", "processname", "definition", "message",
		"directoryname", "directory", "matches", "groups", "source", "version", "status", "displayname",
		"keys", "values", "lastwritetime":
		return true
	}
	return anyMethod(name)
}

// selected is what Select-Object passes on: all or some of its input, or a property of it.
func (ev *evaluator) selected(c *Command, in *Value) Value {
	if in == nil {
		return unknown("")
	}
	for i := range c.Args {
		a := &c.Args[i]
		switch p := strings.ToLower(a.Param); {
		case p == "first" || p == "last" || p == "skip" || p == "unique" || p == "index" || p == "wait":
		case p != "" && strings.HasPrefix("expandproperty", p) && i+1 < len(c.Args) &&
			len(c.Args[i+1].Words) == 1:
			return property(in, strings.ToLower(c.Args[i+1].Words[0].Text))
		case p == "" && i > 0 && c.Args[i-1].Param != "" &&
			!strings.EqualFold(c.Args[i-1].Param, "unique"):
		default:
			return unknown("")
		}
	}
	return *in
}

// value returns the value of a parameter, or of the argument at a position.
func (c *Command) value(pos int, names ...string) (*Arg, bool) {
	at := 0
	for i := range c.Args {
		a := &c.Args[i]
		if a.Param == "" {
			if i > 0 && c.Args[i-1].Param != "" && takesValue(c.Args[i-1].Param) {
				continue
			}
			if at == pos {
				return a, true
			}
			at++
			continue
		}
		for _, n := range names {
			if strings.HasPrefix(n, strings.ToLower(a.Param)) && i+1 < len(c.Args) &&
				c.Args[i+1].Param == "" {
				return &c.Args[i+1], true
			}
		}
	}
	return nil, false
}

// takesValue reports whether a parameter of the few commands that are followed here has a value.
func takesValue(name string) bool {
	switch strings.ToLower(name) {
	case "passthru", "force", "verbose", "whatif", "confirm", "debug":
		return false
	}
	return true
}

// chdir follows Set-Location and Push-Location, which may fail.
func (ev *evaluator) chdir(c *Command, in *Value) {
	a, ok := c.value(0, "path", "literalpath", "pspath")
	switch {
	case !ok && in != nil:
		ev.st.dirs = fact.Dirs{}
	case !ok && len(c.Args) == 0 && ev.world.Home() != "":
		home := fact.Lit(ev.world.Home())
		ev.st.dirs = joinDirs(ev.st.dirs, ev.world.Chdir(ev.st.dirs, &home))
	case !ok:
		ev.st.dirs = fact.Dirs{}
	case len(a.Words) != 1 || a.Words[0].Many || a.Block:
		ev.st.dirs = fact.Dirs{}
	case strings.Index(a.Words[0].Text, ":") > 1:
		ev.problem(c.Text, "changes to a drive that may hold no files")
		ev.st.dirs = fact.Dirs{}
	default:
		ev.st.dirs = joinDirs(ev.st.dirs, ev.world.Chdir(ev.st.dirs, &a.Words[0]))
	}
}

// invoke reads the text again that Invoke-Expression gets.
func (ev *evaluator) invoke(c *Command, in *Value) Value {
	v := Value{Kind: Any}
	if a, ok := c.value(0, "command"); ok {
		v = Value{Kind: Text, Words: a.Words}
	} else if in != nil {
		v = *in
	}
	if s, ok := v.known(); ok {
		return ev.readAgain(s)
	}
	for i := range v.Words {
		if w := &v.Words[i]; v.Kind == Text && w.Known() {
			ev.readAgain(w.Text)
		} else {
			ev.problem(c.Text, "runs a text that fencepost cannot see")
		}
	}
	if len(v.Words) == 0 {
		ev.problem(c.Text, "runs a text that fencepost cannot see")
	}
	ev.lose()
	return unknown("")
}

// setVariable follows Set-Variable and its like.
func (ev *evaluator) setVariable(c *Command) {
	a, ok := c.value(0, "name")
	if !ok || len(a.Words) != 1 || !a.Words[0].Known() || strings.ContainsAny(a.Words[0].Text, "*?[") {
		ev.lose()
		ev.problem(c.Text, "sets a variable whose name fencepost cannot know")
		return
	}
	ev.set(strings.ToLower(a.Words[0].Text), unknown(""), c.Text)
}

// setAlias follows Set-Alias and New-Alias.
func (ev *evaluator) setAlias(c *Command) {
	name, ok := c.value(0, "name")
	to, ok2 := c.value(1, "value")
	if !ok || !ok2 || len(name.Words) != 1 || len(to.Words) != 1 || !name.Words[0].Known() ||
		!to.Words[0].Known() {
		ev.lose()
		ev.problem(c.Text, "sets an alias that fencepost cannot know")
		return
	}
	ev.st.aliases[strings.ToLower(name.Words[0].Text)] = to.Words[0].Text
}
