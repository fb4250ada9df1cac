package interp

import (
	"encoding/binary"
	"errors"

	"github.com/fencepost/fencepost/internal/fact"
)

// The protocol: the gate writes a greeting and then requests; the helper answers with its own
// greeting and then with one answer for each request, in order. Requests and answers are frames:
// four bytes of length, big endian, then the body. Numbers in a body are unsigned varints, strings
// a number of bytes and these bytes.

// Greeting is what both sides write first. The number is that of the protocol: it changes with
// every change of it.
const Greeting = "fencepost-interp 9\n"

// Bounds of the protocol.
const (
	MaxCode    = 256 << 10 // bytes of one snippet
	MaxModules = 1 << 20   // bytes of the files that one snippet may load
	MaxTotal   = 2 << 20   // bytes of all snippets of one start
	maxAnswer  = 4 << 20   // bytes of one answer
	maxEntries = 20000     // of any list in an answer
)

// errFormat is what a decoder returns for bytes that are no message.
var errFormat error = formatError{}

type formatError struct{}

func (formatError) Error() string { return "malformed message" }

// IsFormat reports whether an error says that bytes were no message.
func IsFormat(err error) bool { return errors.Is(err, errFormat) }

type encoder struct{ b []byte }

func (e *encoder) num(n int) { e.b = binary.AppendUvarint(e.b, uint64(n)) }
func (e *encoder) flag(v bool) {
	if v {
		e.b = append(e.b, 1)
	} else {
		e.b = append(e.b, 0)
	}
}
func (e *encoder) str(s string) { e.num(len(s)); e.b = append(e.b, s...) }

func (e *encoder) word(w *fact.Word) {
	e.str(w.Text)
	e.str(w.Suffix)
	e.str(w.Written)
	e.num(int(w.Kind))
	e.flag(w.Many)
	e.flag(w.Glob)
}

func (e *encoder) words(list []fact.Word) {
	e.num(len(list))
	for i := range list {
		e.word(&list[i])
	}
}

func (e *encoder) dir(d *Dir) {
	e.flag(d.Set)
	e.word(&d.Word)
}

// EncodeRequest returns the body of a request.
func EncodeRequest(r *Request) []byte {
	var e encoder
	e.str(r.Lang)
	e.str(r.Home)
	e.str(r.Cwd)
	e.str(r.Base)
	e.str(r.Code)
	e.words(r.Args)
	e.num(len(r.Modules))
	for i := range r.Modules {
		mod := &r.Modules[i]
		e.num(mod.File)
		e.str(mod.Name)
		e.str(mod.Lang)
		e.str(mod.Path)
		e.flag(mod.Package)
		e.str(mod.Code)
		e.flag(mod.Opaque)
	}
	return e.b
}

// EncodeFacts returns the body of an answer.
func EncodeFacts(f *Facts) []byte {
	var e encoder
	e.str(f.Problem)
	e.num(len(f.Imports))
	for i := range f.Imports {
		e.str(f.Imports[i].Name)
		e.flag(f.Imports[i].Unknown)
		e.flag(f.Imports[i].Foreign)
		e.dir(&f.Imports[i].Dir)
		e.num(f.Imports[i].File)
		e.str(f.Imports[i].Path)
	}
	e.num(len(f.Variables))
	for _, name := range f.Variables {
		e.str(name)
	}
	e.num(len(f.Places))
	for _, name := range f.Places {
		e.str(name)
	}
	e.flag(f.Steers)
	e.num(len(f.Calls))
	for i := range f.Calls {
		e.call(&f.Calls[i])
	}
	return e.b
}

func (e *encoder) call(c *Call) {
	e.num(len(c.Names))
	for _, n := range c.Names {
		e.str(n)
	}
	e.str(c.Text)
	e.num(c.Line)
	e.num(c.File)
	e.flag(c.Into)
	e.flag(c.Runs)
	e.num(len(c.Args))
	for i := range c.Args {
		a := &c.Args[i]
		e.str(a.Name)
		e.word(&a.Word)
		e.flag(a.IsPath)
		e.flag(a.Gone)
	}
	e.num(len(c.Effects))
	for i := range c.Effects {
		x := &c.Effects[i]
		e.num(int(x.Kind))
		e.word(&x.Word)
		e.flag(x.HasWord)
		e.flag(x.Recursive)
		e.flag(x.Create)
		e.flag(x.Mkdir)
		e.flag(x.Listed)
		e.flag(x.Names)
		e.str(x.Detail)
		e.num(int(x.Tree))
		if e.flag(x.Named); x.Tree != fact.NoTree || x.Named {
			e.word(&x.From)
		}
	}
	e.num(len(c.Spawns))
	for i := range c.Spawns {
		e.spawn(&c.Spawns[i])
	}
	e.dir(&c.Dir)
	e.num(int(c.Does))
	e.str(c.Unseen)
}

func (e *encoder) spawn(s *Spawn) {
	e.flag(s.Shell)
	e.words(s.Words)
	e.num(len(s.Assigns))
	for i := range s.Assigns {
		e.str(s.Assigns[i].Name)
		e.word(&s.Assigns[i].Value)
	}
	e.dir(&s.Dir)
	e.flag(s.HasInput)
	e.word(&s.Input)
	e.flag(s.Open)
}

