package analyze

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// What a command shows of the environment, among much else, may be searched for something else:
// php -i | grep memory_limit, make -qp | grep '^[a-z]*:'. Then no secret is shown.

// environFile is the file whose read stands for one of the whole environment.
const environFile = "/proc/self/environ"

// filtered takes the read of the environment from the command whose output a search gets by a pipe,
// if the pattern fits no variable that holds a secret.
func (a *Analyzer) filtered(i int, c *fact.Command) {
	if !c.Is(fact.Searches) || c.Stdin.Kind != fact.StdinPipe || i == 0 || !seeksOther(c) {
		return
	}
	k := i - 1
	for k > 0 && a.facts.Commands[k].File > 0 { // the recipes of make
		k--
	}
	from := &a.facts.Commands[k]
	if !from.Is(fact.Reports) || !joinedByPipe(a.text, from.Text, c.Text) ||
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

// seeksOther reports whether a search of its input shows no line of a variable that is called as
// those that hold secrets are.
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

// namesOther reports whether a pattern asks for a word which is no part of the name of a secret, or
// for lines that begin with small letters.
func namesOther(pattern string) bool {
	if strings.ContainsAny(pattern, "\n") {
		return false
	}
	if strings.HasPrefix(pattern, "^[a-z") && strings.HasSuffix(pattern, ":") {
		return true
	}
	low := strings.ToLower(pattern)
	for word := range strings.FieldsSeq(ofSecrets) {
		if strings.Contains(low, word) {
			return false
		}
	}
	return longestWord(low) >= leastWord
}

// ofSecrets are parts of the names that variables with secrets have.
const ofSecrets = "tok sec key pas pw cred aut api env dsn url uri pri acc jwt ses sig cert hook _id " +
	"conn user pat sql pg redis db data"

// leastWord is the length of a word that stands in no name by chance.
const leastWord = 4

// longestWord is the length of the longest text of letters that a pattern requires.
func longestWord(pattern string) (most int) {
	n, class, group := 0, false, 0
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case class:
			class = c != ']'
		case c == '\\':
			n, i = 0, i+1
		case c == '[':
			n, class = 0, true
		case c == '(' || c == '{':
			n, group = 0, group+1
		case c == ')' || c == '}':
			n, group = 0, group-1
		case c == '*' || c == '?':
			n = 0
		case group == 0 && ('a' <= c && c <= 'z' || c == '_' || c == ' ' || c == '-'):
			if n++; i+1 == len(pattern) || strings.IndexByte("*?{", pattern[i+1]) < 0 {
				most = max(most, n)
			}
		default:
			n = 0
		}
	}
	return most
}
