package auditexport

import (
	"strconv"
	"strings"
	"time"
)

// timeLayout is how the log writes times: sorting them as texts sorts them by time.
const timeLayout = "2006-01-02T15:04:05.000Z07:00"

// columns are those of the CSV file, in their order.
func columns() []string {
	return []string{
		"id", "time", "kind", "decision", "outcome", "tool", "input", "normalised", "reason", "rule",
		"rule_source", "mode", "cwd", "session", "call", "judging_us", "log", "log_offset",
	}
}

// texts are what the columns hold, as text; "" where the log says nothing.
func (r *record) texts() []string {
	return []string{
		r.ID, r.Time.UTC().Format(timeLayout), r.kind(), r.Decision, r.Outcome, r.Tool, r.input(),
		r.Normalised, r.Reason, r.Rule, r.Src, r.Mode, r.Cwd, r.Session, r.ToolUse,
		strconv.FormatInt(r.Us, 10), r.Log, strconv.FormatInt(r.Offset, 10),
	}
}

// kind is what a record is about: what was decided about a call, or what became of it.
func (r *record) kind() string {
	if r.Decision == "" {
		return "outcome"
	}
	return "decision"
}

// input is the tool's input as JSON, as the log has it. A log that somebody edited may hold bytes
// that are no text, and a message with these could never be sent.
func (r *record) input() string {
	if string(r.Input) == "null" {
		return ""
	}
	return strings.ToValidUTF8(string(r.Input), "\ufffd")
}

// judging is how long the judging took.
func (r *record) judging() time.Duration { return time.Duration(r.Us) * time.Microsecond }
