//go:build linux

package wrap

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/ledger"
	"github.com/fencepost/fencepost/internal/testkit"
)

// programs are the gate and the runner, built once.
var programs = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "fencepost-wrap-")
	if err != nil {
		return "", err
	}
	cmd := exec.Command("go", "build", "-o", dir+"/", "github.com/fencepost/fencepost/cmd/fencepost",
		"github.com/fencepost/fencepost/cmd/fencepost-hook",
		"github.com/fencepost/fencepost/cmd/fencepost-run")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		os.Stderr.Write(out)
		return "", err
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := programs(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

const sessionID = "0c1d2e3f-1111-2222-3333-444455556666"

// world is a throwaway home with a project, and the snapshot that the client makes of a shell.
type world struct {
	t                  *testing.T
	home, project, bin string
	shell, snapshot    string
	env                []string
}

// newWorld makes one for a shell, with what stands below `sandbox:` in the user's config. It is not
// below /tmp, of which a run has one of its own.
func newWorld(t *testing.T, shell, sandbox string) *world {
	t.Helper()
	testkit.All(t, "the sandbox")
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skip(err)
	}
	built, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.MkdirTemp("/var/tmp", "fencepost-wrap-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	w := &world{t: t, home: filepath.Join(root, "home"), bin: filepath.Join(root, "bin"), shell: path}
	w.project = filepath.Join(w.home, "src", "p")
	w.snapshot = filepath.Join(w.home, ".claude/shell-snapshots/snapshot-"+shell+"-1.sh")
	for _, dir := range []string{w.project + "/.git/hooks", w.project + "/sub dir", w.bin,
		filepath.Dir(w.snapshot), filepath.Join(root, "out")} {
		must(t, os.MkdirAll(dir, 0o700))
	}
	for _, name := range []string{"fencepost", "fencepost-hook", "fencepost-run"} {
		must(t, os.Link(filepath.Join(built, name), filepath.Join(w.bin, name)))
	}
	w.put(".claude/fencepost.yaml", "import: [recommended]\nsandbox:\n"+sandbox)
	w.put("src/p/.git/config", "[core]\n\tbare = false\n")
	w.put("src/p/.git/HEAD", "ref: refs/heads/main\n")
	aliases := "alias hello='echo hi there'\n"
	if shell == "bash" {
		aliases = "shopt -s expand_aliases\n" + aliases
	}
	must(t, os.WriteFile(w.snapshot, []byte("unalias -a 2>/dev/null || true\n"+
		"fun () { echo \"fun $1\"; }\n"+aliases+"export PATH="+w.bin+":/usr/bin:/bin\n"), 0o600))
	w.env = []string{"HOME=" + w.home, "SHELL=" + path, "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
		"GIT_EDITOR=true", "CLAUDECODE=1", "CLAUDE_CODE_EXECPATH=/usr/bin/claude",
		"CLAUDE_CODE_SESSION_ID=" + sessionID}
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// put writes a file below the home.
func (w *world) put(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.home, name)
	must(w.t, os.MkdirAll(filepath.Dir(path), 0o700))
	must(w.t, os.WriteFile(path, []byte(text), 0o600))
}

func (w *world) there(name string) bool {
	_, err := os.Lstat(filepath.Join(w.home, name))
	return err == nil
}

// around is the line that the client makes for a command.
func (w *world) around(command, cwdFile string) string {
	return "source " + w.snapshot + " 2>/dev/null || true && { \\builtin shopt -u extglob || " +
		"\\builtin setopt NO_EXTENDED_GLOB NO_BARE_GLOB_QUAL; } >/dev/null 2>&1 || true && eval '" +
		strings.ReplaceAll(command, "'", `'"'"'`) + "' < /dev/null && pwd -P >| " + cwdFile
}

// outcome is what became of a line.
type outcome struct {
	out, err string
	status   int
	cwd      string // where the next call begins
}

// play runs a command as the client does, through the wrapper or by the shell alone.
func (w *world) play(command string, wrapped bool) outcome {
	w.t.Helper()
	file := filepath.Join(w.t.TempDir(), "claude-cwd")
	os.Remove(file)
	line := w.around(command, file)
	o := w.start(line, wrapped)
	o.cwd = w.project
	if text, err := os.ReadFile(file); err == nil {
		o.cwd = strings.TrimSuffix(string(text), "\n")
	}
	return o
}

// start runs a line. Its output is a file, as the client's is.
func (w *world) start(line string, wrapped bool) outcome {
	w.t.Helper()
	cmd := exec.Command(w.shell, "-c", line)
	if wrapped {
		cmd = exec.Command(filepath.Join(w.bin, "fencepost-hook"), Flag+"="+w.home, line)
	}
	cmd.Dir, cmd.Env = w.project, w.env
	var o outcome
	var errs bytes.Buffer
	out, err := os.CreateTemp(w.t.TempDir(), "out")
	must(w.t, err)
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, &errs
	if err := cmd.Run(); err != nil {
		if _, is := err.(*exec.ExitError); !is {
			w.t.Fatal(err)
		}
	}
	text, err := os.ReadFile(out.Name())
	must(w.t, err)
	o.out, o.err, o.status = string(text), errs.String(), cmd.ProcessState.ExitCode()
	return o
}

func (w *world) session() *ledger.Session { return ledger.In(w.home).Session(sessionID) }

// confinable skips where there is no sandbox.
func (w *world) confinable() {
	w.t.Helper()
	cmd := exec.Command(filepath.Join(w.bin, "fencepost-run"), "--level", "files", "--", "true")
	cmd.Dir, cmd.Env = w.project, w.env
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Skipf("no sandbox here: %v: %s", err, out)
	}
}

func shells(t *testing.T, f func(t *testing.T, shell string)) {
	for _, shell := range []string{"bash", "zsh"} {
		t.Run(shell, func(t *testing.T) { f(t, shell) })
	}
}
