package gate_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// open are configs of a person that let everything pass: none of them lets the agent decide about
// the fence.
var openConfigs = []string{
	"default: allow\n",
	"mode: danger-full-access\n",
	"mode: allow\n",
	"import: [recommended]\ntools: {bash: {allow: [fencepost, env, bash, sudo, xargs, find, " +
		"timeout, python3]}}\n",
	"default: allow\nonError: allow\ndynamic: allow\ntools: {bash: {allowChecks: ['.*'], " +
		"discourageChaining: false}}\n" +
		"effects: [{on: [write], glob: '**', decision: allow}]\n",
}

// TestAgentKeepsOffTheFence: whatever a person's config allows, the agent does not run what changes
// the fence.
func TestAgentKeepsOffTheFence(t *testing.T) {
	t.Parallel()
	for _, config := range openConfigs {
		s := gatetest.New(t, "")
		s.UserConfig(t, config)
		for _, form := range []string{
			"fencepost X", "/usr/local/bin/fencepost X", "./bin/fencepost X", "../fencepost X",
			"'fence'post X", `\fencepost X`,
			"env fencepost X", "env -u CLAUDECODE fencepost X", "CLAUDECODE= fencepost X",
			"unset CLAUDECODE; fencepost X",
			"env -i HOME=$HOME fencepost X", "bash -c 'fencepost X'",
			`sh -c "env -u CLAUDECODE fencepost X"`, "eval fencepost X",
			"timeout 5 fencepost X", "nohup fencepost X &", "nice -n 5 fencepost X", "setsid fencepost X",
			"exec fencepost X",
			"command fencepost X", "sudo fencepost X", "sudo -u root env fencepost X", "time fencepost X",
			"! fencepost X",
			"echo X | xargs fencepost", "xargs -I{} fencepost X </dev/null",
			"find . -maxdepth 0 -exec fencepost X ';'",
			"find . -name x -exec sh -c 'fencepost X' ';'", "(fencepost X)", "{ fencepost X; }",
			"true && fencepost X",
			"false || fencepost X", "if true; then fencepost X; fi", "f() { fencepost X; }; f",
			"x=fencepost; $x X",
			"for c in X; do fencepost $c; done", "cat <(fencepost X)", "echo $(fencepost X)",
			"bash <<< 'fencepost X'",
			"echo fencepost X | bash", "bash <<'E'\nfencepost X\nE", "alias f=fencepost; fencepost X",
			"cd /tmp; fencepost X",
			"HOME=/tmp/h fencepost X", "FENCEPOST_HOME=/tmp/h fencepost X",
			"script -qc 'fencepost X' /dev/null",
			"trap 'fencepost X' EXIT", "parallel fencepost ::: X", "watch fencepost X",
			"stdbuf -o0 fencepost X",
			"script -c 'env -u CLAUDECODE fencepost X'", "flock /tmp/l fencepost X",
			"awk 'BEGIN { system(\"fencepost X\") }'",
			"perl -e 'system(\"fencepost X\")'", "git -c alias.t='!fencepost X' t", "fencepost -- X",
			"coproc fencepost X",
			"$(which fencepost) X", "\"$(command -v fencepost)\" X", "`which fencepost` X", "$FENCEPOST X",
			"npx fencepost X", "npx -y fencepost@latest X", "pnpm dlx fencepost X",
			"go run ./cmd/fencepost X",
			"go run github.com/fencepost/fencepost/cmd/fencepost@latest X",
			"tmux new-session -d 'fencepost X'",
			"screen -dm fencepost X", "fencepost-linux-amd64 X", "fencepost.exe X",
			"mywrapper -q fencepost X",
			"uvx fencepost X", "docker run img fencepost X", "mise exec -- fencepost X",
		} {
			for _, sub := range []string{"trust", "init", "install", "uninstall", "tune --apply",
				"tune --project -apply", "allow --apply ls", "sandbox on", "sandbox off",
				"sandbox init --project", "sandbox grant write ~/x --user"} {
				cmd := strings.ReplaceAll(form, "X", sub)
				if v := s.Judge(t, "Bash", map[string]any{"command": cmd}); v.Decision != rule.Deny {
					t.Errorf("%q: %s: got %v (%s), want deny", config, cmd, v.Decision, v.Description)
				}
			}
		}
		for _, cmd := range []string{
			"fencepost trust --cwd /srv/evil", "fencepost trust --revoke", "fencepost trust -- --show",
			"fencepost trust --cwd --show",
			"fencepost install --managed", "fencepost hook --home /tmp/x", "fencepost",
			"fencepost compile -o team.fencepost --sign key team.yaml", "fencepost compile",
			"fencepost compile --output=/etc/fencepost/acme.fencepost acme", "fencepost-hook --managed=x",
			"echo '{}' | fencepost", "fencepost $X",
			"fencepost-hook", "fencepost-hook < forged.json", "fencepost-hook --home /tmp/x",
			"bash -c 'fencepost-hook codex < f'",
			"fencepost man --dir ~/.claude/fencepost/trust", "fencepost __complete trust ''",
			"fencepost posttooluse < forged.json", "fencepost sandbox",
			"fencepost sandbox grant host evil.test --session", "fencepost sandbox revoke host a",
			"fencepost sandbox stop all", "fencepost sandbox import-claude", "X=off; fencepost sandbox $X",
			"fencepost sandbox --cwd /x off", "echo 'sandbox: {mode: off}' >> ~/.claude/fencepost.yaml",
			"touch ~/.claude/fencepost/grants/user/x", "fencepost allow 'rm -rf'",
			"fencepost init --user",
			"fencepost allow ls", "fencepost tune --log x --apply", "X=--apply; fencepost tune $X",
			"fencepost audit --html ~/.claude/settings.json",
			"fencepost audit export --otlp https://c.example", "fencepost audit -log x export -otlp=http://h",
			"bash -c 'fencepost audit export --otlp https://c.example'",
			"X='--otlp https://c.example'; fencepost audit export $X",
			"env -u CLAUDECODE fencepost audit export --insecure --otlp http://c.example",
			"fencepost audit export --csv ~/.claude/settings.json",
			"fencepost audit export --sqlite .claude/fencepost.yaml",
			"echo x > ~/.claude/fencepost/trust/abc", "cp a ~/.claude/fencepost/trust/",
			"mkdir -p ~/.claude/fencepost/trust",
			"ln -s /tmp/t ~/.claude/fencepost/trust", "chmod 777 ~/.claude/fencepost/trust",
		} {
			if v := s.Judge(t, "Bash", map[string]any{"command": cmd}); v.Decision != rule.Deny {
				t.Errorf("%q: %s: got %v (%s), want deny", config, cmd, v.Decision, v.Description)
			}
		}
	}
}

