// Package settings reads, checks and writes the settings files of Claude Code. Only the commands
// for people use it: the hook itself never reads them here.
package settings

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// Finding is what is wrong with a value, or that it is not known whether it is right.
type Finding struct {
	Path  string // permissions.allow, hooks.PreToolUse[0].matcher
	Text  string
	Fatal bool // the client drops the whole file; else it cannot be judged here
}

// Check judges a settings file as the client does. It returns what makes the client drop the file,
// and what it cannot judge.
func Check(root hookfile.Object) []Finding {
	c := &checker{}
	for _, m := range root {
		switch typ, ok := lookup(schema, m.Key); {
		case m.Key == "hooks":
			c.hooks(root.Get("hooks"))
		case ok:
			c.value(m.Key, typ, root.Get(m.Key))
		}
	}
	return c.found
}

// Drops reports whether one of the findings makes the client drop the file.
func Drops(found []Finding) bool {
	return slices.ContainsFunc(found, func(f Finding) bool { return f.Fatal })
}

type checker struct{ found []Finding }

func (c *checker) fatal(path, format string, args ...any) {
	c.found = append(c.found, Finding{path, fmt.Sprintf(format, args...), true})
}

func (c *checker) unknown(path, text string) {
	c.found = append(c.found, Finding{Path: path, Text: text})
}

// value holds a value against a type of the schema.
func (c *checker) value(path, typ string, raw json.RawMessage) {
	if typ == "?" {
		c.unknown(path, "whether the client takes this value is not known")
		return
	}
	if alternatives := split(typ, '|'); len(alternatives) > 1 {
		c.oneOf(path, alternatives, raw)
		return
	}
	kind := kind(raw)
	switch typ[0] {
	case '[':
		c.list(path, typ[1:len(typ)-1], raw)
	case '<', '{':
		c.object(path, typ, raw)
	case '\'':
		c.oneOf(path, []string{typ}, raw)
	default:
		if !basic(typ, kind, raw) {
			c.fatal(path, "%s is expected, and this is %s", describe(typ), article(kind))
		}
	}
}

// basic judges the types that have a name.
func basic(typ, kind string, raw json.RawMessage) bool {
	name, bound, _ := strings.Cut(typ, ">")
	switch name {
	case "any":
		return true
	case "nonull":
		return kind != "null"
	case "string", "bool":
		return kind == name
	}
	n, err := strconv.ParseFloat(string(raw), 64)
	return kind == "number" && err == nil && (name == "number" || n == float64(int64(n))) &&
		(bound == "" || bound == "0" && n > 0 || bound == "=0" && n >= 0)
}

// oneOf accepts a value that one of the types accepts.
func (c *checker) oneOf(path string, types []string, raw json.RawMessage) {
	var text string
	isText := json.Unmarshal(raw, &text) == nil && kind(raw) == "string"
	var names []string
	for _, typ := range types {
		if typ[0] != '\'' {
			alone := &checker{}
			if alone.value(path, typ, raw); !Drops(alone.found) {
				c.found = append(c.found, alone.found...)
				return
			}
			names = append(names, describe(typ))
			continue
		}
		want := strings.Trim(typ, "'")
		if isText && want == "?"+text {
			c.unknown(path, "only some versions of the client take this value")
			return
		}
		if isText && want == text {
			return
		}
		names = append(names, strconv.Quote(strings.TrimPrefix(want, "?")))
	}
	c.fatal(path, "%s is expected, and this is %s", strings.Join(names, " or "), shown(raw))
}

func (c *checker) list(path, typ string, raw json.RawMessage) {
	var list []json.RawMessage
	if kind(raw) != "list" || json.Unmarshal(raw, &list) != nil {
		c.fatal(path, "a list is expected, and this is %s", article(kind(raw)))
		return
	}
	for i, el := range list {
		c.value(fmt.Sprintf("%s[%d]", path, i), typ, el)
	}
}

func (c *checker) object(path, typ string, raw json.RawMessage) {
	o, err := hookfile.ParseObject(raw)
	if err != nil {
		c.fatal(path, "an object is expected, and this is %s", article(kind(raw)))
		return
	}
	inner := typ[1 : len(typ)-1]
	if typ[0] == '<' {
		for _, m := range o {
			c.value(path+"."+m.Key, inner, o.Get(m.Key))
		}
		return
	}
	for _, member := range split(inner, ',') {
		key, typ, _ := strings.Cut(strings.TrimSpace(member), ": ")
		name, required := strings.CutSuffix(key, "!")
		value := o.Get(name)
		switch {
		case value != nil:
			c.value(path+"."+name, typ, value)
		case required:
			c.fatal(path, "the key %q is missing", name)
		}
	}
}

