package tasks

import (
	"path"
	"slices"
	"strings"
)

// Makefiles (GNU make 4.4 manual). The file is read as make reads it, line by line, and the recipes
// of the goals are taken with those of all that they need, up to date or not. What make puts into
// a line is known where the makefile or the command line says it; the output of $(shell …) is not.

// makefile is what is known of the makefiles of one call.
type makefile struct {
	*reader
	vars    map[string]*makeVar
	auto    *target // whose recipe is expanded
	rules   []*makeRule
	pending []*makeRule
	define  *definition
	phony   []string
	flags   map[string]bool // special targets that were seen
	prefix  byte
	all     bool // export without names
	dry     bool // the recipes that are read now do not run
	unread  bool // it includes a .env, which nobody reads here: variables may come from it
	file    string
	line    int
	steps   int
	bytes   int // of texts that were expanded
	depth   int
	listed  map[string][]string
	loaded  []string // makefiles, which make may make
}

type makeRule struct {
	targets []string
	needs   []string
	recipe  []recipeLine
	pattern bool
	double  bool
	unknown bool   // what it needs is not all known
	own     string // NAME OP VALUE, a variable of its targets
	export  bool   // that variable is exported
}

type recipeLine struct {
	text string
	file string
	line int
}

// target is a file or a name that is being made.
type target struct {
	name  string
	needs []string
	order []string // behind a |
	stem  string
}

// make reads the makefiles, and takes the recipes of the goals.
func (r *reader) make() {
	m := &makefile{reader: r, prefix: '\t', vars: map[string]*makeVar{},
		flags: map[string]bool{}, listed: map[string][]string{}}
	for _, set := range r.call.Sets {
		m.commandLine(set)
	}
	for _, text := range r.call.Evals {
		m.read("--eval", text)
	}
	if !m.load() {
		return
	}
	for _, file := range m.loaded { // which make makes first, and then reads them again
		n := len(m.Lines)
		if m.run(file, true); len(m.Lines) > n {
			m.unknown("make may make " + file + " first")
		}
	}
	m.dry = r.call.Dry
	goals := r.call.Names
	if len(goals) == 0 {
		if m.vars[".DEFAULT_GOAL"] != nil {
			goals = m.fields(m.value(".DEFAULT_GOAL"))
		}
		if len(goals) == 0 {
			goals = m.firstGoal()
		}
		if len(goals) != 1 {
			r.unknown("fencepost does not know which target make makes first")
		}
	}
	for _, g := range goals {
		if strings.ContainsAny(g, Word+unknown+"*?[~(%") {
			r.unknown("fencepost does not know which target make makes")
			continue
		}
		m.run(g, false)
	}
}

// load reads the makefiles that the call names, or the usual one.
func (m *makefile) load() bool {
	files := m.call.Files
	if len(files) == 0 {
		for _, name := range [...]string{"GNUmakefile", "makefile", "Makefile"} {
			if text, state := m.reader.read(path.Join(m.call.Dir, name)); state != Missing {
				m.loaded = append(m.loaded, name)
				m.include(name, text)
				return state == Found
			}
		}
		m.unknown("there is no makefile")
		return false
	}
	for _, name := range files {
		text, state := m.reader.read(m.abs(name))
		if state != Found {
			m.unknown(name + " could not be read")
			return false
		}
		m.loaded = append(m.loaded, name)
		m.include(name, text)
	}
	return true
}

func (m *makefile) include(name, text string) {
	m.setVar("MAKEFILE_LIST", strings.TrimLeft(m.raw("MAKEFILE_LIST")+" "+name, " "), true, fromFile)
	m.read(m.abs(name), text)
}

func (m *makefile) abs(name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(m.call.Dir, name)
}

// firstGoal is the first target that is no pattern and does not begin with a dot.
func (m *makefile) firstGoal() []string {
	for _, rule := range m.rules {
		for _, t := range rule.targets {
			if !rule.pattern && t != "" && (t[0] != '.' || strings.Contains(t, "/")) {
				return []string{t}
			}
		}
	}
	return nil
}

// run takes the recipe of a target, and before it those of all that it needs. Of what need not be
// there, such as the makefile itself, no rule is needed.
func (m *makefile) run(name string, optional bool) {
	if len(m.seen) > 0 && m.depth > maxMakeDepth || !m.enter(name) {
		return
	}
	t := &target{name: name}
	m.depth++
	restore := m.withOwn(name)
	defer func() { restore(); m.auto = nil; m.depth-- }()

	rules := m.explicit(name)
	var recipes [][]recipeLine
	for _, rule := range rules {
		m.needs(t, rule)
		switch {
		case len(rule.recipe) == 0:
		case rule.double:
			recipes = append(recipes, rule.recipe)
		default:
			recipes = [][]recipeLine{rule.recipe} // the last one counts
		}
	}
	if len(recipes) == 0 && !slices.Contains(m.phony, name) {
		recipes = m.implicit(t, len(rules) > 0 || optional)
	}
	for _, n := range t.needs {
		m.run(n, false)
	}
	for _, n := range t.order {
		m.run(n, false)
	}
	for _, recipe := range recipes {
		m.recipe(t, recipe)
	}
}

