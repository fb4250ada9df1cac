package shparse

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// Code that the shell itself runs at a time that is not known is read in one way, be it a trap, a
// hook of zsh, a handler, or a function that nobody was seen to call. It is visited as the state is
// where it is set. What it changes may be so from then on, and be so again after each assignment of
// the script:
//
//	chpwd() { X=/etc; }; X=build; cd src; rm -rf $X
//
// In the end it is visited once more in all that the shell may have become.

// laterCode is code that runs at a time that is not known.
type laterCode struct {
	text string         // as it is written
	def  *domain.State  // where it was set
	then func(f func()) // runs f in the context in which it was set
	run  func()         // runs it
	made []string       // variables that it changes
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
	def := before.Clone()
	in.st = before.Clone()
	printed := in.apart(run)
	in.settle()
	if in.out != nil && !(printed.known && len(printed.text) == 0 && printed.names == nil &&
		!printed.mixed) {
		in.out.spoil()
	}
	after := in.st
	in.st = before
	var made []string
	if t == anyTime {
		made = in.unsteady(before, after, text)
	}
	if in.seen == nil {
		in.seen = before.Clone()
	}
	in.observe()
	in.waiting = append(in.waiting, laterCode{text, def, in.deferred(), run, made})
}

// apart runs f as code that is not a part of the statement around it, and nothing of the context is
// kept. It returns what the code prints, if somebody takes that.
func (in *Interp) apart(f func()) (printed *capture) {
	outer := in.context
	if in.out != nil {
		printed = &capture{known: true}
	}
	in.out, in.errOut, in.sinks, in.choice, in.frame = printed, nil, nil, nil, nil
	in.hooks++
	in.hookFrom = len(in.defined)
	in.states.Apart++
	f()
	in.states.Apart--
	in.context = outer
	return printed
}

// setTrap is the text of a trap, or what else is evaluated at some time.
func (in *Interp) setTrap(text string, n Nested) {
	t := anyTime
	if n.AtExit && !(in.dialect.Has(dialect.TrapsInFunctions) && in.inFunc) {
		t = atEnd
	}
	n.State = true
	in.runLater(text, t, func() { in.nested(n, func() { in.runText(text) }) })
}

// setHook is a function that the shell calls by its name, or because a list names it.
func (in *Interp) setHook(name string, def domain.Function) {
	outer := in.context
	in.text = def.Text
	text := in.source(bodyOf(&def))
	in.context = outer
	in.runLater(text, hookTime(name), func() {
		in.st.KnownParams = false
		in.runBody(&def)
	})
}

// runBody runs the body of a function with parameters that are not known. One that makes itself a
// hook again is not entered again: what it changes is unknown for good after the first time.
func (in *Interp) runBody(def *domain.Function) {
	stmt := bodyOf(def)
	for b := in.bodies; b != nil; b = b.outer {
		if b.stmt == stmt {
			return
		}
	}
	in.calls(stmt)
	outer, params := in.context, in.st.Params
	in.bodies = &body{stmt, in.bodies}
	in.text, in.via, in.own, in.file = def.Text, def.Via, def.Own, def.File
	in.st.Params, in.st.KnownParams = nil, false
	in.enter(functionFrame)
	in.stmt(stmt)
	in.settle()
	in.rejoin(in.exit().left)
	in.st.Params = params
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
	if !in.dialect.Has(dialect.Hooks) {
		return name == "command_not_found_handle"
	}
	return name == "command_not_found_handler" || name == "zsh_directory_name" ||
		hooksOf(name) != "" || strings.HasPrefix(name, "TRAP")
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
	if in.dialect.Has(dialect.Hooks) && strings.HasSuffix(name, "_functions") {
		v := in.st.Vars[in.target(name)]
		if v.IsList {
			in.hookList(name, v.List, true)
		} else {
			in.hookList(name, v.Each(), !v.Unset)
		}
	}
}

