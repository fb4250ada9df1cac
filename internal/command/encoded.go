package command

import "github.com/fencepost/fencepost/internal/lowlevel/codec"

// encodedSpec is the part of a decoded spec that is decoded piece by piece, when it is asked for.
type encodedSpec struct {
	lookups
	set   func(int) string // the table of a shared set; nil if the spec is not a decoded one
	path  []string         // the names of the subcommands from the command's first to this one
	every []Option         // what all has returned
}

// lookups are what is looked up in a spec by name.
type lookups struct {
	options string // a table
	sets    string // the numbers of shared sets of options
	subs    string // a table
}

// sub returns the subcommand of that name, or nil.
func (e *encodedSpec) sub(name string) *Spec {
	sub := LookupIn(e.subs, name, e.set)
	if sub != nil {
		sub.encoded.path = append(e.path[:len(e.path):len(e.path)], sub.Name)
	}
	return sub
}

// option returns the option of that spelling, or nil.
func (e *encodedSpec) option(name string) *Option {
	options, sets := codec.Open(e.options), codec.Reader(e.sets)
	_, record, ok := options.Find(name)
	for !ok && sets.More() {
		options = e.nextSet(&sets)
		_, record, ok = options.Find(name)
	}
	if !ok {
		return nil
	}
	o, c := &Option{}, codec.Reader(record)
	o.pack(&c)
	return o
}

// nextSet returns the table of the next of the shared sets.
func (e *encodedSpec) nextSet(sets *codec.Coder) codec.Table {
	n := 0
	sets.Int(&n)
	return codec.Open(e.set(n))
}

// all returns all options, those of shared sets included.
func (e *encodedSpec) all() []Option {
	if e.every != nil {
		return e.every
	}
	options, sets := codec.Open(e.options), codec.Reader(e.sets)
	for {
		for record := range options.Records {
			c := codec.Reader(record)
			e.every = append(e.every, Option{})
			e.every[len(e.every)-1].pack(&c)
		}
		if !sets.More() {
			return e.every
		}
		options = e.nextSet(&sets)
	}
}
