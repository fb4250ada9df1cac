package hookfile

import (
	"bytes"
	"encoding/json"
	"slices"
)

// This file changes JSON text in place. What a removal takes away is what the insertion of the same
// item has put there, so that the two together change nothing.

// removed returns the text without item i of a container.
func removed(text []byte, c *container, i int) []byte {
	from, to := c.open+1, c.end-1
	switch {
	case i > 0:
		from, to = c.items[i-1].end, c.items[i].end
	case len(c.items) > 1:
		from, to = c.items[0].start, c.items[1].start
	}
	return slices.Concat(text[:from], text[to:])
}

// appended returns the text with one more item at the end of a container. The item is JSON on one
// line, with its key where the container is an object; it takes the form of its neighbours.
func appended(text []byte, c *container, key string, value []byte) ([]byte, error) {
	lay := layoutOf(text)
	outer := lineIndent(text, c.open)
	if len(c.items) == 0 {
		item, err := formatted(key, value, lay, outer+lay.unit)
		if err != nil {
			return nil, err
		}
		inside := lay.newline + outer + lay.unit + item + lay.newline + outer
		return slices.Concat(text[:c.open+1], []byte(inside), text[c.end-1:]), nil
	}
	last := c.items[len(c.items)-1]
	sep, indent := " ", ""
	own, alone := indentBefore(text, last.start)
	switch {
	case alone:
		sep, indent = lay.newline+own, own
	case !lay.multiline:
		sep = ""
	}
	item, err := formatted(key, value, lay, indent)
	if !alone {
		item, err = formatted(key, value, layout{}, "")
	}
	if err != nil {
		return nil, err
	}
	return slices.Concat(text[:last.end], []byte(","+sep+item), text[last.end:]), nil
}

// replaced returns the text with another value for an element of a list.
func replaced(text []byte, it item, value []byte) ([]byte, error) {
	lay := layoutOf(text)
	indent, alone := indentBefore(text, it.start)
	if !alone {
		lay = layout{}
	}
	now, err := formatted("", value, lay, indent)
	return slices.Concat(text[:it.value], []byte(now), text[it.end:]), err
}

// formatted is an item as text: on one line where the layout has no unit of indentation.
func formatted(key string, value []byte, lay layout, indent string) (string, error) {
	name := ""
	if key != "" {
		quoted, err := Encode(key)
		if err != nil {
			return "", err
		}
		name = string(quoted) + ": "
	}
	if lay.unit == "" {
		return name + string(value), nil
	}
	var b bytes.Buffer
	if err := json.Indent(&b, value, indent, lay.unit); err != nil {
		return "", err
	}
	text := bytes.ReplaceAll(b.Bytes(), []byte{'\n'}, []byte(lay.newline))
	return name + string(text), nil
}

// layout is how a text is written.
type layout struct {
	unit      string // of indentation
	newline   string
	multiline bool
}

func layoutOf(text []byte) layout {
	lay := layout{unit: "  ", newline: "\n", multiline: bytes.IndexByte(text, '\n') >= 0}
	if bytes.Contains(text, []byte("\r\n")) {
		lay.newline = "\r\n"
	}
	for line := range bytes.Lines(text) {
		if n := len(line) - len(bytes.TrimLeft(line, " \t")); n > 0 &&
			len(bytes.TrimSpace(line)) > 0 {
			lay.unit = string(line[:n])
			break
		}
	}
	return lay
}

// indentBefore returns the blanks before a place, and whether nothing else stands before it on its
// line.
func indentBefore(text []byte, at int) (string, bool) {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
	if len(bytes.Trim(line, " \t")) > 0 || len(line) == at {
		return "", false
	}
	return string(line), true
}

// lineIndent is the indentation of the line on which a place lies.
func lineIndent(text []byte, at int) string {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}
