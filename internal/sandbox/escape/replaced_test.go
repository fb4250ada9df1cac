//go:build linux

package escape

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// replacement is one way in which somebody outside replaces a file that a run may not write or read.
// The run does nothing but try to.
type replacement struct {
	name string
	file string // {HOME}, {P}
	text string // appended by the run; "" to read
	by   func(w *place, i int) error
	// ends says that the run may be ended for it, and that it can read the file until then: a limit.
	ends  bool
	flags []string
}

const planted = "\n[core]\n\tfsmonitor = touch {HOME}/PWNED; false\n"

var replacements = []replacement{
	{name: "git", file: "{P}/.git/config", text: planted, by: func(w *place, i int) error {
		if i%2 == 0 {
			return w.outside("git config branch.t.remote " + strconv.Itoa(i))
		}
		return w.outside("git branch -f t && git branch -D t")
	}},
	{name: "editor", file: "{P}/.envrc", text: "touch {HOME}/PWNED\n", by: func(w *place, i int) error {
		return w.save(w.get("P")+"/.envrc", fmt.Sprint("export I=", i, "\n"))
	}},
	{name: "another name", file: "{P}/.envrc", text: "touch {HOME}/PWNED\n",
		by: func(w *place, i int) error {
			return w.outside(fmt.Sprint("echo export I=", i, " > x && mv x .envrc"))
		}},
	{name: "directory", file: "{P}/.vscode/tasks.json", text: "touch {HOME}/PWNED\n",
		by: func(w *place, _ int) error {
			return w.outside("mv .vscode .v && cp -r .v .vscode && rm -r .v")
		}},
	{name: "directory above", file: "{P}/.git/config", text: planted, by: func(w *place, _ int) error {
		return w.outside("mv .git .g && cp -a .g .git && rm -r .g")
	}},
	{name: "credentials", file: "{HOME}/.git-credentials", by: func(w *place, i int) error {
		return w.outside(fmt.Sprintf("printf 'url=https://u%d:SECRET@x.test\n' | "+
			"git credential-store store", i))
	}},
	{name: "login", file: "{HOME}/.docker/config.json", by: func(w *place, i int) error {
		return w.save(w.get("HOME")+"/.docker/config.json", fmt.Sprint("SECRET", i))
	}},
	{name: "hidden in the project", file: "{P}/.env", ends: true, flags: []string{"--secrets", "project"},
		by: func(w *place, i int) error { return w.save(w.get("P")+"/.env", fmt.Sprint("KEY=SECRET", i)) }},
}

// outside runs shell text as the person.
func (w *place) outside(text string) error {
	c := exec.Command("sh", "-c", text)
	c.Dir, c.Env = w.get("P"), w.env()
	world.As(c, w.uid)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", text, err, out)
	}
	return nil
}

// save writes a file as many editors do: another one that is renamed.
func (w *place) save(file, text string) error {
	err := os.WriteFile(file+".new", []byte(text), 0o600)
	if err == nil {
		err = os.Chown(file+".new", w.uid, w.uid)
	}
	if err == nil {
		err = os.Rename(file+".new", file)
	}
	return err
}

// measured has git run right after a file was replaced. How long the run had is a matter of how busy
// the machine is, so that is looked at by hand: FENCEPOST_TRIES=200.
var measured = os.Getenv("FENCEPOST_TRIES") != ""

// tries is how often each is tried; FENCEPOST_TRIES says another number.
func tries() int {
	if n, err := strconv.Atoi(os.Getenv("FENCEPOST_TRIES")); err == nil {
		return n
	}
	return 10
}

// TestReplacedOutside: what was read-only or hidden when a run began stays so, whatever is done outside.
func TestReplacedOutside(t *testing.T) {
	keeping(t, func(t *testing.T, w *place) {
		must(t, os.WriteFile(w.get("HOME")+"/.git-credentials", nil, 0o600))
		must(t, os.Chown(w.get("HOME")+"/.git-credentials", w.uid, w.uid))
		for i := range replacements {
			t.Run(replacements[i].name, func(t *testing.T) { w.replaced(t, &replacements[i]) })
		}
	})
}

