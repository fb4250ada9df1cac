package tasks

import (
	"path"
	"strings"
)

// definition is a define that is open.
type definition struct {
	name, op string
	mods     modifiers
	body     []string
	nested   int
}

type modifiers struct{ export, override bool }

// read takes the lines of a makefile.
func (m *makefile) read(file, text string) {
	outer, line, pending := m.file, m.line, m.pending
	m.file, m.pending = file, nil
	if m.depth++; m.depth > maxMakeDepth {
		m.unknown("makefiles include each other too deeply")
		text = ""
	}
	text = strings.NewReplacer("\r\n", "\n", hidden, unknown).Replace(strings.TrimPrefix(text, "\ufeff"))
	for n := 1; text != ""; {
		var l string
		l, text = makeLine(text)
		m.line = n
		n += 1 + strings.Count(l, "\n")
		m.take(l)
	}
	if m.define != nil {
		m.unknown(m.place() + " is not closed")
		m.define = nil
	}
	m.depth--
	m.file, m.line, m.pending = outer, line, pending
}

func (m *makefile) place() string { return base(m.file) + ":" + decimal(m.line) }

func base(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// take takes one line with those that are joined to it.
func (m *makefile) take(line string) {
	if m.define != nil {
		m.defined(line)
		return
	}
	if line != "" && line[0] == m.prefix && m.pending != nil {
		text := strings.ReplaceAll(line[1:], "\\\n"+string(m.prefix), "\\\n")
		for _, rule := range m.pending {
			rule.recipe = append(rule.recipe, recipeLine{text, m.file, m.line})
		}
		return
	}
	line = joined(uncommented(line))
	if strings.TrimSpace(line) == "" {
		return
	}
	word, rest, _ := strings.Cut(line, " ")
	if w, more, found := strings.Cut(word, "\t"); found {
		word, rest = w, more+" "+rest
	}
	if m.conditional(word, rest) {
		return
	}
	if strings.Contains(line, unknown) {
		m.unknown("fencepost does not know " + m.place())
	}
	m.directive(line, word, strings.TrimSpace(rest))
}

// uncommented is a line without its comment. A backslash in front of # takes its meaning away.
func uncommented(line string) string {
	at := strings.IndexByte(line, '#')
	if at < 0 {
		return line
	}
	var b strings.Builder
	for ; at >= 0; at = strings.IndexByte(line, '#') {
		n := at
		for n > 0 && line[n-1] == '\\' {
			n--
		}
		b.WriteString(line[:at-(at-n+1)/2])
		if (at-n)%2 == 0 {
			return b.String()
		}
		b.WriteByte('#')
		line = line[at+1:]
	}
	return b.String() + line
}

// joined makes one line of joined ones: backslash, newline and the blanks around become a blank.
func joined(line string) string {
	for {
		before, after, found := strings.Cut(line, "\\\n")
		if !found {
			return strings.TrimLeft(line, " \t\r") // blanks at the end belong to a value
		}
		line = strings.TrimRight(before, " \t") + " " + strings.TrimLeft(after, " \t")
	}
}

// conditional reports whether a line begins, parts or ends a condition. All branches count.
func (m *makefile) conditional(word, rest string) bool {
	switch word {
	case "ifeq", "ifneq", "ifdef", "ifndef":
		m.expand(rest)
		m.unknown("the condition in " + m.place() + " is not followed")
		return true
	case "else", "endif":
		return true
	}
	return false
}

// directive takes a line that is no condition and no recipe.
func (m *makefile) directive(line, word, rest string) {
	var mods modifiers
	for {
		if word == "private" && isAssignment(rest) {
			m.unknown(m.place() + ": what is private is not followed")
		}
		if word == "override" || word == "private" || word == "export" && isAssignment(rest) ||
			word == "export" && strings.HasPrefix(rest, "define ") {
			mods.export = mods.export || word == "export"
			mods.override = mods.override || word == "override"
			line = rest
			word, rest, _ = strings.Cut(rest, " ")
			rest = strings.TrimSpace(rest)
			continue
		}
		break
	}
	if !isAssignment(line) {
		switch word {
		case "define":
			m.pending = nil
			m.begin(rest, mods)
			return
		case "include", "-include", "sinclude":
			m.pending = nil
			m.includes(m.expand(rest), word == "include")
			return
		case "export":
			m.exports(rest)
			return
		case "unexport", "undefine":
			m.pending = nil
			if word == "undefine" {
				if rest = m.expand(rest); m.origin(rest) < fromOverride {
					delete(m.vars, rest)
				}
			}
			return
		case "vpath", "load", "-load":
			if m.unknown(m.place() + ": " + word + " is not followed"); word != "vpath" {
				m.Blind = true
				m.shell(rest) // it is code, as a program is
			}
			return
		}
	}
	if name, op, value, ok := assignment(line); ok {
		m.pending = nil
		m.assign(m.expand(name), op, value, mods)
		return
	}
	m.rule(line)
}

func (m *makefile) exports(names string) {
	m.pending = nil
	if names == "" {
		m.all = true
		return
	}
	for _, name := range m.fields(m.expand(names)) {
		if v := m.vars[name]; v != nil {
			v.export = true
		} else {
			m.vars[name] = &makeVar{origin: fromEnv, export: true, undefined: true}
		}
	}
}

// begin opens a define: NAME or NAME OP.
func (m *makefile) begin(rest string, mods modifiers) {
	name, op := rest, "="
	for _, o := range [...]string{":::=", "::=", ":=", "?=", "+=", "!=", "="} {
		if n, ok := strings.CutSuffix(rest, o); ok {
			name, op = strings.TrimSpace(n), o
			break
		}
	}
	m.define = &definition{name: m.expand(name), op: op, mods: mods}
}

func (m *makefile) defined(line string) {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	d := m.define
	switch {
	case line != "" && line[0] == m.prefix:
	case word == "define":
		d.nested++
	case word == "endef" && d.nested > 0:
		d.nested--
	case word == "endef":
		m.define = nil
		m.assign(d.name, d.op, strings.Join(d.body, "\n"), d.mods)
		return
	}
	d.body = append(d.body, line)
}

// includes reads further makefiles.
func (m *makefile) includes(names string, must bool) {
	for _, name := range m.fields(names) {
		list := []string{name}
		if strings.ContainsAny(name, "*?[~") {
			list = m.glob(list)
		}
		for _, n := range list {
			text, state := "", Missing
			if !strings.Contains(n, unknown) {
				text, state = m.reader.read(m.abs(n))
				m.loaded = append(m.loaded, n)
			}
			switch {
			case state == Found:
				m.include(n, text)
			case state == Unknown && strings.HasPrefix(path.Base(n), ".env"):
				m.unread = true
			case strings.Contains(n, unknown):
				m.Blind = true
				m.unknown("fencepost does not know what " + m.place() + " includes")
			case must && state == Missing:
				m.unknown(n + " is not there, and may be made or found elsewhere")
			}
		}
	}
}

// rule takes TARGETS : NEEDS ; RECIPE.
func (m *makefile) rule(line string) {
	m.pending = nil
	at := colon(line)
	if at < 0 {
		if line = strings.TrimSpace(m.expand(line)); line != "" {
			if at = colon(line); at < 0 {
				m.unknown(m.place() + " is not understood")
				return
			}
			line = strings.ReplaceAll(line, "$", "$$")
			at = colon(line)
		} else {
			return
		}
	}
	lhs, rest := m.expand(line[:at]), line[at+1:]
	r := &makeRule{double: strings.HasPrefix(rest, ":")}
	rest = strings.TrimPrefix(rest, ":")
	lhs = strings.TrimSuffix(strings.TrimSpace(lhs), "&")
	if strings.ContainsAny(lhs, unknown+"*?[~(\\\n") {
		m.unknown("fencepost does not know the targets in " + m.place())
	}
	r.targets = m.fields(lhs)
	if m.ownVar(r, strings.TrimSpace(rest)) {
		return
	}
	first, inline := "", false
	if semi := outside(rest, ';'); semi >= 0 {
		rest, first, inline = rest[:semi], rest[semi+1:], true
	}
	if rest = m.expand(rest); m.flags[".SECONDEXPANSION"] {
		rest = m.expand(rest)
	}
	if r.unknown = strings.ContainsAny(rest, unknown+"\\\n:="); strings.Contains(rest, ":") {
		rest = "" // of a static pattern rule
	}
	r.needs = m.fields(rest)
	for i := range r.targets {
		r.pattern = r.pattern || strings.Contains(r.targets[i], "%")
	}
	if inline {
		r.recipe = append(r.recipe, recipeLine{strings.TrimLeft(first, " \t"), m.file, m.line})
	}
	m.special(r)
	if len(m.rules) == maxRules {
		m.unknown("the makefile has more rules than can be looked at")
		return
	}
	m.rules = append(m.rules, r)
	m.pending = append(m.pending, r)
}

// maxRules bounds the rules of all makefiles.
const maxRules = 4096

// special takes targets that mean something to make itself.
func (m *makefile) special(r *makeRule) {
	for _, t := range r.targets {
		switch t {
		case ".PHONY":
			m.phony = append(m.phony, r.needs...)
			if r.unknown {
				m.unknown("fencepost does not know which targets are phony")
			}
		case ".EXPORT_ALL_VARIABLES":
			m.all = true
		case ".DEFAULT":
			m.unknown("one rule makes every target that has no other rule")
		case ".SECONDEXPANSION":
			m.unknown("make expands what targets need twice")
			m.flags[t] = true
		case ".POSIX", ".ONESHELL":
			m.flags[t] = true
		default:
			if suffixRule(t) && len(r.needs) == 0 {
				m.unknown(m.place() + " is a rule for files by their endings")
			}
		}
	}
}

// suffixRule reports whether a target is the old way to write a pattern rule: .c.o is %.o: %.c.
func suffixRule(t string) bool {
	return len(t) > 1 && t[0] == '.' && !strings.Contains(t, "/") &&
		(len(t) < 4 || strings.ToUpper(t) != t)
}

// colon is the index of the colon of a rule, outside of references.
func colon(line string) int { return outside(line, ':') }

// outside is the index of a letter outside of references; -1 where there is none.
func outside(text string, c byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '$':
			if i+1 < len(text) && (text[i+1] == '(' || text[i+1] == '{') {
				i = pairEnd(text, i+1)
			} else {
				i++
			}
		case c:
			return i
		}
	}
	return -1
}
