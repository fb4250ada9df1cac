package quarantine

import (
	"strings"

	"github.com/fencepost/fencepost/internal/project/gitconfig"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// todoRuns is said of the list of what a rebase has still to do.
var todoRuns = &plan.Protected{Why: "git rebase --continue runs the commands in this file"}

// todoRunners are the lines of such a list that run a command. A rebase goes on in the sandbox, so the
// list can be written there; lines that run something and were not in it are taken away.
func todoRunners(text string) (all []string) {
	for line := range strings.Lines(text) {
		if word, _, _ := strings.Cut(strings.Trim(line, " \t\r\n"), " "); word == "x" ||
			strings.HasPrefix(word, "x\t") || strings.HasPrefix(word, "exec") {
			all = append(all, line)
		}
	}
	return all
}

// runners are what the text of a file of git runs.
func runners(k kind, text string) []string {
	if k == todo {
		return todoRunners(text)
	}
	return gitconfig.Runners(text)
}

// runs reports whether what runs something in a file of this kind is put back to what it was.
func (k kind) runs() bool { return k == config || k == todo }
