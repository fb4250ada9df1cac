package main

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// TestHints: what is said of a command that has failed.
func TestHints(t *testing.T) {
	t.Setenv("CARGO_HOME", "/c")
	t.Setenv("GOCACHE", "off")
	t.Setenv("UV_CACHE_DIR", "/home/u/uvc")
	there := func(p string) bool { return p != "/home/u/.npm/_logs" && p != "/p/ln" && p != "/p/mv" }
	for _, r := range []struct {
		argv string
		want []string // each a part of one line
	}{
		{"docker ps", []string{"hides sockets of the machine, and with them the container engine"}},
		{"/usr/bin/npm ci", []string{"keeps /home/u/.npm/_cacache, a cache of npm, read-only: -w /home/u/.npm/_cacache"}},
		{"cargo build", []string{"/c/registry,", "/c/git,"}},
		{"go build", []string{"/home/u/go/pkg,", "/home/u/go/pkg/mod,"}},
		{"/usr/bin/uv sync", []string{"/home/u/uvc,"}},
		{"ssh host", []string{"cannot ask at /dev/tty"}},
		{"bash -c cd /p&&docker~ps;ssh~host", []string{"container engine", "cannot ask at /dev/tty"}},
		{"make", nil},
		{"make docker", nil},
		{"git mv .vscode/tasks.json x", []string{"keeps /p/.vscode as it is (editors): change it without"}},
		{"rm /p/.vscode", []string{"keeps /p/.vscode as it is"}},
		{"bash -c cat~a|tee~.git/config", []string{"keeps /p/.git/config as it is (git): --git-config opens it"}},
		{"touch keep/x", []string{"keeps /p/keep as it is (--read-only): leave that flag out"}},
		{"touch .envrc", []string{"--lift /p/.envrc opens it"}},
		{"ln /q/a b", []string{"has /q/a and b on two mounts"}},
		{"bash -c ln~-f~./a~/usr/x", []string{"has ./a and /usr/x on two mounts"}},
		{"diff /q/a b", nil},
		{"ln a b", nil},
	} {
		envrc := ""
		for _, e := range protectedPaths() {
			if strings.HasSuffix(e.Glob, "/.envrc") && e.Ask {
				envrc = e.Why
			}
		}
		argv := strings.Fields(r.argv)
		for i := range argv {
			argv[i] = strings.ReplaceAll(argv[i], "~", " ")
		}
		if len(argv) > 2 && argv[0] == "bash" {
			argv = []string{"bash", "-c", strings.Join(argv[2:], " ")}
		}
		p := &plan.Plan{Argv: argv, Dir: "/p", Steps: []plan.Step{
			{Do: plan.Writable, Path: "/p"}, {Do: plan.Writable, Path: "/q"},
			{Do: plan.ReadOnly, Path: "/p/.vscode", Type: plan.Dir, Why: "editors"},
			{Do: plan.ReadOnly, Path: "/p/.git/config", Type: plan.File, Why: "git"},
			{Do: plan.ReadOnly, Path: "/p/keep", Type: plan.Dir, Why: plan.FlagReadOnly},
			{Do: plan.ReadOnly, Path: "/p/.envrc", Type: plan.File, Why: envrc},
			{Do: plan.Writable, Path: "/home/u/.cache"}}}
		got := hints(p, "/home/u", there)
		if len(got) != len(r.want) {
			t.Errorf("%s: %q", r.argv, got)
			continue
		}
		for i, want := range r.want {
			if !strings.Contains(got[i], want) {
				t.Errorf("%s: %q, want %q", r.argv, got[i], want)
			}
		}
	}
}
