package tasks

import (
	"path"
	"slices"
	"strings"
)

func isFunction(name string) bool {
	switch name {
	case "subst", "patsubst", "strip", "findstring", "filter", "filter-out", "sort", "word",
		"wordlist", "words", "firstword", "lastword", "dir", "notdir", "suffix", "basename",
		"addsuffix", "addprefix", "join", "wildcard", "realpath", "abspath", "if", "or", "and",
		"intcmp", "let", "foreach", "file", "call", "value", "eval", "origin", "flavor", "error",
		"warning", "info", "shell", "guile":
		return true
	}
	return false
}

// function is the value of $(NAME ARGUMENTS). What is not known here gives what is not known.
func (m *makefile) function(name, text string, open byte) string {
	switch name {
	case "if", "or", "and", "foreach", "call", "eval", "shell", "info", "warning", "error":
		return m.deciding(name, text, open)
	case "file", "guile":
		m.unknown("$(" + name + ") in " + m.place() + " is not followed")
		m.expand(text)
		return unknown
	case "value", "origin", "flavor", "let", "intcmp":
		m.expand(text)
		return unknown
	}
	args := m.args(text, maxArgs(name), open)
	for i := range args {
		// what the shell would put in later is no text that could be worked on
		if args[i] = m.expand(args[i]); strings.ContainsAny(args[i], unknown+"$\\") && name != "strip" {
			return unknown
		}
	}
	return m.words(name, args)
}

func maxArgs(name string) int {
	switch name {
	case "subst", "patsubst", "wordlist":
		return 3
	case "findstring", "filter", "filter-out", "word", "addsuffix", "addprefix", "join":
		return 2
	}
	return 1
}

// args cuts arguments at commas; the last one may hold more.
func (m *makefile) args(text string, n int, open byte) (args []string) {
	for len(args) < n-1 {
		at := comma(text, open)
		if at < 0 {
			break
		}
		args, text = append(args, text[:at]), text[at+1:]
	}
	return append(args, text)
}

// deciding are the functions that decide themselves when their arguments are expanded.
func (m *makefile) deciding(name, text string, open byte) string {
	switch name {
	case "shell":
		return m.shellValue(m.expand(text))
	case "info", "warning", "error":
		m.expand(text)
		return ""
	case "eval":
		if text = m.expand(text); strings.Contains(text, unknown) {
			m.unknown("what $(eval) in " + m.place() + " reads is not known")
		}
		line := m.line
		m.read(m.file, text)
		m.line = line
		return ""
	case "if":
		return m.ifElse(m.args(text, 3, open))
	case "or", "and":
		return m.orAnd(name, m.args(text, 32, open))
	case "foreach":
		return m.foreach(m.args(text, 3, open))
	}
	return m.callOf(m.args(text, 32, open))
}

func (m *makefile) ifElse(args []string) string {
	on := strings.TrimSpace(m.expand(strings.TrimSpace(args[0])))
	args = append(args, "", "")
	switch {
	case strings.ContainsAny(on, unknown):
		m.expand(args[1])
		m.expand(args[2])
		return unknown
	case on != "":
		return m.expand(args[1])
	}
	return m.expand(args[2])
}

func (m *makefile) orAnd(name string, args []string) string {
	value := ""
	for _, a := range args {
		value = m.expand(strings.TrimSpace(a))
		if strings.Contains(value, unknown) {
			value = unknown
			continue
		}
		if (value != "") == (name == "or") {
			break
		}
	}
	return value
}

func (m *makefile) foreach(args []string) string {
	if len(args) != 3 {
		return unknown
	}
	name, list := strings.TrimSpace(m.expand(args[0])), m.expand(args[1])
	if strings.Contains(list, unknown) {
		list = unknown
	}
	var out []string
	for _, w := range m.fields(list) {
		m.scope = append(m.scope, scoped{name: name, makeVar: makeVar{text: w}})
		out = append(out, m.expand(args[2]))
		m.scope = m.scope[:len(m.scope)-1]
	}
	return strings.Join(out, " ")
}

func (m *makefile) callOf(args []string) string {
	name := strings.TrimSpace(m.expand(args[0]))
	if strings.Contains(name, unknown) || isFunction(name) || m.depth == maxMakeDepth {
		m.unknown("what $(call) in " + m.place() + " calls is not known")
		return unknown
	}
	mark := len(m.scope)
	values := make([]scoped, 0, 10)
	for i := 0; i < 10; i++ {
		v := ""
		if i < len(args) {
			v = m.expand(args[i])
		}
		values = append(values, scoped{name: decimal(i), makeVar: makeVar{text: v}})
	}
	m.scope = append(m.scope, values...)
	m.depth++
	value, _ := m.lookup(name)
	m.depth--
	m.scope = m.scope[:mark]
	return value
}

