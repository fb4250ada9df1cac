package command

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// TreeSpec says what the names come from of a tree that a command writes. Operands and options are
// given by name.
type TreeSpec struct {
	Kind    fact.TreeKind
	From    []string // operands and options that name the sources; none given: standard input
	Into    []string // operands and options that name the directory; none given: the current one
	Only    []string // options without which no tree is written
	Not     []string // options with which no tree is written
	Deep    bool     // directories come with what is below them; else where an option is recursive
	Slash   bool     // SOURCE/ means what is in it, SOURCE always its own name (rsync)
	Bare    []string // options with which the destination is the name of the copy itself
	Keeps   []string // options with which the names of sources are kept with their directories
	Follows []string // options with which links are followed
	Flat    []string // options with which only the last component of a name counts
	Strip   []string // options whose number is that of leading components that are cut off
	Least   int8     // how many are cut off without such an option; -1: it is not known
	Prefix  []string // options whose argument is put before each name
	Except  []string // options whose argument is the name of files that are left out
	Include []string // options with which what is left out may be taken after all
	Loose   []string // options with which the names become others
	Always  []string // options with which a tree is written whatever Not and harmless options say
	Shows   []string // options with which what the names stand for is shown, and not written
	Back    []string // options with which it is that of an operation which ends, or goes on
}

// SetTree says what is known of a tree that the command writes.
func (s *Spec) SetTree(t *TreeSpec) {
	c := codec.Writer()
	t.pack(&c)
	s.trees = c.Written()
}

func (t *TreeSpec) pack(c *codec.Coder) {
	t.packHead(c)
	least := uint8(t.Least + 1)
	codec.Word(c, &least)
	t.Least = int8(least) - 1
	for _, list := range t.lists() {
		c.Texts(list)
	}
}

func (t *TreeSpec) packHead(c *codec.Coder) {
	codec.Word(c, &t.Kind)
	c.Bits(&t.Deep, &t.Slash)
}

// treeKind returns the kind of the tree, and whether directories are always copied with what is
// below them.
func (s *Spec) treeKind() (kind fact.TreeKind, deep bool) {
	var t TreeSpec
	c := codec.Reader(s.trees)
	t.packHead(&c)
	return t.Kind, t.Deep
}

// tree returns what SetTree was given. Few calls ask, so it is decoded each time.
func (s *Spec) tree() *TreeSpec {
	t, c := &TreeSpec{}, codec.Reader(s.trees)
	t.pack(&c)
	return t
}

// lists returns the lists of names in the order in which they are encoded.
func (t *TreeSpec) lists() [16]*[]string {
	return [...]*[]string{&t.From, &t.Into, &t.Only, &t.Not, &t.Bare, &t.Keeps, &t.Follows, &t.Flat,
		&t.Strip, &t.Prefix,
		&t.Except, &t.Loose, &t.Always, &t.Include,
		&t.Back, &t.Shows}
}
