package shparse

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// Traps, hooks of zsh, handlers, and functions that nobody was seen to call run at a time that is
// not known. All of them are read in the same way. The code is visited in the state in which it is
// set. What it changes may have changed from then on, and again after each assignment of the
// script:
//
//	chpwd() { X=/etc; }; X=build; cd src; rm -rf $X
//
// In the end the code is visited once more, in a state that joins all those the shell had since.

// runLater visits code that runs at some time from now on, once or more often.
func (fn *functions) runLater(text string, t when, run func()) {
	before := fn.sh.st
	def := before.Clone()
	fn.sh.st = before.Clone()
	printed := fn.runApart(run)
	fn.sh.joinOutcomes()
	if fn.sh.out != nil && !(printed.known && len(printed.text) == 0 && printed.names == nil &&
		!printed.mixed) {
		fn.sh.out.spoil()
	}
	after := fn.sh.st
	fn.sh.st = before
	var made []string
	if t == anyTime {
		made = fn.markChanged(before, after, text)
	}
	if fn.sh.traps.seen == nil {
		fn.sh.traps.seen = before.Clone()
	}
	fn.noteState()
	fn.sh.traps.waiting = append(fn.sh.traps.waiting, deferredCode{text, def, fn.sh.rememberContext(),
		run,
		made})
}

// runApart runs f as code that is not a part of the statement around it: it drops the context. It
// returns what the code prints; nil if nobody takes that.
func (fn *functions) runApart(f func()) (printed *capture) {
	outer := fn.sh.context
	if fn.sh.out != nil {
		printed = &capture{known: true}
	}
	fn.sh.out, fn.sh.errOut, fn.sh.sinks, fn.sh.choice, fn.sh.flow.frame = printed, nil, nil, nil, nil
	fn.sh.flow.hooks++
	fn.sh.flow.hookFrom = len(fn.defined)
	fn.sh.states.Apart++
	f()
	fn.sh.states.Apart--
	fn.sh.context = outer
	return printed
}

// setTrap is the text of a trap, or what else is evaluated at some time.
func (fn *functions) setTrap(p *Payload) {
	t := anyTime
	if p.Trap == AtExit && !(fn.sh.has(dialect.TrapsInFunctions) && fn.sh.flow.inFunc) {
		t = atEnd
	}
	p.State = true
	fn.runLater(p.Text, t, func() { fn.texts.nested(p, func() { fn.texts.runText(p.Text) }) })
}