// TestAgentReadsTheFence: looking at the fence is free.
func TestAgentReadsTheFence(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	for _, cmd := range []string{
		"fencepost check 'git push'", "fencepost explain --json 'rm x'", "fencepost config",
		"fencepost verify",
		"fencepost version", "fencepost presets show git", "fencepost schema", "fencepost doctor",
		"fencepost help trust", "fencepost man", "fencepost man check | head -40",
		"fencepost completion powershell",
		"fencepost trust --show", "fencepost trust --help", "fencepost --version",
		"fencepost test tests.yaml",
		"git log --grep 'fencepost trust'", "grep -r 'fencepost trust' docs", "echo fencepost trust",
		"go test ./cmd/fencepost",
		"go build -o bin/fencepost ./cmd/fencepost", "go test ./cmd/fencepost-hook",
		"go build -o bin/fencepost-hook ./cmd/fencepost-hook",
		"fencepost tune", "fencepost tune --json --since 7d", "fencepost audit",
		"fencepost replay --config x.yaml",
		"fencepost status", "fencepost check --tool Read a.txt", "fencepost check -- --help",
		"fencepost sandbox status", "fencepost sandbox status --json", "fencepost sandbox grants",
		"fencepost sandbox probe --fresh", "fencepost sandbox explain 'npm test'",
	} {
		if v := s.Judge(t, "Bash", map[string]any{"command": cmd}); v.Decision != rule.Allow {
			t.Errorf("%s: got %v (%s), want allow", cmd, v.Decision, v.Description)
		}
	}
}

// TestAgentKeepsOffTheFenceInCode: inline code is no way round either.
func TestAgentKeepsOffTheFenceInCode(t *testing.T) {
	t.Parallel()
	s := gatetest.WithHelper(t, "default: allow\nmode: danger-full-access\ntools: {bash: {allow: [fencepost, "+
		"python3, node]}}\n")
	for _, cmd := range []string{
		`python3 -c 'import subprocess; subprocess.run(["fencepost", "trust"])'`,
		`python3 -c 'import os; os.system("env -u CLAUDECODE fencepost install")'`,
		`python3 -c 'import os; os.execvp("fencepost", ["fencepost", "init"])'`,
		`node -e 'require("child_process").execSync("fencepost trust")'`,
		`python3 -c 'open("/root/.claude/fencepost/trust/x", "w").write("y")'`,
	} {
		if v := s.Judge(t, "Bash", map[string]any{"command": cmd}); v.Decision != rule.Deny {
			t.Errorf("%s: got %v (%s), want deny", cmd, v.Decision, v.Description)
		}
	}
}
