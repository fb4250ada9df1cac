package rule

// Verdict is the decision about one call with all that an answer, a log line or a person needs to
// know of it.
type Verdict struct {
	Decision    Decision
	Cause       Cause
	Command     string // the sub-command that decided, as written; the tool's name for other tools
	Description string
	Others      []string // further parts that are asked about, as written, where Decision is Ask
	Alternative string
	Place       string // FILE:LINE of the script in which it stands; "" for the call itself
	Compound    bool   // two or more simple commands in the call's own text
	Offer       string // the original command, offered for a manual run on deny; "" for none
	Rule, Src   string // id of the rule that decided, and its file:line; "" where none did
	Updated     []byte // the whole tool_input, rewritten; nil where nothing was
	Moved       []Move // the paths that the rewriting moved
	Explicit    bool   // an allow is printed (output.allow)
	Unvouched   bool   // a part of the call is allowed only because no rule speaks of it
	Note        string // said at the end of the reason: that a config is not trusted
	Active      Mode   // mode in force; ModeUnset where `mode` is not set
	Required    Mode   // mode that the call needs
	Answered    bool   // a confined run answers the ask, and the call is certain to run so if it runs
	Confined    string // the call passes because it runs confined: to what; "" where it does not
}

// Move is a path that was moved below the scratch directory.
type Move struct{ From, To string }

// Cause is why a verdict is what it is. It selects the words.
type Cause uint8

const (
	ByDefault Cause = iota // no rule matched
	ByRule
	ByHazard // something cannot be known, or reader and shell may disagree
	ByError  // the call could not be checked: onError
	ByConfig // the configuration is broken: fail closed
	ByChain  // an ask in a chain of steps
	ByMode
	ByProtect // a protected path
	ByInput   // the input itself is suspicious or incomplete
	ByMuteAsk // an ask that the agent would not put to anybody: denied instead
	BySandbox // the sandbox has stopped the call before, and this is about what it lacks
)
