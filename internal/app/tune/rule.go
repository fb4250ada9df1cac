package tune

import (
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

// Where a rule stands in a config.
const (
	InAllow       = "tools.bash.allow"
	InAllowChecks = "tools.bash.allowChecks"
	InTools       = "tools.allow"
	InEffects     = "effects"
)

// Rule is one rule of a config that allows.
type Rule struct {
	In   string `json:"in"`   // the list that it stands in
	Text string `json:"rule"` // the entry, as YAML
}

// checkRule allows commands whose text an expression matches.
func checkRule(expression string) Rule { return Rule{InAllowChecks, Single(expression)} }

// prefixRule allows commands that begin with these words. ok is false where they are none that a
// prefix can hold.
func prefixRule(words []string) (Rule, bool) {
	for _, w := range words {
		if strings.ContainsAny(w, " \t") || strings.ContainsAny(w[:1], "-?:,[]{}#&*!|>'\"%@`") {
			return Rule{}, false
		}
	}
	return Rule{InAllow, Single(strings.Join(words, " "))}, true
}

func toolRule(name string) Rule { return Rule{InTools, Single(name)} }

func hostRule(name string) Rule {
	return Rule{InEffects, "{on: [network], host: " + Single(name) + ", decision: allow}"}
}

// Single is a text in single quotes, in which nothing but these means anything. It has to be
// printable.
func Single(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// lists are the lists in which rules can stand, in the order of a config.
var lists = []string{InTools, InAllow, InAllowChecks, InEffects}

// Text is a config that holds the rules and nothing else.
func Text(rules []Rule) ([]byte, error) {
	root := &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{{Kind: yaml.MappingNode}}}
	for _, r := range rules {
		if err := r.insert(root, ""); err != nil {
			return nil, err
		}
	}
	return encoded(root)
}

// Document is that config, read.
func Document(rules []Rule) (*policy.Document, []policy.Problem) {
	text, err := Text(rules)
	if err != nil {
		return nil, []policy.Problem{{Text: err.Error()}}
	}
	doc, errors, warnings := parse.Parse("tune", text, policy.Config)
	return doc, append(errors, warnings...)
}
