package analyze

import (
	"os"

	"github.com/fencepost/fencepost/internal/fact"
)

// substituted adds the variables that a command puts into a text of the line. Of a file it is not
// known which they are, and the file was written to be filled in.
func substituted(c *fact.Command) {
	if !c.Is(fact.Substitutes) || c.Stdin.Kind != fact.StdinText {
		return
	}
	if !c.Stdin.Text.Known() {
		c.Effects = append(c.Effects, fact.Effect{Kind: fact.Variable})
	}
	os.Expand(c.Stdin.Text.Text, func(name string) string {
		c.Effects = append(c.Effects, fact.Effect{Kind: fact.Variable, Variable: name})
		return ""
	})
}
