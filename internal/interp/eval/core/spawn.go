package core

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// spawn reports a program that a call starts.
//
//	shell TEXT          shell text
//	run ARGS            a list of words, or one string; with the option shell, shell text
//	argv FILE ARGS      a program and its arguments, the name it is told first (os.execv)
//	exec-list FILE REST the same with the arguments one by one (os.execl)
//	spawn FILE ARGS     a program and its arguments; with the option shell, shell text
func (fx *effects) spawn(cl *tables.Clause) *Value {
	first, _ := fx.args.Get(cl.Args[0])
	wd := fx.calls.world
	sp := interp.Spawn{Dir: wd.dir, Assigns: slices.Clone(wd.environ), Open: unknownStart(fx.args)}
	fx.spawnOptions(&sp)
	add := func(shell bool, words []fact.Word) {
		if len(words) == 0 {
			words = []fact.Word{{Kind: fact.Partial}}
		}
		s := sp
		s.Shell, s.Words = shell, make([]fact.Word, len(words))
		for i, w := range words {
			if s.Words[i] = hideFresh(w); shell {
				s.Words[i] = withoutPattern(s.Words[i]) // a name may hold what is special to a shell
			}
		}
		fx.call.Spawns = append(fx.call.Spawns, s)
	}
	switch cl.Verb {
	case "shell":
		for _, w := range first.Words() {
			add(true, []fact.Word{w})
		}
	case "run":
		first.Alts(func(v *Value) { fx.run(v, add) })
	case "argv", "exec-list":
		rest, _ := fx.args.Get(cl.Args[1])
		list := withoutFirst(wordList(rest))
		for _, w := range first.Words() {
			add(false, append([]fact.Word{w}, list...))
		}
	case "spawn":
		fx.spawnFile(first, cl, add)
	}
	return Data
}

// addSpawn adds a program: shell text, or words.
type addSpawn func(shell bool, words []fact.Word)

// run is the verb run: the meaning of a string depends on the option shell.
func (fx *effects) run(v *Value, add addSpawn) {
	if cmd := v.Get("cmd"); cmd != nil {
		v = cmd // Bun.spawn({cmd: […]})
	}
	shell := fact.No
	if o := fx.args.option("shell"); o != nil {
		shell = o.truth()
	} else if fx.args.Lost {
		shell = fact.Maybe
	}
	isList := v.Kind == KindList
	var program []fact.Word
	if x := fx.args.option("executable"); x != nil && x.Kind != KindNum {
		program = x.Words()
	}
	switch {
	case !isList:
		// Without a shell the string is a program's name; with blanks in it that is a mistake which
		// some systems forgive.
		for _, w := range v.Words() {
			text := strings.ContainsAny(w.Text, " \t\n") || w.Kind != fact.Literal
			add(shell != fact.No || text, []fact.Word{w})
		}
	case shell != fact.No:
		if len(v.List) > 0 {
			for _, w := range v.firstElement().Words() {
				if len(v.List) > 1 || v.More { // sh -c TEXT, with the rest as its parameters
					w = fact.Word{Kind: fact.Partial, Text: w.Text}
				}
				add(true, []fact.Word{w})
			}
		}
		if shell == fact.Maybe {
			add(false, wordList(v))
		}
	default:
		add(false, wordList(v))
	}
	for _, w := range program {
		var list []fact.Word
		if isList {
			list = withoutFirst(wordList(v))
		}
		add(false, append([]fact.Word{w}, list...))
	}
}

