// Package policy reads what people write: it loads YAML configs strictly, merges the layers, and
// interprets their rules behind the interface of package rule. The interpreted rule set is the
// specification of the generated ones.
//
// The struct tags of the types in this file and in rules.go are the only description of the format.
// The decoder and the JSON Schema are both driven by them:
//
//	yaml:"key"           the key; fields without the tag are not part of the format
//	yaml:"key,required"  it must be there
//	yaml:"key,empty"     the empty string and the empty list are values, too
//	yaml:"key,allows"    a list whose entries allow: a broken entry is dropped with a warning
//	yaml:"key,preset"    only in presets and organisation files
//	yaml:"key,org"       only in organisation files
//	yaml:"key,config"    not in presets and organisation files
//	was:"key"            the key's former name, which is still read
//	was:"word=new"       a former word of the enumeration, which is still read
//	enum:"a b"           the words of an enumeration that may stand here, if not all of them
//	doc:"…"              one sentence for the schema
package policy

import (
	"strconv"

	"github.com/fencepost/fencepost/internal/rule"
)

// Document is one file: a preset or a part of a config layer. It is what the file says, checked,
// without defaults.
type Document struct {
	File string // as it is shown to people
	Sum  string // of a compiled config: OwnSum of what it was made of

	Import   []Import       `yaml:"import" doc:"bundled presets whose rules come first; all is every one"`
	Default  rule.Decision  `yaml:"default" doc:"decision where no rule matches"`
	OnError  rule.Decision  `yaml:"onError" doc:"decision where a command could not be checked"`
	Output   Output         `yaml:"output" doc:"what is printed"`
	Mode     rule.Mode      `yaml:"mode" doc:"permission mode that takes the place of default"`
	ReadOnly rule.Decision  `yaml:"readOnly" enum:"allow ask" doc:"allow: commands that their spec proves read-only pass"`
	Dynamic  rule.Decision  `yaml:"dynamic" doc:"decision where a command name, a payload or the path of a change cannot be known"`
	Protect  []Entry        `yaml:"protect" doc:"path globs of further protected paths"`
	Tools    Tools          `yaml:"tools" doc:"rules by tool name and for shell commands"`
	Effects  []EffectRule   `yaml:"effects" doc:"rules on what a call would read, write, delete or contact, however it does so"`
	Together []TogetherRule `yaml:"together" doc:"rules on what the commands of a line do together"`
	Project  Following      `yaml:"project" doc:"what the project holds is read before it runs"`
	Redirect Redirect       `yaml:"redirect" doc:"rewriting of paths below /tmp"`
	Sandbox  *Sandbox       `yaml:"sandbox" doc:"commands that nobody can predict run confined instead of being asked about"`
	Guidance Guidance       `yaml:"guidance" doc:"what the agent is told when a session starts"`
	Audit    Audit          `yaml:"audit" doc:"the log of decisions"`

	Policy    string `yaml:"policy,config" doc:"file of a policy that an organisation hands out, absolute or below ~; its signature lies beside it with .sig behind the name; for the person's own config only"`
	PolicyKey string `yaml:"policyKey,config" doc:"public key of ssh-keygen (ssh-ed25519 AAAA…) that has to have signed the policy"`

	Parts []Part `yaml:"parts,preset" doc:"expressions that others are made of; presets and organisation files only"`
	Meta  Meta   `yaml:"meta,preset" doc:"what the rules are for; presets and organisation files only"`
	Baked Baked  `yaml:"baked,org" doc:"a policy built into a vendored binary; organisation files only"`

	Kind    Kind      // what the file is
	Scalars []Scalar  // the single values that it sets, in the order of the file
	Renamed []Problem // the former names that it uses; not in a compiled config
	Packed  Packed    // where the rules are, if they are not in the lists above; nil where they are

	Bare        bool // it says nothing but policy and policyKey
	OnlyImports bool // it says nothing but import, policy and policyKey: it has no rules or settings
}

// Pos is a place in the document's file: line and column, both from 1. The zero Pos is "nowhere".
type Pos struct{ Line, Col int }

// Src is a place in the document as people and logs see it: file:line.
func (d *Document) Src(p Pos) string {
	if p.Line == 0 {
		return d.File
	}
	return d.File + ":" + strconv.Itoa(p.Line)
}

// Entry is a string of a list, with its place.
type Entry struct {
	Text string
	Pos  Pos
}

// Prefix is a prefix rule, split into words at its blanks.
type Prefix struct {
	Text  string
	Words []string
	Pos   Pos
}

// Pattern is an entry of a list of regular expressions.
type Pattern struct {
	*rule.Regexp
	Written string // with its parts by name
	Pos     Pos
}

// Output says what is printed.
type Output struct {
	Allow rule.Output `yaml:"allow" doc:"silent: an allow without a rewrite prints nothing; explicit: it is printed"`
}

