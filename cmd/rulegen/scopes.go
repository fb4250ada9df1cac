package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// scopeNames is the number of hashes of names that are told apart. The table has a byte for each.
const scopeNames = 8192

// scopes gathers what the bundled presets can speak of.
type scopes struct {
	table   rule.ScopeTable
	presets []*preset // by number, from 1 on

	names  [scopeNames]uint64
	firsts [256]uint64
}

// newScopes numbers the presets. Those of an organisation have no number, and are always asked.
func newScopes(presets []*preset) (*scopes, error) {
	s := &scopes{presets: []*preset{nil}}
	s.table = rule.ScopeTable{Redirects: 1, Masks: []uint64{1}}
	for k := range s.table.Kinds {
		s.table.Kinds[k] = 1
	}
	for k := range s.table.Traits {
		s.table.Traits[k] = 1
	}
	for _, p := range presets {
		if p.org {
			continue
		}
		s.add(p)
	}
	if len(s.presets)-1 > rule.MaxScope {
		return nil, fmt.Errorf("rulegen: there are more than %d presets: make rule.Speakers wider",
			rule.MaxScope)
	}
	return s, nil
}

func (s *scopes) add(p *preset) {
	bit := uint64(1) << len(s.presets)
	s.presets = append(s.presets, p)
	s.addTraits(p.doc, bit)
	for i := range p.doc.Effects {
		for _, k := range effectKinds(p.doc.Effects[i].On) {
			s.table.Kinds[k] |= bit
		}
	}
	if len(p.doc.Tools.Bash.Redirects) > 0 {
		s.table.Redirects |= bit
	}
	for _, c := range selectRules(wordRules(p.doc)) {
		for _, name := range c.Names {
			lead, begins := strings.CutPrefix(name, rule.Begins)
			for i := range s.firsts {
				if begins && (lead == "" || lead[0] == byte(i)) {
					s.firsts[i] |= bit
				}
			}
			if !begins {
				s.names[rule.HashName(name, scopeNames)] |= bit
			}
		}
	}
	for i := range p.doc.Tools.Bash.Normalise {
		name := p.doc.Tools.Bash.Normalise[i].Prefix.Words[0]
		s.names[rule.HashName(name, scopeNames)] |= bit
	}
}

// addTraits adds what a document speaks of beside words.
func (s *scopes) addTraits(doc *policy.Document, bit uint64) {
	b := &doc.Tools.Bash
	for i := range doc.Together {
		s.table.Traits[doc.Together[i].What.Trait()] |= bit
	}
	code := &b.Interpreters
	for _, has := range []struct {
		trait rule.Trait
		is    bool
	}{
		{rule.HasSettings, !reflect.ValueOf(doc.Settings()).IsZero()},
		{rule.HasStrips, len(b.Normalise) > 0},
		{rule.HasTools, len(doc.Tools.Deny)+len(doc.Tools.Ask)+len(doc.Tools.Allow) > 0},
		{rule.HasCode, !reflect.ValueOf(*code).IsZero()},
	} {
		if has.is {
			s.table.Traits[has.trait] |= bit
		}
	}
}

// index is the place of a mask in the table, as text.
func (s *scopes) index(mask uint64) string {
	mask |= 1
	i := slices.Index(s.table.Masks, mask)
	if i < 0 {
		i = len(s.table.Masks)
		s.table.Masks = append(s.table.Masks, mask)
	}
	return string([]byte{byte(i)})
}

// writeScopes writes scopes.go.
func writeScopes(presets []*preset, o *output) error {
	s, err := newScopes(presets)
	if err != nil {
		return err
	}
	for _, mask := range s.names {
		s.table.Names += s.index(mask)
	}
	for _, mask := range s.firsts {
		s.table.Firsts += s.index(mask)
	}
	if n := len(s.table.Masks); n > 256 {
		return fmt.Errorf("rulegen: %d sets of presets do not fit a byte", n)
	}
	f := newFile("presets/*.yaml")
	var numbers []Code
	for i, p := range s.presets[1:] {
		numbers = append(numbers, Case(Lit(p.name)).Block(Return(Lit(i+1))))
	}
	f.Comment("Scope returns the number of a preset in the table of scopes; 0 where it is in none.")
	f.Func().Params(Id("Presets")).Id("Scope").Params(Id("name").String()).Uint8().Block(
		Switch(Id("name")).Block(numbers...), Return(Lit(0)))
	f.Line()
	f.Comment("Scopes says what the presets can speak of. It is never changed.")
	f.Func().Params(Id("Presets")).Id("Scopes").Params().Op("*").Qual(rulePkg, "ScopeTable").Block(
		Return(Op("&").Id("scopes")))
	f.Line()
	f.Var().Id("scopes").Op("=").Add(literal(s.table))
	o.add("scopes.go", f)
	return nil
}
