// Package audit writes one JSON line for each call that was judged, and reads such lines back.
//
// The hook writes the log after it has printed the decision, and ignores every error: a failure to
// log must not change or delay a decision.
package audit

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
)

const (
	// DefaultMaxBytes is the size at which the log is rotated where the configuration does not say.
	DefaultMaxBytes = 10 << 20
	// DefaultKeep is the number of rotated logs that are kept.
	DefaultKeep = 3
	// MaxInput is the number of bytes of Input and of Normalised that are logged. The log leaves out
	// the fields behind them.
	MaxInput = 16 << 10
	// MaxField is the number of bytes of one field of Input that are logged. A longer field is logged
	// as a string with its beginning.
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
	Sandbox    string // what confines it, or why nothing does; for an outcome, what it was stopped from
	Took       time.Duration
}

// cutMark is the member of the input that says that the log lacks a part of it.
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

// Line is the entry as the log holds it: one line of JSON.
func (e *Entry) Line() []byte {
	var o hookjson.Object
	text := func(name, value string) { o.Text(name, shorten(value, MaxText)) }
	o.Text("ts", e.Time.UTC().Format("2006-01-02T15:04:05.000Z07:00"))
	text("sid", e.Session)
	text("tid", e.ToolUse)
	text("cwd", e.Cwd)
	text("mode", e.Mode)
	text("tool", e.Tool)
	o.Raw("input", input(e.Input))
	o.Text("normalised", shorten(e.Normalised, MaxInput))
	text("decision", e.Decision)
	text("reason", e.Reason)
	text("rule", e.Rule)
	text("src", e.Src)
	text("outcome", e.Outcome)
	text("sandbox", e.Sandbox)
	o.Raw("us", strconv.AppendInt(nil, e.Took.Microseconds(), 10))
	return o.Line()
}

// input is the object with the fields. The member "…" says that one is cut or left out.
func input(fields []fact.Field) []byte {
	if fields == nil {
		return nil
	}
	var o hookjson.Object
	left, cut := MaxInput, false
	for i := range fields {
		f := &fields[i]
		room := min(MaxField, left-len(f.Name))
		if room <= 0 {
			cut = true
			break
		}
		var value bytes.Buffer // on one line
		switch {
		case f.String:
			value.Write(hookjson.String(shorten(f.Text, room)))
			cut = cut || len(f.Text) > room
		case len(f.Raw) > room || !utf8.Valid(f.Raw) || json.Compact(&value, f.Raw) != nil:
			value.Write(hookjson.String(shorten(string(f.Raw[:min(len(f.Raw), room+1)]), room)))
			cut = true
		}
		o.Raw(f.Name, value.Bytes())
		left -= len(f.Name) + value.Len()
	}
	if cut {
		o.Raw(cutMark, []byte("true"))
	}
	return o.JSON()
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
