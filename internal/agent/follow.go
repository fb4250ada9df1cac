package agent

import "github.com/fencepost/fencepost/internal/fact"

// Follower is an agent that tells what a call has printed, and lets its model be told something
// about it.
type Follower interface {
	// Output is what a call has printed, of the input of an event after it; "" where nothing says
	// so.
	Output(data []byte) string
	// Tell is the answer to an event after a call: lines for the model, and a warning for the
	// person, "" for none.
	Tell(call *fact.Call, lines []string, warning string) Answer
	// Unheard says why a question about a call may reach nobody; "" where a person is asked, and
	// the call runs only if they agree.
	Unheard(call *fact.Call) string
}

// Preprocessor is an agent whose client runs commands by itself, without a call for each, when a
// call names a file of the project that holds them.
type Preprocessor interface {
	// Preprocessed returns these commands; cwd, project and home are directories.
	Preprocessed(call *fact.Call, cwd, project, home string) []ShellText
}

// ShellText is a text that a client gives to a shell by itself.
type ShellText struct {
	Place string // the file, relative to the project
	Shell string // one text for a shell
	Why   string // why it cannot be judged, as a sentence; Shell is "" then
}

// Shown is a text as people are shown it: on one line, and cut in the middle if it is long.
func Shown(text string) string { return oneLine(text, maxCommand) }
