package main

import (
	"bytes"
	"encoding/json"
)

// encode returns v as JSON with a final newline, and with <, > and & as they are: commands are full
// of them.
func encode(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return b.Bytes(), err
}

// json prints v, indented.
func (s stdio) json(v any) {
	b, err := encode(v, "  ")
	if err != nil {
		s.fail("%v", err)
		return
	}
	s.out.Write(b)
}
