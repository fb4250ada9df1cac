//go:build unix

package clienttest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// Pinned are the versions that every run drives: the newest that is known to work, and one from
// before onFailure.
var Pinned = []string{"2.1.330", "2.1.197"}

// Versions are the pinned ones and, in the long run, the newest of the registry.
func Versions(t testing.TB) []string {
	versions := append([]string(nil), Pinned...)
	if !Nightly() {
		return versions
	}
	newest, err := newestVersion()
	if err != nil {
		t.Logf("the newest version is not known: %v", err)
		return versions
	}
	for _, v := range versions {
		if v == newest {
			return versions
		}
	}
	return append([]string{newest}, versions...)
}

// some gives of modes those that are played with a version: in an ordinary run the versions but the
// first get the first two.
func some(t testing.TB, version string, modes []string) []string {
	if Nightly() || updating() || version == Versions(t)[0] {
		return modes
	}
	return modes[:2]
}

// updating says whether testdata/client/lost.jsonl is written anew; then all modes of all versions
// are played.
func updating() bool { return testkit.Updating() }

// Nightly says whether this is the long run.
func Nightly() bool { return testkit.IsNightly() }

var newestVersion = sync.OnceValues(func() (string, error) {
	out, err := npm("view", "@anthropic-ai/claude-code", "version")
	return strings.TrimSpace(out), err
})

// npm runs a command of npm, with a bound on how long the registry may take.
func npm(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("npm %s: %v: %s", args[0], err, firstLine(errs.String()))
	}
	return out.String(), nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

var installs struct {
	sync.Mutex
	failed error
}

// Client gives the program of a version, from the cache or from npm. Where it cannot be had the
// test is skipped.
func Client(t testing.TB, version string) string {
	t.Helper()
	testkit.All(t, "a real client")
	name, err := platform()
	if err != nil {
		t.Skipf("no client: %v", err)
	}
	cache, err := cacheDir()
	if err != nil {
		t.Skipf("no client: %v", err)
	}
	dir := filepath.Join(cache, version)
	if strings.HasSuffix(name, musl) {
		dir += musl
	}
	program := filepath.Join(dir, "node_modules", "@anthropic-ai", name, "claude")
	installs.Lock()
	defer installs.Unlock()
	if _, err := os.Stat(program); err == nil {
		return program
	}
	if installs.failed == nil {
		installs.failed = fetch(t, dir, program, "@anthropic-ai/"+name+"@"+version)
	}
	if installs.failed != nil {
		t.Skipf("no client %s: %v", version, installs.failed)
	}
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("client %s: what was fetched is not where it is looked for: %v", version, err)
	}
	return program
}

// fetch installs a package siblings its place and moves it there, so that a run that is stopped
// leaves no half of one. An error says that the registry does not give it; any other fails the test.
func fetch(t testing.TB, dir, program, pkg string) error {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		return err
	}
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	cache := filepath.Dir(dir)
	check(os.MkdirAll(cache, 0o755))
	part, err := os.MkdirTemp(cache, "part-")
	check(err)
	defer os.RemoveAll(part)
	check(os.Chmod(part, 0o755))
	_, err = npm("install", "--prefix", part, "--ignore-scripts", "--no-audit", "--no-fund",
		"--no-save", "--force", pkg)
	if err != nil {
		return err
	}
	if err := os.Rename(part, dir); err != nil { // half a client, or another process was first
		if _, err := os.Stat(program); err == nil {
			return nil
		}
		check(os.RemoveAll(dir))
		check(os.Rename(part, dir))
	}
	return nil
}

// cacheDir is where clients are kept: $FENCEPOST_CLIENT_CACHE, or the user's cache. Root's home is
// closed to the user that the client runs as, so for root it is the machine's cache.
func cacheDir() (string, error) {
	if dir := os.Getenv("FENCEPOST_CLIENT_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	if os.Geteuid() == 0 {
		return "/var/cache/fencepost-client", nil
	}
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "fencepost-client"), err
}

// platform is the name of the package that holds the program for this machine.
func platform() (string, error) {
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	if arch == "" || runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		return "", fmt.Errorf("the client is not driven on %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	name := "claude-code-" + runtime.GOOS + "-" + arch
	if runtime.GOOS == "linux" && !there("/lib*/ld-linux-*") && there("/lib/ld-musl-*") {
		name += musl
	}
	return name, nil
}

// musl is what follows in the name of a package for systems whose C library that is. A system with
// glibc may have it too, for its compiler.
const musl = "-musl"

func there(glob string) bool {
	found, _ := filepath.Glob(glob)
	return len(found) > 0
}
