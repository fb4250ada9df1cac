package lang

import (
	"path"
	"strings"
)

// Shebang is the interpreter that the first line of a script names, a program of the system, and
// the words with which it is started (execve(2), env(1)). A script without such a line is run by
// sh, or by the shell that starts it, which reads it as one. ok is false for any other line.
func Shebang(text string) (name string, words []string, ok bool) {
	if !strings.HasPrefix(text, "#!") {
		return "sh", nil, true
	}
	line, _, _ := strings.Cut(text[2:], "\n")
	words = strings.Fields(line)
	if len(words) == 0 || strings.HasSuffix(line, "\r") {
		return "", nil, false
	}
	dir, name := path.Split(words[0])
	if words = words[1:]; !programDir(dir) || name == "" {
		return "", nil, false
	}
	if name != "env" {
		return name, words, len(words) <= 1 // the rest of the line is one word
	}
	switch {
	case len(words) == 0:
		return "", nil, false
	case words[0] == "-S":
		words = words[1:]
	case len(words) > 1:
		return "", nil, false
	}
	if len(words) == 0 || strings.ContainsAny(words[0], "=/-\"'\\$#") {
		return "", nil, false
	}
	return words[0], words[1:], true
}

func programDir(dir string) bool {
	switch dir {
	case "/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/":
		return true
	}
	return false
}
