package command_test

import (
	"strings"
	"testing"
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
		"git config tar.x.command evil":        "write(.git/config)",
		"git config diff.tool ../../evil":      "write(.git/config)",
		"git config diff.tool vimdiff":         "",
		"git config submodule.a.update rebase": "",
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
