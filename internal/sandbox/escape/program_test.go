//go:build linux

package escape

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// TestReplaced: a run goes on as it was when its program is deleted or another one is in its place;
// a new one starts what is there, or nothing (L13).
func TestReplaced(t *testing.T) {
	engines(t, func(t *testing.T, w *place) {
		for name, replace := range map[string]func(program string) error{
			"deleted": os.Remove,
			"replaced": func(program string) error {
				if err := os.WriteFile(program+"-new", []byte("#!/bin/sh\nexit 9\n"), 0o755); err != nil {
					return err
				}
				return os.Rename(program+"-new", program)
			},
			"broken": func(program string) error {
				if err := os.Remove(program); err != nil {
					return err
				}
				return os.WriteFile(program, []byte("\x7fELF"), 0o755)
			},
		} {
			program := w.path("run-" + name)
			data, err := os.ReadFile(w.m.dir + "/fencepost-run")
			must(t, err)
			must(t, os.WriteFile(program, data, 0o755))
			started, again := w.vars["R"]+"/started-"+name, w.vars["R"]+"/again-"+name
			script := "touch " + started + "; until [ -e " + again + " ]; do sleep 0.02; done; " +
				"echo x > $O/out-" + name + "; echo x > $P/.ENVRC; cat ~/.ssh/id_ed25519; exit 7"
			args := append([]string{program}, w.m.engineFlags()...)
			args = append(args, "-w", w.vars["P"], "-n", "good.test", "--", "sh", "-c", script)
			c := w.command(t, args...)
			var said strings.Builder
			c.Stdout, c.Stderr = &said, &said
			must(t, c.Start())
			testkit.WaitFor(t, name+": the run starts", func() bool { return exists(started) })
			must(t, replace(program))
			must(t, os.WriteFile(again, nil, 0o644))
			var status *exec.ExitError
			if err := c.Wait(); !errors.As(err, &status) || status.ExitCode() != 7 {
				t.Errorf("%s: %v %s", name, err, &said)
			}
			if exists(w.path("outside/out-"+name)) || strings.Contains(said.String(), "SECRET") {
				t.Errorf("%s: the run is not kept: %s", name, &said)
			}
			if w.m.engine != "landlock" && exists(w.vars["P"]+"/.ENVRC") {
				t.Errorf("%s: nobody looked after the run: %s", name, &said)
			}
			_ = os.Remove(w.vars["P"] + "/.ENVRC")
			if err := w.command(t, program, "--", "touch", w.vars["R"]+"/ran").Run(); err == nil ||
				exists(w.vars["R"]+"/ran") {
				t.Errorf("%s: a new run: %v", name, err)
			}
		}
	})
}

// TestOtherVersion: flags that the program does not know, of a newer caller, start nothing (L13).
func TestOtherVersion(t *testing.T) {
	w := life(t)
	for _, flags := range [][]string{{"--new-flag"}, {"--new-flag=x"}, {"--net", "new"}, {"--tmp", "new"},
		{"--secrets", "new"}, {"--level", "new"}, {"--engine", "new"}, {"--background", "new"}} {
		c := w.boxed(t, "touch $R/ran", flags...)
		if out, err := c.CombinedOutput(); c.ProcessState.ExitCode() != 125 || exists(w.vars["R"]+"/ran") {
			t.Errorf("%q: %v %s", flags, err, out)
		}
	}
}

// snapshot is what agents keep of a person's shell, and read before each command.
const snapshot = `shopt -s expand_aliases nullglob 2>/dev/null
setopt aliases nullglob 2>/dev/null
alias hello='echo "hello from an alias"'
alias -- -='cd -' 2>/dev/null
greet() { printf 'greet %s in %s\n' "$1" "$PWD"; return 3; }
export MINE="a value with 'quotes'" PATH="$PATH:/opt/none"
set -o noclobber
umask 027
`

