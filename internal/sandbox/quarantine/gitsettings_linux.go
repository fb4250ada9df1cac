package quarantine

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/project/gitconfig"
)

// harmless returns git's settings without what runs something new, or the old text.
func harmless(text, old string) string {
	rest, ok := removeRunners(text, old)
	if !ok || workTree(rest) != "" && workTree(rest) != workTree(old) {
		return old
	}
	return rest
}

// removeRunners removes the lines of git's settings that make git run something, if they are not in
// the old text. ok is false where that cannot be done line by line.
func removeRunners(text, old string) (rest string, ok bool) {
	were, head := gitconfig.Runners(old), ""
	var out strings.Builder
	due := "" // a header that goes with the last of its lines
	for line := range strings.Lines(text) {
		if !isSetting(line) && !strings.Contains(old, line) {
			return "", false
		}
		switch short := strings.TrimSpace(line); {
		case strings.HasPrefix(short, "["):
			head, due = line, line
			continue
		case short == "" && due != "":
			due += line
			continue
		}
		if runs := gitconfig.Runners(head + line); len(runs) > 0 {
			i := slices.Index(were, runs[len(runs)-1])
			if i < 0 {
				continue
			}
			were[i] = "" // as often as it was there
		}
		out.WriteString(due + line)
		due = ""
	}
	if same(text, old) {
		return text, true
	}
	return out.String(), out.Len() > 0 && same(out.String(), old)
}

// isSetting reports whether git reads a line: two programs that write at once leave parts of lines.
func isSetting(line string) bool {
	line = strings.TrimSpace(line)
	name := strings.TrimLeft(strings.ToLower(line), "abcdefghijklmnopqrstuvwxyz0123456789-")
	rest := strings.TrimLeft(name, " \t")
	return line == "" || strings.ContainsAny(line[:1], "#;[") || len(name) < len(line) &&
		(rest == "" || strings.ContainsAny(rest[:1], "=#;"))
}

// same reports whether git runs nothing with a text that it does not run with the old one.
func same(text, old string) bool {
	were := gitconfig.Runners(old)
	for _, r := range gitconfig.Runners(text) {
		i := slices.Index(were, r)
		if i < 0 {
			return false
		}
		were[i] = ""
	}
	return true
}
