// Package hookjson reads and writes the JSON of hooks. Names of fields are compared exactly, and fields
// come in the order in which they were sent, each as often as it was.
package hookjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// MaxInput is the number of bytes of hook input that are read.
const MaxInput = 16 << 20

var (
	// ErrTooLarge is returned by Read for more than MaxInput bytes.
	ErrTooLarge = errors.New("hook input: too large (more than 16 MiB)")
	// ErrEmpty is the error for no input, or white space alone.
	ErrEmpty = errors.New("hook input: empty; expected one JSON object on standard input")
	// ErrNoObject is the error for JSON that is no object.
	ErrNoObject = errors.New("hook input: not a JSON object")
)

// Read reads the hook input to its end.
func Read(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxInput+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > MaxInput:
		return nil, ErrTooLarge
	}
	return data, nil
}

// EachField reads a JSON object and calls f for each of its fields, with the JSON of the value.
// more says that something follows the object. After an error nothing of what f was told counts.
func EachField(data []byte, f func(name string, value []byte)) (more bool, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // a number is JSON, whatever its size
	begin, err := d.Token()
	if err != nil {
		return false, mistake(data, err)
	}
	if begin != json.Delim('{') {
		return false, ErrNoObject
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return false, mistake(data, err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return false, mistake(data, err)
		}
		f(name.(string), value)
	}
	if _, err := d.Token(); err != nil {
		return false, mistake(data, err)
	}
	return len(bytes.Trim(data[d.InputOffset():], " \t\r\n")) > 0, nil
}

// mistake says what is wrong with an input for which a decoder has returned an error, and where.
func mistake(data []byte, err error) error {
	var syntax *json.SyntaxError
	switch {
	case err == io.EOF && len(bytes.TrimSpace(data)) == 0:
		return ErrEmpty
	case errors.As(json.Unmarshal(data, new(json.RawMessage)), &syntax):
		return fmt.Errorf("hook input, byte %d: %w", syntax.Offset-1, syntax)
	}
	return fmt.Errorf("hook input: %w", err)
}

// Text is a decoded string with what makes it doubtful.
type Text struct {
	Value     string
	Surrogate bool // an escape that is half of a surrogate pair; it is decoded as U+FFFD
	NUL       bool // an escaped NUL
}

// TextOf decodes a JSON string; ok is false for JSON of another kind. A string with a U+FFFD of its
// own and a whole surrogate pair counts as one with half a pair.
func TextOf(value []byte) (t Text, ok bool) {
	if len(value) == 0 || value[0] != '"' || json.Unmarshal(value, &t.Value) != nil {
		return Text{}, false
	}
	t.NUL = strings.Contains(t.Value, "\x00")
	t.Surrogate = strings.ContainsRune(t.Value, utf8.RuneError) &&
		bytes.Contains(bytes.ToLower(value), []byte(`\ud`))
	return t, true
}

// String returns s as a JSON string. <, > and & stay as they are.
func String(s string) []byte {
	plain := true
	for i := range len(s) {
		plain = plain && s[i] >= ' ' && s[i] < 0x7f && s[i] != '"' && s[i] != '\\'
	}
	if plain {
		return []byte(`"` + s + `"`)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// IsObject reports whether data is one JSON object in valid UTF-8, without white space around it.
func IsObject(data []byte) bool {
	return bytes.HasPrefix(data, []byte("{")) && bytes.HasSuffix(data, []byte("}")) &&
		utf8.Valid(data) && json.Valid(data)
}

// Limit cuts a text to maxText UTF-16 code units, at a character, and marks the cut.
func Limit(s string, maxText int) string {
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

// Object writes one JSON object, field by field. The zero Object is empty.
type Object struct{ fields []byte }

// Text adds a string; "" is left out.
func (o *Object) Text(name, value string) {
	if value != "" {
		o.Raw(name, String(value))
	}
}

// Raw adds a value that is JSON already; an empty one is left out.
func (o *Object) Raw(name string, value []byte) {
	if len(value) == 0 {
		return
	}
	if len(o.fields) > 0 {
		o.fields = append(o.fields, ',')
	}
	o.fields = append(append(append(o.fields, String(name)...), ':'), value...)
}

// JSON returns the object.
func (o *Object) JSON() []byte {
	return append(append([]byte{'{'}, o.fields...), '}')
}

// Line returns the object with a newline behind it.
func (o *Object) Line() []byte { return append(o.JSON(), '\n') }
