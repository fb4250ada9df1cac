package reads

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
)

// pass names the findings of this package.
const pass fact.Pass = "reads"

// What a command shows of the environment, among much else, may be searched for something else:
// php -i | grep memory_limit, make -qp | grep '^[a-z]*:'. Then no secret is shown.

// environFile is the file whose read stands for one of the whole environment.
const environFile = "/proc/self/environ"

// Filtered takes the read of the environment from the command whose output a search gets by a pipe,
// if the pattern asks for a setting by its name, or for targets of make. Any other word may stand in
// the name or in the value of a variable: slack, https.
func Filtered(a *record.Call, i int, c *fact.Command) {
	if !c.Is(fact.Searches) || c.Stdin.Kind != fact.StdinPipe || i == 0 || !seeksOther(c) {
		return
	}
	k := i - 1
	for k > 0 && a.Facts.Commands[k].File > 0 { // the recipes of make
		k--
	}
	from := &a.Facts.Commands[k]
	if !from.Is(fact.Reports) || !joinedByPipe(a.Text, from.Text, c.Text) ||
		slices.ContainsFunc(from.Redirects, func(r fact.Redirect) bool { return r.FD != "2" }) {
		return
	}
	from.Effects = slices.DeleteFunc(from.Effects, func(e fact.Effect) bool {
		return e.Kind == fact.Read && e.Path.Abs == environFile
	})
}

// joinedByPipe reports whether a text holds one command, a pipe and the other.
func joinedByPipe(text, from, to string) bool {
	for from != "" && to != "" {
		i := strings.Index(text, from)
		if i < 0 {
			return false
		}
		text = text[i+len(from):]
		rest, pipe := strings.CutPrefix(strings.TrimLeft(text, " \t"), "|")
		if pipe && strings.HasPrefix(strings.TrimLeft(rest, " \t\n"), to) {
			return true
		}
	}
	return false
}

// seeksOther reports whether a search of its input shows nothing but settings that are known, and
// targets.
func seeksOther(c *fact.Command) bool {
	for k := range c.Flags {
		switch c.Flags[k].Name {
		case "-i", "-E", "-F", "-P", "-n", "-o", "-w", "-m", "-q", "-c", "-s", "-e", "-a", "--color":
		default:
			return false
		}
	}
	some := false
	for k := range c.Operands {
		o := &c.Operands[k]
		switch {
		case o.Role != fact.RolePattern && o.IsPath, !o.Word.Known() || o.Word.Glob:
			return false
		case o.Role != fact.RolePattern:
			continue
		}
		for alt := range strings.SplitSeq(o.Word.Text, "|") {
			if some = true; !namesOther(strings.TrimSuffix(alt, `\`)) {
				return false
			}
		}
	}
	return some
}

// namesOther reports whether a pattern asks for a setting that is known by its name
// (presets/languages/any.yaml, settings), or for targets.
func namesOther(pattern string) bool {
	if asksForTargets(pattern) {
		return true
	}
	plain := strings.Trim(pattern, "^$")
	return strings.IndexFunc(plain, func(r rune) bool {
		return r != '_' && r != '.' && r != '-' && !('a' <= r && r <= 'z') && !('A' <= r && r <= 'Z')
	}) < 0 && lang.Word("any", "settings", strings.ToLower(plain))
}

// asksForTargets reports whether a pattern is that of a name at the beginning of a line with a colon
// behind it, as targets stand in what make prints: ^[a-zA-Z0-9_-]+:. Between the name of a variable
// and its value stands =, which no class may have.
func asksForTargets(pattern string) bool {
	rest, begins := strings.CutPrefix(pattern, "^")
	rest, ends := strings.CutSuffix(rest, ":")
	if !begins || !ends || rest == "" {
		return false
	}
	for rest != "" {
		class, after, closed := strings.Cut(rest, "]")
		if !closed || len(class) < 2 || class[0] != '[' || strings.ContainsAny(class[1:], "^=\\[") {
			return false
		}
		rest = strings.TrimLeft(after, "*+\\")
	}
	return true
}
