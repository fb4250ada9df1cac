package tasks

import (
	"path"
	"slices"
	"strings"
)

// load reads a justfile line by line.
func (j *justfile) load(file, source string) {
	var open *recipe
	indent := ""
	attributes := ""
	for n, line := range strings.Split(strings.ReplaceAll(source, "\r\n", "\n"), "\n") {
		n++
		trimmed := strings.TrimSpace(line)
		if open != nil && (trimmed == "" || line[0] == ' ' || line[0] == '\t') {
			if trimmed == "" {
				if len(open.lines) > 0 {
					open.lines = append(open.lines, recipeLine{"", file, n})
				}
				continue
			}
			if indent == "" {
				indent = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
			}
			text, ok := strings.CutPrefix(line, indent)
			if !ok {
				j.unknown(path.Base(file) + ":" + decimal(n) + " is not understood")
			}
			open.lines = append(open.lines, recipeLine{text, file, n})
			continue
		}
		open, indent = nil, ""
		switch {
		case trimmed == "" || trimmed[0] == '#':
		case line[0] == ' ' || line[0] == '\t' || strings.HasSuffix(trimmed, `\`):
			j.unknown(path.Base(file) + ":" + decimal(n) + " is not understood")
		case line[0] == '[':
			attributes += trimmed
		default:
			open = j.item(file, trimmed, attributes, n)
			attributes = ""
		}
	}
}

// item takes a line that does not belong to a recipe, or begins one.
func (j *justfile) item(file, line, attributes string, n int) *recipe {
	place := path.Base(file) + ":" + decimal(n)
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case word == "set" && !strings.HasPrefix(rest, ":"):
		j.setting(rest, place)
	case word == "alias" && strings.Contains(rest, ":="):
		name, to, _ := strings.Cut(rest, ":=")
		j.aliases = append(j.aliases, [2]string{strings.TrimSpace(name), strings.TrimSpace(to)})
	case word == "export" && strings.Contains(rest, ":="):
		name, _, _ := strings.Cut(rest, ":=")
		j.exports = append(j.exports, strings.TrimSpace(name))
		j.variable(rest, place)
	case (word == "import" || word == "import?") && rest != "" && rest[0] != ':':
		j.Blind = true
		j.unknown(place + ": what is imported is not followed")
	case word == "mod" || word == "mod?" || word == "unexport":
		if strings.Contains(rest, ":=") || strings.HasPrefix(rest, ":") {
			j.unknown(place + " is not understood")
		}
	case isSetting(line):
		j.variable(line, place)
	default:
		return j.header(file, line, attributes, place)
	}
	return nil
}

// isSetting reports whether a line is NAME := VALUE.
func isSetting(line string) bool {
	n := 0
	for n < len(line) && (word(line[n]) || line[n] == '-') {
		n++
	}
	return n > 0 && strings.HasPrefix(strings.TrimSpace(line[n:]), ":=")
}

func (j *justfile) variable(line, place string) {
	name, source, _ := strings.Cut(line, ":=")
	name = strings.TrimSpace(name)
	for _, set := range j.sets {
		if n, value, ok := strings.Cut(set, "="); ok && n == name {
			j.names, j.values = append(j.names, name), append(j.values, value)
			return
		}
	}
	if slices.Contains(j.names, name) {
		j.unknown(place + " sets " + name + " again")
	}
	value := j.eval(justComment(source))
	j.names, j.values = append(j.names, name), append(j.values, value)
}

// justComment takes a comment away. One behind quotes is left, so that the expression is not
// understood.
func justComment(source string) string {
	before, _, found := strings.Cut(source, "#")
	if found && strings.Count(before, "'")%2 == 0 && strings.Count(before, `"`)%2 == 0 &&
		strings.Count(before, "`")%2 == 0 {
		return before
	}
	return source
}

// setting takes set NAME := VALUE.
func (j *justfile) setting(rest, place string) {
	name, value, _ := strings.Cut(rest, ":=")
	value = strings.TrimSpace(value)
	switch strings.TrimSpace(name) {
	case "shell":
		if !j.setShell(value) {
			j.unknown(place + ": the shell is " + value)
		}
	case "export":
		j.export = value != "false"
	case "quiet", "allow-duplicate-variables", "ignore-comments", "unstable", "windows-shell",
		"windows-powershell", "lazy", "allow-duplicate-recipes", "no-exit-message":
	default:
		j.unknown(place + ": " + strings.TrimSpace(name) + " may change what runs")
	}
}

// setShell understands ["bash", "-euo", "pipefail", "-c"]. Another program gets each line as its last
// word.
func (j *justfile) setShell(value string) bool {
	words := strings.FieldsFunc(value, func(c rune) bool { return strings.ContainsRune("[\"', ]", c) })
	j.program = strings.Join(words, " ")
	if len(words) < 2 || !strings.HasSuffix(words[len(words)-1], "c") {
		return false
	}
	for _, w := range words[1:] {
		if w != "pipefail" && (!strings.HasPrefix(w, "-") || strings.Trim(w[1:], "euxco") != "") {
			return false
		}
	}
	switch words[0] {
	case "sh", "bash", "zsh", "/bin/sh", "/bin/bash", "/bin/zsh", "/usr/bin/bash":
		j.shell, j.program = path.Base(words[0]), ""
		return true
	}
	return false
}

// header takes NAME PARAMETERS : DEPENDENCIES && DEPENDENCIES.
func (j *justfile) header(file, line, attributes, place string) *recipe {
	r := &recipe{file: file}
	if len(j.recipes) == maxRules {
		j.unknown("the justfile has more recipes than can be looked at")
		return r
	}
	j.attributes(r, attributes, place)
	head, tail, ok := j.cutHeader(strings.TrimPrefix(line, "@"))
	if !ok {
		j.unknown(place + " is not understood")
		return r
	}
	name, params, _ := strings.Cut(head, " ")
	r.name = name
	if name == "" || strings.Trim(name, plainLetters) != "" || strings.Contains(name, "=") {
		j.unknown(place + " is not understood")
		return r
	}
	if !r.parameters(params) {
		r.why = place + " is not understood"
	}
	before, after, _ := strings.Cut(justComment(tail), "&&")
	if strings.ContainsAny(before+after, "()'\"`") {
		r.why = place + ": the arguments of other recipes are not followed"
	}
	names := func(s string) []string {
		return strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune("() \t", c) })
	}
	r.before, r.after = names(before), names(after)
	j.recipes = append(j.recipes, r)
	return r
}

// cutHeader cuts at the colon outside of quotes.
func (j *justfile) cutHeader(line string) (head, tail string, ok bool) {
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case c == ':':
			return strings.TrimSpace(line[:i]), line[i+1:], true
		}
	}
	return "", "", false
}

