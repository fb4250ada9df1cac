// Package core interprets inline code abstractly, in whatever language: it carries what is known of
// variables, functions and objects through the code, joins what branches leave, resolves callees,
// and reports calls with their effects. What a language means it asks the Language.
//
// It over-approximates. Both branches run, loops run until nothing new is learned, functions that
// nobody is seen to call run with unknown arguments. What cannot be computed is unknown, never
// guessed: Data where nothing but data can be the result, and Top where it could be a module or a
// function as well.
package core

import (
	"github.com/fencepost/fencepost/internal/interp"
)

// Evaluator interprets one snippet. Each of its parts builds on those before it.
type Evaluator struct {
	lang    *Language
	World   *World
	Report  *Report
	Limits  *Limits
	Tables  *Tables
	State   *State
	Heap    *Heap
	Environ *Environ
	Objects *Objects
	Calls   *Calls
	Files   *Files
}

// New makes what interprets a snippet. What the language is Run is told.
func New(in *Input) *Evaluator {
	lang, facts := &Language{}, &interp.Facts{}
	wd := &World{input: in}
	rp := &Report{Facts: facts, seen: map[string]bool{}, lang: lang, world: wd}
	lm := &Limits{input: in, report: rp}
	tb := &Tables{input: in, lang: lang}
	st := &State{Scope: NewScope(nil), Frame: &frame{}, tables: tb, limits: lm, world: wd}
	hp := &Heap{Assigned: map[string]*Value{}, Attributes: map[string]*Value{}, lang: lang, tables: tb,
		state: st}
	env := &Environ{lang: lang, world: wd, report: rp, heap: hp}
	ob := &Objects{lang, tb, wd, rp, lm, st, hp, env, nil}
	cs := &Calls{in, lang, tb, wd, rp, lm, st, hp, ob}
	ob.calls = cs
	return &Evaluator{lang, wd, rp, lm, tb, st, hp, env, ob, cs, &Files{in, rp, lm, st}}
}

// Run interprets the snippet. It always returns facts; a panic ends in a problem, too.
func (ev *Evaluator) Run(lang Language) (f *interp.Facts) {
	*ev.lang = lang
	f = ev.Report.Facts
	defer func() {
		if r := recover(); r != nil {
			f.Problem = "the analysis of the code failed"
		}
	}()
	in := ev.World.input
	root, problem := in.Parse(in.Code)
	if problem != "" {
		ev.Report.Problem(problem)
	}
	if root != nil {
		lang.Syntax.Program(root)
		ev.finish()
	}
	return f
}

// finish runs the functions that nothing was seen to call, and, where the directory was changed,
// all that may run later.
func (ev *Evaluator) finish() {
	for i := 0; i < len(ev.State.deferred) && i < maxCalls; i++ { // the list may grow
		ev.State.joinHistory(ev.State.deferred[i].fn.Scope)
		ev.State.uncertain++
		ev.Calls.Invoke(ev.State.deferred[i].fn, ev.State.deferred[i].args)
		ev.State.uncertain--
	}
	ev.invokeEach(func(fn *Function) bool { return fn.Runs == 0 && ev.reachable(fn) })
	again := func(fn *Function) bool { return fn.Runs > 0 || ev.reachable(fn) }
	if ev.Heap.Escaped { // they may be called with a module or a function
		ev.invokeEach(again)
	}
	if ev.World.moved {
		ev.World.dir = unknownDir
		ev.invokeEach(again)
	}
}

// invokeEach runs functions as something that is not seen would.
func (ev *Evaluator) invokeEach(which func(*Function) bool) {
	for i := 0; i < len(ev.State.Funcs) && i < maxCalls; i++ { // the list may grow
		if fn := ev.State.Funcs[i]; which(fn) {
			ev.Calls.invokeUnknown(fn, ev.Heap.MaybeEscaped(Data))
		}
	}
}

// reachable reports whether a function that nothing was seen to call may be called in any case. One
// of a file that was loaded is called under its name, which was seen, or as something of which
// nothing is known, which was reported; but for those that the language or a library calls.
func (ev *Evaluator) reachable(fn *Function) bool {
	return fn.File == 0 || fn.Implicit || fn.Owner != nil && ev.ofLibrary(fn.Owner, 0)
}

// ofLibrary reports whether a class has a base of the tables that may call the methods of the class
// by names of its own.
func (ev *Evaluator) ofLibrary(c *Class, depth int) bool {
	if depth > 8 {
		return true
	}
	for _, lib := range c.Lib {
		if !ev.lang.Attributes.PlainBase(lib) {
			return true
		}
	}
	for _, b := range c.Bases {
		if b.Kind == KindClass && ev.ofLibrary(b.Class, depth+1) {
			return true
		}
	}
	return false
}
