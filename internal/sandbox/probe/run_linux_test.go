package probe

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/probe/report"
	"github.com/fencepost/fencepost/internal/test/testkit"
	box "github.com/fencepost/fencepost/internal/test/testkit/world"
)

// TestMain makes this program one that denies system calls, and then becomes its arguments:
// deny NNP NUMBER:ERRNO[:FLAGS]… -- COMMAND…
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "deny" {
		fmt.Fprintln(os.Stderr, deny(os.Args[2:]))
		os.Exit(99)
	}
	os.Exit(m.Run())
}

func deny(args []string) error {
	runtime.LockOSThread()
	if args[0] == "nnp" {
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
			return err
		}
	}
	load := func(off uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: off}
	}
	program := []unix.SockFilter{load(0)}
	args = args[1:]
	for ; args[0] != "--"; args = args[1:] {
		var nr, errno, flags uint32
		if n, _ := fmt.Sscanf(args[0], "%d:%d:%d", &nr, &errno, &flags); n < 2 {
			return fmt.Errorf("%s is no rule", args[0])
		}
		if flags == 0 {
			flags = ^uint32(0)
		}
		program = append(program, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: nr, Jf: 4},
			load(16), unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: flags, Jf: 1},
			unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | errno}, load(0))
		if flags == ^uint32(0) { // whatever the argument is
			program[len(program)-3] = unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JA}
		}
	}
	program = append(program, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
	prog := &unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	if _, _, e := unix.Syscall(unix.SYS_SECCOMP, 1, 0, uintptr(unsafe.Pointer(prog))); e != 0 {
		return e
	}
	return syscall.Exec(args[1], args[1:], os.Environ())
}

// built is fencepost-run, for all tests.
func built(t *testing.T) (program, dir string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "fencepost-probe-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	testkit.Place(t, dir, testkit.Runner)
	return dir + "/" + testkit.Runner, dir
}

// TestMachines runs the probe in worlds that keep it from something, and holds the cause that it
// tells of each engine; "" is one that works.
func TestMachines(t *testing.T) {
	program, dir := built(t)
	self, _ := os.Executable()
	root := os.Geteuid() == 0
	denying := func(nnp string, rules ...string) []string {
		return append(append([]string{self, "deny", nnp}, rules...), "--")
	}
	rule := func(nr uintptr, errno syscall.Errno, flags ...int) string {
		s := fmt.Sprintf("%d:%d", nr, errno)
		for _, f := range flags {
			s += ":" + strconv.Itoa(f)
		}
		return s
	}
	noNamespaces := []string{rule(unix.SYS_CLONE, unix.EPERM, unix.CLONE_NEWUSER),
		rule(unix.SYS_UNSHARE, unix.EPERM), rule(unix.SYS_CLONE3, unix.ENOSYS)}
	const landlock = unix.SYS_LANDLOCK_CREATE_RULESET
	for _, tt := range []struct {
		name                     string
		wrap                     []string
		root                     bool
		native, bwrap, landlockd string
	}{
		{"as it is", nil, false, "", "", ""},
		{"a sandbox's filter", denying("nnp", noNamespaces...), false, "sandboxed", "sandboxed", ""},
		{"a container's filter", denying("-", noNamespaces...), true, "seccomp", "seccomp", ""},
		{"no Landlock", denying("nnp", rule(landlock, unix.ENOSYS)), false, "", "", "landlock-none"},
		{"Landlock off", denying("nnp", rule(landlock, unix.EOPNOTSUPP)), false, "", "", "landlock-off"},
		{"an old kernel", denying("nnp", rule(unix.SYS_MOUNT_SETATTR, unix.ENOSYS)), false, "old-kernel", "", ""},
		{"no namespaces left", []string{"unshare", "-Ur", "sh", "-c",
			`echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"`, "sh"}, false, "userns-limit", "userns-limit", ""},
		{"a /proc with something hidden", []string{"unshare", "-Urm", "sh", "-c",
			`mount --bind /dev/null /proc/kallsyms && exec unshare -Ur "$@"`, "sh"}, false, "proc", "proc", ""},
		{"no CAP_SETFCAP", []string{"setpriv", "--bounding-set", "-setfcap", "--inh-caps", "-setfcap"}, true,
			"setfcap", "setfcap", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.root && !root {
				t.Skip("not run: it needs root")
			}
			box.Namespaces(t, os.Geteuid())
			r := reportOf(t, dir, append(tt.wrap, program))
			for i, want := range []string{tt.native, tt.bwrap, tt.landlockd} {
				e := r.Engines[i]
				got := causeOf(e)
				if e.Name == "bwrap" && got == "bwrap-none" {
					continue
				}
				if got != want || e.Works != (want == "") {
					t.Errorf("%s: %q, works %v: %s", e.Name, got, e.Works, e.Error)
				}
			}
		})
	}
}

func reportOf(t *testing.T, dir string, wrap []string) *report.Report {
	t.Helper()
	c := exec.Command(wrap[0], append(wrap[1:], "--probe", "--json", "--fresh")...)
	c.Env = append(os.Environ(), "HOME="+dir, "XDG_CACHE_HOME="+dir+"/cache")
	var stderr strings.Builder
	c.Stderr = &stderr
	out, err := c.Output()
	r := &report.Report{}
	if err == nil {
		err = json.Unmarshal(out, r)
	}
	if err != nil || len(r.Engines) != len(engines) {
		t.Fatalf("%v: %s%s", err, out, stderr.String())
	}
	return r
}