// maxMakeDepth bounds needs of needs, and variables in variables.
const maxMakeDepth = 64

// explicit are the rules that name a target.
func (m *makefile) explicit(name string) (rules []*makeRule) {
	for _, rule := range m.rules {
		if !rule.pattern && slices.Contains(rule.targets, name) {
			rules = append(rules, rule)
		}
	}
	return rules
}

// needs adds what a rule says that a target needs.
func (m *makefile) needs(t *target, rule *makeRule) {
	if rule.unknown {
		m.unknown("fencepost does not know what " + t.name + " needs")
	}
	order := false
	for _, n := range rule.needs {
		if rule.pattern {
			n = strings.Replace(n, "%", t.stem, 1)
		}
		switch {
		case n == "|":
			order = true
		case n == ".WAIT":
		case strings.HasPrefix(n, "-l") || strings.ContainsAny(n, "*?[~("):
			m.unknown("fencepost does not know what " + t.name + " needs")
		case order:
			t.order = append(t.order, n)
		default:
			t.needs = append(t.needs, n)
		}
	}
}

// stemOf is what % stands for where a pattern fits a name (manual 10.5.4).
func stemOf(name, pattern string) (stem string, ok bool) {
	dir := ""
	if !strings.Contains(pattern, "/") {
		dir, name = path.Split(name)
	}
	stem, ok = plainStem(name, pattern)
	return dir + stem, ok
}

// plainStem is the same where directories are letters like others.
func plainStem(name, pattern string) (stem string, ok bool) {
	before, after, ok := strings.Cut(pattern, "%")
	if !ok || len(name) < len(before)+len(after) || !strings.HasPrefix(name, before) ||
		!strings.HasSuffix(name, after) {
		return "", false
	}
	return name[len(before) : len(name)-len(after)], true
}

// implicit finds the recipe of a target that has none of its own: pattern rules of the makefile,
// and then make's own rules. Of those we only know whether one could apply.
func (m *makefile) implicit(t *target, ruled bool) (recipes [][]recipeLine) {
	for _, rule := range m.rules {
		if !rule.pattern || len(rule.recipe) == 0 {
			continue
		}
		for _, p := range rule.targets {
			stem, ok := stemOf(t.name, p)
			if !ok || stem == "" {
				continue
			}
			t.stem = stem
			m.needs(t, rule)
			recipes = append(recipes, rule.recipe)
			if len(recipes) > 1 { // which one counts depends on the files that are there
				m.unknown("several rules could make " + t.name)
			}
			break
		}
	}
	switch {
	case len(recipes) > 0:
	case m.builtin(t.name):
		m.compile(t.name)
		m.unknown("a rule that make knows itself could make " + t.name)
	case !ruled && m.exists(t.name) != Found:
		for _, rule := range m.explicit(".DEFAULT") {
			recipes = append(recipes, rule.recipe)
		}
		m.unknown("there is no rule for " + t.name)
	}
	return recipes
}

// exists reports whether a file is there.
func (m *makefile) exists(name string) State {
	names, state := m.names(path.Dir(m.abs(name)))
	switch {
	case state != Found:
		return state
	case slices.Contains(names, path.Base(name)) || path.Clean(name) == ".":
		return Found
	}
	return Missing
}

func (m *makefile) names(dir string) ([]string, State) {
	if names, ok := m.listed[dir]; ok {
		return names, Found
	}
	if len(m.listed) == maxFiles {
		return nil, Unknown
	}
	names, state := m.files.Names(dir)
	if state == Found {
		m.listed[dir] = names
	}
	return names, state
}

// builtin reports whether one of the rules that make knows itself could make a file of one that is
// there, which has its name with another ending (manual 10.2; make -p).
func (m *makefile) builtin(name string) bool {
	names, state := m.names(path.Dir(m.abs(name)))
	base := path.Base(name)
	stem := strings.TrimSuffix(base, path.Ext(base))
	for _, n := range names {
		if n == base+",v" || n == "s."+base || n == "RCS" || n == "SCCS" ||
			n != base && (strings.HasPrefix(n, base+".") || stem != base && strings.HasPrefix(n, stem+".")) {
			return true
		}
	}
	return state == Unknown
}
