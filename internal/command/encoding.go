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
	packed := *s
	l := &packed.lazy
	l.options = EncodeOptions(s.Syntax.Options)
	if len(s.Syntax.Shared) > 0 {
		sets := codec.Writer()
		for _, o := range s.Syntax.Shared {
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
	packed.pack(&c)
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

// LookupIn returns the spec of a name in a table of specs, or nil. shared is the table of the
// option sets that specs share.
func LookupIn(specs, shared, name string) *Spec {
	t := codec.Open(specs)
	_, record, ok := t.Find(name)
	if !ok {
		return nil
	}
	return Decode(record, shared)
}

// NamesIn returns the names in a table of specs, in order, without those of cmdlets.
func NamesIn(specs string) (names []string) {
	t := codec.Open(specs)
	for i := range t.Len() {
		if s := Decode(t.Record(i), ""); s.Syntax.Parse != Cmdlet {
			names = append(names, t.Key(i))
		}
	}
	return names
}

// Decode is the inverse of Encode.
func Decode(record, shared string) *Spec {
	s := &Spec{lazy: lazyTables{shared: shared}}
	c := codec.Reader(record)
	s.pack(&c)
	return s
}

func (s *Spec) pack(c *codec.Coder) {
	syntax, effects, programs := &s.Syntax, &s.Effects, &s.Programs
	c.Text(&s.Name)
	c.Text(&s.Src)
	codec.Word(c, &syntax.Parse)
	codec.Word(c, &programs.Run)
	codec.Word(c, &programs.Wrapper)
	c.Text(&s.Lang)
	codec.Number(c, &effects.Does)
	c.Bits(&syntax.Globals, &effects.Remote, &syntax.TakesCommand, &effects.Entries,
		&syntax.ResponseFiles, &programs.DropsDashes)
	packEffects(c, &effects.Fixed)
	packOperands(c, &syntax.Operands)
	for i := range codec.Sized(c, &syntax.Variants) {
		syntax.Variants[i].pack(c)
	}
	c.Text(&s.trees)
	c.Text(&s.prints)
	c.Text(&syntax.RestOf)
	if c.Has(c.Writing() && s.hasExtra()) {
		s.packExtra(c)
	}
	c.Text(&s.lazy.options)
	c.Text(&s.lazy.sets)
	c.Text(&s.lazy.subs)
}

// hasExtra reports whether the spec says something that few specs say.
func (s *Spec) hasExtra() bool {
	p := &s.Programs
	return p.Unread != 0 || s.Is != 0 || s.Includes != 0 || len(p.StartupFiles) > 0 ||
		p.CodePrefix != "" || p.Placeholder != "" || len(p.Keys) > 0 || len(p.Proxies) > 0 ||
		len(p.VersionedWords) > 0 || s.tasks != ""
}

func (s *Spec) packExtra(c *codec.Coder) {
	p := &s.Programs
	codec.Word(c, &p.Unread)
	codec.Number(c, &s.Is)
	codec.Word(c, &s.Includes)
	c.Texts(&p.StartupFiles)
	c.Text(&p.CodePrefix)
	c.Text(&p.Placeholder)
	packKeys(c, &p.Keys)
	c.Texts(&p.Proxies)
	c.Texts(&p.VersionedWords)
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
		c.Bits(&o.AnyNumber, &o.Optional)
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

// lazyTables are the options and subcommands of a decoded spec. They stay encoded until one of them
// is looked up.
type lazyTables struct {
	options string   // a table
	sets    string   // the numbers of the shared option sets that the spec uses
	subs    string   // a table
	shared  string   // the table of all shared option sets
	path    []string // the names of the subcommands from the command's first to this one
	all     []Option // what allOptions has returned
}

// Sub returns the subcommand of that name, or nil. It works for decoded specs only, and so do the
// methods below.
func (s *Spec) Sub(name string) *Spec {
	sub, path := LookupIn(s.lazy.subs, s.lazy.shared, name), s.lazy.path
	if sub != nil {
		sub.lazy.path = append(path[:len(path):len(path)], sub.Name)
	}
	return sub
}

// Option returns the option of exactly that spelling, or nil.
func (s *Spec) Option(name string) *Option {
	shared, sets, n := codec.Open(s.lazy.shared), codec.Reader(s.lazy.sets), 0
	options := codec.Open(s.lazy.options)
	_, record, ok := options.Find(name)
	for !ok && sets.More() {
		sets.Int(&n)
		options = codec.Open(shared.Record(n))
		_, record, ok = options.Find(name)
	}
	if !ok {
		return nil
	}
	o, c := &Option{}, codec.Reader(record)
	o.pack(&c)
	return o
}

// allOptions returns all options, those of shared sets included.
func (s *Spec) allOptions() []Option {
	if s.lazy.all != nil {
		return s.lazy.all
	}
	shared, sets, n := codec.Open(s.lazy.shared), codec.Reader(s.lazy.sets), 0
	for options := codec.Open(s.lazy.options); ; options = codec.Open(shared.Record(n)) {
		for record := range options.Records {
			c := codec.Reader(record)
			s.lazy.all = append(s.lazy.all, Option{})
			s.lazy.all[len(s.lazy.all)-1].pack(&c)
		}
		if !sets.More() {
			return s.lazy.all
		}
		sets.Int(&n)
	}
}

// each calls f for every option of the spec until it returns false.
func (s *Spec) each(f func(*Option) bool) bool {
	list := s.allOptions()
	for i := range list {
		if !f(&list[i]) {
			return false
		}
	}
	return true
}
