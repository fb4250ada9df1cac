package lang

import (
	"path"
	"strings"
)

// SettingsOf is the tool that reads a file of that name as settings which are data but for a few
// keys; "" for any other file.
func SettingsOf(name string) string {
	switch name {
	case ".prettierrc", ".prettierrc.json", ".prettierrc.yaml", ".prettierrc.yml", ".prettierrc.toml":
		return "prettier"
	case "mypy.ini", ".mypy.ini":
		return "mypy"
	case ".flake8":
		return "flake8"
	case "tsconfig.json":
		return "tsconfig"
	}
	return ""
}

// PlainSettings reports whether all keys of a file of settings are known to name no code, and no
// value a place outside the project. Of a text that is not read to its end nothing is concluded.
func PlainSettings(tool, name, text string) bool {
	if strings.ContainsAny(text, "\\\r\x00`") || strings.Contains(text, "..") {
		return false
	}
	known := func(key string) bool { return is(tool, "keys", key) }
	start := strings.TrimLeft(text, " \t\n")
	switch ext := path.Ext(name); {
	case ext == ".json", strings.HasPrefix(start, "{"):
		return plainJSON(text, known)
	case ext == ".yaml", ext == ".yml", name == ".prettierrc" || path.Base(name) == ".prettierrc":
		return plainLines(text, ":", false, known)
	}
	return plainLines(text, "=", tool == "mypy" || tool == "flake8", known)
}

// plainJSON reads the strings of an object: the ones before a colon are keys, at whatever depth.
func plainJSON(text string, known func(string) bool) bool {
	schema := false
	for text != "" {
		at := strings.IndexByte(text, '"')
		if at < 0 {
			at = len(text)
		}
		if strings.Trim(text[:at], "{}[]:,. \t\n0123456789-+eEtrufalsn") != "" {
			return false // a comment, or no JSON
		}
		if at == len(text) {
			return true
		}
		word, rest, found := strings.Cut(text[at+1:], "\"")
		if !found {
			return false
		}
		switch isKey := strings.HasPrefix(strings.TrimLeft(rest, " \t\n"), ":"); {
		case isKey && word != "$schema" && !known(word), !isKey && !schema && !plainValue(word):
			return false
		default:
			schema = isKey && word == "$schema"
		}
		text = rest
	}
	return true
}

// plainLines reads lines of the form KEY: VALUE or KEY = VALUE, sections, and lists below a key. In
// some formats a line that is indented is more of the value above it.
func plainLines(text, between string, goesOn bool, known func(string) bool) bool {
	if strings.Contains(text, `"""`) || strings.Contains(text, "'''") {
		return false
	}
	key := ""
	for line := range strings.SplitSeq(text, "\n") {
		rest := strings.TrimSpace(line)
		switch {
		case rest == "", rest[0] == '#', rest[0] == ';', rest == "---":
			continue
		case rest[0] == '[' && rest == line && between == "=":
			if strings.Trim(rest, "[]*\"'_.-/, "+alphanumeric) != "" {
				return false
			}
			key = ""
			continue
		case rest != line && goesOn:
			if key == "" || !plainValue(rest) {
				return false
			}
			continue
		}
		item, isItem := strings.CutPrefix(rest, "- ")
		word, value, found := strings.Cut(item, between)
		if !found && isItem && between == ":" {
			value = word
		} else if key = strings.TrimSpace(word); !found || !known(key) {
			return false
		}
		if value = strings.TrimSpace(value); value != "" &&
			(between == ":" && (strings.IndexByte("&*!|>%@?", value[0]) >= 0 || strings.Contains(value, ": ")) ||
				!plainValue(value)) {
			return false
		}
	}
	return true
}

const alphanumeric = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// plainValue reports whether a value names no place outside the project and no address.
func plainValue(value string) bool {
	value = strings.TrimLeft(value, `"'[ `)
	return !strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "~") &&
		!strings.Contains(value, "://") && !strings.ContainsAny(value, "${}")
}
