package main

import (
	"github.com/fencepost/fencepost"
	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// baked is an organisation policy that the program was built with.
type baked struct {
	Name     string `json:"name"`
	Version  string `json:"version,omitempty"`
	Hash     string `json:"sha256"` // of its source
	File     string `json:"file"`
	Enforced bool   `json:"enforced"`
	Default  string `json:"default,omitempty"` // the preset that it names for where there is no config
}

func bakedIn(list []rule.Baked) []baked {
	out := make([]baked, 0, len(list))
	for _, b := range list {
		out = append(out, baked{Name: b.Preset, Version: b.Version, Hash: b.Hash, File: b.Src,
			Enforced: b.Enforced, Default: b.Default})
	}
	return out
}

func (b baked) String() string {
	text := b.Name
	if b.Version != "" {
		text += " " + b.Version
	}
	text += " sha256:" + b.Hash
	if b.Enforced {
		text += ", enforced"
	}
	if b.Default != "" {
		text += ", default " + b.Default
	}
	return text
}

// overruled names the lines of the config that an enforced policy leaves without effect.
func overruled(gate *fencepost.Gate, p *policy.Policy, project string,
	isProject bool) []policy.Problem {
	if p.Enforced == 0 || len(p.Documents) == 0 {
		return nil
	}
	var docs []*policy.Document
	for _, set := range p.Sets[:p.Enforced] {
		doc, _, _ := parse.Parse(set.Name(), []byte(gen.Source(set.Name())), policy.Organisation)
		docs = append(docs, doc)
	}
	set := p.Effective()
	return p.Overruled(docs, project, gate.Places(&set, project, isProject))
}
