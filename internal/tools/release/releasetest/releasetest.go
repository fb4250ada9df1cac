// Package releasetest makes releases of the working tree for tests, and serves them as a registry of
// npm does.
package releasetest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// Here is the target of this machine.
func Here() string { return runtime.GOOS + "/" + runtime.GOARCH }

// Platform is what the packages of npm call this machine.
func Platform() string {
	return runtime.GOOS + "-" + strings.Replace(runtime.GOARCH, "amd64", "x64", 1)
}

// Kept makes releases once for all tests of a program.
type Kept struct {
	once sync.Once
	dir  string
	err  error
}

// variable names a directory with releases, as VERSION/, which are taken and not made anew. It is for
// work on the tests of what comes after.
const variable = "FENCEPOST_RELEASES"

// Make is the directory of a release. It is removed by Remove.
func (k *Kept) Make(t testing.TB, version string, flags ...string) string {
	t.Helper()
	testkit.All(t, "it makes a release")
	if dir := os.Getenv(variable); dir != "" {
		return filepath.Join(dir, version)
	}
	k.once.Do(func() {
		var tmp string
		if tmp, k.err = os.MkdirTemp("", "fencepost-released-"); k.err != nil {
			return
		}
		if k.err = os.Chmod(tmp, 0o755); k.err != nil { // other users read it
			return
		}
		k.dir = filepath.Join(tmp, "dist")
		k.err = Make(filepath.Join(tmp, "source"), k.dir, version, flags...)
		os.RemoveAll(filepath.Join(tmp, "source"))
	})
	if k.err != nil {
		t.Fatal(k.err)
	}
	return k.dir
}

// Remove removes the release, if one was made.
func (k *Kept) Remove() {
	if k.dir != "" {
		os.RemoveAll(filepath.Dir(k.dir))
	}
}

// Make makes a release: of a copy of the working tree, as a commit that has the tag of the version.
func Make(source, out, version string, flags ...string) error {
	const script = `set -e
cd "$1"
git clone -q . "$2"
git -C "$2" rm -rq .
git ls-files -co --exclude-standard -z | while IFS= read -r -d '' file; do
  [ ! -e "$file" ] || printf '%s\0' "$file"
done | tar cf - --null --no-recursion -T - | tar xf - -C "$2"
cd "$2"
printf '\n## %s\n' "$3" >>CHANGELOG.md
git add -A
git -c user.name=t -c user.email=t@t -c commit.gpgSign=false commit -q -m "$3"
git tag -f "v$3" >/dev/null
shift 3
exec ./release.sh "$@"`
	args := append([]string{"-c", script, "bash", testkit.Root(), source, version, "-out", out}, flags...)
	c := exec.Command("bash", args...)
	c.Env = append(testkit.Environ(), "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z",
		"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z")
	return run(c)
}

// run runs a command, whose output is part of the error.
func run(c *exec.Cmd) error {
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Run(); err != nil {
		return &failure{err, out.String()}
	}
	return nil
}

type failure struct {
	error
	output string
}

func (f *failure) Error() string { return f.error.Error() + "\n" + f.output }

// Untar unpacks an archive of a release into a directory, which it makes.
func Untar(t testing.TB, archive, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c := exec.Command("tar", "xzf", "-", "-C", dir)
	c.Stdin = f
	if err := run(c); err != nil {
		t.Fatal(err)
	}
}
