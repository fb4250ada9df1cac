//go:build linux

// Package tooltest runs everyday tools in the sandbox with the flags that docs/reference/sandbox-profiles.md
// names: the lines of the page are what is run, in a shell, with each engine and as each user. The
// hosts of the tools are stand-ins behind a proxy of the test.
package tooltest

import (
	"context"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

var (
	only = flag.String("rows", "", "only rows whose id begins so")
)

// row is a tool with its profile.
type row struct {
	ID    string
	Title string   // of the section, where one begins
	Text  string   // of the section
	Task  string   // what is done
	Needs []string // programs
	// Unless is shell text: where it succeeds the row is not run.
	Unless string
	First  string // what has to be there, as the page says: shell text, run outside
	Flags  []use
	Run    string // the command
	// Server is a profile of its own, which runs while the command does.
	Server string
	In     string // the directory below the home; p
	Notes  []string

	Setup string // shell text, run outside before each run
	Env   map[string]string
	Seen  string // shell text, run outside: succeeds if the command did what it should
	// Told is what the sandbox says of it; nothing.
	Told string
}

// use is a flag with the reason for it.
type use struct {
	Flag string
	Why  string
	// Without says what happens without the flag: fails, or works, where it is for speed alone.
	Without string
}

func rows(t *testing.T) []*row {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/sandbox/tools.yaml")
	must(t, err)
	var list []*row
	d := yaml.NewDecoder(strings.NewReader(string(data)))
	d.KnownFields(true)
	must(t, d.Decode(&list))
	return list
}

// line is what a person writes. Without leaves out one of the flags.
func (r *row) line(without int) string {
	words := []string{"fencepost-run"}
	for i := range r.Flags {
		if i != without {
			words = append(words, r.Flags[i].Flag)
		}
	}
	return strings.Join(append(words, "--", r.Run), " ")
}

// hosts are those that the flags name.
func (r *row) hosts(without int) []string {
	var out []string
	for i := range r.Flags {
		if h, ok := strings.CutPrefix(r.Flags[i].Flag, "-n "); ok && i != without {
			out = append(out, h)
		}
	}
	return out
}

const timeLimit = 3 * time.Minute

// engines are those that keep everything, with what skips a test where one cannot work.
var engines = map[string]func(testing.TB, int){
	"native": world.Namespaces, "bwrap": world.Bubblewrap}

func TestToolsNative(t *testing.T) { tools(t, "native") }

func TestToolsBwrap(t *testing.T) { tools(t, "bwrap") }

func tools(t *testing.T, engine string) {
	m := newMachine(t, engine)
	for _, who := range slices.Sorted(maps.Keys(m.users)) {
		uid := m.users[who]
		t.Run(who, func(t *testing.T) {
			engines[engine](t, uid)
			w := m.place(t, uid)
			for _, r := range rows(t) {
				if strings.HasPrefix(r.ID, *only) {
					t.Run(r.ID, func(t *testing.T) { w.row(t, r) })
				}
			}
		})
	}
}

// everything is no flag: all of them are given.
const everything = -1

// row runs one row with its profile, and, with the first engine, without each of its flags.
func (w *place) row(t *testing.T, r *row) {
	w.needs(t, r)
	out, ok := w.attempt(t, r, everything)
	if !ok {
		t.Fatalf("%s\n%s", r.line(everything), out)
	}
	if told := lines(out, "fencepost"); told != strings.TrimSpace(r.Told) {
		t.Errorf("%s\nthe sandbox says %q, want %q\n%s", r.line(everything), told, r.Told, out)
	}
	for _, h := range r.hosts(everything) {
		if !w.hosts.asked(h) {
			t.Errorf("%s: %s was not asked for anything", r.ID, h)
		}
	}
	if w.m.engine != "native" || w.uid == 0 && len(w.m.users) > 1 {
		return
	}
	for i := range r.Flags {
		f := &r.Flags[i]
		out, ok := w.attempt(t, r, i)
		if want := f.Without == "works"; ok != want {
			t.Errorf("without %s it works: %v, want %v\n%s", f.Flag, ok, want, out)
		}
	}
}

// lines are those that begin with a word.
func lines(text, word string) string {
	var out []string
	for l := range strings.Lines(text) {
		if strings.HasPrefix(l, word) {
			out = append(out, strings.TrimSpace(l))
		}
	}
	return strings.Join(out, "\n")
}

// needs skips what the machine has not.
func (w *place) needs(t *testing.T, r *row) {
	t.Helper()
	for _, p := range r.Needs {
		if err := w.shell(t, w.dir, nil, "command -v "+p).Run(); err != nil {
			t.Skip("not run: " + p + " is not installed for this user")
		}
	}
	if slices.Contains(r.Needs, "sshd") && w.hosts.ports[sshHost] == "" {
		t.Skip("not run: sshd cannot serve this user here")
	}
	if r.Unless != "" && w.shell(t, w.dir, nil, r.Unless).Run() == nil {
		t.Skip("not run: " + r.Unless)
	}
}

// attempt runs a row once, and reports whether it did what it should.
func (w *place) attempt(t *testing.T, r *row, without int) (out string, ok bool) {
	t.Helper()
	dir := w.project(t, r)
	for _, step := range []struct {
		text string
		env  map[string]string
	}{{r.Setup, r.Env}, {r.First, nil}} {
		c := w.shell(t, w.vars["P"], step.env, "set -e\n"+step.text)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("setup: %v\n%s", err, out)
		}
	}
	w.hosts.forget()
	if r.Server != "" {
		defer w.serve(t, r, dir)()
	}
	text, err := w.shell(t, dir, r.Env, w.ports(r.line(without))).CombinedOutput()
	out = string(text)
	_ = os.WriteFile(w.dir+"/home/out", text, 0o644)
	if err != nil {
		return out + "(" + err.Error() + ")", false
	}
	seen, err := w.shell(t, dir, r.Env, w.ports(r.Seen)).CombinedOutput()
	return out + string(seen), err == nil
}

