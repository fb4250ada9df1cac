package core

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// Report collects what the code does.
type Report struct {
	Facts *interp.Facts
	File  int             // whose code runs: a Module's of the input, or 0
	seen  map[string]bool // calls that were reported
	lang  *Language
	world *World
}

// Site is a call in the code: what is reported of it.
type Site struct {
	Node    *syntax.Node
	Written string // the callee as written, "" where it is no plain chain of names
}

// NewCall begins the report of a call.
func (rp *Report) NewCall(s Site, name string, args []Arg) *interp.Call {
	c := &interp.Call{Names: []string{name}, Line: s.Node.Line, File: rp.File, Dir: rp.world.dir}
	if s.Written != "" && s.Written != name {
		c.Names = append(c.Names, s.Written)
	}
	c.Names = append(c.Names, rp.lang.Names.Aliases(name)...)
	c.Text = shorten(s.Node.Text())
	for _, a := range args {
		for _, w := range argWords(a.Val, a.Spread) {
			c.Args = append(c.Args, interp.Arg{Name: a.Name, Word: w})
		}
		a.Val.Alts(func(v *Value) { keptOf(c, v) })
	}
	return c
}

// keptOf adds what an object keeps to the arguments of a call that is handed it, or that is one of
// its methods: urlopen(Request(url, data=d)) sends d.
func keptOf(c *interp.Call, v *Value) {
	if v == nil || v.Kind != KindObj || v.Type == TypePartial {
		return
	}
	for _, a := range v.Args {
		for _, w := range argWords(a.Val, false) {
			c.Args = append(c.Args, interp.Arg{Name: a.Name, Word: w})
		}
	}
}

// keep hands what the clauses have kept to the object that the call has made, else to its own.
func (fx *effects) keep(self, made *Value) {
	switch {
	case len(fx.kept) == 0:
	case made.Kind == KindObj && made != self:
		made.Args = append(made.Args, fx.kept...)
	case self != nil && self.Kind == KindObj && len(self.Args) < maxArgs:
		self.Args = append(self.Args, fx.kept...)
	}
}

// Add adds a call unless the same was reported for the same place.
func (rp *Report) Add(c *interp.Call) {
	for i := range c.Effects {
		if c.Effects[i].Kind == fact.Read {
			c.Does = max(c.Does, fact.CodeReads)
		} else {
			c.Does = fact.CodeActs
		}
	}
	if len(c.Spawns) > 0 || c.Unseen != "" {
		c.Does = fact.CodeActs
	}
	key := string(interp.EncodeFacts(&interp.Facts{Calls: []interp.Call{*c}}))
	if rp.seen[key] {
		return
	}
	if len(rp.Facts.Calls) >= maxCalls {
		rp.Problem("the code calls more than the limit of this program")
		return
	}
	rp.seen[key] = true
	rp.Facts.Calls = append(rp.Facts.Calls, *c)
}

// Note reports a call that does nothing by itself.
func (rp *Report) Note(s Site, name string, args []Arg) {
	if name == "" && s.Written == "" {
		return
	}
	rp.Add(rp.NewCall(s, name, args))
}

// NoteCall reports a call that does nothing by itself.
func (rp *Report) NoteCall(c Invocation) { rp.Note(c.Site, c.Name, c.Args) }

// noteOwnCall is Note for a call of a function or class of the code. file is where that stands.
func (rp *Report) noteOwnCall(s Site, file int, args []Arg) {
	c := rp.NewCall(s, "", args)
	markCode(c, args)
	if c.Into = file > 0 && rp.File == 0; c.Into || s.Written != "" {
		rp.Add(c)
	}
}

// markCode adds an unknown argument to a call for each that is more than data.
func markCode(c *interp.Call, args []Arg) {
	for _, a := range args {
		if holdsCode(a.Val, 0) {
			c.Args = append(c.Args, interp.Arg{Word: fact.Word{Kind: fact.Partial}})
		}
	}
}

// holdsCode reports whether a value is, or has in it, a module, a function or what may be one.
func holdsCode(v *Value, depth int) bool {
	switch v.Kind {
	case KindRef, KindTop:
		return true
	case KindList, KindDict, KindAlt:
		if v.Wild || depth > 4 {
			return true
		}
		for _, e := range v.List {
			if holdsCode(e, depth+1) {
				return true
			}
		}
	}
	return false
}

// Problem says that not all of the code can be read.
func (rp *Report) Problem(text string) {
	if rp.Facts.Problem == "" {
		rp.Facts.Problem = text
	}
}