// spawnFile is the verb spawn: file, arguments, options, of which the latter two may be left
// out.
func (fx *effects) spawnFile(first *Value, cl *tables.Clause, add addSpawn) {
	rest, given := fx.args.Get(cl.Args[1])
	if !given {
		if o := fx.args.option(cl.Args[1]); o != nil {
			rest, given = o, true
		}
	}
	var list []fact.Word
	switch {
	case !given:
	case rest.Kind == KindList:
		list = wordList(rest)
	case rest.Kind == KindDict || rest.Kind == KindFunc:
	case rest.Kind == KindNum:
	default:
		list = []fact.Word{{Kind: fact.Partial, Many: true}}
	}
	shell := fact.No
	if o := fx.args.option("shell"); o != nil {
		shell = o.truth()
	}
	for _, w := range first.Words() {
		if shell != fact.No {
			text := Concat(&Value{Kind: KindStr, Word: w})
			for _, a := range list {
				text = Concat(text, Str(" "), &Value{Kind: KindStr, Word: a})
			}
			tw, _ := text.AsWord()
			add(true, []fact.Word{tw})
		}
		if shell != fact.Yes {
			add(false, append([]fact.Word{w}, list...))
		}
	}
}

// spawnOptions reads directory, variables and input of the program.
func (fx *effects) spawnOptions(sp *interp.Spawn) {
	if o := fx.args.option("cwd"); o != nil && !(o.Kind == KindNum) {
		there := *fx.calls.world
		there.chdir(o)
		sp.Dir = there.dir
	}
	if o := fx.args.option("env"); o != nil && o.Kind == KindDict {
		for i, k := range o.Keys {
			if IsEnviron(o.List[i]) {
				continue
			}
			w, _ := o.List[i].AsWord()
			sp.Assigns = append(sp.Assigns, fact.Assign{Name: k, Value: w})
		}
	}
	if o := fx.args.option("input"); o != nil {
		w, _ := o.AsWord()
		sp.Input, sp.HasInput = w, true
	}
	if o := fx.args.option("stdin"); o != nil && o.Kind != KindNum {
		sp.Input, sp.HasInput = fact.Word{Kind: fact.Partial}, true
	}
	if !sp.HasInput && !fx.calls.lang.Traits.Inherits {
		sp.Input, sp.HasInput = fact.Word{Kind: fact.Partial}, true
	}
}

// unknownStart reports whether the options of a program that is started are not all known, or say more
// than its words, directory, variables and input.
func unknownStart(b *Bound) bool {
	if b.Lost {
		return true
	}
	for _, name := range [...]string{"preexec_fn", "executable", "startupinfo", "uid", "gid", "user",
		"group", "extra_groups", "argv0", "execPath", "preferLocal", "localDir", "pass_fds",
		"input"} {
		if b.option(name) != nil {
			return true
		}
	}
	if env := b.option("env"); env != nil && !(env.Kind == KindNum && env.Null || IsEnviron(env)) &&
		(env.Kind != KindDict || env.More && !env.Like || env.Wild) {
		return true
	}
	if in := b.option("stdin"); in != nil && in.Kind != KindNum &&
		(in.Kind != KindRef || in.Name != "subprocess.DEVNULL") {
		return true
	}
	if shell := b.option("shell"); shell != nil && shell.Kind != KindNum {
		return true // the name of another shell
	}
	for i, v := range b.vals {
		if v != nil && b.params[i].Name == "options" && v.Kind != KindFunc &&
			(v.Kind != KindDict || v.More || v.Wild) {
			return true
		}
	}
	return false
}

// withoutFirst are the words of a command but the first, in whose place a program stands. One that
// stands for any number of words is kept.
func withoutFirst(words []fact.Word) []fact.Word {
	if len(words) > 0 && !words[0].Many {
		return words[1:]
	}
	return words
}

// wordList returns the words of a command.
func wordList(v *Value) []fact.Word {
	switch v.Kind {
	case KindList:
		var out []fact.Word
		for _, e := range v.List[:v.placedCount()] {
			words := e.Words()
			w := words[0]
			if len(words) > 1 { // one of several: what they have in common is not worked out
				w = fact.Word{Kind: fact.Partial}
			}
			out = append(out, w)
		}
		if v.More {
			out = append(out, fact.Word{Kind: fact.Partial, Many: true})
		}
		return out
	case KindStr:
		return []fact.Word{v.Word}
	}
	return []fact.Word{{Kind: fact.Partial, Many: true}}
}