// TestNested probes inside of other sandboxes: that succeeds, and tells what there is.
func TestNested(t *testing.T) {
	box.Namespaces(t, os.Geteuid())
	program, dir := built(t)
	if err := os.Mkdir(dir+"/work", 0o755); err != nil {
		t.Fatal(err)
	}
	bwrap := []string{"bwrap", "--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
		"--bind", dir + "/work", dir + "/work", "--"}
	in := func(args ...string) []string {
		return append([]string{program, "-w", dir + "/work", "-r", dir}, args...)
	}
	for _, tt := range []struct {
		name          string
		wrap          []string
		needs         string
		native, inner string // causes, "" for one that works; and what is said of around it
	}{
		{"bubblewrap", bwrap, "bwrap", "proc", ""},
		{"unshare", []string{"unshare", "-Urm"}, "unshare", "", ""},
		{"fencepost-run", in("--"), "sh", "sandboxed", "fencepost-run"},
		{"fencepost-run, bwrap", in("--engine", "bwrap", "--"), "bwrap", "sandboxed", "fencepost-run"},
		{"fencepost-run, landlock", in("--engine", "landlock", "--level", "reduced", "--"), "sh", "sandboxed",
			"fencepost-run"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := exec.LookPath(tt.needs); err != nil {
				t.Skip("not run: " + err.Error())
			}
			if tt.needs == "bwrap" {
				box.Bubblewrap(t, os.Geteuid())
			}
			t.Chdir(dir + "/work")
			r := reportOf(t, dir, append(tt.wrap, program))
			native, landlock := r.Engines[0], r.Engines[2]
			if got := causeOf(native); got != tt.native || native.Works != (got == "") {
				t.Errorf("native: %q, works %v: %s", got, native.Works, native.Error)
			}
			if got := causeOf(landlock); !landlock.Works && got == "" {
				t.Errorf("landlock: it does not keep %+v", landlock.Checks)
			}
			if tt.inner != "" && r.Inside != tt.inner {
				t.Errorf("inside %q", r.Inside)
			}
			left, _ := os.ReadDir(dir + "/work")
			if len(left) > 0 {
				t.Errorf("it left %v", left)
			}
		})
	}
}

func causeOf(e report.Engine) string {
	if e.Cause == nil {
		return ""
	}
	return e.Cause.ID
}

// TestAttemptsGetThroughOpenEngine has an engine that keeps nothing: each attempt gets through.
func TestAttemptsGetThroughOpenEngine(t *testing.T) {
	program, dir := built(t)
	w, err := newWorld(dir, program)
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	w.deadline = timeIn(report.Limit)
	reached, err := w.attempt([]string{"env"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range checks {
		if !reached[c] && c != CheckUserns {
			t.Errorf("%s: without a sandbox it has to succeed", c)
		}
	}
	able := map[string]bool{CheckWrite: true}
	e := w.engine("none", sandbox.LevelFull, errTime, able, &Machine{})
	if e.Works || e.Cause.ID != "time" {
		t.Errorf("%+v", e)
	}
	w.deadline = timeIn(0)
	if _, err := w.attempt([]string{"sleep", "9"}); err != errTime {
		t.Errorf("it should have ended: %v", err)
	}
}

// TestStore keeps a report for what it depends on, and for nobody else.
func TestStore(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	s, err := openStore()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "p")
	write := func(text string) {
		if err := os.WriteFile(program, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	k := keyOf(program)
	if s.load(k) != nil {
		t.Error("a report from nowhere")
	}
	save := func() { s.save(k, &report.Report{System: "x"}) }
	save()
	if r := s.load(keyOf(program)); r == nil || !r.Cached || r.System != "x" {
		t.Error("it is not kept")
	}
	for _, part := range []string{text("/proc/sys/kernel/random/boot_id"), release(), program} {
		if other := strings.Replace(k, part, "x", 1); other == k || s.load(other) != nil {
			t.Errorf("another %s does not void it", part)
		}
	}
	write("two")
	if s.load(keyOf(program)) != nil {
		t.Error("another program does not void it")
	}
	k = keyOf(program)
	file := filepath.Join(s.dir, reportFile)
	for name, spoil := range map[string]func() error{
		"readable by others": func() error { return os.Chmod(file, 0o644) },
		"a link":             func() error { return swap(file, func() error { return os.Symlink(file+".x", file) }) },
		"of two names":       func() error { return os.Link(file, file+".y") },
		"no report":          func() error { return os.WriteFile(file, []byte("{"), 0o600) },
	} {
		_ = os.Remove(file)
		save()
		if s.load(keyOf(program)) == nil {
			t.Fatal("it is not kept")
		}
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if s.load(keyOf(program)) != nil {
			t.Errorf("a file that is %s is taken", name)
		}
	}
	if err := os.Chmod(s.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := openStore(); err == nil {
		t.Error("a directory that others can read is taken")
	}
}

// swap moves a file aside and makes another one.
func swap(file string, f func() error) error {
	if err := os.Rename(file, file+".x"); err != nil {
		return err
	}
	return f()
}

func timeIn(d time.Duration) time.Time { return time.Now().Add(d) }
