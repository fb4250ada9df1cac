package analyze

import (
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

// applied returns the effects of apply_patch, which some agents have as a command of their shells:
// its text names the files that it changes. What a file holds that it updates is read for that.
func (a *Analyzer) applied(i int) (effects []fact.Effect) {
	c := &a.facts.Commands[i]
	var text *fact.Word
	switch {
	case len(c.Argv) == 2:
		text = &c.Argv[1]
	case len(c.Argv) == 1 && c.Stdin.Kind == fact.StdinText:
		text = &c.Stdin.Text
	}
	if text == nil || !text.Known() {
		c.Hazards = append(c.Hazards, fact.Hazard{ID: "tree-names", Kind: fact.Dynamic, Text: c.Text,
			Why: "the names of the files that the patch changes cannot be known before it runs"})
		return nil
	}
	var call fact.Call
	if agent.Patch(&call, text.Text); call.Suspicious != "" {
		c.Hazards = append(c.Hazards, fact.Hazard{ID: "tree-names", Kind: fact.Suspect, Text: c.Text,
			Why: strings.TrimSuffix(call.Suspicious, ".")})
	}
	for _, t := range call.Touches {
		w := fact.Lit(t.Path)
		p := a.Path(c.Dirs, &w)
		if t.Tool == "" && t.Kind == fact.Write { // an update
			effects = append(effects, fact.Effect{Kind: fact.Read, Path: p, Command: i})
		}
		effects = append(effects, fact.Effect{Kind: t.Kind, Path: p, Command: i})
	}
	return effects
}
