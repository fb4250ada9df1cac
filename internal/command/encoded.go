package command

import "sync/atomic"

// encodedSpec is the part of a decoded spec that is decoded piece by piece, when it is asked for.
// What was decoded is kept: a program that judges many calls decodes what they have in common once.
// It may be used by several goroutines.
type encodedSpec struct {
	options string // an index, see there; "": none
	sets    string // the numbers of shared sets of options
	nsets   int
	subs    string // an index
	// the index of a shared set by its number; nil if the spec is not a decoded one
	set  func(int) string
	path []string // the names of the subcommands from the command's first to this one

	keptOptions atomic.Pointer[kept[Option]]
	keptSubs    atomic.Pointer[kept[Spec]]
	everyOption atomic.Pointer[[]Option]
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
	record := openIndex(e.subs).find(name)
	if record == "" {
		return nil
	}
	d := decoder{s: record, set: e.set}
	own := d.named(name)
	sub := d.spec()
	sub.encoded.path = append(e.path[:len(e.path):len(e.path)], sub.Name)
	return keep(&e.keptSubs, own, sub)
}

// option returns the option of that spelling, or nil.
func (e *encodedSpec) option(name string) *Option {
	if o := lookKept(&e.keptOptions, name); o != nil {
		return o
	}
	record := openIndex(e.options).find(name)
	sets := decoder{s: e.sets}
	for i := 0; record == "" && i < e.nsets; i++ {
		record = openIndex(e.set(sets.num())).find(name)
	}
	if record == "" {
		return nil
	}
	names, body := decoder{s: record}, decoder{s: record}
	o := body.option()
	return keep(&e.keptOptions, names.named(name), &o)
}

// all returns all options, those of shared sets included.
func (e *encodedSpec) all() []Option {
	if list := e.everyOption.Load(); list != nil {
		return *list
	}
	var list []Option
	sets := decoder{s: e.sets}
	for i := -1; i < e.nsets; i++ {
		data := e.options
		if i >= 0 {
			data = e.set(sets.num())
		}
		for d := (decoder{s: openIndex(data).records}); d.s != ""; {
			list = append(list, d.option())
		}
	}
	e.everyOption.Store(&list)
	return list
}
