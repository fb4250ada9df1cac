package command_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/command"
)

// TestGitConfig: a setting with which git runs a program is a write to the file that holds it.
func TestGitConfig(t *testing.T) {
	for line, want := range map[string]string{
		"git config core.fsmonitor 'rm -rf x'": "write(.git/config)",
		"git config core.hooksPath hooks":      "write(.git/config)",
		"git config CORE.PAGER 'sh -c x'":      "write(.git/config)",
		"git config set core.editor ./x":       "write(.git/config)",
		"git config --add alias.x '!rm -rf x'": "write(.git/config)",
		"git config filter.x.smudge evil":      "write(.git/config)",
		"git config diff.x.textconv evil":      "write(.git/config)",
		"git config --system core.pager evil":  "write(/etc/gitconfig)",
		"git config $K v":                      "write(.git/config)",
		"git config -e":                        "write(.git/config)",
		"git config --get core.pager":          "",
		"git config core.pager":                "",
		"git config list":                      "",
		"git config user.name x":               "",
		"git config --add safe.directory /x":   "",
		"git config core.autocrlf true":        "",
		"git config alias.st 'status -s'":      "",
		"git config core.pager cat":            "",
		"git config --unset core.pager":        "",
		"git config branch.main.remote origin": "",
		"git init x":                           "",
		"git commit -m x":                      "",
		"git worktree add ../x":                "",
		"git clone https://host.example/x":     "",
	} {
		got := describe(resolve(line))
		if want == "" && strings.Contains(got, "config)") || !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %q", line, got, want)
		}
	}
}

func TestConfigRuns(t *testing.T) {
	for key, want := range map[string]bool{
		"core.fsmonitor": true, "Core.HooksPath": true, "alias.x": true, "include.path": true, "includeIf.gitdir:/x/.path": true,
		"credential.helper": true, "credential.https://x.example.helper": true, "filter.x.clean": true, "gpg.program": true,
		"gpg.ssh.program": true, "diff.external": true, "merge.x.driver": true, "remote.origin.vcs": true, "pager.log": true,
		"sequence.editor": true, "init.templateDir": true, "protocol.ext.allow": true, "core.worktree": true,
		"user.email": false, "core.autocrlf": false, "diff.algorithm": false, "merge.ff": false, "pull.rebase": false,
		"gpg.format": false, "remote.origin.fetch": false, "init.defaultBranch": false, "commit.gpgSign": false, "color.ui": false,
	} {
		if got := command.ConfigRuns(key); got != want {
			t.Errorf("%s: got %v", key, got)
		}
	}
}