// hooks judges the tree of hooks.
func (c *checker) hooks(raw json.RawMessage) {
	tree, err := hookfile.ParseObject(raw)
	if err != nil {
		if kind(raw) != "null" {
			c.fatal("hooks", "an object of events is expected, and this is %s", article(kind(raw)))
		}
		return
	}
	for _, m := range tree {
		path := "hooks." + m.Key
		var groups []json.RawMessage
		switch value := tree.Get(m.Key); {
		case !strings.Contains(hookEvents, " "+m.Key+" "), kind(value) == "null":
		case kind(value) != "list" || json.Unmarshal(value, &groups) != nil:
			if m.Key != "PreToolUse" && m.Key != "PermissionRequest" {
				continue // the client passes over it
			}
			c.fatal(path, "a list of groups is expected, and this is %s", article(kind(value)))
		}
		for i, g := range groups {
			c.group(fmt.Sprintf("%s[%d]", path, i), g)
		}
	}
}

func (c *checker) group(path string, raw json.RawMessage) {
	o, err := hookfile.ParseObject(raw)
	if err != nil {
		c.fatal(path, "an object with \"hooks\" is expected, and this is %s", article(kind(raw)))
		return
	}
	if m := o.Get("matcher"); m != nil && kind(m) != "string" {
		c.fatal(path+".matcher", "a string is expected, and this is %s", article(kind(m)))
	}
	var list []json.RawMessage
	if kind(o.Get("hooks")) != "list" || json.Unmarshal(o.Get("hooks"), &list) != nil {
		c.fatal(path+".hooks", "a list of handlers is expected")
		return
	}
	for i, h := range list {
		c.handler(fmt.Sprintf("%s.hooks[%d]", path, i), h)
	}
}

func (c *checker) handler(path string, raw json.RawMessage) {
	o, err := hookfile.ParseObject(raw)
	if err != nil {
		c.fatal(path, "an object is expected, and this is %s", article(kind(raw)))
		return
	}
	var name string
	json.Unmarshal(o.Get("type"), &name)
	typ, ok := lookup(handlers, name)
	if !ok {
		c.fatal(path+".type", "no type of hook that the client knows: %s", shown(o.Get("type")))
		return
	}
	c.value(path, typ, raw)
}

// lookup finds the type of a key in a table.
func lookup(table, key string) (string, bool) {
	_, rest, ok := strings.Cut("\n"+table, "\n"+key+" ")
	if !ok || key == "" {
		return "", false
	}
	typ, _, _ := strings.Cut(rest, "\n")
	return typ, true
}

// split divides a type at a sign that stands in no brackets.
func split(typ string, sep byte) []string {
	var out []string
	depth, from := 0, 0
	for i := range len(typ) {
		switch c := typ[i]; {
		case c == '[' || c == '{' || c == '<':
			depth++
		case c == ']' || c == '}' || c == '>' && depth > 0 && !bound(typ, i):
			depth--
		case c == sep && depth == 0:
			out = append(out, typ[from:i])
			from = i + 1
		}
	}
	return append(out, typ[from:])
}

// bound reports whether the > at i belongs to a number: int>0.
func bound(typ string, i int) bool {
	number := strings.HasSuffix(typ[:i], "int") || strings.HasSuffix(typ[:i], "number")
	return number && i+1 < len(typ) && (typ[i+1] == '0' || typ[i+1] == '=')
}

// kind is the type of a JSON value.
func kind(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "missing"
	}
	switch raw[0] {
	case '{':
		return "object"
	case '[':
		return "list"
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	case 'n':
		return "null"
	}
	return "number"
}

func article(kind string) string {
	switch kind {
	case "object":
		return "an object"
	case "null", "missing":
		return kind
	case "bool":
		return "true or false"
	}
	return "a " + kind
}

func describe(typ string) string {
	switch typ[0] {
	case '[':
		return "a list"
	case '<', '{':
		return "an object"
	}
	switch typ {
	case "int", "int>=0":
		return "a whole number"
	case "int>0":
		return "a whole number above 0"
	case "number>0":
		return "a number above 0"
	}
	return article(typ)
}

// shown is a value as it is written, cut.
func shown(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "missing"
	}
	return fmt.Sprintf("%.40s", raw)
}
