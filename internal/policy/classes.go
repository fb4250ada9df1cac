package policy

import "strings"

// class says what a key of a project's config can do to the fence. It decides whether the key
// counts before a person has trusted the config.
type class uint8

const (
	// loosens: the key may let more pass, hide something or move it, so that it waits for trust. It
	// is the class of every key that the table does not name.
	loosens class = iota
	// tightens: whatever it says, less passes than without it.
	tightens
	// byValue: it tightens if its value is stricter than the value of the layers below; else it has to
	// wait.
	byValue
	// asks: it tightens, but for layers below that deny what no rule speaks of: there an ask is a
	// way through.
	asks
	// byDecision: a rule, which is classed by its decision; one that asks is of the class asks.
	byDecision
)

// classOf is the table of classes. Keys are written from the top of the file. known is false for a
// key that the table does not name. The keys inside a rule are such keys: only the decision of the
// rule counts.
func classOf(key string) (c class, known bool) {
	switch key {
	case "protect",
		"tools.deny", "tools.bash.deny", "tools.bash.checks":
		return tightens, true
	case "tools.ask", "tools.bash.ask":
		return asks, true
	case "default", "onError", "readOnly", "dynamic", "output.allow",
		"project.read", "project.unchanged",
		"tools.bash.discourageChaining", "tools.bash.offerManualRun":
		return byValue, true
	case "tools.bash.redirects", "tools.bash.arguments", "effects", "together",
		"tools.bash.interpreters.python.calls", "tools.bash.interpreters.javascript.calls",
		"tools.bash.interpreters.python.writes", "tools.bash.interpreters.javascript.writes",
		"tools.bash.interpreters.python.imports", "tools.bash.interpreters.javascript.imports":
		return byDecision, true
	case "import", // of presets that are not in force below: most of them hold allows
		"policy", "policyKey", // which a project must not have at all (refuseHandedOut)
		"mode", "redirect.tmp", "redirect.tmpTarget",
		"guidance.enabled", "guidance.includeDefaults", "guidance.extra",
		"audit.enabled", "audit.path", "audit.maxBytes", "audit.keep",
		"tools.allow", "tools.require",
		"tools.bash.normalise", "tools.bash.allowChecks", "tools.bash.allow",
		"tools.bash.interpreters.python.names", "tools.bash.interpreters.javascript.names":
		return loosens, true
	}
	if rest, ok := strings.CutPrefix(key, "sandbox."); ok {
		return classOfSandbox(rest)
	}
	return loosens, false
}

// classOfSandbox is the part of the table about the block sandbox. What a project allows a confined
// run is a proposal: it waits.
func classOfSandbox(key string) (c class, known bool) {
	switch key {
	case "mode", "scope", "require", "onUnavailable", "answers", "profile", "read.projectSecrets",
		"network.mode", "network.publish", "env.scrub", "home", "tmp", "caches", "background",
		"limits.memory", "limits.processes", "limits.time":
		return byValue, true
	case "write.readOnly", "read.hide", "network.deny", "network.denyResolved":
		return tightens, true
	case "except", "write.allow", "read.allow", "network.allow", "network.localhost",
		"network.sockets", "network.reasons", "env.keep", "devices":
		return loosens, true
	}
	return loosens, false
}
