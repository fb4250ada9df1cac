package main

import (
	"strconv"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// treeNames are the words for what the names of a tree come from.
func treeNames() map[string]fact.TreeKind {
	return map[string]fact.TreeKind{
		"copy": fact.TreeCopy, "link": fact.TreeLink, "zip": fact.TreeZip, "tar": fact.TreeTar,
		"archive": fact.TreeArchive, "patch": fact.TreePatch, "mail": fact.TreeMail,
		"checkout": fact.TreeCheckout,
		"merge":    fact.TreeMerge, "pick": fact.TreePick, "rebase": fact.TreeRebase,
		"stash": fact.TreeStash, "bisect": fact.TreeBisect,
		"restore": fact.TreeRestore, "edits": fact.TreeEdits, "refs": fact.TreeRefs,
	}
}

func treeKeys() []string {
	return []string{"of", "from", "into", "only", "not", "deep", "slash", "bare", "keeps",
		"follows", "flat", "strip", "least",
		"prefix", "except", "loose", "always", "include"}
}

// tree reads what is said of a tree whose names no operand holds.
func (r *specReader) tree(s *command.Spec, n *yaml.Node) error {
	t := &command.TreeSpec{}
	lists := map[string]*[]string{"from": &t.From, "into": &t.Into, "only": &t.Only, "not": &t.Not,
		"bare":  &t.Bare,
		"keeps": &t.Keeps, "follows": &t.Follows, "flat": &t.Flat, "strip": &t.Strip, "prefix": &t.Prefix,
		"except": &t.Except, "loose": &t.Loose, "always": &t.Always,
		"include": &t.Include}
	err := r.pairs(n, func(key, value *yaml.Node) (err error) {
		list := lists[key.Value]
		switch {
		case list != nil:
			*list, err = r.words(value)
		case key.Value == "of":
			t.Kind, err = enum(r, value, treeNames())
		case key.Value == "deep":
			t.Deep, err = r.boolean(value)
		case key.Value == "slash":
			t.Slash, err = r.boolean(value)
		case key.Value == "least":
			var least int
			least, err = strconv.Atoi(value.Value)
			if err != nil || least < -1 || least > 9 {
				return r.errorf(value, "a number of components from -1 to 9 is needed here")
			}
			t.Least = int8(least)
		default:
			err = r.unknownKey(key, treeKeys())
		}
		return err
	})
	if err != nil {
		return err
	}
	if t.Kind == fact.NoTree {
		return r.errorf(n,
			"a tree needs a word for what its names come from: of: copy (or zip, tar, patch, …)")
	}
	s.SetTree(t)
	return r.lintTree(n, s, t, lists)
}

// lintTree refuses names that are neither an operand nor the first name of an option.
func (r *specReader) lintTree(n *yaml.Node, s *command.Spec, t *command.TreeSpec,
	lists map[string]*[]string) error {
	known := namesOf(s)
	for _, key := range treeKeys() {
		if lists[key] == nil {
			continue
		}
		for _, name := range *lists[key] {
			if !known[name] {
				return r.errorf(n,
					"the tree of %s names %s under %s, which is neither operand nor the first name of an option%s",
					s.Name, name, key, didYouMean(name, keys(known)))
			}
		}
	}
	return nil
}
