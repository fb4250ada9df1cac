package agent

import "github.com/fencepost/fencepost/internal/fact"

// Follower is an agent that tells what a call has printed, and lets its model be told something
// about it.
type Follower interface {
	// Output is what a call has printed, of the input of an event after it; "" where nothing says so.
	Output(data []byte) string
	// Tell is the answer to an event after a call: lines for the model, and a warning for the person,
	// "" for none.
	Tell(call *fact.Call, lines []string, warning string) Answer
	// Unheard says why a question about a call may reach nobody; "" where a person is asked, and the
	// call runs only if they agree.
	Unheard(call *fact.Call) string
}

// Shown is a text as people are shown it: on one line, and cut in the middle if it is long.
func Shown(text string) string { return shown(text, maxCommand) }
