package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Code that the shell itself runs at a time that is not known is read in one way, be it a trap, a hook
// of zsh, a handler, or a function that nobody was seen to call. It is visited as the state is where it
// is set. What it changes may be so from then on, and be so again after each assignment of the script:
//
//	chpwd() { X=/etc; }; X=build; cd src; rm -rf $X
//
// In the end it is visited once more in all that the shell may have become.

// laterCode is code that runs at a time that is not known.
type laterCode struct {
	text string         // as it is written
	def  *state         // where it was set
	then func(f func()) // runs f in the context in which it was set
	run  func()         // runs it
}

// when is the time at which such code may run.
type when uint8

const (
	anyTime when = iota
	atEnd        // of the shell: it changes nothing for what comes before
	inCopy       // at any time, but in a process of its own
)

// runLater visits code that runs at some time from now on, once or more often.
func (in *Interp) runLater(text string, t when, run func()) {
	before := in.st
	in.st = before.clone()
	in.apart(run)
	after := in.st
	in.st = before
	if t == anyTime {
		in.unsteady(before, after, text)
	}
	if in.mem.seen == nil {
		in.mem.seen = before.clone()
	}
	in.observe()
	in.mem.later = append(in.mem.later, laterCode{text, before.clone(), in.deferred(), run})
}

// apart runs f as code that is not a part of the statement around it: nothing that it prints is
// captured there, and nothing of the context is kept.
func (in *Interp) apart(f func()) {
	outer := in.context
	in.out, in.errOut, in.sinks, in.choice, in.frame = nil, nil, nil, nil, nil
	in.hooks++
	in.mem.apart++
	f()
	in.mem.apart--
	in.context = outer
}

// setTrap is the text of a trap, or what else is evaluated at some time.
func (in *Interp) setTrap(text string, n Nested) {
	t := anyTime
	if n.AtExit && !(in.dialect == Zsh && in.inFunc) {
		t = atEnd
	}
	n.State = true
	in.runLater(text, t, func() { in.nested(n, func() { in.runText(text) }) })
}

// setHook is a function that the shell calls by its name, or because a list names it.
func (in *Interp) setHook(name string, def function) {
	outer := in.text
	in.text = def.text
	text := in.source(def.body)
	in.text = outer
	in.runLater(text, hookTime(name), func() {
		in.st.knownParams = false
		in.runBody(&def)
	})
}

// runBody runs the body of a function with parameters that are not known.
func (in *Interp) runBody(def *function) {
	in.calls(def.body)
	outer, params := in.context, in.st.params
	in.text, in.via, in.own = def.text, def.via, def.own
	in.st.params, in.st.knownParams = nil, false
	in.enter(functionFrame)
	in.stmt(def.body)
	in.settle()
	in.rejoin(in.exit().left)
	in.st.params = params
	in.context = outer
}

// hookTime says when the shell calls a function of this name.
func hookTime(name string) when {
	switch name {
	case "zshexit", "TRAPEXIT":
		return atEnd
	case "command_not_found_handle", "command_not_found_handler":
		return inCopy
	}
	return anyTime
}

// isHook reports whether the shell itself calls a function of this name.
func (in *Interp) isHook(name string) bool {
	if in.dialect != Zsh {
		return name == "command_not_found_handle"
	}
	return name == "command_not_found_handler" || name == "zsh_directory_name" || hooksOf(name) != "" || strings.HasPrefix(name, "TRAP")
}

// hooksOf is the list that names more functions to be called like this one; "" if there is none.
func hooksOf(name string) string {
	switch name {
	case "chpwd", "precmd", "preexec", "periodic", "zshexit", "zshaddhistory", "zsh_directory_name":
		return name + "_functions"
	}
	return ""
}

// hooksIn notes the functions that a variable names, if it is a list of hooks.
func (in *Interp) hooksIn(name string) {
	if in.dialect == Zsh && strings.HasSuffix(name, "_functions") {
		v := in.st.vars[in.target(name)]
		if v.isList {
			in.hookList(name, v.list, true)
		} else {
			in.hookList(name, v.each(), !v.unset)
		}
	}
}

