package tasks

import (
	"path"
	"slices"
	"strings"
)

// Bounds of expansion: references, and bytes of one text.
const (
	maxMakeSteps = 1 << 16
	maxMakeText  = 1 << 16
	maxMakeBytes = 4 << 20 // of all texts
)

// expand replaces the references in a text.
func (m *makefile) expand(text string) string {
	if !strings.Contains(text, "$") {
		return text
	}
	out, ok := makeExpand(text, maxMakeText, m.referred)
	if !ok {
		m.unknown("a text of the makefile grows too long")
		return unknown
	}
	if m.bytes += len(out); m.bytes > maxMakeBytes {
		m.unknown("the texts of the makefile grow too long")
		return unknown
	}
	return out
}

// referred is the value of a reference.
func (m *makefile) referred(r makeReference) (value string, ok bool) {
	switch {
	case r.open == 0:
		return m.value(r.text), true
	case !r.ends:
		m.unknown(m.place() + " has a reference that does not end")
		return "", false
	}
	return m.reference(r.text), true
}

// reference is the value of $(TEXT): a function, or a variable with or without a substitution.
func (m *makefile) reference(text string) string {
	if m.steps++; m.steps > maxMakeSteps {
		m.unknown("the makefile has more references than can be looked at")
		return unknown
	}
	name, rest, blank := strings.Cut(text, " ")
	if n, r, found := strings.Cut(name, "\t"); found {
		name, rest, blank = n, r+" "+rest, true
	}
	if blank && isFunction(name) {
		return m.function(name, strings.TrimLeft(rest, " \t"))
	}
	if at := outside(text, ':'); at >= 0 { // $(NAME:.c=.o)
		from, to, _ := strings.Cut(m.expand(text[at+1:]), "=")
		if !strings.Contains(from, "%") {
			from, to = "%"+from, "%"+to
		}
		return m.patsubst(from, to, m.value(m.expand(text[:at])))
	}
	name = m.expand(text)
	if strings.Contains(name, unknown) {
		return unknown
	}
	return m.value(name)
}