func (j *justfile) attributes(r *recipe, attributes, place string) {
	for _, a := range strings.FieldsFunc(attributes, func(c rune) bool {
		return c == '[' || c == ']' || c == ',' || c == ' '
	}) {
		name, _, _ := strings.Cut(a, "(")
		switch name {
		case "private", "no-exit-message", "confirm", "no-quiet", "quiet", "group", "doc", "default",
			"linux", "macos", "unix", "windows", "exit-message":
		case "no-cd":
			r.noCD = true
		default:
			if strings.HasSuffix(name, "'") || strings.HasSuffix(name, ")") ||
				strings.HasSuffix(name, `"`) || name == "" {
				continue // of a text with blanks
			}
			r.why = place + ": " + name + " may change what runs"
		}
	}
}

// parameters reads NAME, NAME='VALUE', +NAME, *NAME and $NAME.
func (r *recipe) parameters(s string) bool {
	for _, word := range strings.Fields(s) {
		name, value, has := strings.Cut(word, "=")
		p := param{value: value, plain: !has}
		bare := strings.TrimLeft(name, "+*$")
		p.many = strings.ContainsAny(name[:len(name)-len(bare)], "+*")
		p.export = strings.Contains(name[:len(name)-len(bare)], "$")
		_, text := justText(value)
		if p.name = bare; bare == "" || strings.Trim(bare, plainLetters) != "" ||
			has && !text && (value == "" || strings.Trim(value, plainLetters) != "") {
			return false
		}
		r.params = append(r.params, p)
	}
	return true
}