// decoder reads a body strictly: after the first mistake everything is empty and bad is set.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) fail() {
	d.bad = true
	d.b = nil
}

func (d *decoder) num(max int) int {
	n, size := binary.Uvarint(d.b)
	if size <= 0 || n > uint64(max) {
		d.fail()
		return 0
	}
	d.b = d.b[size:]
	return int(n)
}

func (d *decoder) flag() bool { return d.num(1) == 1 }

func (d *decoder) str() string {
	n := d.num(len(d.b))
	if n > len(d.b) {
		d.fail()
		return ""
	}
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}

// count reads the length of a list. Each entry takes at least one byte, so a length beyond what is
// left is a mistake.
func (d *decoder) count() int { return d.num(min(maxEntries, len(d.b))) }

func (d *decoder) word() fact.Word {
	w := fact.Word{Text: d.str(), Suffix: d.str(), Written: d.str(),
		Kind: fact.WordKind(d.num(int(fact.Partial))), Many: d.flag(), Glob: d.flag()}
	if w.Kind == fact.Literal && w.Suffix != "" {
		d.fail()
	}
	return w
}

func (d *decoder) words() []fact.Word {
	n := d.count()
	if n == 0 {
		return nil
	}
	list := make([]fact.Word, 0, n)
	for range n {
		list = append(list, d.word())
		if d.bad {
			return nil
		}
	}
	return list
}

func (d *decoder) dir() Dir { return Dir{Set: d.flag(), Word: d.word()} }

// DecodeRequest is the inverse of EncodeRequest.
func DecodeRequest(b []byte) (Request, error) {
	d := decoder{b: b}
	r := Request{Lang: d.str(), Home: d.str(), Cwd: d.str(), Base: d.str(), Code: d.str(),
		Args: d.words()}
	for range d.count() {
		r.Modules = append(r.Modules, Module{File: d.num(maxEntries), Name: d.str(), Lang: d.str(),
			Path:    d.str(),
			Package: d.flag(), Code: d.str(), Opaque: d.flag()})
		if d.bad {
			break
		}
	}
	if d.bad || len(d.b) > 0 || len(r.Code) > MaxCode {
		return Request{}, errFormat
	}
	return r, nil
}

// DecodeFacts is the inverse of EncodeFacts. What it returns without an error is within all bounds.
func DecodeFacts(b []byte) (*Facts, error) {
	d := decoder{b: b}
	f := &Facts{Problem: d.str()}
	for range d.count() {
		f.Imports = append(f.Imports, Import{Name: d.str(), Unknown: d.flag(), Foreign: d.flag(),
			Dir: d.dir(), File: d.num(maxEntries), Path: d.str()})
		if d.bad {
			return nil, errFormat
		}
	}
	for range d.count() {
		if f.Variables = append(f.Variables, d.str()); d.bad {
			return nil, errFormat
		}
	}
	for range d.count() {
		if f.Places = append(f.Places, d.str()); d.bad {
			return nil, errFormat
		}
	}
	f.Steers = d.flag()
	for range d.count() {
		f.Calls = append(f.Calls, d.call())
		if d.bad {
			return nil, errFormat
		}
	}
	if d.bad || len(d.b) > 0 {
		return nil, errFormat
	}
	return f, nil
}

func (d *decoder) call() (c Call) {
	for range d.count() {
		c.Names = append(c.Names, d.str())
	}
	c.Text, c.Line = d.str(), d.num(MaxCode+1)
	c.File, c.Into, c.Runs = d.num(maxEntries), d.flag(), d.flag()
	for range d.count() {
		if d.bad {
			return c
		}
		c.Args = append(c.Args, Arg{Name: d.str(), Word: d.word(), IsPath: d.flag(), Gone: d.flag()})
	}
	for range d.count() {
		if d.bad {
			return c
		}
		x := Effect{Kind: fact.EffectKind(d.num(int(fact.Variable))), Word: d.word(), HasWord: d.flag(),
			Recursive: d.flag(), Create: d.flag(), Mkdir: d.flag(), Listed: d.flag(), Names: d.flag(),
			Detail: d.str()}
		x.Tree = fact.TreeKind(d.num(int(fact.TreeRefs)))
		if x.Named = d.flag(); x.Tree != fact.NoTree || x.Named {
			x.From = d.word()
		}
		c.Effects = append(c.Effects, x)
	}
	for range d.count() {
		if d.bad {
			return c
		}
		c.Spawns = append(c.Spawns, d.spawn())
	}
	c.Dir, c.Does, c.Unseen = d.dir(), fact.CodeDoes(d.num(int(fact.CodeActs))), d.str()
	if len(c.Names) == 0 {
		d.fail()
	}
	return c
}

func (d *decoder) spawn() (s Spawn) {
	s.Shell, s.Words = d.flag(), d.words()
	for range d.count() {
		if d.bad {
			return s
		}
		s.Assigns = append(s.Assigns, fact.Assign{Name: d.str(), Value: d.word()})
	}
	s.Dir, s.HasInput, s.Input, s.Open = d.dir(), d.flag(), d.word(), d.flag()
	if len(s.Words) == 0 {
		d.fail()
	}
	return s
}
