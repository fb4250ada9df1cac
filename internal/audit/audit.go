// Package audit writes one JSON line for each call that was judged, and reads such lines back.
//
// The log is written after the decision was printed. Every error is for the caller to ignore: no
// failure to log may change or delay a decision.
package audit

import (
	"encoding/json"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/fact"
)

const (
	// DefaultMaxBytes is the size at which the log is rotated where the configuration does not say.
	DefaultMaxBytes = 10 << 20
	// DefaultKeep is the number of rotated logs that are kept.
	DefaultKeep = 3
	// MaxInput is the number of bytes of Input and of Normalised that are logged. Behind it fields are
	// left out.
	MaxInput = 16 << 10
	// MaxField is the number of bytes of one field of Input that are logged. Of a longer one, the
	// beginning is logged as a string.
	MaxField = 8 << 10
	// MaxText is the number of bytes of each other text that are logged.
	MaxText = 4 << 10
)

// Options says where the log is and how much of it is kept.
type Options struct {
	Path     string // of the log; rotated ones are Path.1 (the newest) to Path.<Keep>
	MaxBytes int64  // size at which it is rotated; 0: never
	Keep     int    // rotated logs that are kept; 0: none, the log starts anew
}

// Entry is one line of the log. Empty fields are left out.
type Entry struct {
	Time       time.Time
	Session    string
	ToolUse    string
	Cwd        string
	Mode       string // permission_mode
	Tool       string
	Input      []fact.Field // tool_input as the agent sent it
	Normalised string       // the text that was judged, where it differs
	Decision   string       // "allow", "ask" or "deny"; "" for an outcome
	Reason     string
	Rule       string // id of the rule that decided
	Src        string // file:line of that rule
	Outcome    string // of a call that ran: what the agent's later event says
	Sandbox    string // to what it is confined, or why it is not; of an outcome, what it was stopped from
	Took       time.Duration
}

// cutMark is the member of the input that says that it was cut.
const cutMark = "…"

// Cut reports whether the log does not hold the whole input.
func (e *Entry) Cut() bool {
	for i := range e.Input {
		if e.Input[i].Name == cutMark {
			return true
		}
	}
	return false
}

// Line is the entry as the log holds it.
func (e *Entry) Line() []byte { return e.appendLine(nil) }

// appendLine appends the entry as one line of JSON.
func (e *Entry) appendLine(b []byte) []byte {
	b = append(b, `{"ts":"`...)
	b = e.Time.UTC().AppendFormat(b, "2006-01-02T15:04:05.000Z07:00")
	b = append(b, '"')
	b = appendField(b, "sid", e.Session, MaxText)
	b = appendField(b, "tid", e.ToolUse, MaxText)
	b = appendField(b, "cwd", e.Cwd, MaxText)
	b = appendField(b, "mode", e.Mode, MaxText)
	b = appendField(b, "tool", e.Tool, MaxText)
	if e.Input != nil {
		b = appendInput(b, e.Input)
	}
	b = appendField(b, "normalised", e.Normalised, MaxInput)
	b = appendField(b, "decision", e.Decision, MaxText)
	b = appendField(b, "reason", e.Reason, MaxText)
	b = appendField(b, "rule", e.Rule, MaxText)
	b = appendField(b, "src", e.Src, MaxText)
	b = appendField(b, "outcome", e.Outcome, MaxText)
	b = appendField(b, "sandbox", e.Sandbox, MaxText)
	b = append(b, `,"us":`...)
	b = strconv.AppendInt(b, e.Took.Microseconds(), 10)
	return append(b, "}\n"...)
}

// appendInput appends the fields as an object. Where one is cut or left out, the member "…" says
// so.
func appendInput(b []byte, fields []fact.Field) []byte {
	b = append(b, `,"input":{`...)
	end := len(b) + MaxInput
	cut := false
	for i := range fields {
		f := &fields[i]
		room := min(MaxField, end-len(b)-len(f.Name))
		if room <= 0 {
			cut = true
			break
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, f.Name), ':')
		switch {
		case f.String:
			b = appendString(b, shorten(f.Text, room))
			cut = cut || len(f.Text) > room
		case len(f.Raw) > room || !utf8.Valid(f.Raw) || !json.Valid(f.Raw):
			b = appendString(b, shorten(string(f.Raw[:min(len(f.Raw), room+1)]), room))
			cut = true
		default:
			b = appendRaw(b, f.Raw)
		}
	}
	if cut {
		if b[len(b)-1] != '{' {
			b = append(b, ',')
		}
		b = append(b, `"`+cutMark+`":true`...)
	}
	return append(b, '}')
}

// appendRaw appends JSON on one line: its line ends are white space between tokens, a string holds
// none.
func appendRaw(b, raw []byte) []byte {
	for _, c := range raw {
		if c == '\n' || c == '\r' {
			c = ' '
		}
		b = append(b, c)
	}
	return b
}

// appendField appends a member with a string of at most limit bytes, unless it is empty.
func appendField(b []byte, name, value string, limit int) []byte {
	if value == "" {
		return b
	}
	b = append(append(append(b, ',', '"'), name...), `":`...)
	return appendString(b, shorten(value, limit))
}

// shorten cuts a text to at most limit bytes, at a character, and marks the cut.
func shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + "…"
}

// appendString appends s as a JSON string; bytes that are not UTF-8 become U+FFFD.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			b = utf8.AppendRune(b, r)
			i += n
			continue
		}
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\t':
			b = append(b, '\\', 't')
		case c < ' ' || c == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
		i++
	}
	return append(b, '"')
}
