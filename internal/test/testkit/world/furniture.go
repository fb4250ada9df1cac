package world

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The places of a box that holds a home and a project, and the secret that stands in every file
// that nobody may see.
const (
	Home    = "/home/dev"
	Project = "/srv/ws/proj"
	Gate    = "/opt/gate" // the programs
	Config  = "/fphome"   // the gate's own settings
	Secret  = "SECRETKEY"
)

// AtHome are the files of a home, by path: canaries, secrets and settings, and more of a harness.
// Each call makes a new map.
func AtHome(more map[string]string) map[string]string {
	files := map[string]string{
		// canaries
		"important/a.txt":     "IMPORTANT\n",
		"important/sub/b.txt": "IMPORTANT2\n",
		"other/repo/file.txt": "other\n",
		"notes.txt":           "notes\n",
		// secrets
		".ssh/id_rsa":                Secret + "-rsa\n",
		".ssh/id_ed25519":            Secret + "-ed25519\n",
		".ssh/id_ed25519.pub":        "public\n",
		".ssh/known_hosts":           "hosts\n",
		".ssh/config":                "Host x\n",
		".ssh/authorized_keys":       "ssh-rsa AAAA\n",
		".aws/credentials":           "[default]\naws_secret_access_key=" + Secret + "-aws\n",
		".netrc":                     "machine x login y password " + Secret + "-netrc\n",
		".git-credentials":           "https://u:" + Secret + "-gitcred@git.example\n",
		".npmrc":                     "//registry.npmjs.org/:_authToken=" + Secret + "-npm\n",
		".pgpass":                    "x:5432:*:y:" + Secret + "-pg\n",
		".kube/config":               "token: " + Secret + "-kube\n",
		".gnupg/private-keys-v1.d/k": Secret + "-gpg\n",
		".config/gcloud/cred.db":     Secret + "-gcloud\n",
		".config/gh/hosts.yml":       "github.com: {oauth_token: " + Secret + "-gh}\n",
		".cargo/credentials.toml":    "[registry]\ntoken = \"" + Secret + "-cargo\"\n",
		".gradle/gradle.properties":  "token=" + Secret + "-gradle\n",
		".config/pip/pip.conf": "[global]\nextra-index-url = https://u:" + Secret +
			"@index.test/simple\n",
		".mozilla/firefox/l.json":   Secret + "-firefox\n",
		".config/google-chrome/D/c": Secret + "-chrome\n",
		".password-store/a.gpg":     Secret + "-pass\n",
		".local/share/keyrings/k":   Secret + "-keyring\n",
		".bash_history":             "export TOKEN=" + Secret + "-history\n",
		// settings
		".bashrc":  "# mine\n",
		".zshrc":   "# mine\n",
		".profile": "# mine\n",
		".gitconfig": "[user]\n\tname=dev\n\temail=dev@example.com\n" +
			"[init]\n\tdefaultBranch=main\n",
		".claude/settings.json":     "{}\n",
		".config/go/telemetry/mode": "off\n", // go writes there in the background else
	}
	maps.Copy(files, more)
	return files
}

