package command

import (
	"encoding/binary"

	"github.com/fencepost/fencepost/internal/fact"
)

// Generated specs are strings. A Go program pays at each start for every word of its data segment
// that may hold a pointer, whether it is used or not, and tables of specs as composite literals are
// mostly such words: with them a plain `ls` would pay for all that is known of git. A string lies
// in read-only data, costs nothing until its command is looked up, and only that command is decoded
// then. Subcommands and options stay encoded until they are asked for.

// Encode returns the spec as a string for Decode. set gives the number of a shared option set.
func Encode(s *Spec, set func(*OptionSet) int) string {
	var e encoder
	e.spec(s, set)
	return string(e)
}

// EncodeOptions returns a shared option set as a string for Decode.
func EncodeOptions(list []Option) string {
	if len(list) == 0 {
		return ""
	}
	var x indexer
	for i := range list {
		x.add(list[i].Names, optionBody(&list[i]))
	}
	return x.encode()
}

// Decode is the inverse of Encode. set returns a shared option set, encoded, by its number. The
// data must be what Encode returned: it is part of the program, so nothing is checked.
func Decode(data string, set func(int) string) *Spec {
	d := decoder{s: data, set: set}
	return d.spec()
}

type encoder []byte

func (e *encoder) num(n int)    { *e = binary.AppendUvarint(*e, uint64(n)) }
func (e *encoder) str(s string) { e.num(len(s)); *e = append(*e, s...) }
func (e *encoder) flag(b bool)  { e.num(bit(b)) }
func (e *encoder) strs(l []string) {
	e.num(len(l))
	for _, s := range l {
		e.str(s)
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (e *encoder) spec(s *Spec, set func(*OptionSet) int) {
	e.str(s.Name)
	e.str(s.Src)
	e.num(int(s.Parse))
	e.num(int(s.Run))
	e.num(int(s.Wrapper))
	e.str(s.Lang)
	e.num(int(s.Does))
	e.num(bit(s.Globals) | bit(s.Remote)<<1 | bit(s.Takes)<<2 |
		bit(s.Entries)<<3 | bit(s.trees != "")<<4 |
		bit(s.prints != "")<<5 | bit(s.Response)<<6 | bit(s.Rest != "")<<7 |
		bit(s.hasExtra())<<8 | int(s.Includes)<<9)
	e.effects(s.Effects)
	e.operands(s.Operands)
	e.variants(s.Variants)
	if s.trees != "" {
		e.str(s.trees)
	}
	if s.prints != "" {
		e.str(s.prints)
	}
	if s.Rest != "" {
		e.str(s.Rest)
	}
	if s.hasExtra() {
		e.num(int(s.Unread)<<1 | bit(s.Dashes))
		e.num(int(s.Is))
		e.strs(s.Starts)
		e.str(s.Marked)
		e.str(s.Mark)
		e.keys(s.Keys)
		e.strs(s.Proxies)
		e.strs(s.Behind)
		e.str(s.tasks)
	}
	e.str(EncodeOptions(s.Options))
	e.num(len(s.Shared))
	for _, o := range s.Shared {
		e.num(set(o))
	}
	e.str(encodeSubs(s.Subs, set))
}

// hasExtra reports whether the spec says something that few specs say.
func (s *Spec) hasExtra() bool {
	return s.Unread != 0 || len(s.Starts) > 0 || s.Marked != "" || s.Dashes || s.Mark != "" ||
		len(s.Keys) > 0 || s.tasks != "" || len(s.Proxies)+len(s.Behind) > 0 ||
		s.Is != 0
}

func encodeSubs(list []*Spec, set func(*OptionSet) int) string {
	if len(list) == 0 {
		return ""
	}
	var x indexer
	for _, sub := range list {
		x.add(append([]string{sub.Name}, sub.Aliases...), []byte(Encode(sub, set)))
	}
	return x.encode()
}

func (e *encoder) effects(list []FixedEffect) {
	e.num(len(list))
	for _, x := range list {
		e.num(int(x.Kind))
		e.str(x.Path)
		e.flag(x.Recursive)
	}
}

func (e *encoder) operands(list []OperandSpec) {
	e.num(len(list))
	for _, o := range list {
		e.str(o.Name)
		e.num(int(o.Role))
		e.num(bit(o.Many) | bit(o.Optional)<<1)
	}
}

func (e *encoder) variants(list []Variant) {
	e.num(len(list))
	for _, v := range list {
		e.strs(v.Flags)
		e.num(int(v.AtMost))
		e.num(bit(v.HasOperands) | bit(v.HasDoes)<<1)
		e.operands(v.Operands)
		e.num(int(v.Does))
		e.effects(v.Effects)
		e.num(int(v.Wrapper))
		e.num(int(v.Stdin))
	}
}

func (e *encoder) keys(list []Key) {
	e.num(len(list))
	for _, k := range list {
		e.str(k.Name)
		e.num(int(k.Role))
		e.num(int(k.Is))
	}
}

func (d *decoder) keys() (list []Key) {
	for range d.num() {
		list = append(list, Key{Name: d.str(), Role: fact.Role(d.num()), Is: KeyTrait(d.num())})
	}
	return list
}

// optionBody is an option without its names.
func optionBody(o *Option) []byte {
	var e encoder
	text := o.Passes != "" || o.Lang != "" || o.Pipe != "" || o.If != "" ||
		len(o.Keys) > 0 || o.Mark != "" || o.Also != ""
	rest := o.Role != 0 || o.Is != 0 || o.Does != 0 || o.Replaces != "" || len(o.Makes) > 0 || text
	e.num(int(o.Arg)<<1 | bit(rest))
	if !rest {
		return e
	}
	e.num(int(o.Role))
	e.num(int(o.Is))
	e.num(int(o.Does))
	e.str(o.Replaces)
	e.num(len(o.Makes))
	for _, m := range o.Makes {
		e.str(m.Operand)
		e.num(int(m.Role))
	}
	e.num(bit(text))
	if text {
		e.str(o.Passes)
		e.str(o.Lang)
		e.str(o.Pipe)
		e.str(o.If)
		e.str(o.Mark)
		e.str(o.Also)
		e.keys(o.Keys)
	}
	return e
}

type decoder struct {
	s   string
	set func(int) string
}

func (d *decoder) num() int {
	n, shift := 0, 0
	for i := 0; ; i++ {
		b := d.s[i]
		n |= int(b&0x7f) << shift
		if b < 0x80 {
			d.s = d.s[i+1:]
			return n
		}
		shift += 7
	}
}

func (d *decoder) str() string {
	n := d.num()
	s := d.s[:n]
	d.s = d.s[n:]
	return s
}

func (d *decoder) strs() []string {
	n := d.num()
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = d.str()
	}
	return list
}

// named reads the names of a record and returns the one that is equal to name.
func (d *decoder) named(name string) (own string) {
	for range d.num() {
		if n := d.str(); n == name {
			own = n
		}
	}
	return own
}

func (d *decoder) spec() *Spec {
	s := &Spec{Name: d.str(), Src: d.str(), Parse: Parse(d.num()), Run: Run(d.num()),
		Wrapper: fact.Wrapper(d.num()), Lang: d.str(), Does: Does(d.num())}
	bits := d.num()
	s.Globals, s.Remote, s.Takes = bits&1 != 0, bits&2 != 0, bits&4 != 0
	s.Entries, s.Response = bits&8 != 0, bits&64 != 0
	s.Effects = d.effects()
	s.Operands = d.operands()
	s.Variants = d.variants()
	if bits&16 != 0 {
		s.trees = d.str()
	}
	if bits&32 != 0 {
		s.prints = d.str()
	}
	if bits&128 != 0 {
		s.Rest = d.str()
	}
	if bits&256 != 0 {
		n := d.num()
		s.Unread, s.Dashes, s.Is = Unread(n>>1), n&1 != 0, fact.Trait(d.num())
		s.Starts, s.Marked = d.strs(), d.str()
		s.Mark, s.Keys = d.str(), d.keys()
		s.Proxies, s.Behind = d.strs(), d.strs()
		s.tasks = d.str()
	}
	s.Includes = fact.IncludeLang(bits >> 9)
	s.encoded.options = d.str()
	s.encoded.nsets, s.encoded.sets, s.encoded.set = d.num(), d.s, d.set
	for range s.encoded.nsets {
		d.num()
	}
	s.encoded.subs = d.str()
	return s
}

func (d *decoder) effects() []FixedEffect {
	n := d.num()
	if n == 0 {
		return nil
	}
	list := make([]FixedEffect, n)
	for i := range list {
		list[i] = FixedEffect{Kind: fact.EffectKind(d.num()), Path: d.str(),
			Recursive: d.num() != 0}
	}
	return list
}

func (d *decoder) operands() []OperandSpec {
	n := d.num()
	if n == 0 {
		return nil
	}
	list := make([]OperandSpec, n)
	for i := range list {
		o := OperandSpec{Name: d.str(), Role: fact.Role(d.num())}
		bits := d.num()
		o.Many, o.Optional = bits&1 != 0, bits&2 != 0
		list[i] = o
	}
	return list
}

func (d *decoder) variants() []Variant {
	n := d.num()
	if n == 0 {
		return nil
	}
	list := make([]Variant, n)
	for i := range list {
		v := Variant{Flags: d.strs(), AtMost: uint8(d.num())}
		bits := d.num()
		v.HasOperands, v.HasDoes = bits&1 != 0, bits&2 != 0
		v.Operands = d.operands()
		v.Does = Does(d.num())
		v.Effects = d.effects()
		v.Wrapper = fact.Wrapper(d.num())
		v.Stdin = fact.Role(d.num())
		list[i] = v
	}
	return list
}

// option decodes the option that begins here.
func (d *decoder) option() Option {
	o := Option{Names: d.strs()}
	head := d.num()
	o.Arg = Arg(head >> 1)
	if head&1 == 0 {
		return o
	}
	o.Role, o.Is, o.Does, o.Replaces = fact.Role(d.num()), Trait(d.num()), Does(d.num()), d.str()
	for range d.num() {
		o.Makes = append(o.Makes, Make{Operand: d.str(), Role: fact.Role(d.num())})
	}
	if d.num() != 0 {
		o.Passes, o.Lang, o.Pipe, o.If = d.str(), d.str(), d.str(), d.str()
		o.Mark, o.Also, o.Keys = d.str(), d.str(), d.keys()
	}
	return o
}
