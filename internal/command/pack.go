package command

import "github.com/fencepost/fencepost/internal/lowlevel/codec"

// Generated specs are packed (package codec). A Go program pays at each start for every word of its
// data segment that may hold a pointer, whether it is used or not, and tables of specs as composite
// literals are mostly such words: with them a plain `ls` would pay for all that is known of git. A
// text lies in read-only data, costs nothing until its command is looked up, and only that command
// is unpacked then. Subcommands and options, which are tables with their names as keys, stay packed
// until they are asked for.

// Encode returns the spec packed. set gives the number of a shared option set.
func Encode(s *Spec, set func(*OptionSet) int) string {
	l := lookups{options: EncodeOptions(s.Options)}
	if len(s.Shared) > 0 {
		sets := codec.Writer()
		for _, o := range s.Shared {
			n := set(o)
			sets.Int(&n)
		}
		l.sets = sets.Written()
	}
	var subs codec.TableWriter
	for _, sub := range s.Subs {
		subs.Add(Encode(sub, set), append([]string{sub.Name}, sub.Aliases...)...)
	}
	subs.Sort()
	l.subs = subs.Text()
	c := codec.Writer()
	s.pack(&c, &l)
	return c.Written()
}

// EncodeOptions returns the table of a list of options.
func EncodeOptions(list []Option) string {
	var w codec.TableWriter
	for i := range list {
		c := codec.Writer()
		list[i].pack(&c)
		w.Add(c.Written(), list[i].Names...)
	}
	w.Sort()
	return w.Text()
}

// LookupIn returns the spec of a name in a table of specs, or nil. set returns the table of a shared
// option set by its number.
func LookupIn(specs, name string, set func(int) string) *Spec {
	t := codec.Open(specs)
	_, record, ok := t.Find(name)
	if !ok {
		return nil
	}
	return Decode(record, set)
}

// NamesIn returns the names in a table of specs, in order, without those of cmdlets.
func NamesIn(specs string) (names []string) {
	t := codec.Open(specs)
	for i := range t.Len() {
		if s := Decode(t.Record(i), nil); s.Parse != Cmdlet {
			names = append(names, t.Key(i))
		}
	}
	return names
}

// Decode is the inverse of Encode.
func Decode(record string, set func(int) string) *Spec {
	s := &Spec{}
	c := codec.Reader(record)
	s.pack(&c, &s.encoded.lookups)
	s.encoded.set = set
	return s
}

func (s *Spec) pack(c *codec.Coder, l *lookups) {
	c.Text(&s.Name)
	c.Text(&s.Src)
	codec.Word(c, &s.Parse)
	codec.Word(c, &s.Run)
	codec.Word(c, &s.Wrapper)
	c.Text(&s.Lang)
	codec.Number(c, &s.Does)
	c.Bits(&s.Globals, &s.Remote, &s.Takes, &s.Entries, &s.Response, &s.Dashes)
	packEffects(c, &s.Effects)
	packOperands(c, &s.Operands)
	for i := range codec.Sized(c, &s.Variants) {
		s.Variants[i].pack(c)
	}
	c.Text(&s.trees)
	c.Text(&s.prints)
	c.Text(&s.Rest)
	if c.Has(s.hasExtra()) {
		s.packExtra(c)
	}
	c.Text(&l.options)
	c.Text(&l.sets)
	c.Text(&l.subs)
}

// hasExtra reports whether the spec says something that few specs say.
func (s *Spec) hasExtra() bool {
	return s.Unread != 0 || s.Is != 0 || s.Includes != 0 || len(s.Starts) > 0 || s.Marked != "" ||
		s.Mark != "" || len(s.Keys) > 0 || len(s.Proxies) > 0 || len(s.Behind) > 0 || s.tasks != ""
}

func (s *Spec) packExtra(c *codec.Coder) {
	codec.Word(c, &s.Unread)
	codec.Number(c, &s.Is)
	codec.Word(c, &s.Includes)
	c.Texts(&s.Starts)
	c.Text(&s.Marked)
	c.Text(&s.Mark)
	packKeys(c, &s.Keys)
	c.Texts(&s.Proxies)
	c.Texts(&s.Behind)
	c.Text(&s.tasks)
}

func packEffects(c *codec.Coder, list *[]FixedEffect) {
	for i := range codec.Sized(c, list) {
		x := &(*list)[i]
		codec.Word(c, &x.Kind)
		c.Text(&x.Path)
		c.Bits(&x.Recursive)
	}
}

func packOperands(c *codec.Coder, list *[]OperandSpec) {
	for i := range codec.Sized(c, list) {
		o := &(*list)[i]
		c.Text(&o.Name)
		codec.Word(c, &o.Role)
		c.Bits(&o.Many, &o.Optional)
	}
}

func packKeys(c *codec.Coder, list *[]Key) {
	for i := range codec.Sized(c, list) {
		k := &(*list)[i]
		c.Text(&k.Name)
		codec.Word(c, &k.Role)
		codec.Word(c, &k.Is)
	}
}

func (v *Variant) pack(c *codec.Coder) {
	c.Texts(&v.Flags)
	codec.Word(c, &v.AtMost)
	c.Bits(&v.HasOperands, &v.HasDoes)
	packOperands(c, &v.Operands)
	codec.Number(c, &v.Does)
	packEffects(c, &v.Effects)
	codec.Word(c, &v.Wrapper)
	codec.Word(c, &v.Stdin)
}

func (o *Option) pack(c *codec.Coder) {
	c.Texts(&o.Names)
	codec.Word(c, &o.Arg)
	text := o.Passes != "" || o.Lang != "" || o.Pipe != "" || o.If != "" || len(o.Keys) > 0 ||
		o.Mark != "" || o.Also != ""
	if !c.Has(o.Role != 0 || o.Is != 0 || o.Does != 0 || o.Replaces != "" || len(o.Makes) > 0 || text) {
		return
	}
	codec.Word(c, &o.Role)
	codec.Number(c, &o.Is)
	codec.Number(c, &o.Does)
	c.Text(&o.Replaces)
	for i := range codec.Sized(c, &o.Makes) {
		c.Text(&o.Makes[i].Operand)
		codec.Word(c, &o.Makes[i].Role)
	}
	if !c.Has(text) {
		return
	}
	c.Text(&o.Passes)
	c.Text(&o.Lang)
	c.Text(&o.Pipe)
	c.Text(&o.If)
	c.Text(&o.Mark)
	c.Text(&o.Also)
	packKeys(c, &o.Keys)
}
