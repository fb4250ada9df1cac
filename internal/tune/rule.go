package tune

import (
	"strings"

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
func checkRule(expression string) Rule { return Rule{InAllowChecks, single(expression)} }

// prefixRule allows commands that begin with these words. ok is false where they are none that a
// prefix can hold.
func prefixRule(words []string) (Rule, bool) {
	for _, w := range words {
		if strings.ContainsAny(w, " \t") || strings.ContainsAny(w[:1], "-?:,[]{}#&*!|>'\"%@`") {
			return Rule{}, false
		}
	}
	return Rule{InAllow, single(strings.Join(words, " "))}, true
}

func toolRule(name string) Rule { return Rule{InTools, single(name)} }

func hostRule(name string) Rule {
	return Rule{InEffects, "{on: [network], host: " + single(name) + ", decision: allow}"}
}

// single is a text in single quotes, in which nothing but these means anything. It has to be
// printable.
func single(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// Lists are the lists in which rules can stand, in the order of a config.
func Lists() []string { return []string{InTools, InAllow, InAllowChecks, InEffects} }

// Document is a config that holds the rules and nothing else.
func Document(rules []Rule) (*policy.Document, []policy.Problem) {
	doc, errors, warnings := parse.Parse("tune", []byte(YAML(rules, nil)), policy.Config)
	return doc, append(errors, warnings...)
}

// YAML writes the rules as a config. note is called for what is said of each, line by line; nil for
// nothing.
func YAML(rules []Rule, note func(Rule) []string) string {
	var b strings.Builder
	at := []string{}
	for _, list := range Lists() {
		for i, r := range in(rules, list) {
			if i == 0 {
				at = descend(&b, at, strings.Split(list, "."))
			}
			indent := strings.Repeat("  ", len(at))
			if note != nil {
				for _, line := range note(r) {
					b.WriteString(indent + "# " + line + "\n")
				}
			}
			b.WriteString(indent + "- " + r.Text + "\n")
		}
	}
	return b.String()
}

// in are the rules that stand in a list.
func in(rules []Rule, list string) (out []Rule) {
	for _, r := range rules {
		if r.In == list {
			out = append(out, r)
		}
	}
	return out
}

// descend writes the keys that lead from one list to the next.
func descend(b *strings.Builder, from, to []string) []string {
	same := 0
	for same < len(from) && same < len(to) && from[same] == to[same] {
		same++
	}
	for i := same; i < len(to); i++ {
		b.WriteString(strings.Repeat("  ", i) + to[i] + ":\n")
	}
	return to
}