// shellValue runs the text of $(shell …), whose output is not known.
func (m *makefile) shellValue(text string) string {
	if strings.TrimSpace(text) == "pwd" {
		return m.value("CURDIR")
	}
	m.shell(text)
	return unknown
}

// words are the functions on words and names.
func (m *makefile) words(name string, args []string) string {
	list := m.fields(args[len(args)-1])
	each := func(f func(string) string) string {
		out := make([]string, 0, len(list))
		for _, w := range list {
			if w = f(w); w != "" {
				out = append(out, w)
			}
		}
		return strings.Join(out, " ")
	}
	if len(args) < maxArgs(name) {
		return unknown
	}
	switch name {
	case "strip":
		return strings.Join(list, " ")
	case "subst":
		return m.replaced(args)
	case "patsubst":
		return m.patsubst(strings.TrimSpace(args[0]), strings.TrimSpace(args[1]), args[2])
	case "findstring":
		if strings.Contains(args[1], args[0]) {
			return args[0]
		}
		return ""
	case "filter", "filter-out":
		return each(func(w string) string {
			for _, p := range m.fields(args[0]) {
				if _, fits := plainStem(w, p); fits || p == w {
					return ifTrue(name == "filter", w)
				}
			}
			return ifTrue(name != "filter", w)
		})
	case "words":
		return decimal(len(list))
	case "firstword", "lastword":
		if len(list) == 0 {
			return ""
		}
		if name == "lastword" {
			list = list[len(list)-1:]
		}
		return list[0]
	case "dir":
		return each(func(w string) string { d, _ := path.Split(w); return orDot(d) })
	case "notdir":
		out := make([]string, len(list))
		for i, w := range list {
			_, out[i] = path.Split(w)
		}
		return strings.Join(out, " ")
	case "suffix":
		return each(path.Ext)
	case "basename":
		return each(func(w string) string { return strings.TrimSuffix(w, path.Ext(w)) })
	case "addprefix":
		return each(func(w string) string { return args[0] + w })
	case "addsuffix":
		return each(func(w string) string { return w + args[0] })
	case "abspath":
		return each(m.abs)
	case "sort":
		return sorted(list)
	case "wildcard":
		return strings.Join(m.wildcard(list), " ")
	}
	return unknown // word, wordlist, join, realpath
}

func ifTrue(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

func orDot(dir string) string {
	if dir == "" {
		return "./"
	}
	return dir
}

func (m *makefile) replaced(args []string) string {
	if args[0] == "" || len(args[2])*(1+len(args[1])) > maxMakeText {
		return unknown
	}
	return strings.ReplaceAll(args[2], args[0], args[1])
}

func sorted(list []string) string {
	list = append([]string(nil), list...)
	slices.Sort(list)
	out := list[:0]
	for i, w := range list {
		if i == 0 || w != list[i-1] {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// patsubst replaces the words that fit a pattern.
func (m *makefile) patsubst(from, to, text string) string {
	if strings.ContainsAny(from+to+text, unknown+"$\\") {
		return unknown
	}
	var out []string
	for _, w := range m.fields(text) {
		before, after, star := strings.Cut(from, "%")
		switch {
		case !star && w == from:
			w = to
		case star && len(w) >= len(before)+len(after) && strings.HasPrefix(w, before) &&
			strings.HasSuffix(w, after):
			w = strings.Replace(to, "%", w[len(before):len(w)-len(after)], 1)
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// fields are the words of a text. There are not too many of them.
func (m *makefile) fields(text string) []string {
	list := strings.Fields(text)
	if len(list) > maxVars {
		m.unknown("a list of the makefile is too long")
		return list[:maxVars]
	}
	return list
}

// wildcard are the names that are there.
func (m *makefile) wildcard(patterns []string) (found []string) {
	for _, p := range patterns {
		if !strings.ContainsAny(p, "*?[") {
			switch m.exists(p) {
			case Found:
				found = append(found, p)
			case Unknown:
				return []string{unknown}
			}
			continue
		}
		found = append(found, m.glob(p)...)
	}
	return found
}

// glob are the names that a pattern stands for. Only asterisks in the last component are
// understood.
func (m *makefile) glob(pattern string) (found []string) {
	if !strings.ContainsAny(pattern, "*?[~") {
		return []string{pattern}
	}
	dir, last := path.Split(pattern)
	names, state := m.names(path.Dir(m.abs(dir + "x")))
	if strings.ContainsAny(dir, "*?[~") || strings.ContainsAny(last, "?[~\\") || state == Unknown {
		m.unknown("which files " + pattern + " stands for is not known")
		return []string{unknown}
	}
	for _, n := range names {
		if matches(n, last) && (n[0] != '.' || last[0] == '.') && plainWords([]string{n}) {
			found = append(found, dir+n)
		} else if matches(n, last) && n[0] != '.' {
			found = append(found, unknown) // a name that is more than a word
		}
	}
	slices.Sort(found)
	return found
}