// hookList notes the functions that a list of hooks names. Where one of them is not known, any function
// may be a hook.
func (in *Interp) hookList(list string, words []fact.Word, known bool) {
	name, ok := strings.CutSuffix(list, "_functions")
	if !ok || hooksOf(name) == "" {
		return
	}
	for i := range words {
		if !words[i].Known() || words[i].Many {
			known = false
			continue
		}
		in.mem.awaited = append(in.mem.awaited, words[i].Text)
		if f, ok := in.st.funcs[words[i].Text]; ok {
			in.setHook(name, f)
		}
	}
	if known || in.mem.hooked {
		return
	}
	in.mem.hooked = true
	for i := 0; i < len(in.defined); i++ {
		in.setHook(name, in.defined[i])
	}
}

// addHook is add-zsh-hook HOOK FUNCTION.
func (in *Interp) addHook(args []fact.Word) {
	for len(args) > 0 && strings.HasPrefix(args[0].Text, "-") && args[0].IsLiteral() {
		args = args[1:]
	}
	if len(args) > 1 {
		list := hooksOf(args[0].Text)
		if list == "" {
			list = hooksOf("chpwd") // which one is not known
		}
		in.hookList(list, args[1:], true)
	}
}

// unsteady makes what code has changed unknown for good.
func (in *Interp) unsteady(before, after *state, text string) {
	if before.version != after.version {
		for name, v := range after.vars {
			if old, ok := before.vars[name]; !ok || !sameValue(old, v) {
				in.st.replace(name, value{word: fact.Word{Kind: fact.Partial}, attr: attrOther, exported: v.exported})
			}
		}
		for name, f := range after.funcs {
			if before.funcs[name].body != f.body {
				f.maybe = true
				in.st.addFunc(name, f, true)
			}
		}
		for name := range before.funcs {
			if _, ok := after.funcs[name]; !ok {
				in.st.maybeFunc(name)
			}
		}
	}
	if !sameDirs(before.dirs, after.dirs) || before.opts != after.opts || before.allVars != after.allVars || !sameWords(before.params, after.params) {
		in.Report(fact.Hazard{ID: "trap-state", Kind: fact.Suspect, Text: text,
			Why: "this changes the directory, options or parameters of the shell at a time that cannot be known"})
	}
}

// observe remembers what the state of the shell may be when such code runs.
func (in *Interp) observe() {
	if seen := in.mem.seen; seen != in.st {
		in.st.shared = true
		seen.join(in.st)
		seen.dead, seen.fail = false, nil
	}
}

// runAgain visits such code again in all that the shell may have become since it was set, where that
// matters to it.
func (in *Interp) runAgain() {
	for i := 0; i < len(in.mem.later) && i < maxCalls; i++ {
		if t := in.mem.later[i]; t.concerns(in.mem.seen) {
			t.then(func() {
				in.st = in.mem.seen.clone()
				if strings.Contains(t.text, "$") {
					in.st.params, in.st.knownParams = nil, false // those of a function that is left
				}
				in.apart(t.run)
			})
		}
	}
}

// concerns reports whether the code may mean something else in another state. What a function that it
// calls looks at is not known here.
func (t *laterCode) concerns(seen *state) bool {
	if !sameDirs(t.def.dirs, seen.dirs) || t.def.knownParams && !seen.knownParams && strings.Contains(t.text, "$") {
		return true
	}
	calls := false
	for name, f := range seen.funcs {
		if !strings.Contains(t.text, name) {
			continue
		}
		if t.def.funcs[name].body != f.body || f.maybe || len(f.alts) > 0 {
			return true
		}
		calls = true
	}
	for name, v := range seen.vars {
		if old, ok := t.def.vars[name]; (!ok || !sameValue(old, v)) && (calls || strings.Contains(t.text, name)) {
			return true
		}
	}
	return false
}

// uncalled visits the functions that the script defines and nothing in it is seen to call, those that
// such a function defines included. Whoever calls them does so in a state that is not known.
func (in *Interp) uncalled() {
	for i := 0; i < len(in.defined) && i < maxCommands; i++ {
		if def := in.defined[i]; !in.called[def.body] {
			outer := in.st
			in.subshell(func() {
				in.apart(func() {
					in.st.forgetAll()
					in.keepTame(outer)
					in.runBody(&def)
				})
			})
		}
	}
}

// keepTame keeps what every caller finds: what is a number in the end is one there, and what no text
// has assigned is no matter of the text.
func (in *Interp) keepTame(end *state) {
	if in.mem.hooked {
		return
	}
	for name, v := range end.vars {
		if v.all(tame) {
			in.st.widen(name, &v, &v)
		}
	}
	in.st.foreign, in.st.uncalled = end.foreign, true
}
