package store

import (
	"path/filepath"

	"github.com/fencepost/fencepost/internal/lowlevel/codec"
	"github.com/fencepost/fencepost/internal/lowlevel/digest"
	"github.com/fencepost/fencepost/internal/lowlevel/owner"
)

// A store also keeps the trees of YAML and TOML files of projects (tasks.ReadTree), by what the files
// hold. It has 256 slots for them, so that a repository cannot fill the disk of its user.

// treeMagic begins each of these files; its last byte is the version of the form.
const treeMagic = "fencetre\x02"

// maxTree bounds one, in bytes.
const maxTree = 1 << 20

// sumOf identifies the text of a file of a form, for one program.
func (s *Store) sumOf(form, source string) string {
	return digest.List([]byte(s.Program), []byte(form), []byte(source))
}

func (s *Store) slot(sum string) string { return filepath.Join(s.Dir, "tree-"+sum[:2]) }

// Tree returns the tree that is kept of a file; ok is false if there is none.
func (s *Store) Tree(form, source string) (tree string, ok bool) {
	if s.Dir == "" || !owner.Dir(s.Dir) {
		return "", false
	}
	sum := s.sumOf(form, source)
	held, err := owner.Read(s.slot(sum), maxTree, owner.Own)
	if err != nil {
		return "", false
	}
	return codec.Unseal(treeMagic+sum, held)
}

// KeepTree keeps a tree. A store that cannot be written costs time at the next call, and nothing
// else.
func (s *Store) KeepTree(form, source, tree string) error {
	if s.Dir == "" || len(tree) > maxTree/2 {
		return nil
	}
	sum := s.sumOf(form, source)
	return owner.Write(s.slot(sum), codec.Seal(treeMagic+sum, tree))
}
