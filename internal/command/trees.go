package command

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Tree returns the tree that the command which was resolved last writes under names that its words
// do not hold, or nil. It costs nothing where the command's spec knows of none.
func (x *Resolver) Tree() *fact.Tree {
	r := &x.r
	if r.spec == nil || r.spec.trees == "" || r.c.Name == "" || r.copiesPlainly() {
		return nil
	}
	spec := r.spec.tree()
	switch {
	case len(spec.Always) > 0 && r.mayHave(spec.Always):
	case r.harmless(), len(spec.Not) > 0 && r.has(spec.Not):
		return nil
	case len(spec.Only) > 0 && !r.mayHave(spec.Only):
		return nil
	}
	t := &fact.Tree{Kind: spec.Kind, Deep: spec.Deep, Slash: spec.Slash,
		Strip: int(spec.Least), Guess: true,
		Bare: r.has(spec.Bare), Keeps: r.has(spec.Keeps), Follows: r.has(spec.Follows),
		Flat: r.has(spec.Flat)}
	for i := range r.given {
		t.Deep = t.Deep || r.given[i].opt != nil && r.given[i].opt.Is&Recursive != 0 && !r.given[i].off
	}
	t.From = r.named(spec.From)
	if !r.treeInto(t, spec) {
		return nil
	}
	r.treeOptions(t, spec)
	return t
}

// copiesPlainly reports whether a command copies single files whose names do not matter: cp a.txt
// b.txt.
func (r *resolver) copiesPlainly() bool {
	if kind, deep := r.spec.treeKind(); kind != fact.TreeCopy || deep {
		return false
	}
	for i := range r.given {
		if r.given[i].opt == nil || r.given[i].opt.Is&Recursive != 0 {
			return false
		}
	}
	for i := range r.c.Operands {
		w := &r.c.Operands[i].Word
		if r.in.Disk == nil || !w.Known() || r.in.Disk.Matters(w.Text) {
			return false
		}
	}
	return true
}

// treeInto finds the directory below which the names are written. It reports false where that lies
// on another machine.
func (r *resolver) treeInto(t *fact.Tree, spec *TreeSpec) bool {
	if into := r.named(spec.Into); len(into) > 0 {
		o := &into[len(into)-1]
		if r.spec.Remote && remote(&o.Word) {
			return false
		}
		t.Into = o.Path
		if !o.IsPath {
			t.Into = r.path(r.dirs(), &o.Word)
		}
		return true
	}
	here := fact.Lit(".")
	t.Into = r.path(r.dirs(), &here)
	return true
}

// treeOptions reads the options that change the names.
func (r *resolver) treeOptions(t *fact.Tree, spec *TreeSpec) {
	for i := range r.c.Flags {
		f := &r.c.Flags[i]
		if i < len(r.given) && r.given[i].off {
			continue
		}
		value := fact.Unknown("")
		if f.Value >= 0 {
			value = r.c.Operands[f.Value].Word
		}
		switch {
		case flagOf(f, spec.Strip):
			t.Strip, t.Guess = -1, false
			if n, err := strconv.Atoi(value.Text); err == nil && n >= 0 && value.Known() {
				t.Strip = n
			}
		case flagOf(f, spec.Prefix):
			t.Prefix = value
		case flagOf(f, spec.Except) && value.Known():
			t.Except = append(t.Except, strings.Trim(value.Text, "/"))
		case flagOf(f, spec.Loose):
			t.Loose = f.Written
		}
	}
	if r.mayHave(spec.Include) {
		t.Except = nil
	}
}

func flagOf(f *fact.Flag, names []string) bool {
	return slices.Contains(names, f.Name)
}

// mayHave is has for options with which a command does more: one that is perhaps given counts.
func (r *resolver) mayHave(names []string) bool {
	if r.has(names) || r.doubt {
		return true
	}
	for i := range r.given {
		for _, want := range names {
			if g := &r.given[i]; g.opt != nil && g.open && g.opt.Names[0] == want {
				return true
			}
		}
	}
	return false
}

// named returns the operands and option-arguments that have one of the names, in order.
func (r *resolver) named(names []string) []fact.Operand { return r.appendNamed(nil, names) }

func (r *resolver) appendNamed(list []fact.Operand, names []string) []fact.Operand {
	if len(names) == 0 {
		return list
	}
	for i := range r.c.Operands {
		if o := &r.c.Operands[i]; o.Flag != "" && slices.Contains(names, o.Flag) {
			list = append(list, *o)
		}
	}
	var buf [8]OperandSpec
	slots, many, tail := r.positions(buf[:0])
	for i := range r.args {
		at := place(i, len(r.args), len(slots), many, tail)
		if at < len(slots) && slices.Contains(names, slots[at].Name) {
			list = append(list, r.c.Operands[r.args[i].op])
		}
	}
	return list
}
