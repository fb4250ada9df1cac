package wrap

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/agents"
)

// agentShell is the shell for which the agent has assembled its line: the one that the environment
// names, if that is bash or zsh, else the first that is there.
func agentShell() string {
	for _, name := range agents.Environment.Shells {
		shell := os.Getenv(name)
		if base := filepath.Base(shell); filepath.IsAbs(shell) &&
			(strings.Contains(base, "bash") || strings.Contains(base, "zsh")) && executable(shell) {
			return shell
		}
	}
	for _, base := range [...]string{"zsh", "bash"} {
		for _, dir := range [...]string{"/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"} {
			if shell := filepath.Join(dir, base); executable(shell) {
				return shell
			}
		}
	}
	return plainShell()
}

// plainShell is the one that runs hooks and servers.
func plainShell() string { return "/bin/sh" }

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}
