//go:build linux

// Package escape tries to get out of the sandbox: each row of testdata/sandbox/escapes.yaml is run
// without it, where it must succeed or it tests nothing, and then in it, and what counts is what
// can be seen from outside.
package escape

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/sandbox/landlock"
	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

var only = flag.String("rows", "", "only rows whose id begins so")

// row is one attempt.
type row struct {
	ID    string
	About string
	Try   string   // shell text, run in the project
	Seen  string   // shell text, run outside: succeeds if the attempt had its effect
	Flags []string // further flags
	// Expect is blocked, works, or limit: what is known not to be kept, and documented.
	Expect string
	As     string   // root or user: only as that one
	Needs  []string // programs
	Shell  string   // the shell of Try; sh
	// Harmless says why the row is not run without the sandbox: only where that would do harm here.
	Harmless string
	// Setup is shell text, run outside before the attempt.
	Setup string
	// Around is shell text, run outside, that runs the attempt as "$@".
	Around string
	// Street has the row run in a network of its own.
	Street bool
	// Alone has no other row run meanwhile: it does something to all processes of the machine.
	Alone bool
}

// all is held by rows that do something to all processes, and shared by the others.
var all sync.RWMutex

// hold waits until a row may run, and gives what ends that.
func (r *row) hold() (release func()) {
	if r.Alone {
		all.Lock()
		return all.Unlock
	}
	all.RLock()
	return all.RUnlock
}

func rows(t *testing.T) []row {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/sandbox/escapes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list []row
	d := yaml.NewDecoder(strings.NewReader(string(data)))
	d.KnownFields(true)
	if err := d.Decode(&list); err != nil {
		t.Fatal(err)
	}
	return list
}

const timeLimit = 20 * time.Second

// TestMain makes the test's own program what the rows use where no program of the machine does what
// they need.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "tool" {
		os.Exit(tool(os.Args[2], os.Args[3:]))
	}
	if signal.Ignored(syscall.SIGHUP) { // as under nohup: all that the rows start would ignore it, too
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	os.Exit(m.Run())
}

// TestEscapes runs beside that of landlock: most of the time is waited. Bubblewrap plans anew for
// each socket of another row that goes meanwhile, and so runs alone.
func TestEscapes(t *testing.T) {
	t.Parallel()
	escapes(t, "native")
}

// escapes runs all rows with an engine.
func escapes(t *testing.T, engine string) {
	w := newMachine(t)
	w.engine = engine
	list := rows(t)
	seen := map[string]bool{}
	users := world.Users(world.Nobody)
	ran := 0
	for i := range list {
		r := &list[i]
		if seen[r.ID] {
			t.Fatalf("%s stands twice", r.ID)
		}
		seen[r.ID] = true
		if !strings.HasPrefix(r.ID, *only) {
			continue
		}
		for _, who := range []string{"root", "user"} {
			uid, ok := users[who]
			if !ok || r.As != "" && r.As != who {
				continue
			}
			t.Run(r.ID+"/"+who, func(t *testing.T) {
				defer r.hold()()
				w.works(t, uid)
				w.ports(t, r)
				w.row(t, r, uid)
			})
			ran++
		}
	}
	t.Logf("%d rows, %d runs", len(list), ran)
}

// does has the rows that had their effect without a sandbox, with their user: that is seen once, for
// all engines.
var does sync.Map

// row runs one row, first without the sandbox.
func (m *machine) row(t *testing.T, r *row, uid int) {
	for _, p := range r.Needs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skip("not run: " + p + " is not installed")
		}
	}
	if !slices.Contains([]string{"blocked", "works", "limit"}, r.Expect) {
		t.Fatalf("expect: %q", r.Expect)
	}
	who := [2]string{r.ID, fmt.Sprint(uid)}
	if _, known := does.Load(who); r.Harmless == "" && !known {
		w := m.place(t, uid)
		out := w.run(t, r, nil)
		if !w.seen(t, r) {
			poor(t, uid)
			if !testkit.Eventually(func() bool { return w.seen(t, r) }) {
				t.Fatalf("without the sandbox nothing came of it: the row tests nothing\n%s", out)
			}
		}
		w.close()
		does.Store(who, true)
	}
	w := m.place(t, uid)
	defer w.close()
	out := w.run(t, r, w.sandbox(r))
	got, want := w.seen(t, r), m.expects(t, r)
	if want && !got {
		got = testkit.Eventually(func() bool { return w.seen(t, r) })
	}
	if got != want {
		t.Errorf("%s: %s: seen from outside: %v, want %v\n%s\n%s", r.ID, r.About, got, want, r.Try, out)
	}
	said := strings.ReplaceAll("\n"+out, "\nfencepost-run: --connect: ", "")
	if refused := strings.Contains(said, "\nfencepost-run: "); refused != m.refuses(t, r) {
		t.Errorf("the run is refused: %v: %s", refused, out)
	}
}

