package main

import "github.com/fencepost/fencepost/internal/rule"

// fewerConfig is the person's config where there is none yet.
const fewerConfig = `# What coding agents may do. ` + "`fencepost verify`" + ` finds mistakes here.
import: [recommended]
` + explicitConfig

const explicitConfig = `
# explicit: what fencepost allows runs without the agent's own prompt.
# silent: the agent prompts as it does without fencepost.
output: {allow: explicit}
`

// explicitAllow makes a config print an allow, so that the agent does not prompt.
var explicitAllow = keyEdit{command: "install", block: "output", key: "allow", word: "explicit",
	starter: fewerConfig, says: "what fencepost allows runs without the agent's own prompt\n" +
		"to undo, set `output: {allow: silent}` there",
	now: func(set *rule.Settings) string {
		if set.OutputAllow == rule.OutputExplicit {
			return "explicit"
		}
		return ""
	}}

// fewerPrompts does so in the person's config.
func fewerPrompts(s stdio, t *target) int {
	file, err := ownConfig(t.home)
	if err != nil {
		return s.fail("install: %v", err)
	}
	return explicitAllow.apply(s, file)
}
