// Package fencepost is a permission gate for the tool calls of coding agents: it works out what a
// call would really do and answers allow, ask or deny.
//
// A Gate belongs to one user on one machine; each call is judged under the policy of the project
// that it is made in.
package fencepost

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/app/gate"
	_ "github.com/fencepost/fencepost/internal/app/readers" // configs are read in this program
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Decision is what happens to a call.
type Decision string

const (
	Allow Decision = "allow"
	Ask   Decision = "ask"
	Deny  Decision = "deny"
)

// Mode is a permission mode (docs/configuration.md, mode).
type Mode string

const (
	ReadOnly         Mode = "read-only"
	WorkspaceWrite   Mode = "workspace-write"
	DangerFullAccess Mode = "danger-full-access"
	Prompt           Mode = "prompt"
	AllowAll         Mode = "allow"
)

// Call is one tool call that a program wants to have judged.
type Call struct {
	Tool    string         // name of the tool, such as "Bash", "Write" or "mcp__wiki__read"
	Input   map[string]any // its input, such as {"command": "ls"}; must marshal to JSON
	Dir     string         // absolute directory that the call is made in; "" means the process's own
	Session string         // for the caller's own use
	ID      string

	// Override is what another authority, such as a hook of the caller, has decided. Deny is final.
	// Ask is the least that the verdict will be. Allow only continues: it skips no deny and no ask
	// rule. "" is no opinion.
	Override Decision
}

// Verdict is the decision about a call. It marshals to JSON.
type Verdict struct {
	Tool       string   `json:"tool"`
	Decision   Decision `json:"decision"`
	ActiveMode Mode     `json:"active_mode,omitempty"` // the mode in force, if any
	// the mode that the call's effects need
	RequiredMode Mode `json:"required_mode"`
	// for the agent on deny, for a person on ask
	Reason      string `json:"reason,omitempty"`
	Alternative string `json:"alternative,omitempty"`
	Rule        string `json:"rule,omitempty"`   // id of the rule that decided
	Source      string `json:"source,omitempty"` // file:line of that rule
	// the whole input after a rewrite; nil if nothing moved
	UpdatedInput json.RawMessage `json:"updated_input,omitempty"`
}

// Prompter asks a person about a call whose verdict is ask.
type Prompter interface {
	// Decide returns Allow or Deny; anything else, and an error, is a denial.
	Decide(ctx context.Context, call Call, v Verdict) (Decision, error)
}

// Options say where a gate finds things.
type Options struct {
	Home       string        // home directory of the user, for ~ and $HOME; "" means that of the process
	ConfigHome string        // directory whose .claude holds the user's config and log; "" means Home
	Project    string        // the project's directory, if the caller knows it
	Shell      string        // path or name of the shell that runs the commands; "" means bash
	Timeout    time.Duration // the last resort: how long a call may be looked at; 0 means 4 seconds
	Interp     string        // path of fencepost-interp; "" means beside the executable
	Prompter   Prompter      // asked where the verdict is ask; nil: the caller sees the ask
	Agent      string        // who makes the calls: a NAME of fencepost-hook; "" means Claude Code
	Trusted    bool          // judge as if a person had trusted the project's config (fencepost trust)
	TempDir    string        // TMPDIR of the commands, which the /tmp redirect leaves alone
}

// Gate judges calls. It holds no state between them and is safe for concurrent use.
type Gate struct {
	fence    *gate.Gate
	prompter Prompter
}

// Open returns a gate. It is an error if there is no home directory, or if Home is not absolute.
func Open(opt Options) (*Gate, error) {
	if opt.Home == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil, fmt.Errorf("fencepost: no home directory: %w; set Options.Home", err)
		}
		opt.Home = home
	}
	if !filepath.IsAbs(opt.Home) {
		return nil, fmt.Errorf("fencepost: Options.Home %q is not an absolute path", opt.Home)
	}
	return &Gate{fence: gate.New(gate.Options{Home: opt.Home, ConfigHome: opt.ConfigHome,
		Project: opt.Project, Shell: opt.Shell, Timeout: opt.Timeout, Interp: opt.Interp,
		Agent: opt.Agent, Trusted: opt.Trusted, TempDir: opt.TempDir}), prompter: opt.Prompter}, nil
}

// Check judges a call: deny rules, then the override, ask rules, allow rules or the mode, and the
// default. Where the verdict is ask and there is a Prompter, its answer decides. The error is that
// of a call that cannot be judged at all (no tool, a relative directory, input that does not
// marshal) or of ctx; the verdict is then Deny.
func (g *Gate) Check(ctx context.Context, call Call) (Verdict, error) {
	return g.check(ctx, call, rule.ModeUnset)
}

// CheckWithMode is Check under a permission mode that takes the place of the configured one for
// this call, unless an organisation policy that is built in and enforced decides about the mode.
func (g *Gate) CheckWithMode(ctx context.Context, call Call, mode Mode) (Verdict, error) {
	m, ok := rule.ParseMode(string(mode))
	if !ok {
		return Verdict{Tool: call.Tool, Decision: Deny}, fmt.Errorf("fencepost: unknown mode %q", mode)
	}
	return g.check(ctx, call, m)
}

