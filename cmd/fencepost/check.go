package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/app/activity"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// checkCommand decides about one call, or about one a line.
func checkCommand(s stdio) *cobra.Command {
	var asJSON, lines bool
	q := question{tool: "Bash"}
	c := newCommand("check COMMAND", "decide about one call, or about many from standard input",
		func(operands []string) int { return runCheck(s, &q, asJSON, lines, operands) })
	c.Long = "The exit status is 0 for allow, 1 for ask, 2 for deny, and 3 if it could not decide."
	c.Example = "  fencepost check 'git push --force'\n  fencepost check --tool Read .env\n" +
		"  fencepost check --jsonl < calls.jsonl"
	jsonFlag(c, &asJSON)
	boolFlag(c, &lines, "jsonl", "read hook inputs from standard input, one a line")
	q.flags(c)
	return c
}

func runCheck(s stdio, q *question, asJSON, lines bool, operands []string) int {
	if lines {
		if len(operands) > 0 {
			return s.fail("check --jsonl reads standard input and takes no COMMAND")
		}
		return checkLines(s, q.trusted)
	}
	r, err := q.ask(operands, false)
	if err != nil {
		return s.fail("check: %v", err)
	}
	a := answerOf(r)
	if asJSON {
		s.json(a)
	} else {
		a.print(s)
	}
	return exitOf(r.Verdict.Decision)
}

// exitOf is the exit status that stands for a decision.
func exitOf(d rule.Decision) int {
	switch d {
	case rule.Allow:
		return exitOK
	case rule.Deny:
		return exitDeny
	}
	return exitAsk
}

// checkLines answers each line of standard input with one line. The exit status is that of the most
// restrictive decision.
func checkLines(s stdio, trusted bool) int {
	opt := optionsHere()
	opt.Trusted = trusted
	g := gate.New(opt)
	in := bufio.NewReaderSize(s.in, 64<<10)
	out := bufio.NewWriter(s.out)
	worst := rule.Allow
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			a := checkLine(g, line)
			worst = max(worst, a.verdict)
			b, _ := encode(a, "")
			if _, err := out.Write(b); err != nil {
				return s.fail("check: %v", err)
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return s.fail("check: standard input: %v", err)
		}
	}
	if err := out.Flush(); err != nil {
		return s.fail("check: %v", err)
	}
	return exitOf(worst)
}

// checkLine decides about one hook input as the hook itself does.
func checkLine(g *gate.Gate, line []byte) answer {
	who, _ := agents.Find("")
	call, err := who.Decode(line)
	if err != nil {
		return answer{verdict: rule.Ask, Decision: "ask", Error: err.Error()}
	}
	a := answerOf(g.Judge(&call))
	a.ToolUse = call.ToolUse
	return a
}

// answer is a decision as `check` prints it.
type answer struct {
	verdict rule.Decision

	ToolUse     string          `json:"tool_use_id,omitempty"`
	Decision    string          `json:"decision"`
	Reason      string          `json:"reason"` // "" for an allow without a rule
	Command     string          `json:"command,omitempty"`
	Place       string          `json:"place,omitempty"` // FILE:LINE of a script that decided
	Rule        string          `json:"rule"`
	Src         string          `json:"src"`
	Alternative string          `json:"alternative,omitempty"`
	Updated     json.RawMessage `json:"updatedInput,omitempty"`
	// what of the project's config does not count
	Ignored string `json:"ignored,omitempty"`
	Error   string `json:"error,omitempty"` // why the input is no call
}

func answerOf(r *gate.Result) answer {
	v := &r.Verdict
	ignored := ""
	if r.Policy != nil {
		ignored = r.Policy.IgnoredText()
	}
	return answer{
		Ignored: ignored,
		verdict: v.Decision, Decision: v.Decision.String(), Reason: agent.Reason(v, r.Call.Tool),
		Command: v.Command, Place: v.Place,
		Rule: v.Rule, Src: v.Src, Alternative: v.Alternative, Updated: v.Updated,
	}
}

