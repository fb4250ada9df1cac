package main

import (
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
)

// keys reads what stands behind the keys of KEY=VALUE: {proxycommand: shell percent, "*": none}.
func (r *specReader) keys(n *yaml.Node) (list []command.Key, err error) {
	err = r.pairs(n, func(key, value *yaml.Node) error {
		k := command.Key{Name: key.Value}
		if k.Name != strings.ToLower(k.Name) {
			return r.errorf(key, "keys have no case; write %q", strings.ToLower(k.Name))
		}
		for i, word := range strings.Fields(value.Value) {
			if i > 0 {
				is, ok := keyTraitNames()[word]
				if !ok {
					return r.errorf(value, "%q is no property of a value%s", word,
						didYouMean(word, keys(keyTraitNames())))
				}
				k.Is |= is
				continue
			}
			switch role := roleNames()[word]; role {
			case fact.RoleNone, fact.RoleShell, fact.RoleWords:
				k.Role = role
			default:
				return r.errorf(value, "none, shell or words is needed here, not %q", word)
			}
		}
		list = append(list, k)
		return nil
	})
	return list, err
}

// traits reads the properties of a command.
func (r *specReader) traits(s *command.Spec, n *yaml.Node) error {
	words, err := r.words(n)
	for _, w := range words {
		t, ok := commandTraits()[w]
		if !ok {
			return r.errorf(n, "%q is no property of a command%s", w, didYouMean(w,
				keys(commandTraits())))
		}
		s.Is |= t
	}
	return err
}

// language reads the name of a language that package lang knows.
func (r *specReader) language(n *yaml.Node) (string, error) {
	if err := r.scalar(n); err != nil {
		return "", err
	}
	if !lang.Known(n.Value) {
		return "", r.errorf(n, "package lang knows no language %q", n.Value)
	}
	return n.Value, nil
}

// includes reads the language in which files have their reader read others.
func (r *specReader) includes(n *yaml.Node) (fact.IncludeLang, error) {
	switch n.Value {
	case "c":
		return fact.CIncludes, nil
	case "roff":
		return fact.RoffIncludes, nil
	}
	return fact.NoIncludes, r.errorf(n, "c or roff is needed here, not %q", n.Value)
}