// UnknownCall begins the report of a call that may do anything.
func (rp *Report) UnknownCall(s Site, name string, args []Arg) *interp.Call {
	c := rp.NewCall(s, name, args)
	for i := range c.Args {
		c.Args[i].IsPath = c.Args[i].Name == "" || c.Args[i].IsPath
	}
	what := name
	if what == "" {
		what = s.Written
	}
	if what == "" {
		what = "a function that fencepost cannot know"
	}
	c.Effects = append(c.Effects, interp.Effect{Kind: fact.Exec, Detail: "calls " + what})
	return c
}

// Unseen marks a call whose target cannot be known.
func Unseen(c *interp.Call, marker string) {
	c.Unseen = marker
	detail := marker + " runs code that fencepost cannot see"
	c.Effects = append(c.Effects, interp.Effect{Kind: fact.Exec, Detail: detail})
}

// MarkPath marks the arguments that are a path.
func MarkPath(c *interp.Call, w fact.Word, gone bool) {
	found := false
	for i := range c.Args {
		a := &c.Args[i]
		if a.Word.Text == w.Text && a.Word.Kind == w.Kind && a.Word.Suffix == w.Suffix {
			a.IsPath, a.Gone, found = true, a.Gone || gone, true
		}
	}
	if !found {
		c.Args = append(c.Args, interp.Arg{Name: "path", Word: w, IsPath: true, Gone: gone})
	}
}

// UnknownRename reports that a name which is not known may now mean something else.
func (rp *Report) UnknownRename() { rp.unseen("setattr", "", "setattr") }

// unseen reports a call that stands in no place of the code, and whose target cannot be known.
func (rp *Report) unseen(name, text, marker string) {
	c := &interp.Call{Names: []string{name}, Line: 1, File: rp.File, Dir: rp.world.dir, Text: text}
	Unseen(c, marker)
	rp.Add(c)
}

// NoteSteering notes that the code changes what the files do that it loads.
func (rp *Report) NoteSteering() {
	if rp.File == 0 && len(rp.world.input.Modules) > 0 {
		rp.Facts.Steers = true
	}
}

// AddLoad reports a module once. path is that of a file that is loaded by its path, else "".
func (rp *Report) AddLoad(name, path string, foreign bool) {
	for _, i := range rp.Facts.Imports {
		if i.Name == name && i.File == rp.File && i.Path == path && !i.Unknown {
			return
		}
	}
	rp.Facts.Imports = append(rp.Facts.Imports, interp.Import{Name: name, Foreign: foreign,
		Dir: rp.world.dir, File: rp.File, Path: path})
}

// AddPlace notes a directory in which modules are looked for besides the usual ones.
func (rp *Report) AddPlace(dir string) {
	if !slices.Contains(rp.Facts.Places, dir) {
		rp.Facts.Places = append(rp.Facts.Places, dir)
	}
}

// MarkFile notes of a list or dictionary which file made it.
func (rp *Report) MarkFile(v *Value) *Value {
	if rp.File > 0 && (v.Kind == KindList || v.Kind == KindDict) {
		v.File = rp.File
	}
	return v
}

// shorten shortens code for people.
func shorten(s string) string {
	const limit = 80
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= limit {
		return s
	}
	for n := limit; ; n-- {
		if s[n]&0xc0 != 0x80 {
			return s[:n] + "…"
		}
	}
}

// argWords is what patterns see of an argument: one word for each alternative.
func argWords(v *Value, spread bool) []fact.Word {
	if spread {
		return []fact.Word{{Kind: fact.Partial, Many: true}}
	}
	var out []fact.Word
	v.Alts(func(a *Value) { out = append(out, hideFresh(argWord(a, 0))) })
	return out
}

func argWord(v *Value, depth int) fact.Word {
	switch v.Kind {
	case KindList, KindDict:
		out := Str("")
		for i, e := range v.List {
			if i > 0 {
				out = Concat(out, Str(" "))
			}
			if depth > 4 {
				return fact.Word{Kind: fact.Partial}
			}
			if v.Kind == KindDict {
				out = Concat(out, Str(v.Keys[i]+": "))
			}
			out = Concat(out, &Value{Kind: KindStr, Word: argWord(e, depth+1)})
		}
		w, _ := out.AsWord()
		if v.More {
			w.Kind = fact.Partial
		}
		return w
	case KindRef:
		return fact.Lit(v.Name)
	case KindFunc, KindClass:
		return fact.Lit("function")
	case KindBound:
		return fact.Lit(v.Name)
	}
	w, _ := v.AsWord()
	return w
}
