//go:build unix

package clienttest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"
)

// lostFile holds the asks of a hook that the client was seen to lose.
const lostFile = "../../../testdata/client/lost.jsonl"

// lostRow says that in a version and mode the calls of a route ran for these names though the hook
// asked.
type lostRow struct {
	Version string   `json:"version"`
	Mode    string   `json:"mode"`
	Route   string   `json:"route"`
	Names   []string `json:"names"`
}

// guardedNames are files that a client may protect, and some that it does not.
var guardedNames = []string{
	".git/hooks/q", ".git/config", ".git/q", ".config/git/config", ".vscode/tasks.json",
	".idea/q.xml", ".husky/pre-commit", ".cargo/config.toml", ".devcontainer/devcontainer.json",
	".yarn/q", ".mvn/q", ".claude/settings.json", ".claude/settings.local.json",
	".claude/skills/q/SKILL.md", ".claude/commands/q.md", ".claude/agents/q.md",
	".claude/hooks/q.sh", ".claude/output-styles/q.md", ".claude/rules/q.md",
	".claude/plugins/q", ".claude/workflows/q.js", ".claude/q.txt", ".claude/worktrees/q/a.txt",
	".claude/launch.json", ".claude/CLAUDE.md", ".claude/fencepost.yaml",
	".claude/fencepost/config/q.yaml", ".gitconfig", ".gitmodules", ".gitattributes", ".envrc",
	".env", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnp.cjs", ".pnp.loader.mjs", "bunfig.toml",
	".bazelrc", ".bazelversion", ".pre-commit-config.yaml", "lefthook.yml", ".lefthook.yml",
	"gradle/wrapper/gradle-wrapper.properties", ".mvn/wrapper/maven-wrapper.properties",
	".devcontainer.json", ".ripgreprc", "pyrightconfig.json", ".mcp.json", ".claude.json",
	".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile",
	".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", "CLAUDE.md", "package.json",
	"Makefile", ".github/workflows/q.yml", "hooks/hooks.json", ".claude-plugin/plugin.json",
	".cursor/hooks.json", ".codex/config.toml", "src/q.txt", "sub/.claude/skills/q/SKILL.md",
	"sub/.mcp.json", ".Claude/skills/q/SKILL.md", ".MCP.json",
	"{HOME}/.claude/skills/q/SKILL.md", "{HOME}/.claude/fencepost.yaml", "{HOME}/.bashrc",
	"{HOME}/.gitconfig", "{HOME}/q.txt", "{HOME}/.claude/projects/q/memory/a.md",
	"{HOME}/.claude/plans/a.md", "{OUT}/q.txt",
}

// fewNames stand for all where the long list would take too long: of each kind one.
var fewNames = []string{
	".claude/skills/q/SKILL.md", ".mcp.json", ".envrc", ".vscode/tasks.json", ".git/hooks/q",
	"{HOME}/.bashrc", "src/q.txt", "{OUT}/q.txt",
}

// routeNames are the ways to change a file, in the order in which they are tried: removing comes
// last.
var routeNames = []string{
	"mkdir", "Write", "echo >", "tee", "cp", "python3 -c", "beside git push", "rm",
}

// route is the call that changes the file that way.
func route(kind, name string) Call {
	abs := name
	if !strings.HasPrefix(name, "{") {
		abs = "{PROJ}/" + name
	}
	switch kind {
	case "mkdir":
		return Bash("mkdir -p " + path.Dir(name))
	case "Write":
		return Write(abs, "q\n")
	case "echo >":
		return Bash("echo q > " + name)
	case "tee":
		return Bash("echo q | tee " + name)
	case "cp":
		return Bash("cp README.md " + name)
	case "python3 -c":
		return Bash(`python3 -c "open('` + name + `', 'w').write('q')"`)
	case "beside git push":
		return Bash("git push; echo q > " + name)
	}
	return Bash("rm -f " + name)
}

// allModes are the client's permission modes; the first is the one that stops at nothing.
var allModes = []string{"bypassPermissions", "default", "auto", "plan", "acceptEdits", "dontAsk"}

// mayLose holds where a lost ask is expected. A new version that loses one elsewhere shows here.
func mayLose(mode string) bool {
	return mode == "bypassPermissions" || mode == "auto" || mode == "plan"
}

