package tasks

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// value is what stands in a file of settings: a text, a list, a mapping, or something else, of
// which only the letters are known.
type value struct {
	kind  kind
	text  string
	line  int
	names []string // of a mapping
	items []*value // of a list or a mapping
}

type kind byte

const (
	other kind = iota // a number, true, false, null, a date
	text
	list
	mapping
)

// get is the member of a mapping with that name; nil where there is none. If there are several, the
// last one counts, as in all readers of JSON.
func (v *value) get(name string) *value {
	if v == nil || v.kind != mapping {
		return nil
	}
	for i := len(v.names) - 1; i >= 0; i-- {
		if v.names[i] == name {
			return v.items[i]
		}
	}
	return nil
}

// at follows names into mappings.
func (v *value) at(names ...string) *value {
	for _, n := range names {
		v = v.get(n)
	}
	return v
}

// texts are the texts of a list, or of a single text; ok is false for anything else in it.
func (v *value) texts() (all []string, ok bool) {
	switch {
	case v == nil:
		return nil, true
	case v.kind == text:
		return []string{v.text}, true
	case v.kind != list:
		return nil, false
	}
	for _, item := range v.items {
		if item.kind != text {
			return all, false
		}
		all = append(all, item.text)
	}
	return all, true
}

// parseJSON reads JSON, with the lines in which values begin.
func parseJSON(source string) (*value, bool) {
	source = strings.TrimPrefix(source, "\ufeff")
	in := json.NewDecoder(strings.NewReader(source))
	in.UseNumber()
	p := jsonReader{Decoder: in, source: source, line: 1}
	v := p.value(0)
	_, err := in.Token()
	return v, !p.bad && err == io.EOF && utf8.ValidString(source)
}

type jsonReader struct {
	*json.Decoder
	source   string
	at, line int
	values   int
	bad      bool
}

func (p *jsonReader) token() any {
	t, err := p.Token()
	end := int(p.InputOffset())
	p.line += strings.Count(p.source[p.at:end], "\n")
	p.at = end
	p.bad = p.bad || err != nil
	return t
}

func (p *jsonReader) value(depth int) *value {
	p.values++
	t := p.token()
	v := &value{line: p.line}
	if p.bad = p.bad || depth > MaxNested || p.values > MaxValues; p.bad {
		return v
	}
	switch t := t.(type) {
	case string:
		v.kind, v.text = text, t
	case json.Delim:
		v.kind = list
		if t == '{' {
			v.kind = mapping
		}
		for !p.bad && p.More() {
			if v.kind == mapping {
				name, _ := p.token().(string)
				v.names = append(v.names, name)
			}
			v.items = append(v.items, p.value(depth+1))
		}
		p.token()
	case nil:
		v.text = "null"
	default:
		v.text = fmt.Sprint(t)
	}
	return v
}
