//go:build unix

package clienttest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// stranger is the user that the client runs as when the tests run as root: it refuses
// bypassPermissions for root, and what escapes the fence in a test must not have root's rights.
const stranger = 64222

// World is a throwaway home with a project in it, and a directory outside both.
type World struct {
	t       testing.TB
	Root    string
	Home    string
	Project string
	Out     string
}

// NewWorld makes the directories.
func NewWorld(t testing.TB) *World {
	t.Helper()
	root := world.Dir(t)
	w := &World{t: t, Root: root, Home: root + "/home", Out: root + "/out"}
	w.Project = w.Home + "/src/proj"
	world.Must(t, world.Put(root, map[string]string{"home/src/proj/": "", "out/": "", "tmp/": ""}))
	w.own(root)
	return w
}

// own gives a tree to the user that the client runs as.
func (w *World) own(root string) {
	w.t.Helper()
	world.Own(w.t, root, world.Users(stranger)["user"])
}

// command is a program that runs as that user, in a group of its own so that nothing of it stays.
// As root it gets a /tmp of its own too: scratch directories there are shared by all that run on a
// machine.
func (w *World) command(name string, args ...string) *exec.Cmd {
	if os.Geteuid() != 0 {
		cmd := exec.Command(name, args...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		return cmd
	}
	if canUnshare() {
		const script = `mount --bind "$1" /tmp && shift &&
			exec setpriv --reuid "$1" --regid "$1" --clear-groups "${@:2}"`
		all := []string{"-m", "--propagation", "private", "bash", "-c", script, "bash"}
		all = append(all, filepath.Join(w.Root, "tmp"), strconv.Itoa(stranger), name)
		cmd := exec.Command("unshare", append(all, args...)...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		return cmd
	}
	cmd := exec.Command(name, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	world.As(cmd, stranger)
	return cmd
}

// canUnshare says whether root may make a mount namespace here, which containers often forbid.
var canUnshare = sync.OnceValue(func() bool {
	if _, err := exec.LookPath("setpriv"); err != nil {
		return false
	}
	try := exec.Command("unshare", "-m", "--propagation", "private", "mount", "--bind", "/var", "/tmp")
	return try.Run() == nil
})

// path makes a name of the world absolute: the project is where relative names begin.
func (w *World) path(name string) string {
	name = w.Expand(name)
	if !filepath.IsAbs(name) {
		name = filepath.Join(w.Project, name)
	}
	return name
}

// Expand puts the world's directories in place of their names in braces.
func (w *World) Expand(text string) string {
	return strings.NewReplacer(
		"{PROJ}", w.Project, "{HOME}", w.Home, "{OUT}", w.Out, "{FENCEPOST}", w.Fencepost(),
	).Replace(text)
}

// calls expands every text of the calls.
func (w *World) calls(in []Call) []Call {
	if in == nil {
		return nil
	}
	text, _ := json.Marshal(in)
	var out []Call
	if err := json.Unmarshal([]byte(w.Expand(string(text))), &out); err != nil {
		w.t.Fatal(err)
	}
	return out
}

// Fencepost is the program's path in this world, where its user could replace it.
func (w *World) Fencepost() string { return filepath.Join(w.Home, ".local", "bin", "fencepost") }

// Hook is the program that the client starts.
func (w *World) Hook() string { return w.Fencepost() + "-hook" }

// Put writes a file and the directories above it.
func (w *World) Put(name, text string) {
	w.t.Helper()
	path := w.path(name)
	made := firstMissing(filepath.Dir(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(w.Expand(text)), 0o644); err != nil {
		w.t.Fatal(err)
	}
	if made == "" {
		made = path
	}
	w.own(made)
}

// firstMissing is the topmost directory of the path that does not exist yet.
func firstMissing(dir string) string {
	missing := ""
	for {
		if _, err := os.Lstat(dir); err == nil {
			return missing
		}
		missing, dir = dir, filepath.Dir(dir)
	}
}

// Link makes a symbolic link.
func (w *World) Link(name, target string) {
	w.t.Helper()
	path := w.path(name)
	made := firstMissing(filepath.Dir(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Symlink(w.Expand(target), path); err != nil {
		w.t.Fatal(err)
	}
	if made == "" {
		made = path
	}
	w.own(made)
}

// Text reads a file; a file that is not there has none.
func (w *World) Text(name string) string {
	text, _ := os.ReadFile(w.path(name))
	return string(text)
}

// Exists says whether there is something of this name.
func (w *World) Exists(name string) bool {
	_, err := os.Lstat(w.path(name))
	return err == nil
}

// Run starts a program as the world's user in the project, and returns all that it printed.
func (w *World) Run(name string, args ...string) (string, error) {
	cmd := w.command(name, args...)
	cmd.Dir, cmd.Env = w.Project, w.env()
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Shell runs a line as the world's user and fails the test when it fails.
func (w *World) Shell(line string) {
	w.t.Helper()
	if out, err := w.Run("/bin/sh", "-c", w.Expand(line)); err != nil {
		w.t.Fatalf("%s: %v\n%s", line, err, out)
	}
}

// env is the environment of a person's shell in this world. Nothing of the machine's own comes
// along.
func (w *World) env() []string {
	bin := filepath.Dir(w.Fencepost())
	return []string{
		"HOME=" + w.Home, "USER=tester", "LOGNAME=tester",
		"SHELL=/bin/bash", "LANG=C.UTF-8", "TERM=dumb",
		"PATH=" + bin + ":/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin",
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@host.example",
		"GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@host.example",
	}
}

// Client puts the client where the person's shell finds it: fencepost asks it for its version.
func (w *World) Client(program string) { w.Link("{HOME}/.local/bin/claude", program) }

// Tmp is where the world's programs see /tmp.
func (w *World) Tmp() string {
	if os.Geteuid() == 0 && canUnshare() {
		return filepath.Join(w.Root, "tmp")
	}
	return "/tmp"
}
