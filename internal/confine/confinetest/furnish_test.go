//go:build linux

package confinetest

import (
	"io/fs"
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

// atHome are the files of the home: what nobody may read or change, and what anybody may see.
var atHome = map[string]string{
	"important/a.txt":           "IMPORTANT\n",
	"important/sub/b.txt":       "IMPORTANT2\n",
	".ssh/id_rsa":               secret + "-rsa\n",
	".config/go/telemetry/mode": "off\n", // go writes there in the background else
	".ssh/config":               "Host x\n",
	".ssh/authorized_keys":      "ssh-rsa AAAA\n",
	".aws/credentials":          "[default]\naws_secret_access_key=" + secret + "-aws\n",
	".netrc":                    "machine x login y password " + secret + "-netrc\n",
	".git-credentials":          "https://u:" + secret + "-gitcred@git.example\n",
	".bashrc":                   "# rc\n",
	".zshrc":                    "# rc\n",
	".profile":                  "#\n",
	".gitconfig":                "[user]\n\tname=dev\n\temail=dev@example.com\n[init]\n\tdefaultBranch=main\n",
	".npmrc":                    "//registry.example/:_authToken=" + secret + "-npm\n",
	"other/repo/file.txt":       "other\n",
	".claude/settings.json":     "{}\n",
}

// inProject are the files of the project.
var inProject = map[string]string{
	"a.txt": "hello\nworld\n", "b.txt": "b\na\nhello\n", "file": "x\n", "file.txt": "one\ntwo\n",
	"input.txt": "3 c\n1 a\n2 b\n", "data.csv": "id,name\n1,ann\n2,bob\n", "x": "x\n", "y": "y\n",
	"src/main.c":   "#include <stdio.h>\nint main(void) { puts(\"hi\"); return 0; }\n",
	"src/app.py":   "import sys\n\n\ndef main():\n    print('app')\n\n\nif __name__ == '__main__':\n    main()\n",
	"src/index.js": "// TODO: x\nconsole.log('index')\n", "src/index.ts": "export const x: number = 1\n",
	"src/foo.go": "package foo\n\nfunc F() {}\n", "src/lib/util.js": "module.exports = {}\n",
	"b.json": `{"a":1}` + "\n", "data.json": `{"items":[{"id":1,"name":"x"}]}` + "\n",
	"config.json": `{"debug":true}` + "\n", "config.yaml": "a: 1\n", ".claude/settings.json": "{}\n",
	"README.md": "# p\n\nsome text\n", "docs/guide.md": "# guide\n", "CHANGELOG.md": "# 1.0\n",
	"package.json": `{"name":"p","version":"1.0.0","scripts":{"test":"node t.js","build":"true",` +
		`"lint":"true"}}` + "\n",
	"t.js": "console.log('test')\n", ".gitignore": "build/\n*.log\n", "app.log": "ERROR x\nok\n",
	"Makefile": "all:\n\t@echo all\ntest:\n\t@echo test\nbuild:\n\t@mkdir -p build && echo built > build/out\n" +
		"clean:\n\trm -rf build\nlint:\n\t@true\n",
	"main.go": "package main\n\nfunc main() { println(\"hi\") }\n", "go.mod": "module p\n\ngo 1.21\n",
	"main_test.go": "package main\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n",
	"t.py":         "print(1)\n", "main.py": "print('main')\n",
	"test_a.py": "def test_a():\n    assert True\n", "tests/test_b.py": "def test_b():\n    pass\n",
	"run.sh": "#!/bin/bash\necho run \"$@\"\n", "scripts/build.sh": "#!/bin/bash\necho build\n",
	"build/old": "old\n", "dist/x.js": "x\n", "logs/app.log": "a\nERROR b\n", "old.txt": "old\n",
}

// environ is the environment of the agent. Dates are set, so that commits have the same names.
func environ(shell string) []string {
	return []string{"HOME=" + home,
		"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/go/bin",
		"CLAUDE_PROJECT_DIR=" + project, "SHELL=/bin/" + shell, "USER=dev", "LOGNAME=dev",
		"LANG=C.UTF-8", "TERM=dumb", "FENCEPOST_HOME=/fphome", "CLAUDECODE=1",
		"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z",
		"GOFLAGS=-mod=mod", "GOPROXY=off", "GOTOOLCHAIN=local"}
}

// template is the world as it begins, made once: git is slow.
const template = "/dev/shm/template"

// furnish makes the files of the world, and runs the set-up of a line.
func furnish(l *line) {
	if _, err := os.Stat(template); err != nil {
		furnishFirst()
		copyTree(home, template+home)
		copyTree(project, template+project)
	}
	for _, dir := range [...]string{home, project, "/tmp", "/var/tmp", "/root", "/fphome"} {
		empty(dir)
	}
	copyTree(template+home, home)
	copyTree(template+project, project)
	for _, text := range append([]string{"mkdir -p /tmp/claude"}, l.Pre...) {
		cmd := exec.Command("/usr/bin/bash", "-c", text)
		cmd.Dir, cmd.Env = project, environ(l.Shell)
		_ = cmd.Run() // of a set-up that does not work comes a line that does nothing
	}
}

func furnishFirst() {
	for name, text := range atHome {
		write(filepath.Join(home, name), text)
	}
	_ = os.Chmod(home+"/.ssh/id_rsa", 0o600)
	for name, text := range inProject {
		write(filepath.Join(project, name), text)
	}
	_ = os.Chmod(project+"/run.sh", 0o755)
	_ = os.Chmod(project+"/scripts/build.sh", 0o755)
	cmd := exec.Command("/usr/bin/bash", "-c", "git init -q . && git add -A && git commit -qm init &&"+
		" echo more >> a.txt && git commit -qam two && git branch feature && git tag v0")
	cmd.Dir, cmd.Env = project, environ("bash")
	if out, err := cmd.CombinedOutput(); err != nil {
		panic(string(out) + err.Error())
	}
}

// copyTree copies files with their modes and times, by which git knows that they are unchanged.
func copyTree(from, to string) {
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		there := to + strings.TrimPrefix(name, from)
		info, err := d.Info()
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(there, 0o755)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(there, data, info.Mode()); err != nil {
			return err
		}
		return os.Chtimes(there, info.ModTime(), info.ModTime())
	})
	if err != nil {
		panic(err)
	}
}

func empty(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if os.RemoveAll(name) != nil {
			_ = exec.Command("/usr/bin/chmod", "-R", "u+rwx", name).Run()
			_ = os.RemoveAll(name)
		}
	}
}

func write(name, text string) {
	if !strings.HasPrefix(name, "/") {
		name = filepath.Join(project, name)
	}
	if os.MkdirAll(filepath.Dir(name), 0o755) == nil {
		_ = os.WriteFile(name, []byte(text), 0o644)
	}
}
