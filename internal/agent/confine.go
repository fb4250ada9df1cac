package agent

import (
	"os"
	"path/filepath"
	"strings"
)

// Confinement says how the shell commands of an agent are run in the sandbox: its client starts a
// program of ours in place of its shell, or the hook gives back another command, which is
// `fencepost-run --profile JSON -- SHELL -c COMMAND`.
//
// A rewritten command is one that a person's own rules in the agent's settings do not know: a rule
// that denies `rm *` does not speak of it. So an agent is given one only where it takes it without an
// approval from the hook, and where no settings of it say anything about commands.
type Confinement struct {
	Why string // why they are not; "" where they are

	// Of a client that starts a program: the variable that names it, and what that is started with.
	Variable  string
	Exe, Home string
	Managed   bool
}

// OtherProgram is said of a variable that does not start the wrapper.
const OtherProgram = " names another program than fencepost's wrapper"

// mostFiles and mostBytes bound what is read. What is beyond them could hold a rule.
const (
	mostFiles = 200
	mostBytes = 1 << 20
)

// Speaks says which of the files has one of some words; "" where none has. A file that cannot be read
// could have one.
func Speaks(files []string, words ...string) string {
	if len(files) > mostFiles {
		return "the agent has too many settings to look for rules about commands"
	}
	for _, file := range files {
		info, err := os.Stat(file)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil || !info.Mode().IsRegular() || info.Size() > mostBytes {
			return file + " may hold rules about commands, and cannot be read"
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return file + " may hold rules about commands, and cannot be read"
		}
		for _, w := range words {
			if strings.Contains(string(data), w) {
				return "rules in " + file + " do not know a rewritten command"
			}
		}
	}
	return ""
}

// Above are the directories of a name in a directory and in those above it.
func Above(dir, name string) []string {
	if !filepath.IsAbs(dir) {
		return nil
	}
	var dirs []string
	for {
		dirs = append(dirs, filepath.Join(dir, name))
		up := filepath.Dir(dir)
		if up == dir || len(dirs) == 32 {
			return dirs
		}
		dir = up
	}
}