// machine is what all worlds share: the programs.
type machine struct {
	dir    string
	engine string
	first  map[int]*place // by user: what the others are copies of
}

func newMachine(t *testing.T) *machine {
	dir := world.Dir(t)
	testkit.Place(t, dir, testkit.Runner)
	world.CopySelf(t, dir+"/tool")
	return &machine{dir: dir, engine: *engineFlag, first: map[int]*place{}}
}

// works skips what needs namespaces that the machine does not give.
func (m *machine) works(t *testing.T, uid int) {
	t.Helper()
	switch m.engine {
	case "native":
		world.Namespaces(t, uid)
	case "bwrap":
		world.Bubblewrap(t, uid)
	}
}

// ports skips rows with a filtered network where Landlock knows no ports: the run is refused there.
func (m *machine) ports(t *testing.T, r *row) {
	t.Helper()
	const since = 4
	filtered := func(f string) bool { return f == "-n" || f == "--localhost" || f == "--publish" }
	if m.engine == "landlock" && slices.ContainsFunc(r.Flags, filtered) && landlock.Version() < since {
		t.Skip("not run: this kernel's Landlock does not know ports")
	}
	if r.Street && m.engine == "bwrap" && os.Geteuid() != 0 {
		t.Skip("not run: in a street that root did not make, bwrap belongs to nobody")
	}
}

// poor skips a row that succeeds without a sandbox neither, where the machine itself is confined.
func poor(t *testing.T, uid int) {
	t.Helper()
	if why := world.NoNamespaces(uid); why != "" {
		t.Skip("not run: this machine lets nobody do so, and is confined itself: " + why)
	}
}

var must = world.Must

// sandbox is the command line up to the command.
func (w *place) sandbox(r *row) []string {
	args := append([]string{w.m.dir + "/fencepost-run"}, w.m.engineFlags()...)
	args = append(args, "-w", w.dir+"/home/p")
	for _, f := range r.Flags {
		args = append(args, os.Expand(f, w.get))
	}
	return append(args, "--")
}

// run runs the attempt behind a command line.
func (w *place) run(t *testing.T, r *row, wrap []string) string {
	t.Helper()
	if r.Setup != "" {
		if out, err := w.command(t, "sh", "-c", r.Setup).CombinedOutput(); err != nil {
			poor(t, w.uid)
			t.Fatalf("setup: %v\n%s", err, out)
		}
	}
	shell := r.Shell
	if shell == "" {
		shell = "sh"
	}
	args := append(wrap, shell, "-c", r.Try)
	if r.Around != "" {
		args = append([]string{"bash", "-c", r.Around, "bash"}, args...)
	}
	c := w.command(t, args...)
	if r.Street {
		c = w.onStreet(t, timeLimit, args)
	}
	out, err := c.CombinedOutput()
	return fmt.Sprintf("%s(%v)", out, err)
}

// seen reports whether the attempt had its effect.
func (w *place) seen(t *testing.T, r *row) bool {
	t.Helper()
	c := w.command(t, "sh", "-c", r.Seen)
	c.Dir = "/"
	return c.Run() == nil
}

// command runs something as the world's user in its project.
func (w *place) command(t *testing.T, args ...string) *exec.Cmd {
	return w.commandFor(t, timeLimit, args...)
}

// commandFor is one that may take longer than others.
func (w *place) commandFor(t *testing.T, limit time.Duration, args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	t.Cleanup(cancel)
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Dir = w.dir + "/home/p"
	c.Env = w.env()
	c.WaitDelay = time.Second
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	world.As(c, w.uid)
	return c
}

// onStreet is such a command in a street. Who is root makes the street as root.
func (w *place) onStreet(t *testing.T, limit time.Duration, args []string) *exec.Cmd {
	uid := w.uid
	w.uid = os.Geteuid()
	c := w.commandFor(t, limit, append([]string{w.vars["TOOL"], "tool", "street", w.vars["O"],
		fmt.Sprint(uid)}, args...)...)
	w.uid = uid
	return c
}

func (w *place) get(name string) string { return w.vars[name] }

func (w *place) env() []string {
	env := []string{"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG=C.UTF-8",
		"GIT_CONFIG_NOSYSTEM=1"}
	for k, v := range w.vars {
		env = append(env, k+"="+v)
	}
	return env
}

func (w *place) path(name string) string { return filepath.Join(w.dir, name) }
