package main

import (
	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

// overruled names the lines of the config that an enforced policy leaves without effect.
func overruled(g *gate.Gate, p *policy.Policy, project string,
	isProject bool) []policy.Problem {
	if p.Enforced == 0 || len(p.Documents) == 0 {
		return nil
	}
	var docs []*policy.Document
	for _, set := range p.Sets[:p.Enforced] {
		doc := p.HandedOutAs(set.Name())
		if doc == nil {
			doc, _, _ = parse.Parse(set.Name(), []byte(gen.Source(set.Name())), policy.Organisation)
		}
		docs = append(docs, doc)
	}
	set := p.Effective()
	return p.Overruled(docs, project, g.Places(&set, project, isProject))
}
