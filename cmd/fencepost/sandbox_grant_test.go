package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// TestSandboxGrant: what a person grants is listed, and what nobody grants is refused with the
// reason.
func TestSandboxGrant(t *testing.T) {
	home, project := workplace(t)
	session := history.In(home).Session("6f9c2a1e")
	pending := &history.Pending{Command: "make docs", Dir: project,
		Rights: []history.Right{{Kind: "host", Name: "hub.test:443"}}}
	if err := session.SetPending(pending); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{".ssh", ".aws", ".cache/tool"} {
		if err := os.MkdirAll(filepath.Join(home, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	socket := filepath.Join(t.TempDir(), "s")
	if l, err := net.Listen("unix", socket); err == nil {
		defer l.Close()
	}
	rows := []struct {
		args string
		code int
		says string // a part of what is printed
	}{
		{"grants", 0, "lacked reaching hub.test:443\n    fencepost sandbox grant host hub.test:443 " +
			"--session=6f9c2a1e"},
		{"grant host hub.test:443", 0, "granted in the session 6f9c2a1e: reaching hub.test:443"},
		{"grant host HUB.test --session=6f9c2a1e", 0, "reaching hub.test"},
		{"grant write ~/.cache/tool --project", 0, "granted in " + project + ": writing in ~/.cache/tool and all below it"},
		{"grant write new/ --user", 0, "granted everywhere: writing in "},
		{"grant write ~/notes.txt --user", 0, "writing ~/notes.txt"},
		{"grant port 5432 --user", 0, "granted everywhere: reaching port 5432 of this machine"},
		{"grant socket " + socket + " --user", 0, "granted everywhere: connecting to " + socket},
		{"grants", 0, "In the session 6f9c2a1e\n  host hub.test\n  host hub.test:443\nIn " + project +
			"\n  write ~/.cache/tool/\nEverywhere\n  port 5432\n  socket " + socket + "\n"},

		{"grant write ~", 1, "never granted: it holds the home directory"},
		{"grant write /", 1, "never granted: it holds the home directory"},
		{"grant write /usr --user", 1, "a directory of the whole machine"},
		{"grant write /proc/sys", 1, "the sandbox makes /proc itself"},
		{"grant write ~/.bashrc", 1, "never granted: it is protected: every shell"},
		{"grant write .git/hooks --project", 1, "it is protected: git runs"},
		{"grant write ~/.claude/fencepost --user", 1, "it is protected: this would change the fence itself"},
		{"grant write ~/.claude/settings.json", 1, "it is protected: this would change the fence"},
		{"grant read ~/.ssh/id_ed25519", 1, "it is never opened: Private keys"},
		{"grant read ~/.aws/credentials --user", 1, "it is never opened: Cloud credentials"},
		{"grant read .env", 1, "sandbox.read.allow in a config of their own"},
		{"grant write ~/.ssh/known_hosts", 1, "never granted"},
		{"grant write ~/.ca*", 1, "without wildcards"},
		{"grant socket /var/run/docker.sock --user", 1, "a container daemon"},
		{"grant socket /run/user/1000/bus", 1, "D-Bus"},
		{"grant socket /nowhere/s", 1, "there is no socket"},
		{"grant write /nowhere/at/all", 1, "make it first"},
		{"grant port 70000", 1, "from 1 to 65535"},
		{"grant host https://hub.test/x", 3, "hub.test"},
		{"grant host *", 3, "allows every host"},
		{"grant exec make", 3, "there is no kind exec"},
		{"grant write", 3, "name a kind and a name"},
		{"grant port 1 --user --project", 3, "choose one of --session"},
		{"grants now", 3, "takes no arguments"},

		{"revoke host hub.test --session", 0, "revoked in the session 6f9c2a1e"},
		{"revoke write new", 0, "revoked everywhere"},
		{"revoke write ~/.cache/tool --user", 1, "was not granted"},
		{"revoke write ~/.cache/tool", 0, "revoked in " + project},
		{"revoke port 5432", 0, "revoked everywhere"},
		{"revoke port 5432", 1, "was not granted"},
		{"grants --json", 0, `"name": "hub.test:443"`},
		{"stop a b", 3, "takes one run, one session"},
		{"stop --all", 3, "there is no flag --all"},
	}
	for _, tt := range rows {
		args := strings.Fields(strings.ReplaceAll(tt.args, "~", home))
		code, out, errs := cli("", append([]string{"sandbox"}, args...)...)
		if code != tt.code || !strings.Contains(out+errs, tt.says) {
			t.Errorf("sandbox %s: exit status %d, want %d with %q\n%s%s", tt.args, code, tt.code, tt.says,
				out, errs)
		}
	}
	for _, made := range []string{filepath.Join(project, "new"), filepath.Join(home, "notes.txt")} {
		if _, err := os.Stat(made); err != nil {
			t.Errorf("a path that was granted is not there: %v", err)
		}
	}
	for _, e := range must(os.ReadDir(project)) {
		if strings.Contains(e.Name(), "fencepost") {
			t.Errorf("a grant is kept in the project: %s", e.Name())
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestSandboxGrantInAgent: the agent's shell grants nothing, and its hook denies the command
// before.
func TestSandboxGrantInAgent(t *testing.T) {
	home, _ := workplace(t)
	t.Setenv("CLAUDECODE", "1")
	for _, args := range [][]string{{"grant", "port", "5432", "--user"},
		{"revoke", "port", "5432"}, {"learn", "--", "touch", "learned"}} {
		code, _, errs := cli("", append([]string{"sandbox"}, args...)...)
		if code != exitFailed || !strings.Contains(errs, "belongs to a coding agent") {
			t.Errorf("%s: exit status %d, %s", args, code, errs)
		}
	}
	if got := history.In(home).Grants(""); got != nil {
		t.Errorf("granted %v", got)
	}
	t.Setenv("CLAUDECODE", "")
	for command, want := range map[string]int{
		"fencepost sandbox grant write ~/y --user":    exitDeny,
		"fencepost sandbox grant host evil.test":      exitDeny,
		"cd x && fencepost sandbox revoke port 1":     exitDeny,
		"fencepost sandbox stop all":                  exitDeny,
		"fencepost sandbox learn -- make":             exitDeny,
		"fencepost sandbox learn -- ls -la":           exitDeny,
		"fencepost sandbox learn 'npm test'":          exitDeny,
		"bash -c 'fencepost sandbox learn -- make'":   exitDeny,
		"fencepost sandbox grants":                    exitOK,
		"fencepost sandbox grants --session=s --json": exitOK,
	} {
		if code, out, errs := cli("", "check", command); code != want {
			t.Errorf("%s: exit status %d, want %d\n%s%s", command, code, want, out, errs)
		}
	}
}
