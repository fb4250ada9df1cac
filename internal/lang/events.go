package lang

import "strings"

// eventActions are those of events for the kernel to count: names, and no file with a program for
// it.
func eventActions(text string, _ Options) Actions {
	return Actions{Complete: !strings.Contains(text, ".")}
}
