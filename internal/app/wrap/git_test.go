//go:build linux

package wrap

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/sandbox/history"
	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// gitRow is one command of git.
type gitRow struct {
	Setup   string `yaml:"setup"`   // runs before, without a sandbox
	Run     string `yaml:"run"`     // what the agent runs
	Refused string `yaml:"refused"` // part of what is said where nothing may run
	Asked   bool   `yaml:"asked"`   // but a person who is asked may have it run outside
	Told    string `yaml:"told"`    // part of what is said where git is kept from a part of it
}

// every is which rows are run in the first tier.
const every = 9

const gitRows = "../../../testdata/sandbox/git.yaml"

// TestGit: a command of git leaves in the sandbox what it leaves outside: files, index, status,
// commits and settings. Or it is refused before anything changes.
func TestGit(t *testing.T) {
	text, err := os.ReadFile(gitRows)
	must(t, err)
	var table struct {
		Base string   `yaml:"base"` // makes the repositories
		Rows []gitRow `yaml:"rows"`
	}
	must(t, yaml.Unmarshal(text, &table))
	w := newClient(t, "bash", "  mode: auto\n  scope: all\n")
	must(t, os.RemoveAll(w.Project))
	must(t, os.Mkdir(w.Project, 0o755))
	w.Env = append(w.Env, "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
	w.git(table.Base)
	base := t.TempDir()
	copyTree := func(from, to string) {
		out, err := exec.Command("cp", "-a", from+"/p", from+"/r", to).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	copyTree(w.Home, base)
	for i, r := range table.Rows {
		if !testkit.IsAll() && i%every != 0 {
			continue
		}
		t.Run(r.Run, func(t *testing.T) {
			play := func(confined, yes bool) (outcome, string, string) {
				for _, dir := range []string{"/p", "/r"} {
					must(t, os.RemoveAll(w.Home+dir))
				}
				copyTree(base, w.Home)
				w.git(r.Setup)
				before := w.repositories()
				must(t, history.In(w.Home).Leave(r.Run, w.Project,
					&history.Call{Session: world.Session, Mode: "default", Started: w.Project, Heard: yes}))
				o := w.play(r.Run, confined)
				return o, before, w.repositories()
			}
			got, before, after := play(true, r.Refused == "")
			if r.Refused != "" {
				if got.status == 0 || !strings.Contains(got.err, r.Refused) || before != after {
					t.Errorf("it is not refused, or something has changed: %+v%s", got, differ(before, after))
				}
				if !r.Asked {
					return
				}
				got, _, after = play(true, true)
			}
			if r.Told != "" {
				if got.status == 0 || !strings.Contains(got.err, r.Told) {
					t.Errorf("it is not told: %+v", got)
				}
				return
			}
			plain, _, want := play(false, true)
			if got.status != plain.status || after != want {
				t.Errorf("status %d and %d%s\nplain    %s\nconfined %s", plain.status, got.status,
					differ(want, after), plain.err, got.err)
			}
		})
	}
}

// git runs a script as the person does.
func (w *client) git(script string) {
	w.T.Helper()
	cmd := exec.Command("bash", "-ec", script)
	cmd.Dir, cmd.Env = w.Project, w.Env
	if out, err := cmd.CombinedOutput(); err != nil {
		w.T.Fatalf("%s: %v\n%s", script, err, out)
	}
}

// repositories says what there is in the project and below it: files, and what git says of each
// repository.
func (w *client) repositories() string {
	var out strings.Builder
	var tops []string
	must(w.T, filepath.WalkDir(w.Project, func(p string, d fs.DirEntry, err error) error {
		info, lost := d.Info()
		if err != nil || lost != nil {
			return err
		}
		name, _ := filepath.Rel(w.Project, p)
		switch {
		case d.Name() == ".git":
			tops = append(tops, filepath.Dir(p))
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.IsDir():
		case info.Mode().Type() == fs.ModeSymlink:
			to, _ := os.Readlink(p)
			fmt.Fprintf(&out, "%s -> %s\n", name, to)
		default:
			data, _ := os.ReadFile(p)
			fmt.Fprintf(&out, "%s %s %.6x\n", name, info.Mode(), sha256.Sum256(data))
		}
		return nil
	}))
	for _, top := range tops {
		for _, ask := range []string{"rev-parse HEAD", "symbolic-ref HEAD", "ls-files -s", "write-tree",
			"status --porcelain --branch", "for-each-ref", "stash list", "config --local --list"} {
			cmd := exec.Command("git", strings.Fields(ask)...)
			cmd.Dir, cmd.Env = top, w.Env
			said, _ := cmd.CombinedOutput()
			for line := range strings.Lines(string(said)) {
				fmt.Fprintf(&out, "%s %s: %s", strings.TrimPrefix(top, w.Project), ask, line)
			}
		}
	}
	return out.String()
}

// differ are the lines that only one of two texts has.
func differ(a, b string) string {
	var out strings.Builder
	for _, side := range [][3]string{{"\n- ", a, b}, {"\n+ ", b, a}} {
		for line := range strings.Lines(side[1]) {
			if !strings.Contains("\n"+side[2], "\n"+line) {
				out.WriteString(side[0] + strings.TrimSuffix(line, "\n"))
			}
		}
	}
	return out.String()
}
