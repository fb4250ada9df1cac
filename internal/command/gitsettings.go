package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/environ"
)

// GitConfigRuns returns the first key in the text of a git configuration with which git runs a
// program that nobody knows; "" for none. What usual tools write there is known: git-lfs, the
// built-in monitor.
func GitConfigRuns(text string) string {
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
		if ConfigRuns(key) && !plainGitValue(key, gitValue(value)) {
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

// gitValue is a value without blanks, comments and quotes around it.
func gitValue(value string) string {
	if i := strings.IndexAny(value, "#;"); i >= 0 && !strings.Contains(value[:i], `"`) {
		value = value[:i]
	}
	return strings.Trim(strings.TrimSpace(value), `"`)
}

// plainGitValue reports whether the value of a key that can run a program runs none, or a known
// one.
func plainGitValue(key, value string) bool {
	switch {
	case value == "", value == "true", value == "false":
		return true
	case key == "core.worktree", strings.HasPrefix(key, "protocol."):
		return true // where files lie, and which transports are used
	case strings.HasPrefix(key, "alias."):
		return !strings.HasPrefix(value, "!") // asked about where it is used
	case strings.HasPrefix(key, "submodule."):
		return !strings.HasPrefix(value, "!")
	case strings.HasPrefix(key, "filter.lfs."):
		return strings.HasPrefix(value, "git-lfs ") && !strings.ContainsAny(value, ";&|`$<>")
	case strings.HasPrefix(key, "merge.") && strings.HasSuffix(key, ".name"):
		return true
	case strings.HasPrefix(key, "credential."):
		switch value {
		case "osxkeychain", "manager", "manager-core", "store", "libsecret", "wincred", "cache":
			return true
		}
		return strings.HasSuffix(key, ".username") || strings.HasSuffix(key, ".usehttppath")
	case strings.HasPrefix(key, "gpg."):
		return value == "gpg" || value == "gpg2" || value == "ssh-keygen"
	case strings.HasPrefix(key, "difftool.") || strings.HasPrefix(key, "mergetool."):
		return !strings.HasSuffix(key, ".cmd") && !strings.HasSuffix(key, ".path")
	case strings.HasPrefix(key, "sendemail."):
		return !strings.Contains(key, "cmd") && !strings.HasSuffix(key, "server")
	}
	return environ.IsTool(value)
}
