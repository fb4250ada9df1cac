package tasks

import (
	"maps"
	"strings"
)

// makeVar is a variable of a makefile.
type makeVar struct {
	text      string
	recursive bool // it is expanded each time that it is used
	origin    makeOrigin
	export    bool
	undefined bool // only exported
}

type makeOrigin byte

const (
	fromFile makeOrigin = iota
	fromEnv
	fromOverride
	fromCommandLine
)

// maxVars bounds the variables.
const maxVars = 4096

// commandLine takes NAME=VALUE of the command line. It counts more than the makefile.
func (m *makefile) commandLine(set string) {
	name, op, value, ok := assignment(set)
	if !ok || strings.ContainsAny(set, Word+hidden) {
		m.unknown("fencepost does not know what the line sets")
		return
	}
	if op == "!=" {
		m.file, m.line = "command line", 1
		m.shell(m.expand(value))
		value = unknown
	}
	m.vars[name] = &makeVar{text: value, recursive: op == "=" || op == "?=" || op == "+=",
		origin: fromCommandLine, export: true}
	if op == ":=" || op == "::=" || op == ":::=" {
		m.vars[name].text = m.expand(value)
	}
	m.steers(name, value)
}

// steers looks at variables that change how make itself works.
func (m *makefile) steers(name, value string) {
	switch name {
	case "VPATH", "GPATH", "MAKEFILES", ".LIBPATTERNS", ".LOADED", ".INCLUDE_DIRS":
		m.unknown(name + " changes where make looks")
	case "MAKEFLAGS", "GNUMAKEFLAGS", "MFLAGS":
		for _, w := range strings.Fields(value) {
			if !plainFlag(w) {
				m.unknown(name + " changes what make reads")
				m.shell(name + "=" + quote(value) + " true")
				break
			}
		}
	case ".RECIPEPREFIX":
		if m.prefix = '\t'; value != "" {
			m.prefix = value[0]
		}
	case "MAKE", "MAKE_COMMAND", "CURDIR", "MAKEFILE_LIST":
		if value != "" && m.origin(name) != fromEnv {
			m.unknown(name + " is set")
		}
	}
}

func (m *makefile) origin(name string) makeOrigin {
	if v := m.vars[name]; v != nil {
		return v.origin
	}
	return fromEnv
}

// plainFlag reports whether a word of MAKEFLAGS changes nothing of what runs.
func plainFlag(w string) bool {
	switch w {
	case "--no-print-directory", "--warn-undefined-variables", "--no-builtin-rules",
		"--no-builtin-variables", "--silent", "--quiet", "--keep-going", "--jobs",
		"--output-sync", "--print-directory", "--always-make":
		return true
	}
	if n, ok := strings.CutPrefix(w, "--jobs="); ok {
		return n != "" && digits(n) == len(n)
	}
	if n, ok := strings.CutPrefix(w, "--output-sync="); ok {
		return n == "target" || n == "line" || n == "recurse" || n == "none"
	}
	w = strings.TrimPrefix(w, "-")
	return strings.Trim(w, "rRskBw") == "" || w == "Otarget" ||
		w[0] == 'j' && digits(w[1:]) == len(w)-1
}

// assignment splits NAME OP VALUE.
func assignment(line string) (name, op, value string, ok bool) {
	at := outside(line, '=')
	if at <= 0 {
		return "", "", "", false
	}
	start := at
	for _, o := range [...]string{":::", "::", ":", "?", "+", "!"} {
		if strings.HasSuffix(line[:at], o) {
			start = at - len(o)
			break
		}
	}
	name = strings.TrimSpace(line[:start])
	if name == "" || outside(name, ':') >= 0 || outside(name, ' ') >= 0 || outside(name, '\t') >= 0 {
		return "", "", "", false
	}
	return name, line[start : at+1], strings.TrimLeft(line[at+1:], " \t"), true
}

func isAssignment(line string) bool {
	_, _, _, ok := assignment(line)
	return ok
}

// assign gives a variable a value.
func (m *makefile) assign(name, op, value string, mods modifiers) {
	if name == "" || strings.Contains(name, unknown) {
		m.unknown("fencepost does not know which variable " + m.place() + " sets")
		return
	}
	old := m.vars[name]
	if old != nil && !old.undefined && old.origin >= fromOverride && !mods.override {
		return // what the command line says counts
	}
	origin := fromFile
	if mods.override {
		origin = fromOverride
	}
	switch op {
	case "?=":
		if _, state := m.lookup(name); state == Found {
			return
		}
		m.setVar(name, value, true, origin)
	case "+=":
		before, recursive := m.raw(name), true
		if old != nil && !old.undefined {
			recursive = old.recursive
		}
		if !recursive {
			value = m.expand(value)
		}
		if before != "" {
			value = before + " " + value
		}
		m.setVar(name, value, recursive, origin)
	case "!=":
		m.shell(m.expand(value))
		m.setVar(name, unknown, false, origin)
	case "=":
		m.setVar(name, value, true, origin)
	default:
		m.setVar(name, m.expand(value), false, origin)
	}
	if mods.export {
		m.vars[name].export = true
	}
	m.steers(name, m.raw(name))
}