// serve runs the other profile of a row until the function that it returns is called.
func (w *place) serve(t *testing.T, r *row, dir string) (end func()) {
	t.Helper()
	c := w.shell(t, dir, r.Env, "exec "+w.ports(r.Server))
	log, err := os.Create(w.dir + "/log")
	must(t, err)
	c.Stdout, c.Stderr = log, log
	must(t, c.Start())
	said := func() string {
		text, _ := os.ReadFile(log.Name())
		return string(text)
	}
	testkit.WaitFor(t, "the server serves", func() bool { return strings.Contains(said(), "Serving") })
	return func() {
		_ = c.Process.Signal(syscall.SIGTERM)
		_ = c.Wait()
		log.Close()
		if t.Failed() {
			t.Log(said())
		}
	}
}

// shell is a command of the world's user that ends in any case.
func (w *place) shell(t *testing.T, dir string, env map[string]string, text string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), timeLimit)
	t.Cleanup(cancel)
	return w.shellWithin(ctx, dir, env, text)
}

func (w *place) shellWithin(ctx context.Context, dir string, env map[string]string,
	text string) *exec.Cmd {
	c := exec.CommandContext(ctx, "bash", "-c", text)
	c.Dir = dir
	c.WaitDelay = time.Second
	for _, vars := range []map[string]string{w.vars, w.hosts.vars(), env} {
		for k, v := range vars {
			c.Env = append(c.Env, k+"="+os.Expand(v, func(name string) string { return w.vars[name] }))
		}
	}
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	world.As(c, w.uid)
	return c
}

// project is the directory that a row works in, new.
func (w *place) project(t *testing.T, r *row) string {
	t.Helper()
	script := `chmod -R u+w "$HOME/p" 2>/dev/null; rm -rf "$HOME/p" "$HOME/wt"; mkdir "$HOME/p"`
	if out, err := w.shell(t, w.dir, nil, script).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if r.In == "" {
		return w.vars["P"]
	}
	return path.Join(w.vars["HOME"], r.In)
}

// ports puts a port that is free in place of the one that the page names.
func (w *place) ports(text string) string { return strings.ReplaceAll(text, "3000", w.port) }
