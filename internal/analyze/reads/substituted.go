package reads

import (
	"os"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Substituted adds the variables that a command puts into a text of the line. Of a file it is not
// known which they are, and the file was written to be filled in.
func Substituted(c *fact.Command) {
	if !c.Is(fact.Substitutes) || c.Stdin.Kind != fact.StdinText {
		return
	}
	if !c.Stdin.Text.Known() {
		c.Find(pass, fact.Effect{Kind: fact.Variable})
	}
	os.Expand(c.Stdin.Text.Text, func(name string) string {
		c.Find(pass, fact.Effect{Kind: fact.Variable, Variable: name})
		return ""
	})
}

// Evaluated adds the variables that a word of a line may put into what make shows:
// --eval='$(info $(TOKEN))', X='$(info $(TOKEN))'. Which ones it takes of those that it names is not computed.
func Evaluated(c *fact.Command, text string) {
	if !strings.Contains(text, "$") {
		return
	}
	add := func(name string) {
		c.Find(pass, fact.Effect{Kind: fact.Variable, Variable: name})
	}
	if strings.Contains(text, ".VARIABLES") || computesName(text) {
		add("")
	}
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return !inVariable(r) }) {
		add(name)
	}
}

// computesName reports whether a name in parentheses or braces is made of other variables:
// $(MY_$(X)).
func computesName(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '$' || text[i+1] != '(' && text[i+1] != '{' {
			continue
		}
		if rest := strings.TrimLeftFunc(text[i+2:], inVariable); strings.HasPrefix(rest, "$") {
			return true
		}
	}
	return false
}

func inVariable(r rune) bool {
	return r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}
