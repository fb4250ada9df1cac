package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCopies changes the dependencies that go.mod names now, and reads off a program with all of
// them what starts.
func TestCopies(t *testing.T) {
	t.Chdir("../..")
	out := filepath.Join("build", "test-deps")
	t.Cleanup(func() { os.RemoveAll(out) })
	if err := run(out); err != nil {
		t.Fatal(err)
	}
	if overlay, err := os.ReadFile(filepath.Join(out, "overlay.json")); err != nil ||
		!strings.Contains(string(overlay), "proc.go") {
		t.Fatalf("nothing of the standard library is changed: %v\n%s", err, overlay)
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(t.TempDir(), "gate")
	cmd := exec.Command("go", "build", "-o", exe, "./cmd/fencepost-hook")
	cmd.Env = append(os.Environ(), "GOFLAGS=-modfile="+filepath.Join(root, out, "go.mod")+" -overlay="+
		filepath.Join(root, out, "overlay.json"), "CGO_ENABLED=0")
	if log, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, log)
	}
	start := exec.Command(exe)
	start.Env = append(os.Environ(), "GODEBUG=inittrace=1", "HOME="+t.TempDir())
	start.Stdin = strings.NewReader(`{"hook_event_name":"Stop"}`)
	trace, err := start.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, trace)
	}
	if !strings.Contains(string(trace), "init time @") {
		t.Fatalf("no trace of the initialisation:\n%s", trace)
	}
	for _, d := range dependencies {
		for _, pkg := range append(d.only, d.path, d.path+"/syntax", d.path+"/fileutil") {
			if d.path != "runtime" && strings.Contains(strings.ReplaceAll(string(trace), "%2e", "."),
				pkg+" @") {
				t.Errorf("there is still work at start-up in %s:\n%s", pkg, trace)
			}
		}
	}
}

// TestOtherVersion: where a dependency is another one than the edits were made for, there is no
// copy that looks right.
func TestOtherVersion(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n\nvar x = 1\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	for _, e := range []edit{{"a.go", `var y`, "", 1}, {"a.go", `a`, "", 1}, {"b.go", `a`, "", 1}} {
		if err := e.apply(dir); err == nil {
			t.Errorf("%v is applied", e)
		}
	}
	if err := (&edit{"a.go", `var (x) = 1`, "var ${1} int", 1}).apply(dir); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "a.go")); string(got) != "package a\n\nvar x int\n" {
		t.Errorf("%q", got)
	}
}
