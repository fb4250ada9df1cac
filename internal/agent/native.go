package agent

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
)

// This file gives the calls of other agents the names of the table of tools.

// Suspect notes why a call cannot be trusted. The first reason stays.
func Suspect(c *fact.Call, why string) {
	if c.Suspicious == "" {
		c.Suspicious = why
	}
}

// Named gives a call the name of the table's tool that does the same.
func Named(c *fact.Call, tool string) {
	if c.Native == "" && c.Tool != tool {
		c.Native = c.Tool
	}
	c.Tool = tool
}

// NamedWith is Named, and Rename for the field on which the tool acts.
func NamedWith(c *fact.Call, tool, field string, natives ...string) {
	Named(c, tool)
	Rename(c, field, natives...)
}

// Rename gives a field the name by which the table of tools knows it. natives are the names that
// the agent is known to use, in any version. Two fields for one thing have to agree: which of them
// counts is the agent's secret.
func Rename(c *fact.Call, name string, natives ...string) {
	found := -1
	for i := range c.Input {
		f := &c.Input[i]
		if f.Name != name && !slices.Contains(natives, f.Name) {
			continue
		}
		if found >= 0 && string(c.Input[found].Raw) != string(f.Raw) {
			Suspect(c, "The input holds both "+SentAs(&c.Input[found])+" and "+SentAs(f)+".")
		}
		found = i
		if f.Name != name {
			f.Native, f.Name = f.Name, name
		}
	}
}

// RunsIn takes a field for the directory in which a call runs.
func RunsIn(c *fact.Call, field string) {
	f, ok := c.Get(field)
	switch {
	case !ok || string(f.Raw) == "null" || f.String && f.Text == "":
	case !f.String:
		Suspect(c, "The field "+field+" is not a string.")
	default:
		if c.Dir == "" || strings.HasPrefix(f.Text, "/") {
			c.Dir = f.Text
		} else {
			c.Dir += "/" + f.Text
		}
		if why := doubtfulPath(f.Text); why != "" {
			Suspect(c, why)
		}
	}
}

// Leaves takes a field for a wish to run outside the agent's sandbox.
func Leaves(c *fact.Call, field string) {
	Rename(c, outsideSandbox, field)
}

const outsideSandbox = "dangerouslyDisableSandbox"

// Acts adds a file on which a call acts.
func Acts(c *fact.Call, tool string, kind fact.EffectKind, path string) {
	c.Touches = append(c.Touches, fact.Touch{Tool: tool, Kind: kind, Path: path})
}

// Trees takes a field that may hold a list of directories for those whose files a call reads.
func Trees(c *fact.Call, field string) {
	f, _ := c.Get(field)
	list, ok := Strings(f.Raw)
	if !ok {
		return
	}
	for _, p := range list {
		c.Touches = append(c.Touches, fact.Touch{Kind: fact.Read, Path: p, Tree: true})
	}
}

// PlainPaths looks for paths that an agent may read in another way than the system does: it is not
// known whether it expands a tilde, or takes a URL for a file name.
func PlainPaths(c *fact.Call) {
	if t := ToolOf(c.Tool); t.HasPath() {
		if why := doubtfulPath(c.Text(t.Field)); why != "" {
			Suspect(c, why)
		}
	}
	if why := doubtfulPath(c.Dir); why != "" {
		Suspect(c, why)
	}
	for i := range c.Touches {
		if why := doubtfulPath(c.Touches[i].Path); why != "" {
			Suspect(c, why)
		}
	}
}

func doubtfulPath(path string) string {
	switch {
	case strings.HasPrefix(path, "~"):
		return "The path " + oneLine(path, maxNamed) +
			" begins with a tilde, which the agent may read in its own way. Write it in full."
	case strings.HasPrefix(path, "file:"):
		return "The path " + oneLine(path, maxNamed) + " is a URL: write it as a file name."
	}
	return ""
}

// Strings reads a JSON array of strings. ok is false for anything else.
func Strings(raw []byte) (list []string, ok bool) {
	var values []json.RawMessage
	if len(raw) == 0 || raw[0] != '[' || json.Unmarshal(raw, &values) != nil {
		return nil, false
	}
	for _, value := range values {
		t, ok := hookjson.TextOf(value)
		if !ok || t.Surrogate || t.NUL {
			return nil, false
		}
		list = append(list, t.Value)
	}
	return list, true
}

// Argv makes a field that holds an argument vector shell text that runs the same.
func Argv(c *fact.Call, field string) {
	for i := range c.Input {
		f := &c.Input[i]
		if f.Name != field || f.String {
			continue
		}
		if words, ok := Strings(f.Raw); ok && len(words) > 0 {
			f.Text, f.String = shellquote.Join(words), true
		}
	}
}

// Text reports whether a field is a JSON string as the agent sent it, which a new value can
// replace.
func Text(c *fact.Call, field string) bool {
	f, ok := c.Get(field)
	return ok && len(f.Raw) > 0 && f.Raw[0] == '"'
}