// setHook is a function that the shell calls by its name, or because a list names it.
func (fn *functions) setHook(name string, def domain.Function) {
	outer := fn.sh.context
	fn.sh.script.text = def.Text
	text := fn.sh.source(bodyOf(&def))
	fn.sh.context = outer
	fn.runLater(text, hookTime(name), func() {
		fn.sh.st.KnownParams = false
		fn.runBody(&def)
	})
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
func (fn *functions) isHook(name string) bool {
	if !fn.sh.has(dialect.Hooks) {
		return name == "command_not_found_handle"
	}
	return name == "command_not_found_handler" || name == "zsh_directory_name" ||
		hooksOf(name) != "" || strings.HasPrefix(name, "TRAP")
}

// hooksOf is the list that names more functions to be called like this one; "" if this one has no
// list.
func hooksOf(name string) string {
	switch name {
	case "chpwd", "precmd", "preexec", "periodic", "zshexit", "zshaddhistory", "zsh_directory_name":
		return name + "_functions"
	}
	return ""
}

// hooksIn notes the functions that a variable names, if it is a list of hooks.
func (fn *functions) hooksIn(name string) {
	if fn.sh.has(dialect.Hooks) && strings.HasSuffix(name, "_functions") {
		v := fn.sh.st.Vars[fn.sh.st.Target(name)]
		if v.IsList {
			fn.hookList(name, v.List, true)
		} else {
			fn.hookList(name, v.Each(), !v.Unset)
		}
	}
}

// hookList notes the functions that a list of hooks names. Where one of them is not known, any
// function may be a hook.
func (fn *functions) hookList(list string, words []fact.Word, known bool) {
	name, ok := strings.CutSuffix(list, "_functions")
	if !ok || hooksOf(name) == "" {
		return
	}
	for i := range words {
		if !words[i].Known() || words[i].Many {
			known = false
			continue
		}
		fn.sh.traps.awaited = append(fn.sh.traps.awaited, words[i].Text)
		if f, ok := fn.sh.st.Funcs[words[i].Text]; ok {
			fn.setHook(name, f)
		}
	}
	if known || fn.sh.traps.hooked {
		return
	}
	fn.sh.traps.hooked = true
	for i := 0; i < len(fn.defined); i++ {
		fn.setHook(name, fn.defined[i])
	}
}

// addHook is add-zsh-hook HOOK FUNCTION.
func (fn *functions) addHook(args []fact.Word) {
	for len(args) > 0 && strings.HasPrefix(args[0].Text, "-") && args[0].IsLiteral() {
		args = args[1:]
	}
	if len(args) > 1 {
		list := hooksOf(args[0].Text)
		if list == "" {
			list = hooksOf("chpwd") // which one is not known
		}
		fn.hookList(list, args[1:], true)
	}
}

// markChanged makes what code has changed unknown for good.
func (fn *functions) markChanged(before, after *domain.State, text string) (made []string) {
	if !before.SameMaps(after) {
		for name, v := range after.Vars {
			if old, ok := before.Vars[name]; !ok || !domain.SameValue(old, v) {
				made = append(made, name)
				fn.sh.st.Replace(name, domain.Value{Word: fact.Word{Kind: fact.Partial}, Attr: domain.AttrOther,
					Exported: v.Exported})
			}
		}
		for name, f := range after.Funcs {
			if before.Funcs[name].Body != f.Body {
				f.Maybe = true
				fn.sh.st.AddFunc(name, f, true)
			}
		}
		for name := range before.Funcs {
			if _, ok := after.Funcs[name]; !ok {
				fn.sh.st.MaybeFunc(name)
			}
		}
	}
	if !domain.SameDirs(before.Dirs, after.Dirs) || before.Opts != after.Opts ||
		before.AllVars != after.AllVars || !domain.SameWords(before.Params, after.Params) {
		fn.sh.Report(fact.Hazard{ID: hazards.TrapState, Text: text,
			Why: "this changes the directory, options or parameters of the shell at a time that cannot be " +
				"known"})
	}
	return made
}

// unmarkOwn takes the marks away from variables that only one piece of such code changes, while it
// runs: it does not run again before it has ended, unless it changes the directory itself.
func (fn *functions) unmarkOwn(n int) {
	if text := fn.sh.traps.waiting[n].text; strings.Contains(text, "cd") ||
		strings.Contains(text, "pushd") || strings.Contains(text, "popd") {
		return
	}
names:
	for _, name := range fn.sh.traps.waiting[n].made {
		for i := range fn.sh.traps.waiting {
			if i != n && slices.Contains(fn.sh.traps.waiting[i].made, name) &&
				fn.sh.traps.waiting[i].text != fn.sh.traps.waiting[n].text {
				continue names
			}
		}
		if v := fn.sh.st.Vars[name]; v.Attr == domain.AttrOther {
			v.Attr = 0
			fn.sh.st.Replace(name, v)
		}
	}
}

// noteState remembers what the state of the shell may be when such code runs.
func (fn *functions) noteState() {
	if seen := fn.sh.traps.seen; seen != fn.sh.st {
		fn.sh.st.Share()
		seen.Join(fn.sh.st)
		seen.Dead, seen.Fail = false, nil
	}
}

// ownTraps begins a shell of its own, whose traps see nothing of those around it. The function that
// it returns ends that shell.
func (fn *functions) ownTraps() (end func()) {
	outer := fn.sh.traps
	fn.sh.traps = traps{}
	return func() {
		fn.runAgain()
		fn.sh.traps = outer
	}
}

// runAgain visits such code again in all that the shell may have become since it was set, where
// that matters to it.
func (fn *functions) runAgain() {
	for i := 0; i < len(fn.sh.traps.waiting) && i < maxCalls; i++ {
		if t := fn.sh.traps.waiting[i]; t.dependsOn(fn.sh.traps.seen) {
			t.then(func() {
				fn.sh.st = fn.sh.traps.seen.Clone()
				fn.unmarkOwn(i)
				if strings.Contains(t.text, "$") {
					fn.sh.st.Params, fn.sh.st.KnownParams = nil, false // those of a function that is left
				}
				fn.runApart(t.run)
			})
		}
	}
}

// dependsOn reports whether the code may mean something else in another state. Functions that it
// calls may look at any variable.
func (t *deferredCode) dependsOn(seen *domain.State) bool {
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
