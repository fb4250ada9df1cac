//go:build linux

// Package confinetest runs real commands in their profiles, in throwaway worlds: what is harmless
// has to do the same as without a sandbox, and what is not must leave the machine as it was.
package confinetest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/boxtest"
	"github.com/fencepost/fencepost/internal/testkit"
)

const nobody = 65534 // who makes the worlds: in one that root makes there is no second /proc

func TestMain(m *testing.M) {
	if boxtest.Inside() != "" {
		inside()
		return
	}
	os.Exit(m.Run())
}

func nightly() bool { return testkit.IsNightly() }

// line is a command to run.
type line struct {
	ID    string
	Cmd   string
	Shell string
	Pre   []string // set-up
	// Attempt says that it is to do harm: nobody has let it pass, and what changes on the machine
	// counts
	Attempt bool
}

// result is what came of it.
type result struct {
	line
	At       int    // its place in the lines of the world
	Decision string // of the gate
	Profile  string
	Closed   bool
	Flags    []string
	Skip     string // why it was not compared
	Plain    run    // without a sandbox
	Confined run
	Failed   string // the world itself
}

// run is what one run of a line did.
type run struct {
	Out     string
	Code    int
	Late    bool // it was ended, as it took too long
	Changed []string
}

// programs builds what worlds need, in a directory that nobody can read, too.
func programs(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "confinetest-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, cgo := range map[string]string{"fencepost-run": "0", "fencepost-interp": "1"} {
		cmd := exec.Command("go", "build", "-o", filepath.Join(dir, name), "../../../cmd/"+name)
		cmd.Env = append(os.Environ(), "CGO_ENABLED="+cgo)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("%s cannot be built: %v\n%s", name, err, out)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	copyFile(t, self, filepath.Join(dir, "self"))
	return dir
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// play runs lines, each in a world that is furnished anew, some at a time.
func play(t *testing.T, list []line) []result {
	t.Helper()
	boxtest.Need(t)
	boxtest.Namespaces(t, uid())
	dir := programs(t)
	box := &boxtest.Box{Name: "confine", Self: filepath.Join(dir, "self"), Args: []string{
		"--uid", "1000", "--gid", "1000", "--dir", "/root", "--dir", home, "--dir", project,
		"--dir", "/fphome", "--ro-bind", dir, gate, "--ro-bind", "/etc", "/etc"}}
	results := make([]result, len(list))
	for i := range results {
		results[i] = result{line: list[i], Failed: "it was not run"}
	}
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				end := min(i+batch, len(list))
				playSome(box, list[i:end], results[i:end])
			}
		})
	}
	for i := 0; i < len(list); i += batch {
		next <- i
	}
	close(next)
	wg.Wait()
	return results
}

// batch is how many lines have a world, one after the other.
const batch = 16

// playSome plays lines. One that ends the world has others go on in another one.
func playSome(box *boxtest.Box, list []line, results []result) {
	for i := 0; i < len(list); {
		i += max(1, playIn(box, list[i:], results[i:]))
	}
}

func uid() int {
	if os.Geteuid() == 0 {
		return nobody
	}
	return os.Geteuid()
}

// playIn plays lines in one world, and returns for how many that told what they did.
func playIn(box *boxtest.Box, list []line, results []result) (told int) {
	in, err := json.Marshal(list)
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(len(list))*4*patience)
	defer cancel()
	var said bytes.Buffer
	cmd := box.Command(ctx)
	cmd.Dir, cmd.Stdin, cmd.Stderr = "/", bytes.NewReader(in), &said
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	out, err := cmd.Output()
	for each := json.NewDecoder(bytes.NewReader(out)); ; {
		var r result
		if each.Decode(&r) != nil {
			break
		}
		told = r.At + 1
		results[r.At], results[r.At].line = r, list[r.At]
	}
	if told == 0 {
		results[0].Failed = said.String()
		if err != nil {
			results[0].Failed += err.Error()
		}
	}
	return told
}

// readLines calls f with each line of a file of JSON.
func readLines(t *testing.T, name string, f func(data []byte) error) {
	t.Helper()
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if err := f(lines.Bytes()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}
