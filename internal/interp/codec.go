package interp

import (
	"errors"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
)

// The protocol: the gate writes a greeting and then requests; the helper answers with its own
// greeting and then with one answer for each request, in order. Requests and answers are frames:
// four bytes of length, big endian, then the body, which is packed (package codec).
//
// The body is no JSON: words hold bytes that need not be UTF-8, and with encoding/json a call with
// inline code takes 9 % longer (medians of 400 alternating runs).

// Greeting is what both sides write first. Programs of two builds have two greetings of one length.
const Greeting = siblings.Mark

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

// list is a list; one without values is as one that is not given.
func list[T any](c *codec.Coder, values *[]T, each func(*codec.Coder, *T)) {
	given := *values
	if len(given) == 0 {
		given = nil
	}
	if codec.List(c, &given, each); !c.Writing() && len(given) > 0 {
		*values = given
	}
}

// most is a value of an enumeration. That is the greatest one.
func most[T ~uint8](c *codec.Coder, v *T, greatest T) {
	if codec.Word(c, v); *v > greatest {
		c.Fail()
	}
}

// number is a number with a bound.
func number(c *codec.Coder, n *int, greatest int) {
	if c.Int(n); *n > greatest && !c.Writing() {
		c.Fail()
	}
}

func text(c *codec.Coder, s *string) { c.Text(s) }

func word(c *codec.Coder, w *fact.Word) {
	c.Text(&w.Text)
	c.Text(&w.Suffix)
	c.Text(&w.Written)
	most(c, &w.Kind, fact.Partial)
	c.Bits(&w.Many, &w.Glob)
	if w.Kind == fact.Literal && w.Suffix != "" && !c.Writing() {
		c.Fail()
	}
}

func directory(c *codec.Coder, d *Dir) {
	c.Bits(&d.Set)
	word(c, &d.Word)
}

// EncodeRequest returns the body of a request.
func EncodeRequest(r *Request) []byte {
	c := codec.Writer()
	request(&c, r)
	return c.Bytes()
}

// DecodeRequest is the inverse of EncodeRequest.
func DecodeRequest(b []byte) (r Request, err error) {
	c := codec.Reader(string(b))
	c.Limit(maxEntries)
	if request(&c, &r); !c.Done() || len(r.Code) > MaxCode {
		return Request{}, errFormat
	}
	return r, nil
}

func request(c *codec.Coder, r *Request) {
	c.Text(&r.Lang)
	c.Text(&r.Home)
	c.Text(&r.Cwd)
	c.Text(&r.Base)
	c.Text(&r.Code)
	list(c, &r.Args, word)
	list(c, &r.Modules, module)
}

func module(c *codec.Coder, m *Module) {
	number(c, &m.File, maxEntries)
	c.Text(&m.Name)
	c.Text(&m.Lang)
	c.Text(&m.Path)
	c.Bits(&m.Package, &m.Opaque)
	c.Text(&m.Code)
}

// EncodeFacts returns the body of an answer.
func EncodeFacts(f *Facts) []byte {
	c := codec.Writer()
	facts(&c, f)
	return c.Bytes()
}

// DecodeFacts is the inverse of EncodeFacts. What it returns without an error is within all bounds.
func DecodeFacts(b []byte) (*Facts, error) {
	f, c := &Facts{}, codec.Reader(string(b))
	c.Limit(maxEntries)
	if facts(&c, f); !c.Done() {
		return nil, errFormat
	}
	return f, nil
}

func facts(c *codec.Coder, f *Facts) {
	c.Text(&f.Problem)
	list(c, &f.Imports, importOf)
	list(c, &f.Variables, text)
	list(c, &f.Places, text)
	c.Bits(&f.Steers)
	list(c, &f.Calls, call)
}

func importOf(c *codec.Coder, i *Import) {
	c.Text(&i.Name)
	c.Bits(&i.Unknown, &i.Foreign)
	directory(c, &i.Dir)
	number(c, &i.File, maxEntries)
	c.Text(&i.Path)
}

func call(c *codec.Coder, k *Call) {
	list(c, &k.Names, text)
	c.Text(&k.Text)
	number(c, &k.Line, MaxCode+1)
	number(c, &k.File, maxEntries)
	c.Bits(&k.Into, &k.Runs)
	list(c, &k.Args, arg)
	list(c, &k.Effects, effect)
	list(c, &k.Spawns, spawn)
	directory(c, &k.Dir)
	most(c, &k.Does, fact.CodeActs)
	c.Text(&k.Unseen)
	if len(k.Names) == 0 && !c.Writing() {
		c.Fail()
	}
}

func arg(c *codec.Coder, a *Arg) {
	c.Text(&a.Name)
	word(c, &a.Word)
	c.Bits(&a.IsPath, &a.Gone)
}

func effect(c *codec.Coder, e *Effect) {
	most(c, &e.Kind, fact.Variable)
	word(c, &e.Word)
	c.Bits(&e.HasWord, &e.Recursive, &e.Create, &e.Mkdir, &e.Listed, &e.Names, &e.Named)
	c.Text(&e.Detail)
	most(c, &e.Tree, fact.TreeRefs)
	if e.Tree != fact.NoTree || e.Named {
		word(c, &e.From)
	}
}

func spawn(c *codec.Coder, s *Spawn) {
	c.Bits(&s.Shell, &s.HasInput, &s.Open)
	list(c, &s.Words, word)
	list(c, &s.Assigns, assign)
	directory(c, &s.Dir)
	word(c, &s.Input)
	if len(s.Words) == 0 && !c.Writing() {
		c.Fail()
	}
}

func assign(c *codec.Coder, a *fact.Assign) {
	c.Text(&a.Name)
	word(c, &a.Value)
}
