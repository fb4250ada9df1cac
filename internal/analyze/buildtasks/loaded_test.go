package buildtasks_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestLoaded: what the agent has written in the session is read where a build, a test or the like
// loads it. What is not known of it passes there, and asks elsewhere.
func TestLoaded(t *testing.T) {
	t.Parallel()
	const deletes = "import shutil\nshutil.rmtree('/home/x')\n"
	const pushes = "import subprocess\ndef f(tag):\n    subprocess.run(['docker', 'push', 'a'])\n"
	hidden := ">>> getattr(__import__('o' + 's'), f'sys{x}')('id')\n"
	for _, tt := range []struct{ file, text, cmd, want string }{
		{"tests/test_a.py", deletes, "pytest -q", "deny"},
		{"tests/test_a.py", "def test_a():\n    import os\n    os.remove('/home/x')\n", "python3 -m pytest", "deny"},
		{"tests/test_a.py", "def test_a(tmp_path):\n    (tmp_path / 'x').write_text('y')\n", "pytest -q", "allow"},
		{"tests/test_a.py", "import os\ndef test_a():\n    os.remove('/tmp/x')\n", "pytest -q", "allow"},
		{"tests/test_a.py", "from x import y\ny(1)\nopen(y(2), 'w')\n", "pytest -q", "allow"},
		{"src/other.py", deletes, "pytest -q", "deny"}, // a test may ask for it
		{"src/push.py", pushes, "pytest -q", "allow"},  // nobody knows whether one does
		{"tests/test_push.py", pushes, "pytest -q", "ask"},
		{"src/other.py", deletes, "ruff check .", "allow"}, // it runs nothing
		{"src/a.js", "require('child_process').execSync('rm -rf /home/x')\n", "npx jest", "deny"},
		{"src/a.js", "require('child_process').execSync('rm -rf /home/x')\n", "npx eslint .", "allow"},
		{"rules/a.js", "require('child_process').execSync('rm -rf /home/x')\n", "npx eslint .", "deny"},
		{"src/a.js", "require('child_process').execSync('rm -rf /home/x')\n", "npx some-tool", "deny"},
		{"lib/a.rb", "system('rm -rf /home/x')\n", "bundle exec rspec", "deny"},
		{"lib/a.rb", "system('git push')\n", "bundle exec rspec", "allow"},
		{"x.erb", "<%= system('rm -rf /home/x') %>\n", "erb x.erb", "deny"},
		{"a/a.go", "package a\n\nfunc f() { os.RemoveAll(\"/home/x\") }\n", "go test ./...", "deny"},
		{"a/a.go", "package a\n\nfunc f() { os.RemoveAll(\"/home/x\") }\n", "go test -v ./...", "deny"},
		{"a/a_test.go",
			"package a\n\nfunc f() { syscall.ForkExec(\"/bin/rm\", []string{\"rm\", \"-r\", \"/home/x\"}, nil) }\n",
			"go test ./...", "deny"},
		{"a/a_test.go", "package a\n\n// void f() { system(\"rm -rf /home/x\"); }\nimport \"C\"\n",
			"go test ./...", "deny"},
		{"cypress/e2e/a.cy.js", "cy.exec('rm -rf /home/x')\n", "npx cypress run", "deny"},
		{"cypress/e2e/a.cy.js", "cy.visit('/'); cy.get('a').click()\n", "npx cypress run", "allow"},
		{"a/f.c", "void f() { system(\"rm -rf /home/x\"); }\n", "go test ./...", "deny"},
		{"a/a.go", "package a\n\nfunc f() { os.RemoveAll(\"/home/x\") }\n", "go vet ./...", "allow"},
		{"a/a.go", "package a\n\nfunc f() { os.Remove(os.Getenv(\"HOME\") + \"/x\") }\n", "go test ./...", "deny"},
		{"app/a.py", deletes, "python3 setup.py build", "deny"},
		{"a/a.go", "package a\n\nfunc f() { os.RemoveAll(\"/home/x\") }\n", "go build -o x . && ./x", "deny"},
		{"src/A.java", "class A { void f() { new File(\"/home/x\").delete(); } }\n", "mvn -q test", "deny"},
		{"conftest.py", deletes, "go vet ./...", "allow"},
		{"d.txt", ">>> import shutil\n>>> shutil.rmtree('/home/x')\n", "python3 -m doctest d.txt", "deny"},
		{"d.txt", ">>> 1 + 1\n2\n", "python3 -m doctest d.txt", "allow"},
		{"d.txt", hidden, "python3 -m doctest d.txt", "ask"},
		{"noxfile.py", "def t(session):\n    session.run('rm', '-rf', '/home/x')\n", "nox", "deny"},
		{"Rakefile", "system('rm -rf /home/x')\n", "rake test", "deny"},
		{"Rakefile", "task(:test) { sh 'echo x' }\n", "rake test", "allow"},
		{"a.test.js", "require('fs').rmSync('/home/x', {recursive: true})\n", "npx jest", "deny"},
		{".eslintrc.js", "require('child_process').execSync('rm -rf /home/x')\n", "npx eslint .", "deny"},
		{"vite.config.js", "import r from 'r';\nexport default { plugins: [r()] };\n", "npx vite build", "allow"},
		{"CMakeLists.txt", "execute_process(COMMAND rm -rf /home/x)\n", "cmake -S . -B build", "deny"},
		{"CMakeLists.txt", "file(WRITE ${CMAKE_BINARY_DIR}/x y)\n", "cmake -S . -B build", "allow"},
		{"docs/a.md", ">>> import shutil\n>>> shutil.rmtree('/home/x')\n",
			"pytest --doctest-glob='*.md'", "deny"},
		{"tests/test_a.py", "import ctypes\nctypes.CDLL(None).system(b'rm -rf /home/x')\n",
			"pytest -q", "deny"},
		{"tests/test_a.py", "import ctypes\nassert ctypes.sizeof(ctypes.c_int) == 4\n",
			"pytest -q", "allow"},
		{"a.test.js",
			"new (require('worker_threads').Worker)(`require('fs').unlinkSync('/home/x')`, {eval: true})\n",
			"npx jest", "deny"},
		{"a.test.js", "new (require('worker_threads').Worker)('./w.js', {argv: [1]})\n",
			"npx jest", "allow"},
		{"Pipfile", "[scripts]\ntest = \"rm -rf /home/x\"\n", "pipenv run test", "deny"},
		{"Vagrantfile", "system('rm -rf /home/x')\n", "vagrant status", "deny"},
		{"package.json", `{"scripts": {"build": "rm -rf /home/x"}}`, "npx turbo run build", "deny"},
		{"package.json", `{"scripts": {"build": "rm -rf dist", "x": "git push"}}`,
			"npx turbo run build", "allow"},
		{".goreleaser.yml", "before:\n  hooks:\n    - rm -rf /home/x\n",
			"goreleaser check", "deny"},
		{".goreleaser.yml", "builds:\n  - env: [CGO_ENABLED=0]\n    ldflags:\n      - -s -w\n",
			"goreleaser check", "allow"},
		{"moon.yml", "tasks:\n  test: {command: 'rm -rf /home/x'}\n", "moon run :test", "deny"},
		{"dprint.json", `{"exec": {"commands": [{"command": "rm -rf /home/x"}]}}`,
			"dprint check", "deny"},
		{"x.mlr", "end{print system(\"rm -rf /home/x\")}\n", "mlr --icsv put -f x.mlr a.csv", "deny"},
		{"x.mlr", "$y = 1\n", "mlr --icsv put -f x.mlr a.csv", "ask"},
		{"Makefile", "$(file >/home/x/y,z)\ntest:\n", "make -n test", "deny"},
		{"Makefile", "$(eval $(shell frob))\ntest:\n", "make -n test", "ask"},
		{"Makefile", "$(eval $(shell frob))\ntest:\n", "make test", "allow"},
	} {
		s := gatetest.WithHelper(t, gatetest.Recommended)
		gatetest.Files{tt.file: tt.text, "a.csv": "x\n"}.Write(t, s.Project)
		e := audit.Entry{Tool: "Write", Input: gatetest.WriteCall(tt.file).Input}
		if v := s.JudgeAfter(t, e, tt.cmd); v.Decision.String() != tt.want {
			t.Errorf("%s with %s: %s (%s), want %s", tt.cmd, tt.file, v.Decision, v.Description, tt.want)
		}
		asks := tt.file == "Makefile" || tt.file == "x.mlr" || strings.Contains(tt.cmd, "some-tool") ||
			strings.Contains(tt.cmd, "setup.py")
		if v := s.JudgeAfter(t, audit.Entry{Tool: "Read", Input: e.Input}, tt.cmd); !asks &&
			v.Decision.String() != "allow" {
			t.Errorf("%s with a %s that the agent did not write: %s", tt.cmd, tt.file, v.Decision)
		}
	}
}
