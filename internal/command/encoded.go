package command

import (
	"sync/atomic"

	"github.com/fencepost/fencepost/internal/pack"
)

// encodedSpec is the part of a decoded spec that is decoded piece by piece, when it is asked for.
// What was decoded is kept: a program that judges many calls decodes what they have in common once.
// It may be used by several goroutines.
type encodedSpec struct {
	lookups
	set  func(int) string // the table of a shared set; nil if the spec is not a decoded one
	path []string         // the names of the subcommands from the command's first to this one

	keptOptions atomic.Pointer[kept[Option]]
	keptSubs    atomic.Pointer[kept[Spec]]
	everyOption atomic.Pointer[[]Option]
}

// lookups are what is looked up in a spec by name.
type lookups struct {
	options string // a table
	sets    string // the numbers of shared sets of options
	subs    string // a table
}

// kept is a list of what was asked for by name.
type kept[T any] struct {
	name  string
	value *T
	next  *kept[T]
}

func lookKept[T any](list *atomic.Pointer[kept[T]], name string) *T {
	for k := list.Load(); k != nil; k = k.next {
		if k.name == name {
			return k.value
		}
	}
	return nil
}

// keep adds a value, whose name must be part of the encoded data: that of a call is not to be kept.
func keep[T any](list *atomic.Pointer[kept[T]], name string, value *T) *T {
	k := &kept[T]{name: name, value: value}
	for {
		k.next = list.Load()
		if list.CompareAndSwap(k.next, k) {
			return value
		}
	}
}

// sub returns the subcommand of that name, or nil.
func (e *encodedSpec) sub(name string) *Spec {
	if s := lookKept(&e.keptSubs, name); s != nil {
		return s
	}
	subs := pack.Open(e.subs)
	own, record, ok := subs.Find(name)
	if !ok {
		return nil
	}
	sub := Decode(record, e.set)
	sub.encoded.path = append(e.path[:len(e.path):len(e.path)], sub.Name)
	return keep(&e.keptSubs, own, sub)
}

// option returns the option of that spelling, or nil.
func (e *encodedSpec) option(name string) *Option {
	if o := lookKept(&e.keptOptions, name); o != nil {
		return o
	}
	options, sets := pack.Open(e.options), pack.Reader(e.sets)
	own, record, ok := options.Find(name)
	for !ok && sets.More() {
		options = e.nextSet(&sets)
		own, record, ok = options.Find(name)
	}
	if !ok {
		return nil
	}
	o, c := &Option{}, pack.Reader(record)
	o.pack(&c)
	return keep(&e.keptOptions, own, o)
}

// nextSet returns the table of the next of the shared sets.
func (e *encodedSpec) nextSet(sets *pack.Coder) pack.Table {
	n := 0
	sets.Int(&n)
	return pack.Open(e.set(n))
}

// all returns all options, those of shared sets included.
func (e *encodedSpec) all() []Option {
	if list := e.everyOption.Load(); list != nil {
		return *list
	}
	var list []Option
	options, sets := pack.Open(e.options), pack.Reader(e.sets)
	for {
		for record := range options.Records {
			c := pack.Reader(record)
			list = append(list, Option{})
			list[len(list)-1].pack(&c)
		}
		if !sets.More() {
			break
		}
		options = e.nextSet(&sets)
	}
	e.everyOption.Store(&list)
	return list
}
