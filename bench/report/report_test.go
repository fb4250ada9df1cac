package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/bench"
)

// TestStartupIsJustified: whatever package works before main has a line that says why. A new
// dependency that does so fails here first.
func TestStartupIsJustified(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(filepath.Join("..", ".."))
	if err := build(dir); err != nil {
		t.Fatal(err)
	}
	floor, err := bench.BuildFloor(dir)
	if err != nil {
		t.Fatal(err)
	}
	hook := bench.Command{Argv: []string{filepath.Join(dir, "fencepost-hook")}, Dir: dir,
		Env: append(os.Environ(), "HOME="+dir), In: []byte(`{"hook_event_name":"Stop"}`)}
	list, err := startup(hook,
		bench.Command{Argv: []string{floor}, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 5 {
		t.Fatalf("only %d packages are initialised: %v", len(list), list)
	}
	for _, w := range list {
		if !w.Floor && why(w.Package) == "" {
			t.Errorf("%s works before main (%d allocations, %d bytes), and startup.go does not say why it "+
				"has to", w.Package, w.Allocs, w.Bytes)
		}
	}
}

// TestPageIsOfThisSuite: the page was made from the classes that there are.
func TestPageIsOfThisSuite(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "performance.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range bench.Classes(false) {
		if !strings.Contains(string(page), "\n| "+c.Name+" |") {
			t.Errorf("docs/performance.md lacks the class %s; go run ./bench/report", c.Name)
		}
	}
}

func TestParseInitTrace(t *testing.T) {
	got := parseInitTrace("init os @0.55 ms, 0.018 ms clock, 416 bytes, 9 allocs\nsomething " +
		"else\ninit gopkg.in/yaml%2ev3 @0.81 ms, 0.12 ms clock, 25720 bytes, 276 allocs\n")
	want := []initWork{{Package: "os", Clock: 0.018, Bytes: 416, Allocs: 9},
		{Package: "gopkg.in/yaml.v3", Clock: 0.12, Bytes: 25720, Allocs: 276}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestCleanCalls(t *testing.T) {
	w := &bench.Workplace{Dir: "/tmp/benchmark-calls-abc", Home: "/tmp/benchmark-calls-abc/home"}
	got := cleanCalls(strings.Join([]string{
		`12    openat(AT_FDCWD, "/etc/start", O_RDONLY) = 3`,
		`12    read(0, "{\"session_id\""..., 8192) = 501`,
		`12    newfstatat(AT_FDCWD, "/tmp/benchmark-calls-abc/home/.claude",  <unfinished ...>`,
		`13    mmap(NULL, 4096, PROT_READ, MAP_ANON, -1, 0) = 0x7f0000000000`,
		`12    <... newfstatat resumed>{st_mode=S_IFDIR|0700, st_size=4096, ...}, 0)   = 0`,
		`12    newfstatat(AT_FDCWD, "/tmp/benchmark-calls-abc/x", 0xc00012345678, AT_SYMLINK_NOFOLLOW) ` +
			`= -1 ENOENT (No such file or directory)`,
		`12    +++ exited with 0 +++`,
	}, "\n")+"\n", w)
	want := []string{
		`read(0, "…", 8192) = 501`,
		`newfstatat(AT_FDCWD, "/home/you/.claude", {DIR}, 0) = 0`,
		`newfstatat(AT_FDCWD, "/tmp/bench/x", …, AT_SYMLINK_NOFOLLOW) = -1 ENOENT (No such file or ` +
			`directory)`,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestInstructions counts the empty program, which takes some hundred thousand.
func TestInstructions(t *testing.T) {
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("valgrind is not installed")
	}
	if testing.Short() {
		t.Skip("it runs valgrind five times")
	}
	dir := t.TempDir()
	floor, err := bench.BuildFloor(dir)
	if err != nil {
		t.Fatal(err)
	}
	n, err := instructions(bench.Command{Argv: []string{floor}, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if n < 50_000 || n > 5_000_000 {
		t.Errorf("an empty program takes %d instructions", n)
	}
}
