package main

import (
	"path"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/tune"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// allowCommand proposes rules for calls that the person names.
func allowCommand(s stdio) *cobra.Command {
	t := tuner{s: s, name: "allow"}
	q := question{tool: "Bash"}
	c := newCommand("allow COMMAND...", "propose the narrowest rule that lets a command pass",
		func(operands []string) int { return t.runAllow(&q, operands) })
	t.flags(c)
	toolFlag(c, &q.tool)
	cwdFlag(c, &q.cwd)
	return c
}

func (t *tuner) runAllow(q *question, operands []string) int {
	s := t.s
	if len(operands) == 0 {
		return s.fail("allow: name the command in quotes, such as 'bd list'; commands that differ only " +
			"in arguments get one rule")
	}
	if code, refused := t.refused(); refused {
		return code
	}
	named, err := t.named(q, operands)
	if err != nil {
		return s.fail("allow: %v", err)
	}
	if t.asJSON {
		s.json(named)
		return exitOK
	}
	return t.showNamed(named, q, operands)
}

// named proposes for the calls.
func (t *tuner) named(q *question, operands []string) (*tune.Named, error) {
	gate := pastGate(true, "")
	l := pastLog{cwd: q.cwd}
	dir, err := l.dir()
	if err != nil {
		return nil, err
	}
	_, t.dir, _ = gate.Policy(dir)
	var calls []*fact.Call
	for _, operand := range operands {
		call, err := q.call(operand, dir)
		if err != nil {
			return nil, err
		}
		calls = append(calls, call)
	}
	return tune.For(gate, calls, time.Now()), nil
}

func (t *tuner) showNamed(named *tune.Named, q *question, operands []string) int {
	s := t.s
	switch {
	case named.Passes == len(operands):
		s.printf("It passes already. No rule is needed.\n")
		return exitOK
	case named.Never != "":
		s.printf("Nothing is proposed: %s.\n", oneLine(named.Never))
		s.printf("`fencepost explain` shows what decides.%s", t.byHand(q, operands[0], named.Never))
		return exitFailed
	}
	return t.showAll(named.Proposals)
}

// byHand is a sentence with the lines of a config that let a command pass, for a person who wants that.
// It is empty for what the agent could change behind the rule, and says so if one rule is not enough.
func (t *tuner) byHand(q *question, operand, why string) string {
	if why == tune.WhyUnseen || why == tune.WhyNested {
		return "\n"
	}
	r, err := q.ask([]string{operand}, true)
	file, wrong := tune.ConfigFile(t.home(), "")
	if err != nil || wrong != nil || r.Verdict.Decision != rule.Ask {
		return "\n"
	}
	standard, lines := standardHere(), []string{}
	for _, n := range explain(r).Commands {
		for _, o := range n.Said {
			if !o.Counts || o.decision != rule.Ask {
				continue
			}
			imports := standard
			if preset, _, bundled := strings.Cut(path.Base(o.Src), "."); bundled && o.ID != "" {
				imports += ", {preset: " + preset + ", off: [" + o.ID + "]}"
			}
			lines = append(lines, "  import: ["+imports+"]\n  tools: {bash: {allow: ["+
				tune.Single(oneLine(n.Text))+"]}}\n")
		}
	}
	if len(lines) != 1 || len(explain(r).Unknown) > 0 {
		return " No single rule lets it pass.\n"
	}
	return " You can write a rule by hand, in " + oneLine(file) + ":\n" + lines[0]
}
