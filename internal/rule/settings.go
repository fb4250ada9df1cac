package rule

import "github.com/fencepost/fencepost/internal/rule/sandboxconf"

// Settings are the scalars of a config layer. The zero value of a field is "not set".
type Settings struct {
	Default            Decision
	OnError            Decision
	ReadOnly           Decision
	Dynamic            Decision
	OutputAllow        Output
	Mode               Mode
	DiscourageChaining Bool
	OfferManualRun     Bool
	ProjectRead        Bool // scripts of the project are read
	ProjectUnchanged   Bool // what is not known of one passes if it is what the last commit has
	RedirectTmp        Bool
	RedirectTarget     string
	GuidanceEnabled    Bool
	GuidanceDefaults   Bool
	GuidanceExtra      []string
	AuditEnabled       Bool
	AuditPath          string
	AuditMaxBytes      int64
	AuditKeep          int
	AuditKeepSet       bool
	Protect            []string              // path globs
	Require            []ToolMode            // tools.require
	Names              []InterpreterName     // interpreters.*.names
	Sandbox            *sandboxconf.Settings // nil where no layer speaks of it
}

// Bool is a boolean that may be unset.
type Bool uint8

const (
	BoolUnset Bool = iota
	False
	True
)

// Or returns the value, or def where it is unset.
func (b Bool) Or(def bool) bool {
	if b == BoolUnset {
		return def
	}
	return b == True
}

// Fits reports whether a rule that wants b speaks of what is or is not so; unset it speaks of both.
func (b Bool) Fits(is bool) bool { return b == BoolUnset || is == (b == True) }

// Output is the value of output.allow.
type Output uint8

const (
	OutputUnset Output = iota
	OutputSilent
	OutputExplicit
)

// Mode is a permission mode; a greater one permits more.
type Mode uint8

const (
	ModeUnset Mode = iota
	ReadOnly
	WorkspaceWrite
	DangerFullAccess
	Prompt
	ModeAllow
)

// String returns the word used in configs and reasons.
func (m Mode) String() string { return wordOf(modeWords[:], m) }

var modeWords = [...]string{ReadOnly: "read-only", WorkspaceWrite: "workspace-write",
	DangerFullAccess: "danger-full-access", Prompt: "prompt", ModeAllow: "allow"}

// ParseMode is the inverse of String.
func ParseMode(s string) (Mode, bool) {
	for m := ReadOnly; m <= ModeAllow; m++ {
		if m.String() == s {
			return m, true
		}
	}
	return ModeUnset, false
}

// ToolMode is one entry of tools.require.
type ToolMode struct {
	Tool string // name glob
	Mode Mode
	Src  string

	Enforced bool // no other layer can say that the tool needs less
}

// InterpreterName adds a command name to an inline-code language.
type InterpreterName struct{ Lang, Name string }
