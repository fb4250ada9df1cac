//go:build unix

package shparse_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// The oracle runs scripts in the real shells, with a PATH of stub programs that log their
// arguments, and compares what ran with what was reported.

// stubs are the names of the programs that scripts may run. None of them is a builtin of bash or
// zsh.
var stubs = []string{"aa", "bb", "cc", "zz", "rm", "cp", "mv", "git", "curl", "ls", "make", "chmod",
	"touch", "grep", "sort", "wc"}

// real are the programs that scripts may use as they are: they only run others, or filter text.
var real = []string{"env", "nice", "nohup", "timeout", "xargs", "stdbuf", "setsid", "ionice",
	"chrt", "taskset", "find",
	"bash", "sh", "zsh", "dash", "cat", "tr", "rev", "cut", "head", "tail", "base64", "xxd",
	"basename", "dirname", "seq", "tee", "sed", "awk",
	"ln", "mkdir", "sleep", "flock", "script", "mkfifo"}

// rig is a directory with stubs, made once per test.
type rig struct {
	bin, base string
	shell     string
	dialect   dialect.Dialect
}

func newRig(t testing.TB, shell string) *rig {
	path := testkit.Installed(t, shell)
	r := &rig{bin: t.TempDir(), base: t.TempDir(), shell: path}
	if shell == "zsh" {
		r.dialect = dialect.Zsh
	}
	for _, name := range stubs {
		// The log is named in the text: an emptied environment must not lose it. A record is written at
		// once.
		text := "#!/bin/sh\nd=${PWD%%/work*}\nprintf '%s\\0' \"${0##*/}\" \"$@\" '\x01' " +
			">>\"$d/log\"\nread -r s <\"$d/status\"\nexit $s\n"
		if err := os.WriteFile(filepath.Join(r.bin, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range real {
		if p, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(p, filepath.Join(r.bin, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return r
}

// place makes a directory for one script: work with some files, and home.
func (r *rig) place(t testing.TB) string {
	dir, err := os.MkdirTemp(r.base, "s")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"home/ws", "work/sub/deep", "work/dir two"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"one.txt", "two.txt", ".dot", "sub/three.txt"} {
		if err := os.WriteFile(filepath.Join(dir, "work", f), []byte("text\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run runs a script below dir, with programs that end with status, and returns the argument lists
// that the stubs saw.
func (r *rig) run(t testing.TB, script, dir string, status int) (ran [][]string) {
	log := filepath.Join(dir, "log")
	_ = os.Remove(log)
	if err := os.WriteFile(filepath.Join(dir, "status"), []byte(strconv.Itoa(status)+"\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 1500*time.Millisecond)
	defer cancel()
	args := []string{"-c", limits, r.shell, "-c", script}
	if r.dialect == dialect.Zsh {
		args = []string{"-c", limits, r.shell, "-f", "-c", script}
	}
	cmd := exec.CommandContext(ctx, "/bin/sh", args...)
	cmd.Dir = filepath.Join(dir, "work")
	cmd.Env = []string{"PATH=" + r.bin, "HOME=" + filepath.Join(dir, "home"), "LC_ALL=C.UTF-8"}
	ownGroup(cmd)
	cmd.WaitDelay = 300 * time.Millisecond
	_ = cmd.Run() // the status is that of the script's last command
	if cmd.Process != nil {
		_ = endGroup(cmd) // what goes on in the background
	}
	data, err := os.ReadFile(log)
	if err != nil {
		return nil
	}
	for _, rec := range bytes.Split(data, []byte("\x01\x00")) {
		if len(rec) > 0 {
			ran = append(ran, strings.Split(strings.TrimSuffix(string(rec), "\x00"), "\x00"))
		}
	}
	return ran
}

// reported analyses a script as the gate does.
func reported(script, dir string, d dialect.Dialect) *fact.Facts {
	work, home := filepath.Join(dir, "work"), filepath.Join(dir, "home")
	a := &analyze.Analyzer{Call: record.Call{Specs: commands.Table{}, Places: paths.New(work, home, "/tmp/claude", true),
		Home: home, Dialect: d}}
	return a.Shell(script, work)
}

// cover says how an argument list is reported.
type cover int

const (
	missing cover = iota
	excused       // only by a command whose name is not known, or by a hazard
	named
)

// covered finds how a reported command stands for an argument list that ran. cut says that
// arguments may end early.
func covered(f *fact.Facts, argv []string, cut bool) cover {
	best := missing
	if unsure(f) {
		best = excused
	}
	for i := range f.Commands {
		c := &f.Commands[i]
		if len(c.Argv) == 0 || c.Kind != fact.Simple || !fitsName(&c.Argv[0], argv[0]) {
			continue
		}
		switch w := &c.Argv[0]; {
		case w.Many || w.Glob && w.Kind == fact.Literal && !fits(c.Argv[1:], argv[1:], cut):
			best = excused // the name may stand for several words
		case !fits(c.Argv[1:], argv[1:], cut):
		case w.Kind == fact.Literal:
			return named
		default:
			best = excused
		}
	}
	return best
}

func fitsName(w *fact.Word, name string) bool {
	v := *w
	if v.Glob {
		return v.CouldBe(name) != fact.No || strings.Contains(v.Text, "/")
	}
	if i := strings.LastIndexByte(v.Text, '/'); i >= 0 && v.Kind == fact.Literal {
		v.Text = v.Text[i+1:]
	}
	return v.Kind != fact.Literal || v.Text == name
}

func fits(words []fact.Word, args []string, cut bool) bool {
	if len(words) == 0 {
		return len(args) == 0
	}
	w := &words[0]
	if w.Many {
		for n := 0; n <= len(args); n++ {
			if fits(words[1:], args[n:], cut) {
				return true
			}
		}
		return false
	}
	if w.Glob { // none with nullglob, else every one fits
		for n := 0; ; n++ {
			if fits(words[1:], args[n:], cut) {
				return true
			}
			if n == len(args) || !fitsWord(w, args[n], cut) {
				return false
			}
		}
	}
	return len(args) > 0 && fitsWord(w, args[0], cut) && fits(words[1:], args[1:], cut)
}

func fitsWord(w *fact.Word, s string, cut bool) bool {
	if w.Glob {
		return w.Kind == fact.Partial || strings.TrimRight(w.Text, "/") == s || w.CouldBe(s) != fact.No
	}
	if w.Kind == fact.Literal {
		return w.Text == s
	}
	if cut && strings.HasPrefix(s, w.Text) {
		return true
	}
	return len(s) >= len(w.Text)+len(w.Suffix) && strings.HasPrefix(s, w.Text) &&
		strings.HasSuffix(s, w.Suffix)
}

// mayCut reports whether a program may get less of an argument than the shell has: what echo prints
// for a backslash in zsh can hold a NUL byte, with which an argument ends for the kernel. The known
// end of a word is kept nevertheless, which docs/reference/hazards.md lists as a limit.
func (r *rig) mayCut(text string) bool {
	return r.dialect == dialect.Zsh && strings.Contains(text, `\\`)
}

// unsure reports whether something about the script is said not to be known, so that it is never
// simply allowed.
func unsure(f *fact.Facts) bool {
	if len(f.Hazards) > 0 {
		return true
	}
	for i := range f.Commands {
		if len(f.Commands[i].Hazards) > 0 {
			return true
		}
		for k := range f.Commands[i].Effects {
			if f.Commands[i].Effects[k].Kind == fact.Exec && f.Commands[i].System {
				return true
			}
		}
		for k := range f.Commands[i].Nested {
			if f.Commands[i].Nested[k].Kind == fact.NestedFile {
				return true // reported as code that is not seen
			}
		}
	}
	return false
}

// limits starts a shell that cannot fill the machine: a function that calls itself in a pipeline
// forks until nothing is left. Memory is in KB, and the count of processes, which does not bind
// root, holds for the whole user.
const limits = `ulimit -v 1000000; ulimit -u 4000 2>/dev/null; exec "$0" "$@"`

// ownGroup gives a shell a process group of its own: a script that kills its group must not reach
// the test, and what a script leaves behind ends with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return endGroup(cmd) }
}

// endGroup kills all processes of a shell's group at once, so that none can fork while it goes on.
func endGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
