package tasks

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/glob"
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

// function is the value of $(NAME ARGUMENTS), as far as it is known, and what it runs.
func (m *makefile) function(name, text string) string {
	switch name {
	case "call":
		args := m.args(text, maxVars)
		return m.with(args, strings.TrimSpace(args[0]))
	case "foreach":
		if at := outside(text, ','); at >= 0 {
			list, body := text[at+1:], ""
			if end := outside(list, ','); end >= 0 {
				list, body = list[:end], list[end+1:]
			}
			return m.each(strings.TrimSpace(m.expand(text[:at])), m.expand(list), body)
		}
	}
	if arguments(name) > 0 {
		return m.pure(name, text)
	}
	switch text = m.expand(text); name {
	case "shell":
		m.shell(text)
		return m.printed(strings.TrimSpace(text))
	case "file":
		return m.touches(strings.TrimSpace(text))
	case "info", "warning", "error":
		m.shown(text)
		return ""
	case "patsubst":
		if args := strings.SplitN(text, ",", 3); len(args) == 3 {
			return m.patsubst(strings.TrimSpace(args[0]), strings.TrimSpace(args[1]), args[2])
		}
	case "wildcard":
		return strings.Join(m.glob(m.fields(text)), " ")
	case "strip":
		return strings.Join(strings.Fields(text), " ")
	case "eval":
		if !strings.Contains(text, unknown) {
			m.read(m.file, text)
			return ""
		}
		fallthrough
	case "guile":
		m.Blind = true
		if name == "guile" {
			m.shell("guile -c " + quote(text))
		}
		m.unknown("$(" + name + ") in " + m.place() + " is not followed")
	}
	return unknown
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

// patsubst replaces the words that fit a pattern.
func (m *makefile) patsubst(from, to, text string) string {
	if strings.ContainsAny(from+to+text, unknown+"$\\") {
		return unknown
	}
	list := m.fields(text)
	for i, w := range list {
		if stem, fits := plainStem(w, from); fits {
			list[i] = strings.Replace(to, "%", stem, 1)
		} else if w == from {
			list[i] = to
		}
	}
	return strings.Join(list, " ")
}

// glob are the names that patterns stand for. Only asterisks in the last component are understood.
func (m *makefile) glob(patterns []string) (found []string) {
	for _, pattern := range patterns {
		dir, last := path.Split(pattern)
		if !strings.ContainsAny(pattern, "*?[~\\"+unknown) {
			if state := m.exists(pattern); state != Missing {
				found = append(found, pattern) // if it is there
			}
			continue
		}
		names, state := m.names(path.Dir(m.abs(dir + "x")))
		if strings.ContainsAny(dir, "*"+unknown) || strings.ContainsAny(pattern, "?[~\\") ||
			state == Unknown {
			m.unknown("fencepost does not know which files " + pattern + " matches")
			return []string{unknown}
		}
		from := len(found)
		for _, n := range names {
			if glob.Match(last, n) && (n[0] != '.' || last[0] == '.') && plainWords([]string{n}) {
				found = append(found, dir+n)
			} else if glob.Match(last, n) && n[0] != '.' {
				found = append(found, unknown) // a name that is more than a word
			}
		}
		slices.Sort(found[from:])
	}
	return found
}
