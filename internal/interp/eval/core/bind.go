package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// Bound are the arguments of a call by parameter.
type Bound struct {
	params []tables.Param
	vals   []*Value
	rest   *Value // of the parameter that takes the rest
	Lost   bool   // arguments were passed that are not known one by one
	extra  []Arg  // keywords that are no parameter
	excess bool   // more was passed than there are parameters
	self   *Value
	called []*Value // functions among the arguments whose call has been followed
}

// Bind gives arguments to the parameters of an entry.
func Bind(e *tables.Entry, self *Value, args []Arg) *Bound {
	b := &Bound{params: e.Params, vals: make([]*Value, len(e.Params)), self: self}
	at := 0
	for _, a := range args {
		switch {
		case a.Spread:
			b.Lost = true
			b.takeRest()
			b.rest.More, b.rest.Wild = true, b.rest.Wild || !a.Val.Plain()
		case a.Name != "":
			if i := b.index(a.Name); i >= 0 {
				b.vals[i] = a.Val
			} else {
				b.extra = append(b.extra, a)
			}
		case at >= len(b.params):
			b.excess = true
		case b.params[at].Rest:
			b.takeRest()
			b.rest.List = append(b.rest.List, a.Val)
		case b.Lost:
			b.anywhere(at, a.Val)
		default:
			b.vals[at] = a.Val
			at++
		}
	}
	return b
}

// takeRest makes the list of what the parameter for the rest takes.
func (b *Bound) takeRest() {
	if b.rest == nil {
		b.rest = &Value{Kind: KindList}
	}
}

// anywhere says that any parameter from one on may have a value: its place is not known.
func (b *Bound) anywhere(from int, v *Value) {
	for i := from; i < len(b.vals); i++ {
		if !b.params[i].Rest {
			b.vals[i] = Join(Join(b.vals[i], Data), v)
		}
	}
}

func (b *Bound) index(name string) int {
	for i := range b.params {
		if b.params[i].Name == name {
			return i
		}
	}
	return -1
}

// Get returns the value of a parameter. given is false where it was left out and has no default.
func (b *Bound) Get(name string) (v *Value, given bool) {
	if name == "self" {
		if b.self == nil {
			return Data, true
		}
		return b.self, true
	}
	if strings.HasPrefix(name, "/") || name == "." {
		return Str(name), true // a path of the tables themselves
	}
	i := b.index(name)
	if i < 0 {
		for _, a := range b.extra {
			if a.Name == name {
				return a.Val, true
			}
		}
		return Data, false
	}
	switch {
	case b.params[i].Rest && b.rest != nil:
		return b.rest, true
	case b.params[i].Rest:
		return &Value{Kind: KindList}, true
	case b.vals[i] != nil:
		return b.vals[i], true
	case b.Lost:
		return Data, true
	case b.params[i].Default != "":
		return Str(b.params[i].Default), true
	}
	return Data, false
}

// option returns an entry of an options object or a keyword argument, or nil.
func (b *Bound) option(name string) *Value {
	for _, a := range b.extra {
		if a.Name == name {
			return a.Val
		}
	}
	for _, v := range b.vals {
		if o := v.Get(name); o != nil {
			return o
		}
	}
	if i := b.index(name); i >= 0 && b.vals[i] != nil {
		return b.vals[i]
	}
	return nil
}
