// Package hookfile edits the files in which coding agents keep their hooks, and writes the command
// lines that stand there. Only the commands for people use it.
//
// An edit changes the bytes that it has to and no others, because the files are a person's.
package hookfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Object is a JSON object whose members keep their order and their text. Of a key that is written
// twice the last value counts, as in the client.
type Object []Member

// Member is one member of an object.
type Member struct {
	Key   string
	Value json.RawMessage
}

// Get returns the value of a key, or nil.
func (o Object) Get(key string) json.RawMessage {
	for i := len(o) - 1; i >= 0; i-- {
		if o[i].Key == key {
			return o[i].Value
		}
	}
	return nil
}

// ParseObject reads one JSON object and nothing behind it.
func ParseObject(raw []byte) (Object, error) {
	c, err := objectAt(raw, 0)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(raw[c.end:])) > 0 {
		return nil, errors.New("something follows the JSON object")
	}
	o := make(Object, len(c.items))
	for i, it := range c.items {
		o[i] = Member{it.key, raw[it.value:it.end]}
	}
	return o, nil
}

// item is a member of an object or an element of a list, by its place in the text.
type item struct {
	key               string // "" in a list
	start, value, end int    // start is that of the key, or of the value in a list
}

// container is an object or a list, by its place in the text.
type container struct {
	open, end int // of its first bracket, and behind its last one
	items     []item
}

// objectAt reads the object whose text begins at the given place, blanks before it allowed.
func objectAt(text []byte, at int) (container, error) { return scan(text, at, '{') }

// listAt is objectAt for a list.
func listAt(text []byte, at int) (container, error) { return scan(text, at, '[') }

func scan(text []byte, at int, open json.Delim) (container, error) {
	d := json.NewDecoder(bytes.NewReader(text[at:]))
	if t, err := d.Token(); err != nil {
		return container{}, shifted(err, at)
	} else if t != open {
		return container{}, errors.New("it is not a JSON " + kindOf(open))
	}
	place := func() int { return at + int(d.InputOffset()) }
	c := container{open: place() - 1}
	for last := place(); d.More(); last = place() {
		var it item
		if open == '{' {
			key, err := d.Token()
			if err != nil {
				return c, shifted(err, at)
			}
			it.key = key.(string)
			it.start = last + bytes.IndexByte(text[last:], '"')
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return c, shifted(err, at)
		}
		it.end = place()
		it.value = it.end - len(value)
		if open == '[' {
			it.start = it.value
		}
		c.items = append(c.items, it)
	}
	if _, err := d.Token(); err != nil {
		return c, shifted(err, at)
	}
	c.end = place()
	return c, nil
}

// shifted moves the place of a syntax error that was counted from a place in the text.
func shifted(err error, at int) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		moved := *syntax
		moved.Offset += int64(at)
		return &moved
	}
	return err
}

func kindOf(open json.Delim) string {
	if open == '[' {
		return "list"
	}
	return "object"
}

// find returns the member of a key, the last one where it is written twice, or nil.
func (c *container) find(key string) *item {
	for i := len(c.items) - 1; i >= 0; i-- {
		if c.items[i].key == key {
			return &c.items[i]
		}
	}
	return nil
}

// lineOf is the place of a syntax error as :line, or "".
func lineOf(text []byte, err error) string {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) || syntax.Offset > int64(len(text)) {
		return ""
	}
	return fmt.Sprintf(":%d", 1+bytes.Count(text[:syntax.Offset], []byte{'\n'}))
}

// Encode returns v as JSON on one line, with <, > and & as they are.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}

// Same compares JSON whatever its white space. No text is the same as no text.
func Same(x, y []byte) bool {
	if len(x) == 0 || len(y) == 0 {
		return len(x) == len(y)
	}
	var a, b bytes.Buffer
	if json.Compact(&a, x) != nil || json.Compact(&b, y) != nil {
		return false
	}
	return bytes.Equal(a.Bytes(), b.Bytes())
}
