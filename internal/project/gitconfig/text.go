package gitconfig

import "strings"

// TextRuns returns the first key in the text of a git configuration with which git runs a
// program that nobody knows; "" for none. What usual tools write there is known: git-lfs, the
// built-in monitor.
func TextRuns(text string) (first string) {
	eachRunner(text, func(key, _ string) bool {
		first = key
		return false
	})
	return first
}

// Runners returns all such keys with their values, as KEY=VALUE.
func Runners(text string) (all []string) {
	eachRunner(text, func(key, value string) bool {
		all = append(all, key+"="+value)
		return true
	})
	return all
}

// eachRunner calls f for each of them until it returns false. A line that git does not read, or
// reads in a way that is not known here, counts as one.
func eachRunner(text string, f func(key, value string) bool) {
	each(text, func(key, value string, read bool) bool {
		return read && !(Runs(key) && !known(key, value)) || f(key, value)
	})
}

// Each calls f for each setting in the text of a git configuration.
func Each(text string, f func(key, value string)) {
	each(text, func(key, value string, read bool) bool {
		if read {
			f(key, value)
		}
		return true
	})
}

// each calls f for each setting until it returns false; read is false for a line that git does not
// read, or reads in a way that is not known here.
func each(text string, f func(key, value string, read bool) bool) {
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	if line := odd(text); line != "" && !f(line, "", false) {
		return
	}
	section := ""
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", "")) {
		line = strings.TrimSpace(line)
		for strings.HasPrefix(line, "[") {
			end := sectionEnd(line)
			if end < 0 {
				f(line, "", false) // git would not read it either, or does so in another way
				return
			}
			section = sectionName(line[1:end])
			line = strings.TrimSpace(line[end+1:])
		}
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		name, value, _ := strings.Cut(line, "=")
		key := section + "." + strings.ToLower(strings.TrimSpace(name))
		if !f(key, valueOf(value), section != "") {
			return
		}
	}
}

// odd returns a line of which a comment ends in a backslash: git does not go on with the next one
// there, which is a line of its own then.
func odd(text string) string {
	if !strings.Contains(text, "\\\n") {
		return ""
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasSuffix(line, "\\") && strings.ContainsAny(line, "#;") {
			return line
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
