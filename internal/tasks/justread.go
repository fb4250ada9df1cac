package tasks

import (
	"path"
	"strings"
)

// load reads a justfile line by line.
func (j *justfile) load(file, source string) {
	if j.depth++; j.depth > MaxNested {
		j.unknown("justfiles import each other too deeply")
		return
	}
	defer func() { j.depth-- }()
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
		j.imports(file, rest, word == "import", place)
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
	if has(j.names, name) {
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

// setShell understands ["bash", "-euo", "pipefail", "-c"].
func (j *justfile) setShell(value string) bool {
	value, ok := strings.CutPrefix(value, "[")
	value, end := strings.CutSuffix(value, "]")
	if !ok || !end {
		return false
	}
	var words []string
	for _, w := range strings.Split(value, ",") {
		if w = strings.TrimSpace(w); w == "" {
			continue
		}
		text, rest, ok := justText(w + " ")
		if w[0] != '"' && w[0] != '\'' || !ok || strings.TrimSpace(rest) != "" {
			return false
		}
		words = append(words, text)
	}
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
		j.shell = path.Base(words[0])
		return true
	}
	return false
}

func (j *justfile) imports(file, rest string, must bool, place string) {
	name, after, ok := justText(rest + " ")
	if rest[0] != '"' && rest[0] != '\'' || !ok || strings.TrimSpace(justComment(after)) != "" ||
		strings.HasPrefix(name, "~") {
		j.unknown(place + " is not understood")
		return
	}
	name = under(path.Dir(file), name)
	source, state := j.read(name)
	switch {
	case state == Found:
		j.load(name, source)
	case must:
		j.unknown(name + " could not be read")
	}
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
	var ok1, ok2 bool
	r.before, ok1 = dependencyList(before)
	r.after, ok2 = dependencyList(after)
	if !ok1 || !ok2 {
		r.why = place + " is not understood"
	}
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
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		var p param
		p.plain = true
		if s[0] == '+' || s[0] == '*' {
			p.many, s = true, s[1:]
		}
		if s != "" && s[0] == '$' {
			p.export, s = true, s[1:]
		}
		n := 0
		for n < len(s) && (word(s[n]) || s[n] == '-') {
			n++
		}
		if n == 0 {
			return false
		}
		p.name, s = s[:n], s[n:]
		if strings.HasPrefix(s, "=") {
			s = s[1:]
			p.plain = false
			if s == "" {
				return false
			}
			rest := ""
			if s[0] == '\'' || s[0] == '"' {
				_, after, ok := justText(s)
				if !ok {
					return false
				}
				rest = after
			} else if at := strings.IndexByte(s, ' '); at >= 0 {
				rest = s[at:]
			}
			p.value, s = s[:len(s)-len(rest)], rest
			if strings.ContainsAny(p.value, "(`") && p.value[0] != '\'' && p.value[0] != '"' {
				return false
			}
		}
		r.params = append(r.params, p)
	}
	return true
}

// dependencyList reads NAME and (NAME ARG ARG).
func dependencyList(s string) (list []dependency, ok bool) {
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		if s[0] != '(' {
			name, rest, _ := strings.Cut(s, " ")
			if strings.ContainsAny(name, "()'\"`") {
				return list, false
			}
			list, s = append(list, dependency{name: name}), rest
			continue
		}
		s = s[1:]
		n := 0
		for n < len(s) && (word(s[n]) || strings.IndexByte("-:", s[n]) >= 0) {
			n++
		}
		d := dependency{name: s[:n]}
		for s = strings.TrimSpace(s[n:]); s != "" && s[0] != ')'; s = strings.TrimSpace(s) {
			rest := ""
			if s[0] == '\'' || s[0] == '"' {
				_, after, ok := justText(s)
				if !ok {
					return list, false
				}
				rest = after
			} else {
				k := 0
				for k < len(s) && (word(s[k]) || s[k] == '-') {
					k++
				}
				if k == 0 {
					return list, false
				}
				rest = s[k:]
			}
			d.args, s = append(d.args, s[:len(s)-len(rest)]), rest
		}
		if s == "" {
			return list, false
		}
		list, s = append(list, d), s[1:]
	}
	return list, true
}