// TestSnapshot: a command as agents put it together, with a snapshot, an eval and a file for the
// directory, says the same in the sandbox as without it (L04).
func TestSnapshot(t *testing.T) {
	commands := []string{"hello", "greet x", "hello | cat; greet 'a b' || echo $?", "cd sub && pwd",
		"echo *.none; echo a > taken; echo b > taken; cat taken; rm taken", "umask; echo $MINE; echo $PATH",
		"shopt nullglob 2>/dev/null || setopt | grep -c nullglob", "alias hello; type greet | head -1",
		"set -o | grep -E 'noclobber'", "greet y; exit 5", "false", "echo $-; echo $#; echo ${BASH_SUBSHELL-}",
		"cat <<'E'\nhello $MINE\nE", "trap 'echo bye' EXIT; hello", "nothing-there"}
	engines(t, func(t *testing.T, w *place) {
		must(t, os.WriteFile(w.path("snapshot.sh"), []byte(snapshot), 0o644))
		for _, shell := range []string{"bash", "zsh"} {
			if _, err := exec.LookPath(shell); err != nil {
				t.Logf("not run: %s is not installed", shell)
				continue
			}
			for _, command := range commands {
				line := "source $W/snapshot.sh 2>/dev/null || true; eval " +
					"'" + strings.ReplaceAll(command, "'", `'"'"'`) + "' < /dev/null && pwd -P >| $R/cwd"
				said := func(args ...string) string {
					_ = os.Remove(w.vars["R"] + "/cwd")
					c := w.command(t, append(args, shell, "-c", line)...)
					out, err := c.CombinedOutput()
					cwd, _ := os.ReadFile(w.vars["R"] + "/cwd")
					status := ""
					if err != nil {
						status = err.Error()
					}
					return string(out) + status + "\nin " + string(cwd)
				}
				with := said(w.sandbox(&row{})...)
				if without := said(); with != without {
					t.Errorf("%s: %s:\n%s\nwithout:\n%s", shell, command, with, without)
				}
			}
		}
	})
}

// TestFolding: on a file system that folds letters, protected names are kept and swept in all their
// spellings (F24).
func TestFolding(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("not run: only root can mount a file system that folds letters")
	}
	m := newMachine(t)
	for _, engine := range []string{"native", "bwrap"} {
		t.Run(engine, func(t *testing.T) {
			m.engine = engine
			m.works(t, 0)
			w := m.place(t, 0)
			fold := w.vars["R"]
			mount := exec.Command("mount", "-t", "tmpfs", "-o", "casefold", "none", fold)
			if out, err := mount.CombinedOutput(); err != nil {
				t.Skipf("not run: no file system folds letters here: %s", out)
			}
			defer func() { _ = exec.Command("umount", "-l", fold).Run() }()
			const there = "mkdir -p f && chattr +F f && cd f && git init -q . && mkdir .vscode && " +
				"echo mine > .vscode/tasks.json && echo mine > .envrc"
			if out, err := w.command(t, "bash", "-c", "cd "+fold+" && "+there).CombinedOutput(); err != nil {
				t.Skipf("not run: no directory folds letters here: %s", out)
			}
			script := "cd " + fold + "/f; echo x > .VSCODE/Tasks.JSON; echo x > .EnvRC; rm -rf .VsCode; " +
				"mv .GIT .git2; echo x > .Git/HOOKS/Post-Commit; echo x > .MCP.Json; mkdir n; echo x > n/.ENVRC"
			out, _ := w.boxed(t, script).CombinedOutput()
			for name, want := range map[string]string{".vscode/tasks.json": "mine\n", ".envrc": "mine\n",
				".git/hooks/post-commit": "", ".mcp.json": "", "n/.envrc": ""} {
				text, _ := os.ReadFile(fold + "/f/" + name)
				if string(text) != want {
					t.Errorf("%s: %q, want %q\n%s", name, text, want, out)
				}
			}
		})
	}
}
