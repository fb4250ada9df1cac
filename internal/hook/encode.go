package hook

import (
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// maxText is the number of UTF-16 code units that the agent reads of one string.
const maxText = 9999

// Encode returns the answer for a verdict on a call of the tool: one JSON object and a newline, to be written with a
// single write, or nil for an allow that says nothing. A verdict without a decision, or with an input that is no JSON
// object, is answered with an ask: a stray byte in the answer would disarm the gate.
func Encode(v *rule.Verdict, tool string) []byte {
	if v == nil {
		v = &rule.Verdict{Cause: rule.ByError}
	}
	decision, updated := v.Decision, v.Updated
	if len(updated) > 0 && !isObject(updated) {
		decision, updated = max(decision, rule.Ask), nil
		if v.Decision != rule.Deny {
			v = &rule.Verdict{Cause: rule.ByError, Command: v.Command, Description: "The rewritten input is not valid JSON."}
		}
	}
	var reason, context string
	switch decision {
	case rule.Allow:
		if len(updated) == 0 && !v.Explicit {
			return nil
		}
		reason = allowReason(v)
	case rule.Deny:
		updated = nil
		reason, context = noted(denyReason(v, tool), v), denyContext(v)
	default:
		decision, reason = rule.Ask, noted(askReason(v, tool), v)
	}
	b := make([]byte, 0, 160+len(reason)+len(context)+len(updated)+(len(reason)+len(context))/8)
	b = append(b, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"`...)
	b = append(b, decision.String()...)
	b = append(b, `","permissionDecisionReason":`...)
	b = appendString(b, limit(reason))
	if context != "" {
		b = append(b, `,"additionalContext":`...)
		b = appendString(b, limit(context))
	}
	if len(updated) > 0 {
		b = append(b, `,"updatedInput":`...)
		b = append(b, updated...)
	}
	return append(b, "}}\n"...)
}

// Reason returns the reason that an answer gives, or would give for an allow that says nothing.
func Reason(v *rule.Verdict, tool string) string {
	switch v.Decision {
	case rule.Allow:
		return allowReason(v)
	case rule.Deny:
		return noted(denyReason(v, tool), v)
	}
	return noted(askReason(v, tool), v)
}

// noted is a reason with the note of the verdict behind it.
func noted(reason string, v *rule.Verdict) string {
	if v.Note == "" {
		return reason
	}
	return sentence(reason) + " (" + v.Note + ")"
}

// isObject reports whether data is one JSON object in valid UTF-8, without white space around it.
func isObject(data []byte) bool {
	if len(data) == 0 || data[0] != '{' || !utf8.Valid(data) {
		return false
	}
	s := scanner{src: string(data)}
	return s.skip(0) == nil && s.pos == len(s.src)
}

// UpdatedInput returns the whole tool input with the value of one string field replaced, or added where there is no
// such field. The other fields are kept as they were sent, in order; of a repeated one each.
func UpdatedInput(call *fact.Call, field, value string) []byte {
	n := len(field) + len(value) + len(value)/8 + 16
	for i := range call.Input {
		n += len(call.Input[i].Name) + len(call.Input[i].Raw) + 8
	}
	b := append(make([]byte, 0, n), '{')
	found := false
	for i := range call.Input {
		f := &call.Input[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, f.Name), ':')
		if f.Name == field {
			b, found = appendString(b, value), true
		} else {
			b = append(b, f.Raw...)
		}
	}
	if !found {
		if len(call.Input) > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, field), ':')
		b = appendString(b, value)
	}
	return append(b, '}')
}

// appendString appends s as a JSON string. Bytes that are not UTF-8 become U+FFFD; <, > and & stay as they are. The
// two separators that JavaScript once took for line ends are escaped.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != 0x7f {
				i++
				continue
			}
			b = append(b, s[start:i]...)
			switch c {
			case '"', '\\':
				b = append(b, '\\', c)
			case '\n':
				b = append(b, '\\', 'n')
			case '\t':
				b = append(b, '\\', 't')
			case '\r':
				b = append(b, '\\', 'r')
			default:
				b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			}
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = append(append(b, s[start:i]...), "\uFFFD"...)
			start = i + n
		case r == '\u2028' || r == '\u2029':
			b = append(append(b, s[start:i]...), '\\', 'u', '2', '0', '2', hex[r&15])
			start = i + n
		}
		i += n
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}

// limit cuts a text to what the agent reads, at a character, and marks the cut.
func limit(s string) string {
	if len(s) <= maxText {
		return s
	}
	units, cut := 0, 0
	for i, r := range s {
		if units < maxText {
			cut = i // the mark fits behind s[:i]
		}
		if units++; r > 0xffff {
			units++
		}
		if units > maxText {
			return s[:cut] + "…"
		}
	}
	return s
}