// Tools holds the rules by tool name.
type Tools struct {
	Deny    []ToolDeny    `yaml:"deny" doc:"tools that are denied"`
	Ask     []Entry       `yaml:"ask" doc:"name globs of tools that ask"`
	Allow   []Entry       `yaml:"allow,allows" doc:"name globs of tools that are allowed; no effect on shell commands"`
	Require []ToolRequire `yaml:"require" doc:"the permission mode that a tool needs"`
	Bash    Bash          `yaml:"bash" doc:"rules for shell commands"`
}

// Bash holds the rules for shell commands.
type Bash struct {
	Normalise          []NormaliseRule `yaml:"normalise" doc:"text that is removed before prefixes and expressions are compared"`
	Deny               []Prefix        `yaml:"deny" doc:"prefixes of commands that are denied"`
	Checks             []CheckRule     `yaml:"checks" doc:"expressions whose matches are denied"`
	AllowChecks        []Pattern       `yaml:"allowChecks,allows" doc:"expressions whose matches are allowed"`
	Ask                []Prefix        `yaml:"ask" doc:"prefixes of commands that ask"`
	Allow              []Prefix        `yaml:"allow,allows" doc:"prefixes of commands that are allowed"`
	DiscourageChaining rule.Bool       `yaml:"discourageChaining" doc:"a chain of steps that asks is denied, each step to be run alone"`
	OfferManualRun     rule.Bool       `yaml:"offerManualRun" doc:"a denial offers the command to the person for a manual run"`
	Redirects          []RedirectRule  `yaml:"redirects" doc:"rules on redirections"`
	Arguments          []ArgumentRule  `yaml:"arguments" doc:"rules on the arguments of a command"`
	Interpreters       Interpreters    `yaml:"interpreters" doc:"rules on inline code"`
}

// Interpreters holds the rules on inline code by language.
type Interpreters struct {
	Python     Interpreter `yaml:"python" doc:"inline Python"`
	JavaScript Interpreter `yaml:"javascript" doc:"inline JavaScript and TypeScript"`
}

// Interpreter holds the rules on inline code of one language.
type Interpreter struct {
	Names   []Entry      `yaml:"names" doc:"more command names of interpreters of the language"`
	Calls   []CallRule   `yaml:"calls" doc:"rules on calls"`
	Writes  *WriteRule   `yaml:"writes" doc:"rule on files that are opened for writing"`
	Imports []ImportRule `yaml:"imports" doc:"rules on imported modules"`
}

// Following says what is made of scripts and programs of the project.
type Following struct {
	Read      rule.Bool `yaml:"read" doc:"scripts of the project that a call runs are read, and judged by what they do"`
	Unchanged rule.Bool `yaml:"unchanged" doc:"a script of which not all is known passes if it is what the last commit has; needs read"`
}

// Redirect is the rewriting of paths below /tmp.
type Redirect struct {
	Tmp       rule.Bool `yaml:"tmp" doc:"rewrite paths below /tmp"`
	TmpTarget string    `yaml:"tmpTarget" doc:"scratch directory, whether or not tmp is on"`
}

// Guidance is what the agent is told when a session starts.
type Guidance struct {
	Enabled         rule.Bool `yaml:"enabled" doc:"print guidance at all"`
	IncludeDefaults rule.Bool `yaml:"includeDefaults" doc:"print the built-in lines"`
	Extra           []Entry   `yaml:"extra" doc:"lines that follow the built-in ones"`
}

// Audit is the log of decisions.
type Audit struct {
	Enabled  rule.Bool `yaml:"enabled" doc:"write the log"`
	Path     string    `yaml:"path" doc:"file of the log, absolute or below ~"`
	MaxBytes *int64    `yaml:"maxBytes" min:"1" doc:"size in bytes at which the file is rotated"`
	Keep     *int64    `yaml:"keep" min:"0" doc:"number of rotated files that are kept"`
}

// Meta says what a preset is for.
type Meta struct {
	Title       string `yaml:"title" doc:"a few words"`
	Description string `yaml:"description" doc:"what the rules allow, ask and deny, and why"`
}

// Baked is the head of an organisation file.
type Baked struct {
	Name     string    `yaml:"name" doc:"name of the policy"`
	Version  string    `yaml:"version" doc:"version of the policy"`
	Enforced rule.Bool `yaml:"enforced" doc:"no layer above can loosen the policy"`
	Default  string    `yaml:"default" doc:"preset that applies where there is no config"`
}

// Part is an expression that others are made of: (?&NAME) in one that stands below it.
type Part struct {
	Name  string       `yaml:"name,required" doc:"name of the part, in letters, digits, - and _"`
	Match *rule.Regexp `yaml:"match,required" doc:"expression that (?&NAME) stands for"`
	Pos   Pos
}

// Kind says what a file is, and with it which keys it may have and how strict the loader is.
type Kind uint8

const (
	Config       Kind = iota // a file of the user or of a project
	Preset                   // meta is allowed and required, and a warning is an error
	Organisation             // meta and baked are allowed
)

// IsPresetName reports whether a name could be that of a preset: [a-z][a-z0-9-]*.
func IsPresetName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if !('a' <= c && c <= 'z' || i > 0 && (c == '-' || '0' <= c && c <= '9')) {
			return false
		}
	}
	return name != ""
}
