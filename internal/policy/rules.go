package policy

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Advice is what people and agents are told of a rule.
type Advice struct {
	Name        string    `yaml:"id,preset" doc:"by which configs switch the rule off or down, if it is not to follow from what the rule is about; presets and organisation files only"`
	Description string    `yaml:"description,empty" doc:"why, for the person and the agent"`
	Alternative string    `yaml:"alternative,empty" doc:"what to do instead, for the agent"`
	Unseen      rule.Bool `yaml:"unseen,preset" doc:"the rule asks since nobody sees what the command runs: a script that is as the last commit has it may run that; presets only"`
	Confined    rule.Bool `yaml:"confined,preset" doc:"the rule asks since nobody sees what runs, and about nothing that a sandbox does not bound: a run in the sandbox answers it (sandbox.answers: exec); presets only"`
}

// Outcome is the decision of a rule that may decide freely.
type Outcome struct {
	Decision rule.Decision `yaml:"decision,required" doc:"what the rule decides"`
	Unknown  rule.Decision `yaml:"unknown" enum:"ask deny allow" doc:"decision where it cannot be known whether a restrictive rule applies; ask unless set; allow, in presets only: a path of which nothing is known is left alone"`
	Advice
}

// allows reports whether the rule allows: broken, it is dropped and not an error.
func (o *Outcome) Allows() bool { return o.Decision == rule.Allow }

// ToolDeny denies tools by name.
type ToolDeny struct {
	Tool string `yaml:"tool,required" doc:"name glob"`
	Advice
	Pos Pos
}

// ToolRequire says which mode a tool needs.
type ToolRequire struct {
	Tool string    `yaml:"tool,required" doc:"name glob"`
	Mode rule.Mode `yaml:"mode,required" enum:"read-only workspace-write danger-full-access" doc:"mode that suffices"`
	Pos  Pos
}

// NormaliseRule removes text from commands with a prefix before rules look.
type NormaliseRule struct {
	Prefix Prefix         `yaml:"prefix,required" doc:"commands that begin with these words"`
	Strip  []*rule.Regexp `yaml:"strip,required" doc:"expressions whose matches are removed"`
	Pos    Pos
}

// CheckRule denies commands whose canonical text matches.
type CheckRule struct {
	Test *rule.Regexp `yaml:"test,required" doc:"expression that is searched in the canonical text of one command"`
	Advice
	Pos Pos
}

// RedirectRule decides about redirections.
type RedirectRule struct {
	Mode    rule.RedirectMode `yaml:"mode,required" doc:"access of the redirection; an append is also a write"`
	Outside []string          `yaml:"outside" doc:"roots: the file lies in none of them"`
	Glob    string            `yaml:"glob" doc:"path glob that the file matches"`
	Outcome
	Pos Pos
}

// ArgumentRule decides about a command by its arguments.
type ArgumentRule struct {
	Command       string       `yaml:"command,required" doc:"name glob of the command, alternatives separated by |"`
	Subcommand    string       `yaml:"subcommand" doc:"words that follow the name, alternatives separated by |"`
	AnyArgOutside []string     `yaml:"anyArgOutside" doc:"roots: a path operand lies in none of them"`
	AllArgsInside []string     `yaml:"allArgsInside" doc:"roots: there are path operands, and each lies in one of them"`
	AnyArgMatches *rule.Regexp `yaml:"anyArgMatches" doc:"expression that is found in an argument"`
	AllArgsMatch  *rule.Regexp `yaml:"allArgsMatch" doc:"expression that is found in every argument"`
	HasFlag       []string     `yaml:"hasFlag" doc:"options, one of which is given"`
	UnlessFlag    []string     `yaml:"unlessFlag" doc:"options, any of which keeps the rule from applying"`
	Outcome
	Pos Pos

	Subcommands [][]string // the alternatives of Subcommand, split into words; nil without one
}

// EffectRule decides about effects.
type EffectRule struct {
	On        []fact.EffectKind `yaml:"on,required" doc:"kinds of effects; an append is also a write"`
	Outside   []string          `yaml:"outside" doc:"roots: the path lies in none of them"`
	Glob      string            `yaml:"glob" doc:"path glob that the path matches"`
	Host      string            `yaml:"host" doc:"name glob that the host matches"`
	Variable  string            `yaml:"variable" doc:"name glob that the variable matches, in letters of either case"`
	Recursive rule.Bool         `yaml:"recursive" doc:"only effects that are, or are not, on a whole tree"`
	Names     rule.Bool         `yaml:"names" doc:"only reads of names and attributes, or only of what files hold"`
	Mkdir     rule.Bool         `yaml:"mkdir" doc:"only writes that make, or do not make, a new directory and nothing else"`
	Outcome
	Pos Pos
}

// TogetherRule decides about what the commands of a line do together.
type TogetherRule struct {
	What rule.Together `yaml:"what,required" doc:"what no command of the line shows by itself"`
	Outcome
	Pos Pos
}

// CallRule decides about calls in inline code.
type CallRule struct {
	Match           string       `yaml:"match,required" doc:"glob of the qualified callee, alternatives separated by |"`
	ArgMatches      *rule.Regexp `yaml:"argMatches" doc:"expression that is found in an argument"`
	AllArgsMatch    *rule.Regexp `yaml:"allArgsMatch" doc:"expression that is found in every argument, of which there is one at least; a keyword is name=value"`
	PathArgsOutside []string     `yaml:"pathArgsOutside" doc:"roots: a path argument lies in none of them"`
	Outcome
	Pos Pos
}

// WriteRule decides about files that inline code opens for writing.
type WriteRule struct {
	Outside []string `yaml:"outside" doc:"roots: the file lies in none of them; without it the rule speaks of every file"`
	Outcome
	Pos Pos
}

// ImportRule decides about modules that inline code imports.
type ImportRule struct {
	Match string `yaml:"match,required" doc:"glob of the module's name, alternatives separated by |"`
	Outcome
	Pos Pos
}

// The ids of rules, as explain and the audit log show them.

// ID is the rule's id, such as "bash.arguments: rm".
func (r *ArgumentRule) ID() string { return "bash.arguments: " + r.Command }

// ID is the rule's id, such as "bash.checks: ^rm ".
func (r *CheckRule) ID() string { return "bash.checks: " + r.Test.Src }

// ID is the rule's id: "bash.redirects".
func (r *RedirectRule) ID() string { return "bash.redirects" }

// ID is the rule's id, such as "together: written-run".
func (r *TogetherRule) ID() string { return "together: " + r.What.String() }

// ID is the rule's id, such as "python.calls: os.remove".
func (r *CallRule) ID(lang string) string { return lang + ".calls: " + r.Match }

// ID is the rule's id, such as "python.writes".
func (r *WriteRule) ID(lang string) string { return lang + ".writes" }

// ID is the rule's id, such as "python.imports: ctypes".
func (r *ImportRule) ID(lang string) string { return lang + ".imports: " + r.Match }

// ID is the rule's id, such as "tools.deny: mcp__*".
func (r *ToolDeny) ID() string { return "tools.deny: " + r.Tool }

// ID is the rule's id, such as "effects: delete, write".
func (r *EffectRule) ID() string {
	names := make([]string, len(r.On))
	for i, k := range r.On {
		names[i] = k.String()
	}
	return "effects: " + strings.Join(names, ", ")
}