// print writes the answer for people: what, why, and which line of which file.
func (a *answer) print(s stdio) {
	s.printf("%s\n", s.style.decision(a.verdict, a.Decision))
	row := func(name, value string) {
		if value != "" {
			s.printf("  %s  %s\n", s.style.dim(pad(name, 7)), oneLine(value))
		}
	}
	if a.verdict == rule.Allow { // the expression of the rule that allows it can be long
		a.Reason = activity.Cut(a.Reason, 100)
	}
	row("reason", a.Reason)
	row("via", a.Place)
	row("rule", activity.Cut(a.Rule, 100))
	row("from", a.Src)
	row("becomes", string(a.Updated))
	if !strings.Contains(a.Reason, a.Ignored) {
		row("ignored", a.Ignored)
	}
}

// question is a call that a person asks about.
type question struct {
	tool, cwd string
	trusted   bool // judge as if the project's config were trusted
	// the whole input, where there is no operand that stands for a field of it
	input json.RawMessage
}

func (q *question) flags(c *cobra.Command) {
	toolFlag(c, &q.tool)
	cwdFlag(c, &q.cwd)
	trustedFlag(c, &q.trusted)
}

// ask judges the call. trace keeps everything that had a say.
func (q *question) ask(operands []string, trace bool) (*gate.Result, error) {
	if len(operands) > 1 {
		return nil, fmt.Errorf("one COMMAND is judged at a time; put it in quotes, such as 'git push " +
			"--force'")
	}
	if len(operands) == 0 && q.field() != "" {
		return nil, fmt.Errorf("there is nothing to judge; give a COMMAND in quotes, such as 'git push " +
			"--force'")
	}
	operand := ""
	if len(operands) == 1 {
		operand = operands[0]
	}
	g, cwd, err := gateAt(q.cwd, gate.Options{Trace: trace, Trusted: q.trusted,
		Confined: true})
	if err != nil {
		return nil, err
	}
	call, err := q.call(operand, cwd)
	if err != nil {
		return nil, err
	}
	return g.Judge(call), nil
}

// managedFile is the config for everybody on the machine; tests have another one.
var managedFile = policy.ManagedFile()

// optionsHere are the options of the hook for whoever runs this program. The config for everybody on
// the machine counts here even where no entry of the hook names it, which doctor says.
func optionsHere() gate.Options {
	opt := gate.FromEnvironment()
	opt.Managed = managedFile
	return opt
}

// gateAt opens the gate of a directory; "" is the current one. A directory that was named stands
// for itself, whatever project the agent says that it works in. Of want, Trace, Trusted and
// Confined count.
func gateAt(dir string, want gate.Options) (*gate.Gate, string, error) {
	opt := optionsHere()
	opt.Trace, opt.Trusted, opt.Confined = want.Trace, want.Trusted, want.Confined
	if dir == "" {
		dir = "."
	} else {
		opt.Project = ""
	}
	cwd, err := filepath.Abs(dir)
	if err != nil {
		return nil, "", err
	}
	if info, err := os.Stat(cwd); err != nil {
		return nil, "", fmt.Errorf("--cwd: %w", err)
	} else if !info.IsDir() {
		return nil, "", fmt.Errorf("--cwd: %s is not a directory", cwd)
	}
	return gate.New(opt), cwd, nil
}

// field is the field of the tool's input that an operand stands for; "" where it is the whole
// input.
func (q *question) field() string {
	return agent.ToolOf(q.tool).Field
}

// call makes the call as the agent would send it. An operand of a tool without a main field is its
// whole input.
func (q *question) call(operand, cwd string) (*fact.Call, error) {
	input := json.RawMessage(operand)
	if q.input != nil {
		input = q.input
	} else if field := q.field(); field != "" {
		b, err := encode(map[string]string{field: operand}, "")
		if err != nil {
			return nil, err
		}
		input = b
	} else if operand == "" {
		input = json.RawMessage("{}")
	}
	data, err := encode(struct {
		Event string          `json:"hook_event_name"`
		Cwd   string          `json:"cwd"`
		Tool  string          `json:"tool_name"`
		Input json.RawMessage `json:"tool_input"`
	}{"PreToolUse", cwd, q.tool, input}, "")
	if err != nil {
		return nil, fmt.Errorf("the input of %s has to be a JSON object, such as '{\"id\": 1}': %w",
			q.tool, err)
	}
	who, _ := agents.Find("")
	call, err := who.Decode(data)
	return &call, err
}