// TestLostAsks asks about every call in the client itself, and compares what ran all the same with
// what is recorded. With FENCEPOST_UPDATE=1 it writes the record.
func TestLostAsks(t *testing.T) {
	var found []lostRow
	t.Run("observe", func(t *testing.T) {
		results := make(chan []lostRow, 64)
		t.Cleanup(func() {
			close(results)
			for rows := range results {
				found = append(found, rows...)
			}
		})
		for _, version := range Versions(t) {
			client := Client(t, version)
			for _, mode := range some(t, version, allModes) {
				t.Run(version+" "+mode, func(t *testing.T) {
					t.Parallel()
					names := fewNames
					all := version == Versions(t)[0] || updating()
					if mode == "bypassPermissions" && all || Nightly() {
						names = guardedNames
					}
					results <- observeLost(t, client, version, mode, names)
				})
			}
		}
	})
	if t.Failed() || len(found) == 0 {
		return
	}
	slices.SortFunc(found, func(a, b lostRow) int { return strings.Compare(a.key(), b.key()) })
	if updating() {
		writeLost(t, found)
	}
	compareLost(t, found, readLost(t))
}

func (r *lostRow) key() string { return r.Version + " " + r.Mode + " " + r.Route }

// observeLost plays every route for every name in one session, with a hook that asks about all.
func observeLost(t *testing.T, client, version, mode string, names []string) []lostRow {
	w := NewWorld(t)
	w.Put("README.md", "hello\n")
	w.Shell("git init -q -b main && git add -A && git commit -qm one")
	w.Put("{HOME}/.claude/settings.json", hookSettings(answerWith("ask", "asked by the hook")))
	s := &Session{Program: client, World: w, Mode: mode, Classify: approve}
	s.Timeout = 8 * time.Minute
	for _, kind := range routeNames {
		var step Step
		for _, name := range names {
			step.Calls = append(step.Calls, route(kind, name))
		}
		s.Steps = append(s.Steps, step)
	}
	if mode == "auto" { // only some models have it
		s.Args = append(s.Args, "--model", autoModel)
	}
	if mode == "plan" { // as a person starts it who switches to bypassPermissions afterwards
		s.Args = append(s.Args, "--allow-dangerously-skip-permissions")
	}
	r := s.Play(t)
	if r.Err != nil && mode != "auto" { // auto ends the session after some refusals
		t.Errorf("%v\n%s", r.Err, r.Stderr)
	}
	var rows []lostRow
	for i, p := range r.Replies {
		kind, name := routeNames[i/len(names)], names[i%len(names)]
		if !p.Ran() && !classified(&p) {
			continue
		}
		if n := len(rows); n == 0 || rows[n-1].Route != kind {
			rows = append(rows, lostRow{version, mode, kind, nil})
		}
		last := &rows[len(rows)-1]
		last.Names = append(last.Names, name)
	}
	return rows
}

// autoModel is a model for which the client offers the mode auto.
const autoModel = "claude-opus-4-6"

// approve is a classifier of the mode auto that lets everything through, so that what holds is held
// by the ask.
func approve([]byte) string { return "<block>no</block>" }

// classified says whether the classifier decided in the place of the hook's ask: the call did not
// run because there is none here.
func classified(p *Reply) bool {
	return p.Done && strings.HasPrefix(p.Text, "Auto mode is unavailable")
}

// compareLost fails for an ask that is lost and not recorded: the client's folder has to learn of
// it.
func compareLost(t *testing.T, found, recorded []lostRow) {
	known := map[string]bool{}
	for _, r := range recorded {
		for _, n := range r.Names {
			known[r.Mode+" "+r.Route+" "+n] = true
		}
	}
	for _, r := range found {
		if !mayLose(r.Mode) {
			t.Errorf("%s loses asks in %s: %s %q", r.Version, r.Mode, r.Route, r.Names)
		}
		for _, n := range r.Names {
			if !known[r.Mode+" "+r.Route+" "+n] {
				const form = "%s loses an ask that is not recorded: %s, %s, %s"
				t.Errorf(form, r.Version, r.Mode, r.Route, n)
			}
		}
	}
}

func readLost(t *testing.T) []lostRow {
	f, err := os.Open(lostFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []lostRow
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var r lostRow
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

func writeLost(t *testing.T, rows []lostRow) {
	f, err := os.Create(lostFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, r := range rows {
		text, _ := json.Marshal(r)
		fmt.Fprintf(f, "%s\n", text)
	}
}

// TestLostAsksAreDenied puts each call whose ask would be lost to fencepost: an ask there is no
// answer.
func TestLostAsksAreDenied(t *testing.T) {
	w := NewWorld(t)
	w.Place()
	w.Put("README.md", "hello\n")
	w.Put("{HOME}/.claude/fencepost.yaml", "default: ask\n")
	w.Shell("git init -q -b main && git add -A && git commit -qm one")
	seen := map[string]bool{}
	for _, row := range readLost(t) {
		for _, name := range row.Names {
			id := row.Mode + " " + row.Route + " " + name
			if seen[id] {
				continue
			}
			seen[id] = true
			if got := w.Decide(row.Mode, route(row.Route, name)); got != "deny" {
				t.Errorf("%s: %s: got %q, want deny", row.Mode, id, got)
			}
		}
	}
}
