package gate

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
)

// typedInto says why a call is not judged by its words alone, as the agent can type into a program
// of it that runs what is typed: no hook sees that. Codex types into what it starts with a terminal.
func typedInto(call *fact.Call, f *fact.Facts) string {
	if tty, _ := call.Get("tty"); string(tty.Raw) != "true" || f == nil {
		return ""
	}
	for i := range f.Commands {
		c := &f.Commands[i]
		typed := lang.Word("any", "typed-into", c.Name)
		for k := range c.Argv {
			text := c.Argv[k].Text
			_, value, _ := strings.Cut(text, "=") // core.pager=less -R
			value, _, _ = strings.Cut(value, " ")
			typed = typed || k > 0 && (lang.Word("any", "typed-words", text) ||
				lang.Word("any", "typed-into", path.Base(value)))
		}
		if typed {
			return "with a terminal the agent can type commands into " + c.Name +
				", and no hook sees what it types. Start it without tty"
		}
	}
	return ""
}
