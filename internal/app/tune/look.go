package tune

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/decision/decide"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// kind is what a rule would be about.
type kind uint8

const (
	command kind = iota // the words of a shell command
	tool                // a tool by its name
	host                // a host that WebFetch contacts
)

// part is one thing in a call that is asked about, and for which a rule could be proposed.
type part struct {
	kind kind
	head []string // the words by which it is known: the command and its subcommand; a tool; a host
	args []string // the other words
	// it holds in one project only: it runs what lies there, or is named by a path in it
	bound  bool
	known  bool     // a specification says what the command does
	runs   bool     // it runs code that is not seen
	script string   // the file that it runs, where a word names one
	does   []string // what it does, in words, as far as that is known
	fixed  bool     // it runs another command: no word and no order may change
	names  bool     // its subcommand only looks at what the other words name
	plain  []string // words that are no files, by its specification
}

// bounds of what is looked at
const (
	maxWords = 40  // of a command
	maxText  = 400 // bytes of a command
	maxWord  = 160 // bytes of one word
)

// look is what is asked about in a call.
type look struct {
	decision rule.Decision
	project  string
	parts    []part
	never    string // why nothing is proposed for the call; "" where something may be

	denied string // why it is denied
	call   *fact.Call
	keys   []string     // of the shapes of the parts, in order
	result *gate.Result // of a call that did not run
}

// lookAt judges a call and finds what is asked about in it. The gate has to trace.
func lookAt(g *gate.Gate, call *fact.Call) *look {
	r := g.Judge(call)
	l := &look{decision: r.Verdict.Decision, project: r.Project}
	if l.decision == rule.Deny {
		l.denied = because(r.Verdict.Description, r.Verdict.Rule)
	}
	if l.decision != rule.Ask {
		return l
	}
	switch r.Verdict.Cause {
	case rule.ByDefault, rule.ByRule:
	case rule.ByMode:
		l.never = "the mode asks for it"
	default:
		l.never = because(r.Verdict.Description, "what it does cannot be known")
	}
	for i := range r.Said {
		s := &r.Said[i]
		if l.never != "" {
			break
		}
		if s.Decision >= rule.Ask && counts(r.Said, s) {
			l.add(g, r, s)
		}
	}
	if l.never == "" && len(l.parts) == 0 {
		l.never = because(r.Verdict.Description, "a rule asks for it")
	}
	if l.never != "" {
		l.parts = nil
	}
	return l
}

// because is a sentence without its end, or other words where there is none.
func because(text, other string) string {
	text, _, _ = strings.Cut(strings.TrimSuffix(text, "."), "\n")
	if text == "" {
		return other
	}
	return text
}

// counts reports whether no rule of an earlier tier has answered what was said.
func counts(said []decide.Said, s *decide.Said) bool {
	if s.Settled {
		return false
	}
	return s.Info == nil || !slices.ContainsFunc(said, func(o decide.Said) bool {
		return o.Info != nil && o.Command == s.Command && o.About == s.About && o.Tier < s.Tier
	})
}

// add adds the part that something is said about, or why there can be none.
func (l *look) add(g *gate.Gate, r *gate.Result, s *decide.Said) {
	shell := agent.RunsShell(r.Call)
	switch {
	case s.Decision == rule.Deny:
		l.never = "a part of it is denied"
	case s.Info != nil && s.Info.Kind == rule.EffectRule && r.Call.Tool == "WebFetch":
		l.host(r)
	case s.Info != nil:
		l.never = because(s.Info.Description, "a rule asks for it")
	case s.Tier != rule.TierDefault:
		l.never = because(s.Why, "what it does cannot be known")
	case shell && s.Command >= 0 && s.Command < len(r.Facts.Commands):
		l.command(g, r, &r.Facts.Commands[s.Command])
	case shell:
		l.never = because(s.Why, "what it does cannot be known")
	default:
		l.tool(r.Call)
	}
}

// host adds the host of a page that is fetched.
func (l *look) host(r *gate.Result) {
	name := ""
	for i := range r.Facts.Effects {
		if e := &r.Facts.Effects[i]; e.Kind == fact.Network {
			name = e.Host
		}
	}
	if name == "" || strings.ContainsAny(name, "*?|") || !printable(name) {
		l.never = "the host is not known"
		return
	}
	l.once(part{kind: host, head: []string{name}})
}

// tool adds a tool by its name.
func (l *look) tool(call *fact.Call) {
	name := call.Tool
	switch agent.ToolOf(name).Kind {
	case agent.Other, agent.Query:
	case agent.Hidden:
		l.never = "what it runs does not stand in the call"
		return
	default:
		l.never = "a rule for the tool's name would let it act on every file and host"
		return
	}
	if !plainName(name) {
		l.never = "the tool's name is none that a rule can name"
		return
	}
	words := name
	if i := strings.LastIndex(name, "__"); i >= 0 {
		words = name[i:]
	}
	if l.never = riskOf(words, toolRisk); l.never == "" {
		l.never = riskOf(name, serverRisk)
	}
	l.once(part{kind: tool, head: []string{name}})
}

// serverRisk is the risk of the name of a server: little is known about one.
func serverRisk(word string) string {
	switch word {
	case "prod", "production", "live", "vault", "secrets":
		return risk(word)
	}
	return ""
}

// plainName reports whether a name has no signs that mean something in a rule.
func plainName(name string) bool {
	return name != "" && strings.Trim(name, letters+digits+"_.:-") == ""
}

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
)

func (l *look) once(p part) {
	if !slices.ContainsFunc(l.parts, func(o part) bool {
		return o.kind == p.kind && slices.Equal(o.head, p.head) && slices.Equal(o.args, p.args)
	}) {
		l.parts = append(l.parts, p)
	}
}
