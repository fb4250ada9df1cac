package violation

import (
	"path"
	"strings"
)

// mostDirs bounds how many directories the names of an output are looked for in.
const mostDirs = 8

// Directories are those that a command names as the one to work in, beside dir, in which it runs: a
// program that prints `x` may have meant one there. They are only guesses; Confirm looks at each.
func Directories(command, dir, home string) []string {
	var out []string
	at := dir
	words := strings.FieldsFunc(command, func(r rune) bool {
		return r == ' ' || r == '\t' || r == '\n' || r == ';' || r == '&' || r == '|' || r == '(' ||
			r == ')'
	})
	for i, w := range words {
		to := ""
		name, value, attached := strings.Cut(w, "=")
		switch {
		case attached && (name == "--directory" || name == "--prefix" || name == "--cwd" ||
			name == "--project" || name == "--manifest-path"):
			to = value
		case attached || i+1 == len(words):
		case w == "cd" || w == "pushd" || w == "-C" || w == "--directory" || w == "--prefix" ||
			w == "--cwd" || w == "-d":
			to = words[i+1]
		}
		to = strings.Trim(to, `'"`)
		switch {
		case to == "" || to[0] == '-' || strings.ContainsAny(to, "$`*?"):
			continue
		case to == "~" || strings.HasPrefix(to, "~/"):
			to = home + to[1:]
		case to[0] != '/':
			to = path.Join(at, to)
		}
		to = path.Clean(to)
		if w == "cd" {
			at = to
		}
		if out = add(out, to); len(out) == mostDirs {
			break
		}
	}
	return out
}