// CheckBash judges shell text that would run in the directory dir.
func (g *Gate) CheckBash(ctx context.Context, command, dir string) (Verdict, error) {
	return g.Check(ctx, Call{Tool: "Bash", Input: map[string]any{"command": command}, Dir: dir})
}

// CheckFileWrite judges writing a file. A relative path starts at workspaceRoot, which is taken for
// the project and must be absolute. An empty path, and one with a NUL in it, is an error; the
// verdict is then Deny.
func (g *Gate) CheckFileWrite(ctx context.Context, path, workspaceRoot string) (Verdict, error) {
	refused := Verdict{Tool: "Write", Decision: Deny, RequiredMode: DangerFullAccess}
	switch {
	case path == "" || strings.ContainsRune(path, 0):
		return refuse(refused, fmt.Errorf("fencepost: %q is no path of a file", path))
	case !filepath.IsAbs(workspaceRoot):
		err := fmt.Errorf("fencepost: the workspace root %q is not an absolute path", workspaceRoot)
		return refuse(refused, err)
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(workspaceRoot, path)
	}
	in := Gate{fence: g.fence.In(workspaceRoot), prompter: g.prompter}
	return in.Check(ctx, Call{Tool: "Write", Input: map[string]any{"file_path": path},
		Dir: workspaceRoot})
}

// refuse is the answer about a call that cannot be judged.
func refuse(v Verdict, err error) (Verdict, error) {
	v.Reason = err.Error()
	return v, err
}

func (g *Gate) check(ctx context.Context, call Call, mode rule.Mode) (Verdict, error) {
	refused := Verdict{Tool: call.Tool, Decision: Deny, RequiredMode: DangerFullAccess}
	if err := ctx.Err(); err != nil {
		return refused, err
	}
	in, err := call.decoded()
	if err != nil {
		return refuse(refused, err)
	}
	r := g.fence.WithMode(mode).Judge(in)
	overridden(&r.Verdict, call.Override)
	v := verdictOf(call.Tool, r)
	if v.Decision != Ask || g.prompter == nil {
		return v, nil
	}
	got, err := g.prompter.Decide(ctx, call, v)
	if err != nil {
		v.Decision = Deny
		return v, fmt.Errorf("fencepost: the prompt failed: %w", err)
	}
	if v.Decision = got; got != Allow {
		v.Decision = Deny
	}
	return v, nil
}

// decoded turns the call into the form in which a hook sends it.
func (c *Call) decoded() (*fact.Call, error) {
	if c.Tool == "" {
		return nil, errors.New("fencepost: the call names no tool")
	}
	if c.Dir != "" && !filepath.IsAbs(c.Dir) {
		return nil, fmt.Errorf("fencepost: the call's directory %q is not an absolute path", c.Dir)
	}
	names := make([]string, 0, len(c.Input))
	for name := range c.Input {
		names = append(names, name)
	}
	slices.Sort(names)
	out := &fact.Call{Event: "PreToolUse", Tool: c.Tool, Session: c.Session, ToolUse: c.ID, Cwd: c.Dir}
	for _, name := range names {
		raw, err := json.Marshal(c.Input[name])
		if err != nil {
			return nil, fmt.Errorf("fencepost: input field %q: %w", name, err)
		}
		text, isString := c.Input[name].(string)
		out.Input = append(out.Input, fact.Field{Name: name, Raw: raw, Text: text, String: isString})
	}
	if t := agent.ToolOf(c.Tool); t.Field != "" && !t.May && out.Text(t.Field) == "" {
		out.Suspicious = "the input has no text in the field " + t.Field
	}
	return out, nil
}

// overridden applies the decision of another authority.
func overridden(v *rule.Verdict, o Decision) {
	switch {
	case o == Deny && v.Decision != rule.Deny:
		*v = rule.Verdict{Decision: rule.Deny, Cause: rule.ByRule, Command: v.Command, Rule: "override",
			Description: "the caller's override denies it", Active: v.Active, Required: v.Required}
	case o == Ask && v.Decision == rule.Allow:
		v.Decision, v.Cause, v.Rule, v.Src, v.Description = rule.Ask, rule.ByRule, "override", "",
			"The caller's override asks"
	}
}

func verdictOf(tool string, r *gate.Result) Verdict {
	v := &r.Verdict
	out := Verdict{Tool: tool, Decision: Decision(v.Decision.String()),
		ActiveMode: Mode(v.Active.String()), RequiredMode: Mode(v.Required.String()),
		Alternative: v.Alternative, Rule: v.Rule, Source: v.Src, UpdatedInput: v.Updated}
	if v.Decision != rule.Allow {
		out.Reason = agent.Reason(v, tool)
	}
	return out
}
