package shparse_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/paths"
	"github.com/fencepost/fencepost/internal/shparse"
)

// The oracle runs scripts in the real shells, with a PATH of stub programs that log their arguments, and compares what
// ran with what was reported.

// stubs are the names of the programs that scripts may run. None of them is a builtin of bash or zsh.
var stubs = []string{"aa", "bb", "cc", "rm", "cp", "mv", "git", "curl", "cat", "ls", "dd", "make", "chmod", "touch", "tee", "find-x", "grep", "sort", "head", "wc", "sudo-x"}

// real are the programs that scripts may use as they are: they only run others.
var real = []string{"env", "nice", "nohup", "timeout", "xargs", "stdbuf", "setsid"}

const stubText = `#!/bin/sh
{ printf '%s\0' "${0##*/}" "$@"; printf '\001\0'; } >>"$ORACLE_LOG"
`

// rig is a directory with stubs, made once per test.
type rig struct {
	bin   string
	shell string
}

func newRig(t testing.TB, shell string) *rig {
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skipf("%s is not installed", shell)
	}
	r := &rig{bin: t.TempDir(), shell: path}
	for _, name := range stubs {
		if err := os.WriteFile(filepath.Join(r.bin, name), []byte(stubText), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range append([]string{"bash", "sh", "zsh", "dash"}, real...) {
		if p, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(p, filepath.Join(r.bin, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return r
}

// run runs a script in a directory of its own and returns the argument lists that the stubs saw.
func (r *rig) run(t testing.TB, script string) (ran [][]string, dir string) {
	dir = t.TempDir()
	work := filepath.Join(dir, "work")
	for _, d := range []string{work, filepath.Join(dir, "home"), filepath.Join(work, "sub")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"one.txt", "two.txt", "sub/three.txt"} {
		if err := os.WriteFile(filepath.Join(work, f), []byte("text\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	log := filepath.Join(dir, "log")
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	args := []string{"-c", script}
	if strings.HasSuffix(r.shell, "zsh") {
		args = []string{"-f", "-c", script}
	}
	cmd := exec.CommandContext(ctx, r.shell, args...)
	cmd.Dir = work
	cmd.Env = []string{"PATH=" + r.bin, "HOME=" + filepath.Join(dir, "home"), "ORACLE_LOG=" + log, "LC_ALL=C.UTF-8"}
	cmd.WaitDelay = time.Second
	_ = cmd.Run() // the status is that of the script's last command
	data, err := os.ReadFile(log)
	if err != nil {
		return nil, dir
	}
	for _, rec := range bytes.Split(data, []byte("\x01\x00")) {
		if len(rec) == 0 {
			continue
		}
		ran = append(ran, strings.Split(strings.TrimSuffix(string(rec), "\x00"), "\x00"))
	}
	return ran, dir
}

// reported analyses a script as the gate does.
func reported(script, dir string, d shparse.Dialect) *fact.Facts {
	work, home := filepath.Join(dir, "work"), filepath.Join(dir, "home")
	a := &analyze.Analyzer{Specs: commands.Table{}, Places: paths.New(work, home, "/tmp/claude", true), Home: home, Dialect: d}
	return a.Shell(script, work)
}

// covered reports whether a reported command stands for an argument list that ran.
func covered(f *fact.Facts, argv []string) bool {
	for i := range f.Commands {
		words := f.Commands[i].Argv
		if len(words) > 0 && nameFits(&words[0], argv[0]) && fits(words[1:], argv[1:]) {
			return true
		}
	}
	return false
}

func nameFits(w *fact.Word, name string) bool {
	v := *w
	if i := strings.LastIndexByte(v.Text, '/'); i >= 0 && v.Kind == fact.Literal {
		v.Text = v.Text[i+1:]
	}
	return wordFits(&v, name) || v.Kind != fact.Literal
}

func fits(words []fact.Word, args []string) bool {
	if len(words) == 0 {
		return len(args) == 0
	}
	w := &words[0]
	if w.Many || w.Glob {
		for n := 0; n <= len(args); n++ {
			if fits(words[1:], args[n:]) {
				return true
			}
		}
		return false
	}
	return len(args) > 0 && wordFits(w, args[0]) && fits(words[1:], args[1:])
}

func wordFits(w *fact.Word, s string) bool {
	if w.Kind == fact.Literal {
		return w.Text == s
	}
	return len(s) >= len(w.Text)+len(w.Suffix) && strings.HasPrefix(s, w.Text) && strings.HasSuffix(s, w.Suffix)
}

// unsure reports whether something about the script is said not to be known, so that it is never simply allowed.
func unsure(f *fact.Facts) bool {
	if len(f.Hazards) > 0 {
		return true
	}
	for i := range f.Commands {
		if len(f.Commands[i].Hazards) > 0 {
			return true
		}
	}
	return false
}

func TestOracle(t *testing.T) {
	files, err := filepath.Glob("../../testdata/shell/*.sh")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts in testdata/shell", err)
	}
	for _, shell := range []string{"bash", "zsh"} {
		t.Run(shell, func(t *testing.T) {
			r := newRig(t, shell)
			scripts, missed := 0, 0
			for _, file := range files {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for n, script := range strings.Split(string(data), "\n%%\n") {
					if only, rest, ok := strings.Cut(script, "\n"); ok && strings.HasPrefix(only, "#only ") {
						if !strings.Contains(only, shell) {
							continue
						}
						script = rest
					}
					scripts++
					if msg := r.check(t, strings.TrimSuffix(script, "\n"), shell); msg != "" {
						missed++
						t.Errorf("%s script %d: %s", filepath.Base(file), n+1, msg)
					}
				}
			}
			t.Logf("%d scripts, %d not sound", scripts, missed)
		})
	}
}

// check returns what ran without being reported, or "".
func (r *rig) check(t testing.TB, script, shell string) string {
	ran, dir := r.run(t, script)
	d := shparse.Bash
	if shell == "zsh" {
		d = shparse.Zsh
	}
	f := reported(script, dir, d)
	for _, argv := range ran {
		if covered(f, argv) || unsure(f) {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%q ran %q, reported:", script, argv)
		for i := range f.Commands {
			b.WriteString("\n\t")
			for k := range f.Commands[i].Argv {
				fmt.Fprintf(&b, "[%s] ", f.Commands[i].Argv[k].Show())
			}
		}
		return b.String()
	}
	return ""
}
