package gitconfig

import "strings"

// TextRuns returns the first key in the text of a git configuration with which git runs a
// program that nobody knows; "" for none. What usual tools write there is known: git-lfs, the
// built-in monitor.
func TextRuns(text string) string {
	section := ""
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", "")) {
		line = strings.TrimSpace(line)
		for strings.HasPrefix(line, "[") {
			end := sectionEnd(line)
			if end < 0 {
				return line // git would not read it either, or does so in another way
			}
			section = sectionName(line[1:end])
			line = strings.TrimSpace(line[end+1:])
		}
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		name, value, _ := strings.Cut(line, "=")
		key := section + "." + strings.ToLower(strings.TrimSpace(name))
		if Runs(key) && !known(key, valueOf(value)) {
			return key
		}
	}
	return ""
}

// sectionEnd is the place of the bracket that ends a section's header.
func sectionEnd(line string) int {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '"':
			quoted = !quoted
		case '\\':
			i++
		case ']':
			if !quoted {
				return i
			}
		}
	}
	return -1
}

// sectionName makes `filter "lfs"` what a key begins with.
func sectionName(header string) string {
	name, sub, _ := strings.Cut(header, " ")
	if sub = strings.Trim(strings.TrimSpace(sub), `"`); sub != "" {
		return strings.ToLower(name) + "." + sub
	}
	return strings.ToLower(name)
}

// valueOf is a value without blanks, comments and quotes around it.
func valueOf(value string) string {
	if i := strings.IndexAny(value, "#;"); i >= 0 && !strings.Contains(value[:i], `"`) {
		value = value[:i]
	}
	return strings.Trim(strings.TrimSpace(value), `"`)
}