// hookList notes the functions that a list of hooks names. Where one of them is not known, any
// function may be a hook.
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
		in.awaited = append(in.awaited, words[i].Text)
		if f, ok := in.st.Funcs[words[i].Text]; ok {
			in.setHook(name, f)
		}
	}
	if known || in.hooked {
		return
	}
	in.hooked = true
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
func (in *Interp) unsteady(before, after *domain.State, text string) (made []string) {
	if before.Version != after.Version {
		for name, v := range after.Vars {
			if old, ok := before.Vars[name]; !ok || !domain.SameValue(old, v) {
				made = append(made, name)
				in.st.Replace(name, domain.Value{Word: fact.Word{Kind: fact.Partial}, Attr: domain.AttrOther,
					Exported: v.Exported})
			}
		}
		for name, f := range after.Funcs {
			if before.Funcs[name].Body != f.Body {
				f.Maybe = true
				in.st.AddFunc(name, f, true)
			}
		}
		for name := range before.Funcs {
			if _, ok := after.Funcs[name]; !ok {
				in.st.MaybeFunc(name)
			}
		}
	}
	if !domain.SameDirs(before.Dirs, after.Dirs) || before.Opts != after.Opts ||
		before.AllVars != after.AllVars || !domain.SameWords(before.Params, after.Params) {
		in.Report(fact.Hazard{ID: hazards.TrapState, Text: text,
			Why: "this changes the directory, options or parameters of the shell at a time that cannot be " +
				"known"})
	}
	return made
}

// steady takes the marks away from variables that only one piece of such code changes, while it
// runs: it does not run again before it has ended, unless it changes the directory itself.
func (in *Interp) steady(n int) {
	if text := in.waiting[n].text; strings.Contains(text, "cd") || strings.Contains(text, "pushd") ||
		strings.Contains(text, "popd") {
		return
	}
names:
	for _, name := range in.waiting[n].made {
		for i := range in.waiting {
			if i != n && slices.Contains(in.waiting[i].made, name) &&
				in.waiting[i].text != in.waiting[n].text {
				continue names
			}
		}
		if v := in.st.Vars[name]; v.Attr == domain.AttrOther {
			v.Attr = 0
			in.st.Replace(name, v)
		}
	}
}

// observe remembers what the state of the shell may be when such code runs.
func (in *Interp) observe() {
	if seen := in.seen; seen != in.st {
		in.st.Shared = true
		seen.Join(in.st)
		seen.Dead, seen.Fail = false, nil
	}
}

// ownTraps begins a shell of its own, whose traps see nothing of those around it. The function that
// it returns ends that shell.
func (in *Interp) ownTraps() (end func()) {
	outer := in.traps
	in.traps = traps{}
	return func() {
		in.runAgain()
		in.traps = outer
	}
}

// runAgain visits such code again in all that the shell may have become since it was set, where
// that matters to it.
func (in *Interp) runAgain() {
	for i := 0; i < len(in.waiting) && i < maxCalls; i++ {
		if t := in.waiting[i]; t.concerns(in.seen) {
			t.then(func() {
				in.st = in.seen.Clone()
				in.steady(i)
				if strings.Contains(t.text, "$") {
					in.st.Params, in.st.KnownParams = nil, false // those of a function that is left
				}
				in.apart(t.run)
			})
		}
	}
}

// concerns reports whether the code may mean something else in another state. What a function that
// it calls looks at is not known here.
func (t *laterCode) concerns(seen *domain.State) bool {
	if !domain.SameDirs(t.def.Dirs, seen.Dirs) ||
		t.def.KnownParams && !seen.KnownParams && strings.Contains(t.text, "$") {
		return true
	}
	calls := false
	for name, f := range seen.Funcs {
		if !strings.Contains(t.text, name) {
			continue
		}
		if t.def.Funcs[name].Body != f.Body || f.Maybe || len(f.Alts) > 0 {
			return true
		}
		calls = true
	}
	for name, v := range seen.Vars {
		if old, ok := t.def.Vars[name]; (!ok || !domain.SameValue(old, v)) &&
			(calls || strings.Contains(t.text, name)) {
			return true
		}
	}
	return false
}

// uncalled visits the functions that the script defines and nothing in it is seen to call, those
// that such a function defines included. Whoever calls them does so in a state that is not known.
func (in *Interp) uncalled() {
	for i := 0; i < len(in.defined) && i < maxCommands; i++ {
		if def := in.defined[i]; !in.called[bodyOf(&def)] {
			outer := in.st
			in.subshell(func() {
				in.apart(func() {
					in.st.ForgetAll()
					in.keepTame(outer)
					in.runBody(&def)
				})
			})
		}
	}
}

// keepTame keeps what every caller finds: what is a number in the end is one there, and what no
// text has assigned is no matter of the text.
func (in *Interp) keepTame(end *domain.State) {
	if in.hooked {
		return
	}
	for name, v := range end.Vars {
		if v.All(domain.Tame) {
			in.st.Widen(name, &v, &v)
		}
	}
	in.st.Foreign, in.st.Uncalled = end.Foreign, true
}
