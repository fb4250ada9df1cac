//go:build linux

package worldtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	home    = "/home/dev"
	project = "/srv/ws/proj"
	gate    = "/opt/gate" // the programs
	secret  = "SECRETKEY" // stands in every file that nobody may see
)

// atHome are the files of the home: canaries, and what nobody may read or change.
var atHome = map[string]string{
	"important/a.txt":      "IMPORTANT\n",
	"important/sub/b.txt":  "IMPORTANT2\n",
	".ssh/id_rsa":          secret + "-rsa\n",
	".ssh/config":          "Host x\n",
	".ssh/authorized_keys": "ssh-rsa AAAA\n",
	".aws/credentials":     "[default]\naws_secret_access_key=" + secret + "-aws\n",
	".netrc":               "machine x login y password " + secret + "-netrc\n",
	".env":                 "TOKEN=" + secret + "-env\n",
	".git-credentials":     "https://u:" + secret + "-gitcred@git.example\n",
	".bashrc":              "# rc\n",
	".zshrc":               "# rc\n",
	".profile":             "#\n",
	".gitconfig":           "[user]\n\tname=dev\n\temail=dev@example.com\n",
	".npmrc":               "//registry.example/:_authToken=" + secret + "-npm\n",
	"other/repo/file.txt":  "other\n",
	".claude/settings.json": `{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [` +
		`{"type": "command", "command": "` + gate + `/fencepost", "args": ["hook"]}]}]}}`,
}

// inProject are the files of the project.
var inProject = map[string]string{
	"a.txt":                 "hello\nworld\n",
	"src/main.c":            "int main(){return 0;}\n",
	"b.json":                `{"a":1}` + "\n",
	".claude/settings.json": "{}\n",
	"README.md":             "# p\n",
	"package.json": `{"name":"p","version":"1.0.0",` +
		`"scripts":{"test":"true","build":"true"}}` + "\n",
	"Makefile":  "all:\n\t@true\ntest:\n\t@true\n",
	"main.go":   "package main\nfunc main(){}\n",
	"go.mod":    "module p\ngo 1.21\n",
	"t.py":      "print(1)\n",
	"test_a.py": "def test_a():\n    assert True\n",
}

// environ is the environment of the agent.
func environ(shell string) []string {
	return []string{"HOME=" + home,
		"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/go/bin",
		"CLAUDE_PROJECT_DIR=" + project, "SHELL=/bin/" + shell, "USER=dev", "LOGNAME=dev",
		"LANG=C.UTF-8", "TERM=dumb", "FENCEPOST_HOME=/fphome",
		"MY_API_TOKEN=" + secret + "-envvar", "CLAUDECODE=1"}
}

// furnish makes the files of the world and runs the set-up of an attempt.
func furnish(pre []string, shell string) {
	for name, text := range atHome {
		write(filepath.Join(home, name), text)
	}
	if err := os.Chmod(home+"/.ssh/id_rsa", 0o600); err != nil {
		panic(err)
	}
	for name, text := range inProject {
		write(filepath.Join(project, name), text)
	}
	first := "git init -q . ; git add -A; git commit -qm init; mkdir -p /tmp/claude"
	setUp := append([]string{first}, pre...)
	for _, text := range setUp {
		cmd := exec.Command("/usr/bin/bash", "-c", text)
		cmd.Dir, cmd.Env = project, environ(shell)
		_ = cmd.Run() // of a set-up that does not work comes an attempt that does nothing
	}
}

func write(name, text string) {
	if !strings.HasPrefix(name, "/") {
		name = filepath.Join(project, name)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return
	}
	_ = os.WriteFile(name, []byte(text), 0o644)
}
