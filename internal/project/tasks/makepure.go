package tasks

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// Functions of make of which the value is known: those that work on words, and what $(file) does
// while the makefile is read (manual 8).

// args are the arguments of a function, expanded. The last one of so many holds further commas.
func (m *makefile) args(text string, most int) (list []string) {
	for at := outside(text, ','); at >= 0 && len(list) < most-1; at = outside(text, ',') {
		list, text = append(list, m.expand(text[:at])), text[at+1:]
	}
	return append(list, m.expand(text))
}

// arguments is how many arguments a function that computes takes; 0 for one that is not followed.
func arguments(name string) int {
	switch name {
	case "firstword", "lastword", "dir", "notdir", "basename", "suffix", "abspath", "realpath",
		"value":
		return 1
	case "join", "word", "addprefix", "addsuffix":
		return 2
	case "subst", "if":
		return 3
	case "or", "and":
		return maxVars
	}
	return 0
}

// pure is the value of a function that does nothing but compute.
func (m *makefile) pure(name, text string) string {
	args := m.args(text, max(arguments(name), 1))
	list := m.fields(args[len(args)-1])
	if strings.Contains(strings.Join(args, " "), unknown) || arguments(name) == 0 ||
		arguments(name) < maxVars && len(args) < min(arguments(name), 2) {
		return unknown
	}
	switch name {
	case "or", "and":
		at := slices.IndexFunc(args, func(s string) bool {
			return (strings.TrimSpace(s) != "") == (name == "or")
		})
		if at >= 0 == (name == "and") {
			return ""
		}
		return strings.TrimSpace(args[(at+len(args))%len(args)])
	case "if":
		if args = append(args, ""); strings.TrimSpace(args[0]) == "" {
			return args[2]
		}
		return args[1]
	case "subst":
		if len(args) == 3 && args[0] != "" {
			return strings.ReplaceAll(args[2], args[0], args[1])
		}
		return unknown
	case "join":
		return joinWords(strings.Fields(args[0]), list)
	case "firstword", "lastword":
		if len(list) == 0 {
			return ""
		} else if name == "firstword" {
			return list[0]
		}
		return list[len(list)-1]
	case "word":
		n, err := strconv.Atoi(strings.TrimSpace(args[0]))
		if err != nil || n < 1 || n > len(list) {
			return ""
		}
		return list[n-1]
	case "value":
		return m.raw(strings.TrimSpace(args[0]))
	}
	for i, w := range list {
		list[i] = m.wordwise(name, w, args[0])
	}
	return strings.Join(list, " ")
}

// wordwise is what a function makes of each word.
func (m *makefile) wordwise(name, w, with string) string {
	dir, base := path.Split(w)
	ext := path.Ext(base)
	switch name {
	case "dir":
		if dir == "" {
			dir = "./"
		}
		return dir
	case "notdir":
		return base
	case "basename":
		return dir + strings.TrimSuffix(base, ext)
	case "suffix":
		return ext
	case "addprefix":
		return with + w
	case "addsuffix":
		return w + with
	case "realpath":
		m.unknown("$(realpath) in " + m.place() + " depends on what is there")
	}
	return m.abs(w)
}

func joinWords(first, second []string) string {
	for i, w := range second {
		if i == len(first) {
			first = append(first, "")
		}
		first[i] += w
	}
	return strings.Join(first, " ")
}

// with is the value of a variable in which $0, $1 and so on are given.
func (m *makefile) with(args []string, name string) string {
	outer := [10]*makeVar{}
	for i := range outer {
		key := strconv.Itoa(i)
		if outer[i] = m.vars[key]; i < len(args) {
			m.vars[key] = &makeVar{text: args[i], origin: fromFile}
		} else {
			delete(m.vars, key)
		}
	}
	out := ""
	if m.vars[name] == nil && isFunction(name) {
		out = m.function(name, strings.Join(args[1:], ","))
	} else {
		out = m.value(name)
	}
	for i, v := range outer {
		if m.vars[strconv.Itoa(i)] = v; v == nil {
			delete(m.vars, strconv.Itoa(i))
		}
	}
	return out
}

// each is a text for each word of a list, which the variable holds.
func (m *makefile) each(name, list, body string) string {
	var out []string
	outer := m.vars[name]
	for _, w := range m.fields(list) {
		m.vars[name] = &makeVar{text: w, origin: fromFile}
		out = append(out, m.expand(body))
	}
	if m.vars[name] = outer; outer == nil {
		delete(m.vars, name)
	}
	return strings.Join(out, " ")
}

// printed is what a command of $(shell) prints, where its words say it.
func (m *makefile) printed(text string) string {
	name, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	plain := strings.Trim(rest, `"'`)
	quoted := len(rest) == len(plain)+2 && rest[0] == rest[len(rest)-1]
	letters := plainLetters + " "
	if quoted {
		letters += ";\t"
	}
	joined := strings.ReplaceAll(strings.ReplaceAll(rest, " ", ""), "&&", ";")
	switch dir, printsDir := strings.CutSuffix(joined, ";pwd"); {
	case text == "pwd":
		return m.value("CURDIR")
	case name == "cd" && printsDir && strings.Trim(dir, plainLetters) == "":
		return m.abs(dir)
	case name != "echo" && name != "printf" || plain == "" || strings.Trim(plain, letters) != "" ||
		strings.HasPrefix(rest, "-"), name == "printf" && strings.Contains(plain, "%"),
		name == "printf" && !quoted && strings.Contains(plain, " "):
		return unknown
	case !quoted:
		return strings.Join(strings.Fields(plain), " ")
	}
	return plain
}

// touches is what $(file OP NAME,TEXT) reads or writes when the makefile is read.
func (m *makefile) touches(text string) string {
	name, _, _ := strings.Cut(text, ",")
	switch rest, reads := strings.CutPrefix(name, "<"); {
	case reads:
		m.shell("cat " + strings.TrimSpace(rest))
		return unknown
	default:
		m.shell("touch " + strings.TrimSpace(strings.TrimLeft(name, ">")))
	}
	return ""
}

// compile adds the recipe of make's own rules where the source of a target is there.
func (m *makefile) compile(name string) {
	names, _ := m.names(path.Dir(m.abs(name)))
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	for _, n := range names {
		if strings.TrimSuffix(n, path.Ext(n)) != stem || n == path.Base(name) ||
			strings.Trim(n, plainLetters) != "" {
			continue
		}
		tool := ""
		switch path.Ext(n) {
		case ".c", ".S":
			tool = "$(CC) $(CFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c"
		case ".cc", ".cpp", ".C", ".cxx":
			tool = "$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c"
		case ".s":
			tool = "$(AS) $(ASFLAGS)"
		case ".f", ".F":
			tool = "$(FC) $(FFLAGS) -c"
		case ".y":
			tool = "$(YACC) $(YFLAGS)"
		case ".l":
			tool = "$(LEX) $(LFLAGS)"
		case ".sh":
			tool = "cat"
		}
		if tool != "" && len(m.loaded) > 0 {
			m.file, m.line = m.abs(m.loaded[0]), 0
			m.shell(m.expand(tool) + " " + path.Join(path.Dir(name), n))
		}
	}
}
