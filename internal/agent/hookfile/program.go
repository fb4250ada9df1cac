package hookfile

import (
	"path/filepath"
	"strings"
)

// Base names of the programs.
const (
	Program = "fencepost"      // for people; earlier versions entered `fencepost hook`
	Gate    = "fencepost-hook" // the hook alone
)

// Base is the name of a program without its directory and the ending that Windows gives it.
func Base(exe string) string { return strings.TrimSuffix(filepath.Base(exe), ".exe") }

// HookArgs are the words behind a program that make it the hook: Gate is nothing else.
func HookArgs(exe string, words ...string) []string {
	if Base(exe) == Gate {
		return words
	}
	return append([]string{"hook"}, words...)
}

// AfterHook is what stands behind the hook's name in the command line of an entry; ok is whether it
// starts the hook at all.
func AfterHook(argv []string) (words []string, ok bool) {
	switch {
	case len(argv) == 0:
	case Base(argv[0]) == Gate:
		return argv[1:], true
	case Base(argv[0]) == Program && len(argv) > 1 && argv[1] == "hook":
		return argv[2:], true
	case Base(argv[0]) == Program && len(argv) == 1:
		return nil, true
	}
	return nil, false
}

// HookTimeout is how long the client waits for the hook, in seconds: longer than siblings.LastResort.
const HookTimeout = 10
