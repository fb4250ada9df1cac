package policy

import (
	"reflect"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Packed holds the rules of a compiled document. It unpacks the rules that may apply to something, in
// the order in which they are written. It may leave out only rules that certainly do not apply. The
// rules that it returns are asked like the rules of any document.
type Packed interface {
	Normalise() []NormaliseRule
	Tool(name string) *Tools
	// Words returns the rules on the words of a command.
	Words(s *rule.Subject, first FirstWords) *Bash
	Redirects() []RedirectRule
	Effects(kind fact.EffectKind) []EffectRule
	Together(what rule.Together) []TogetherRule
	Interpreter(lang string) *Interpreter

	// Whole returns the document with all of its rules.
	Whole() *Document
	// Loosens reports whether anything but single values and imports loosens; denies as for Loosens.
	Loosens(denies bool) bool
}

// whole returns the document with all of its rules.
func (d *Document) whole() *Document {
	if d.Packed != nil {
		return d.Packed.Whole()
	}
	return d
}

// Loosens reports whether anything in a document but single values and imports could let more pass
// than the layers below it do. denies says whether those may deny what no rule speaks of, so that
// an ask is a way through.
func Loosens(doc *Document, denies bool) bool {
	b := below{}
	if denies {
		b.settings.Default = rule.Deny
	}
	d := *doc
	d.Import = nil
	f := &finder{doc: &d, below: &b, found: func(Loosening) bool { return false }}
	return !f.block(reflect.ValueOf(&d).Elem(), "")
}

// loosensAbove reports whether anything in the document loosens what the layers below it say.
func (d *Document) loosensAbove(b *below) bool {
	first := func(Loosening) bool { return false }
	if d.Packed == nil {
		return !looseIn(d, b, first)
	}
	f := &finder{doc: d, below: b, found: first}
	return !f.scalars() || !f.imports(d.Import) || d.Packed.Loosens(b.denies())
}
