package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// makeActions are the shell texts that a makefile runs, as far as they stand in it: lines of
// recipes, $(shell …) and !=. What make puts in is not known, unless it is the value of a variable
// that the makefile or the command line sets. They are never all: rules and files that make knows
// of itself may run, too. What a goal of a makefile on the disk runs is told by internal/tasks.
func makeActions(text string, o Options) Actions {
	m := makefile{prefix: '\t'}
	for _, v := range o.Set {
		name, value, _ := strings.Cut(v, "=")
		m.set(name, value)
	}
	m.read(text)
	var a actions
	for _, recipe := range m.shell {
		a.act(Shell, recipe)
	}
	return Actions{List: a.acts}
}

// makefile is read line by line (GNU make manual, Writing Makefiles). Both branches of a condition
// count.
type makefile struct {
	prefix byte // begins the lines of a recipe
	names  []string
	values []string
	shell  []string
	define string // the variable that a define gives lines to
	body   []string
	depth  int // of variables in variables
	steps  int // references that were expanded
}

// maxRecipe bounds the pieces of shell text, the depth and number of references, the length of an
// expanded text, and the variables.
const (
	maxRecipe      = 256
	maxMakeDepth   = 8
	maxMakeSteps   = 1 << 12
	maxMakeText    = 1 << 14
	maxMakeSetting = 256
)

func (m *makefile) read(text string) {
	for text != "" && len(m.shell) < maxRecipe {
		line, rest := token.MakeLine(text)
		text = rest
		switch {
		case m.define != "":
			m.defined(line)
		case line != "" && line[0] == m.prefix:
			m.recipe(line[1:])
		default:
			m.line(strings.TrimLeft(strings.ReplaceAll(line, "\\\n", " "), " \t"))
		}
	}
}

// recipe takes a line of a recipe: @, - and + in front are make's own, and each joined line may
// begin with the prefix.
func (m *makefile) recipe(line string) {
	text := m.expand(strings.ReplaceAll(line, "\\\n"+string(m.prefix), "\\\n"))
	for text != "" { // a variable may hold several lines
		line, text = token.MakeLine(text)
		m.run(strings.TrimLeft(line, " \t@-+"))
	}
}

func (m *makefile) run(text string) {
	if len(m.shell) < maxRecipe && strings.TrimSpace(text) != "" {
		m.shell = append(m.shell, text)
	}
}

// line takes a line outside recipes: an assignment, a rule, or a directive.
func (m *makefile) line(line string) {
	for _, word := range [...]string{"export ", "override ", "private ", "unexport "} {
		line = strings.TrimPrefix(line, word)
	}
	if name, ok := strings.CutPrefix(line, "define "); ok {
		m.define = strings.TrimRight(strings.TrimSpace(name), " :?+!=")
		return
	}
	if line == "" || line[0] == '#' || m.assignment(line) {
		return
	}
	targets, rest, isRule := strings.Cut(line, ":")
	m.expand(targets)
	if !isRule {
		return
	}
	if at := strings.IndexAny(rest, "=;"); at >= 0 && rest[at] == '=' {
		m.assignment(strings.TrimLeft(rest, ":")) // of a target's own variable
		return
	}
	needs, first, _ := strings.Cut(rest, ";")
	m.expand(needs)
	m.recipe(first)
}

// assignment takes NAME = VALUE with any of make's operators.
func (m *makefile) assignment(line string) bool {
	at := strings.IndexByte(line, '=')
	if at <= 0 {
		return false
	}
	end := at
	for end > 0 && strings.IndexByte(":?+!", line[end-1]) >= 0 {
		end--
	}
	name, value := strings.TrimSpace(line[:end]), strings.TrimLeft(line[at+1:], " \t")
	if name == "" || strings.ContainsAny(name, " \t:;$") {
		return false
	}
	switch op := line[end:at]; {
	case op == "!":
		m.run(m.expand(value))
		m.set(name, "${_}")
	case op == "+":
		m.set(name, m.get(name)+" "+value)
	case name == ".RECIPEPREFIX" && value != "":
		m.prefix = value[0]
	default:
		m.expand(value) // for what $(shell …) in it runs
		m.set(name, value)
	}
	return true
}

func (m *makefile) defined(line string) {
	if strings.TrimSpace(line) != "endef" {
		m.body = append(m.body, line)
		return
	}
	m.set(m.define, strings.Join(m.body, "\n"))
	m.define, m.body = "", nil
}

func (m *makefile) set(name, value string) {
	if len(m.names) < maxMakeSetting {
		m.names, m.values = append(m.names, name), append(m.values, value)
	}
}

// get is the last value of a variable; "${_}" where none is known.
func (m *makefile) get(name string) string {
	for i := len(m.names) - 1; i >= 0; i-- {
		if m.names[i] == name {
			return m.values[i]
		}
	}
	return "${_}"
}

// expand replaces $$, $(NAME) and the automatic variables. "${_}" is an expansion of the shell
// whose value nobody knows.
func (m *makefile) expand(text string) string {
	if !strings.Contains(text, "$") {
		return text
	}
	out, _ := token.MakeExpand(text, maxMakeText, m.referred)
	return out
}

func (m *makefile) referred(r token.MakeReference) (string, bool) {
	switch {
	case r.Text == "!" && r.Open == 0:
		return "${_}", true
	case r.Open == 0:
		return m.value(r.Text), true
	}
	return m.reference(r.Text), true
}

// reference is the value of $(TEXT). The text of $(shell TEXT) is run.
func (m *makefile) reference(text string) string {
	if m.steps++; m.steps > maxMakeSteps {
		return "${_}"
	}
	if command, ok := strings.CutPrefix(text, "shell "); ok {
		m.run(m.expand(command))
		return "${_}"
	}
	if strings.ContainsAny(text, " \t:,") {
		m.expand(text) // another function: what is in it may still run a shell
		return "${_}"
	}
	return m.value(m.expand(text))
}

func (m *makefile) value(name string) string {
	if m.steps++; m.depth == maxMakeDepth || m.steps > maxMakeSteps {
		return "${_}"
	}
	m.depth++
	v := m.expand(m.get(name))
	m.depth--
	return v
}