// automatic are the variables of a rule.
func (m *makefile) automatic(name string) (string, bool) {
	t := m.auto
	var list []string
	what := name
	if len(name) == 2 && (name[1] == 'D' || name[1] == 'F') {
		what = name[:1]
	}
	switch what {
	case "@":
		list = []string{t.name}
	case "*":
		if t.stem == "" {
			return unknown, true // that of an explicit rule depends on its ending
		}
		list = []string{t.stem}
	case "<":
		if len(t.needs) > 0 {
			list = t.needs[:1]
		}
	case "^", "?":
		for _, n := range t.needs {
			if !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	case "+":
		list = t.needs
	case "|":
		list = t.order
	case "%":
	default:
		return "", false
	}
	out := make([]string, len(list))
	for i, n := range list {
		switch out[i] = n; {
		case len(name) == 1:
		case name[1] == 'D':
			out[i] = path.Dir(n)
		default:
			out[i] = path.Base(n)
		}
	}
	return strings.Join(out, " "), true
}

// recipe takes the lines of a recipe: @, - and + in front are make's own.
func (m *makefile) recipe(t *target, lines []recipeLine) {
	m.auto = t
	defer func() { m.auto = nil }()
	var script []string
	for _, l := range lines {
		m.file, m.line = l.file, l.line
		text := m.expand(l.text)
		for text != "" { // a variable may hold several lines
			var line string
			line, text = makeLine(text)
			bare := strings.TrimLeft(line, " \t@-+")
			always := strings.Contains(line[:len(line)-len(bare)], "+") ||
				strings.Contains(l.text, "$(MAKE)") || strings.Contains(l.text, "${MAKE}")
			switch {
			case strings.TrimSpace(bare) == "":
			case m.dry && !always:
				m.shown(bare)
			case m.flags[".ONESHELL"]:
				script = append(script, bare)
			default:
				m.add(m.shellLine(bare, t.name), "make puts in unknown text")
			}
		}
	}
	if len(script) > 0 {
		m.line = lines[0].line
		m.add(m.shellLine(strings.Join(script, "\n"), t.name), "make puts in unknown text")
	}
}

// shellLine is a line with the shell and the variables that it gets.
func (m *makefile) shellLine(text, task string) Line {
	text = named(text)
	l := Line{Text: text, File: m.file, Line: m.line, Dir: m.call.Dir, Task: task}
	switch shell := m.value("SHELL"); shell {
	case "/bin/sh", "sh", "/bin/dash", "dash", "/usr/bin/env sh", "/usr/bin/sh":
		l.Shell = "sh"
	case "/bin/bash", "bash", "/usr/bin/bash", "/usr/bin/env bash", "/usr/local/bin/bash":
		l.Shell = "bash"
	case "/bin/zsh", "zsh", "/usr/bin/zsh", "/usr/bin/env zsh":
		l.Shell = "zsh"
	default:
		l.Shell = "sh"
		m.unknown("SHELL is " + strings.ReplaceAll(shell, unknown, "not known"))
		if !strings.Contains(shell, unknown) {
			l.Text = shell + " -c " + quote(text)
		}
	}
	flags := m.value(".SHELLFLAGS")
	for _, flag := range strings.Fields(flags) {
		if flag != "pipefail" && (flag[0] != '-' || strings.Trim(flag[1:], "euxco") != "") {
			m.unknown(".SHELLFLAGS is not understood")
			l.Text = l.Shell + " " + flags + " " + quote(text)
			break
		}
	}
	m.environment(&l)
	return l
}

// environment adds the variables that the line gets (manual 5.7.2).
func (m *makefile) environment(l *Line) {
	names := make([]string, 0, len(m.vars))
	for name := range m.vars {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		m.variable(l, name, m.vars[name], m.all || m.vars[name].export)
	}
}

// variable adds one. Those that the makefile sets replace those of the same name that are in the
// environment already.
func (m *makefile) variable(l *Line, name string, v *makeVar, export bool) {
	if v.undefined || !identifier(name) || len(l.Env)+len(l.Maybe) == maxEnv {
		if !v.undefined && export && identifier(name) {
			m.unknown("it has more variables than can be looked at")
		}
		return
	}
	switch name {
	case "MAKEFILE_LIST", "SHELL", "MAKE", "CURDIR", "MAKEFLAGS":
		return
	}
	list := &l.Env
	if !export {
		list = &l.Maybe
		why := m.Why
		defer func() { m.Why = why }() // it may never be looked at
		if _, state := m.call.Env(name); state == Missing {
			return
		}
	}
	if set := name + "=" + named(m.value(name)); !slices.Contains(*list, set) {
		*list = append(*list, set)
	}
}

// maxEnv bounds the variables of a line.
const maxEnv = 512

func identifier(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// hidden stands before the name of a variable of the environment of which the value is not put in:
// what is shown of it is judged by the name. It ends with unknown, which the value is to all others.
const hidden = "\x02"

// named writes hidden values as a shell takes them from its environment, also in single quotes.
func named(text string) string {
	if !strings.Contains(text, hidden) {
		return text
	}
	var b strings.Builder
	within := byte(0) // the quote
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == hidden[0] && strings.Contains(text[i:], unknown):
			name, _, _ := strings.Cut(text[i+1:], unknown)
			if i += len(name) + 1; within == '\'' {
				b.WriteString(`'"${` + name + `}"'`)
			} else {
				b.WriteString("${" + name + "}")
			}
			continue
		case c == '\\' && within != '\'' && i+1 < len(text):
			b.WriteByte(c)
			i++
		case c == within:
			within = 0
		case within == 0 && (c == '\'' || c == '"'):
			within = c
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// shown has the hidden values judged that are in a text which make prints.
func (m *makefile) shown(text string) {
	for _, part := range strings.Split(text, hidden)[1:] {
		name, _, _ := strings.Cut(part, unknown)
		m.shell(`echo "` + hidden + name + unknown + `"`)
	}
}

// shell takes the text of $(shell …) or !=, which runs while the makefile is read.
func (m *makefile) shell(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	l := Line{Text: named(text), File: m.file, Line: m.line, Dir: m.call.Dir, Shell: "sh"}
	if s := m.raw("SHELL"); s != "" {
		l = m.shellLine(text, "")
	}
	m.add(l, "make puts in unknown text")
}