func (w *place) replaced(t *testing.T, r *replacement) {
	file := strings.NewReplacer("{HOME}", w.get("HOME"), "{P}", w.get("P"))
	run, ended := w.hammer(t, r, file), 0
	for i := range tries() {
		if run.over() {
			ended++
			run.stop(t)
			run = w.hammer(t, r, file)
		}
		must(t, r.by(w, i))
		if measured {
			time.Sleep(20 * time.Millisecond) // the moment in between counts as well
		} else if r.text == planted {
			testkit.WaitFor(t, "it is undone", func() bool {
				now, _ := os.ReadFile(file.Replace(r.file))
				return !strings.Contains(string(now), "PWNED")
			})
		}
		must(t, w.outside("git status"))
		if exists(w.get("HOME") + "/PWNED") {
			t.Fatalf("try %d: code has run outside", i)
		}
	}
	through := run.stop(t)
	now, err := os.ReadFile(file.Replace(r.file))
	if strings.Contains(string(now), "PWNED") {
		t.Errorf("what was planted is there: %s", now)
	}
	if r.name == "git" && (err != nil || !strings.Contains(string(now), "[user]")) {
		t.Errorf("the settings are lost: %s", now)
	}
	if r.text == "" && !r.ends && len(through) > 0 {
		t.Errorf("it was read %d times", len(through))
	}
	if !r.ends && ended > 1 {
		t.Errorf("the run was ended %d times: %s", ended, run.stderr)
	}
	slices.Sort(through)
	t.Logf("%d tries, ended %d, got through %d times: %v", tries(), ended, len(through), through)
}

// hammering is a run that tries.
type hammering struct {
	c      *exec.Cmd
	stdout *bufio.Reader
	stderr *strings.Builder
	stdin  io.Closer
}

func (w *place) hammer(t *testing.T, r *replacement, file *strings.Replacer) *hammering {
	t.Helper()
	args := append([]string{w.m.dir + "/fencepost-run", "-w", w.get("P")}, w.m.engineFlags()...)
	args = append(append(args, r.flags...), "--", w.m.dir+"/tool", "tool", "hammer",
		file.Replace(r.file), file.Replace(r.text))
	h := &hammering{c: w.commandFor(t, time.Minute, args...), stderr: &strings.Builder{}}
	h.c.Stderr = h.stderr
	var err error
	h.stdin, err = h.c.StdinPipe()
	must(t, err)
	out, err := h.c.StdoutPipe()
	must(t, err)
	h.stdout = bufio.NewReader(out)
	must(t, h.c.Start())
	if line, err := h.stdout.ReadString('\n'); line != "ready\n" {
		t.Fatalf("it does not start: %v %s", err, h.stderr)
	}
	return h
}

// over reports whether the run has been ended.
func (h *hammering) over() bool {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", h.c.Process.Pid))
	return strings.Contains(string(stat), ") Z ")
}

// stop ends it, and returns how long it got through each time.
func (h *hammering) stop(t *testing.T) (through []time.Duration) {
	h.stdin.Close()
	for line, err := h.stdout.ReadString('\n'); err == nil; line, err = h.stdout.ReadString('\n') {
		n, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
		must(t, err)
		through = append(through, time.Duration(n))
	}
	_ = h.c.Wait()
	return through
}

// hammer opens a file, to append a text or to read a secret, until its input ends. Then it says for how
// long it could, from the first to the last time in a row.
func hammer(file, text string) error {
	over := make(chan struct{})
	go func() {
		_, _ = os.Stdin.Read(make([]byte, 1))
		close(over)
	}()
	fmt.Println("ready")
	var spans [][2]int64
	const apart = int64(2 * time.Millisecond)
	for {
		select {
		case <-over:
			for _, s := range spans {
				fmt.Println(s[1] - s[0])
			}
			return nil
		default:
		}
		begin := now()
		if !gets(file, text) {
			continue
		}
		if n := len(spans); n > 0 && begin-spans[n-1][1] < apart {
			spans[n-1][1] = begin // it may stand still before the end
		} else {
			spans = append(spans, [2]int64{begin, begin})
		}
	}
}

func gets(file, text string) bool {
	flags := unix.O_RDONLY
	if text != "" {
		flags = unix.O_WRONLY | unix.O_APPEND
	}
	fd, err := unix.Open(file, flags|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	if text != "" {
		_, err = unix.Write(fd, []byte(text))
		return err == nil
	}
	b := make([]byte, 4096)
	n, _ := unix.Read(fd, b)
	return strings.Contains(string(b[:max(n, 0)]), "SECRET")
}

func now() int64 {
	var ts unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts)
	return ts.Nano()
}
