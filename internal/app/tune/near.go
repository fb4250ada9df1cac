package tune

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
	"github.com/fencepost/fencepost/internal/rule"
)

// neighbours is the table of dangerous neighbours.
//
//go:embed neighbours.txt
var neighbours string

// table returns the lines of one of its sections.
func table(section string) (list []string) {
	_, text, _ := strings.Cut(neighbours, "\n["+section+"]")
	_, text, _ = strings.Cut(text, "\n")
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "[") {
			break
		}
		if line != "" {
			list = append(list, strings.ReplaceAll(line, `\n`, "\n"))
		}
	}
	return list
}

// listed reports whether a section has a word.
func listed(section, word string) bool {
	return slices.ContainsFunc(table(section), func(line string) bool {
		return slices.Contains(strings.Fields(line), word)
	})
}

// near is a dangerous neighbour, and what is decided about it without the rule.
type near struct {
	call   *fact.Call
	before rule.Decision
}

// nearLines are the dangerous neighbours of a command, as lines of a shell.
func nearLines(p *part, words []string) []string {
	line, head := shellquote.Join(words), shellquote.Join(p.head)
	around := table("around")
	if !strings.Contains(words[0], "/") {
		around = append(around, table("elsewhere")...)
	}
	if p.bound {
		around = append(around, table("bound")...)
	}
	var out []string
	fill := strings.NewReplacer("CMD", line, "NAME", words[0])
	for _, s := range around {
		out = append(out, fill.Replace(s))
	}
	for _, s := range table("behind") {
		out = append(out, line+" "+s, head+" "+s)
	}
	for _, s := range table("instead") {
		out = append(out, head+" "+s)
		n := len(p.head)
		switch {
		case n > 1 && p.head[n-1] != s:
			out = append(out, shellquote.Join(slices.Concat(p.head[:n-1], []string{s}, words[n:])))
		case n == 1:
			out = append(out, shellquote.Join(slices.Concat(p.head, []string{s}, words[n:])))
		}
	}
	return append(out, p.changed(words)...)
}

// changed are lines in which one word after the command's name is another one.
func (p *part) changed(words []string) (out []string) {
	for i := 1; i < len(words); i++ {
		name, _, set := strings.Cut(words[i], "=")
		for _, s := range table("place") {
			if set && name[0] == '-' {
				s = name + "=" + s
			}
			other := slices.Clone(words)
			other[i] = s
			out = append(out, shellquote.Join(other))
		}
	}
	return out
}

// lacking are the forms without one of the options that all of them have.
func (s *shape) lacking() (out []string) {
	options, _ := common(s.lists())
	for _, f := range s.forms[:min(len(s.forms), maxSamples)] {
		for i, w := range f.args {
			if slices.Contains(options, optionName(w)) {
				out = append(out, shellquote.Join(slices.Concat(s.head, f.args[:i], f.args[i+1:])))
			}
		}
	}
	return out
}

// nearCalls are the dangerous neighbours of a shape as calls.
func nearCalls(s *shape) []*fact.Call {
	first := s.samples[0].call
	switch s.kind {
	case tool:
		return nearTools(s.head[0], first)
	case host:
		return nearHosts(s.head[0], first.Cwd)
	}
	var out []*fact.Call
	for i, f := range []form{s.forms[0], s.forms[len(s.forms)-1]} {
		if i > 0 && len(s.forms) == 1 {
			break
		}
		for _, line := range nearLines(&s.part, slices.Concat(s.head, f.args)) {
			out = append(out, shellCall(line, first.Cwd))
		}
	}
	for _, line := range s.lacking() {
		out = append(out, shellCall(line, first.Cwd))
	}
	return out
}

// nearTools are calls of tools with similar names.
func nearTools(name string, call *fact.Call) []*fact.Call {
	server := name[:strings.LastIndex(name, "_")+1]
	var out []*fact.Call
	for _, other := range []string{"delete", "run", "write", "x"} {
		for _, near := range []string{server + other, name + "_" + other, name + other, "mcp__evil__" +
			name} {
			if near != name {
				c := *call
				c.Tool = near
				out = append(out, &c)
			}
		}
	}
	return out
}

// nearHosts are calls that contact hosts with similar names, or send something to this one.
func nearHosts(name, cwd string) []*fact.Call {
	var out []*fact.Call
	for _, url := range table("addresses") {
		out = append(out, textCall("WebFetch", "url", strings.ReplaceAll(url, "HOST", name), cwd))
	}
	for _, line := range table("hosts") {
		out = append(out, shellCall(strings.ReplaceAll(line, "HOST", name), cwd))
	}
	return out
}

func shellCall(line, cwd string) *fact.Call { return textCall("Bash", "command", line, cwd) }

// textCall is a call with one field.
func textCall(tool, field, value, cwd string) *fact.Call {
	raw, _ := json.Marshal(value)
	return &fact.Call{Event: "PreToolUse", Tool: tool, Cwd: cwd,
		Input: []fact.Field{{Name: field, Raw: raw, Text: value, String: true}}}
}