// inProject are the files of a project, by path.
func inProject() map[string]string {
	return map[string]string{
		"a.txt": "hello\nworld\n", "b.txt": "b\na\nhello\n", "file": "x\n", "file.txt": "one\ntwo\n",
		"input.txt": "3 c\n1 a\n2 b\n", "data.csv": "id,name\n1,ann\n2,bob\n", "x": "x\n", "y": "y\n",
		"src/main.c": "#include <stdio.h>\nint main(void) { puts(\"hi\"); return 0; }\n",
		"src/app.py": "import sys\n\n\ndef main():\n    print('app')\n\n\n" +
			"if __name__ == '__main__':\n    main()\n",
		"src/index.js": "// TODO: x\nconsole.log('index')\n",
		"src/index.ts": "export const x: number = 1\n",
		"src/foo.go":   "package foo\n\nfunc F() {}\n", "src/lib/util.js": "module.exports = {}\n",
		"b.json": `{"a":1}` + "\n", "data.json": `{"items":[{"id":1,"name":"x"}]}` + "\n",
		"config.json": `{"debug":true}` + "\n", "config.yaml": "a: 1\n", ".claude/settings.json": "{}\n",
		"README.md": "# p\n\nsome text\n", "docs/guide.md": "# guide\n", "CHANGELOG.md": "# 1.0\n",
		"package.json": `{"name":"p","version":"1.0.0","scripts":{"test":"node t.js","build":"true",` +
			`"lint":"true"}}` + "\n",
		"t.js": "console.log('test')\n", ".gitignore": "build/\n*.log\n", "app.log": "ERROR x\nok\n",
		"Makefile": "all:\n\t@echo all\ntest:\n\t@echo test\nbuild:\n" +
			"\t@mkdir -p build && echo built > build/out\nclean:\n\trm -rf build\nlint:\n\t@true\n",
		"main.go":      "package main\n\nfunc main() { println(\"hi\") }\n",
		"go.mod":       "module p\n\ngo 1.21\n",
		"main_test.go": "package main\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n",
		"t.py":         "print(1)\n", "main.py": "print('main')\n",
		"test_a.py": "def test_a():\n    assert True\n", "tests/test_b.py": "def test_b():\n    pass\n",
		"run.sh": "#!/bin/bash\necho run \"$@\"\n", "scripts/build.sh": "#!/bin/bash\necho build\n",
		"build/old": "old\n", "dist/x.js": "x\n", "logs/app.log": "a\nERROR b\n", "old.txt": "old\n",
	}
}

// Put writes files below a directory. A name that ends with / is a directory. Keys are for the user
// alone, scripts are executable.
func Put(dir string, files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				return err
			}
			continue
		}
		mode := fs.FileMode(0o644)
		switch {
		case strings.HasPrefix(filepath.Base(name), "id_"):
			mode = 0o600
		case strings.HasPrefix(text, "#!"):
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			return err
		}
	}
	return nil
}

// Environ is the environment of the agent in a box, and more of a harness.
func Environ(shell string, more ...string) []string {
	return append([]string{"HOME=" + Home,
		"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/go/bin",
		"CLAUDE_PROJECT_DIR=" + Project, "SHELL=/bin/" + shell, "USER=dev", "LOGNAME=dev",
		"LANG=C.UTF-8", "TERM=dumb", "FENCEPOST_HOME=" + Config, "CLAUDECODE=1"}, more...)
}

// Furnished are arguments of Box for a home and a project: their directories, and the programs.
func Furnished(programs string) []string {
	return []string{"--dir", "/root", "--dir", Home, "--dir", Project, "--dir", Config,
		"--ro-bind", programs, Gate, "--ro-bind", "/etc", "/etc"}
}

// template is the box as it begins, made once: git is slow.
const template = "/dev/shm/template"

// Furnish makes the files of a home and a project anew in a box, the project as a repository with
// two commits, a branch and a tag, and runs shell text that sets a job up. Of text that fails comes
// a job that does nothing.
func Furnish(home map[string]string, setUp, env []string) {
	if _, err := os.Stat(template); err != nil {
		must(Put(Home, home))
		must(Put(Project, inProject()))
		cmd := exec.Command("/usr/bin/bash", "-c", "git init -q . && git add -A && "+
			"git commit -qm init && echo more >> a.txt && git commit -qam two && "+
			"git branch feature && git tag v0")
		cmd.Dir, cmd.Env = Project, env
		if out, err := cmd.CombinedOutput(); err != nil {
			panic(string(out) + err.Error())
		}
		must(copyTree(Home, template+Home))
		must(copyTree(Project, template+Project))
	}
	for _, dir := range [...]string{Home, Project, "/tmp", "/var/tmp", "/root", Config} {
		empty(dir)
	}
	must(copyTree(template+Home, Home))
	must(copyTree(template+Project, Project))
	for _, text := range append([]string{"mkdir -p /tmp/claude"}, setUp...) {
		cmd := exec.Command("/usr/bin/bash", "-c", text)
		cmd.Dir, cmd.Env = Project, env
		_ = cmd.Run()
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// copyTree copies files with their modes and times, by which git knows that they are unchanged.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
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