func (m *makefile) setVar(name, value string, recursive bool, origin makeOrigin) {
	export := false
	if old := m.vars[name]; old != nil {
		export = old.export
	} else if len(m.vars) == maxVars {
		m.unknown("the makefile has more variables than can be looked at")
		return
	}
	if len(value) > maxMakeText {
		m.unknown("the value of " + name + " is too long")
		value = unknown
	}
	m.vars[name] = &makeVar{text: value, recursive: recursive, origin: origin, export: export}
}

// raw is the value of a variable as it stands.
func (m *makefile) raw(name string) string {
	if v := m.vars[name]; v != nil && !v.undefined {
		return v.text
	}
	value, _ := m.outer(name)
	return value
}

// outer is the value of a variable of the environment. That of a secret, and what a file may have
// set that nobody reads, stays a name.
func (m *makefile) outer(name string) (string, State) {
	value, state := m.call.Env(name)
	if identifier(name) && (m.unread && state != Found || m.call.Secret(name)) {
		value = hidden + name + unknown
	}
	return value, state
}

// ownVar takes TARGETS : NAME OP VALUE, the variable that targets and their needs have.
func (m *makefile) ownVar(r *makeRule, rest string) bool {
	for _, word := range [...]string{"private ", "export ", "override "} {
		if more, ok := strings.CutPrefix(rest, word); ok && isAssignment(strings.TrimSpace(more)) {
			r.export = r.export || word == "export "
			return m.ownVar(r, strings.TrimSpace(more))
		}
	}
	if !isAssignment(rest) || len(m.rules) == maxRules {
		return false
	}
	r.own = rest
	for _, t := range r.targets {
		if strings.Contains(t, "%") {
			m.unknown(m.place() + ": variables of patterns are not followed")
		}
	}
	m.rules = append(m.rules, r)
	return true
}

// withOwn gives the variables of a target their values until the returned function is called.
func (m *makefile) withOwn(name string) func() {
	outer := m.vars
	for _, r := range m.explicit(name) {
		if name, op, value, ok := assignment(r.own); ok {
			m.vars = maps.Clone(m.vars)
			if v := m.vars[name]; v != nil {
				copied := *v
				m.vars[name] = &copied
			}
			m.assign(m.expand(name), op, value, modifiers{export: r.export})
		}
	}
	return func() { m.vars = outer }
}

// lookup is the expanded value of a variable, and whether it has one.
func (m *makefile) lookup(name string) (string, State) {
	if m.auto != nil {
		if value, ok := m.automatic(name); ok {
			return value, Found
		}
	}
	if v := m.vars[name]; v != nil && !v.undefined {
		if v.recursive {
			return m.deeper(v.text), Found
		}
		return v.text, Found
	}
	if value, ok := m.known(name); ok {
		return value, Found
	}
	value, state := m.outer(name)
	switch {
	case strings.HasPrefix(value, hidden) || state == Missing:
		return value, state
	case state == Unknown || strings.Contains(value, "$"): // make would expand it
		return unknown, Unknown
	}
	return value, Found
}

// value is the value of a variable; unknown where that is not known.
func (m *makefile) value(name string) string {
	v, _ := m.lookup(name)
	return v
}

// deeper expands the value of a variable.
func (m *makefile) deeper(text string) string {
	if m.depth == maxMakeDepth {
		m.unknown("a variable holds itself")
		return unknown
	}
	m.depth++
	text = m.expand(text)
	m.depth--
	return text
}

// known are variables that make sets itself (make -p).
func (m *makefile) known(name string) (string, bool) {
	switch name {
	case "MAKE":
		return m.self(), true
	case "MAKE_COMMAND":
		return "make", true
	case "CURDIR":
		return m.call.Dir, !strings.ContainsAny(m.call.Dir, "$ ")
	case "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKECMDGOALS", "MAKE_VERSION", "MAKE_HOST",
		".VARIABLES", ".FEATURES", "MAKE_RESTARTS", "MAKE_TERMOUT", "MAKE_TERMERR":
		return unknown, true
	case "HOME", "PATH", "USER", "LOGNAME", "TMPDIR":
		if _, state := m.call.Env(name); state == Unknown {
			return "${" + name + "}", true
		}
	case "SHELL":
		return "/bin/sh", true
	case ".SHELLFLAGS":
		return "-c", true
	case "CC":
		if m.flags[".POSIX"] {
			return unknown, true
		}
		return "cc", true
	case "CXX":
		return "g++", true
	case "CPP":
		return m.deeper("$(CC) -E"), true
	case "AR":
		return "ar", true
	case "AS":
		return "as", true
	case "LD":
		return "ld", true
	case "RM":
		return "rm -f", true
	case "ARFLAGS":
		return "rv", true
	case "LEX":
		return "lex", true
	case "YACC":
		return "yacc", true
	case "COMPILE.c", "LINK.c", "COMPILE.cc", "LINK.cc", "LINK.o", "OUTPUT_OPTION":
		return unknown, true
	}
	return "", false
}

// self is the command with which a makefile calls make again: what the line sets counts there too.
func (m *makefile) self() string {
	text := "make"
	for _, set := range m.call.Sets {
		text += " " + quote(set)
	}
	return text
}

// digits is how many digits a text begins with.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
