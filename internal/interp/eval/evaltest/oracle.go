package evaltest

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// event is one line of a hook's log.
type event struct {
	Kind string   `json:"kind"` // write, delete, meta, run, shell
	Path string   `json:"path"`
	Argv []string `json:"argv"`
}

// Oracle runs the rows that may be run, and compares: what the real interpreter was about to do has
// to be among the facts. It skips the test where the interpreter is not installed. least says how many
// rows have to run, and how many events these have to log.
func Oracle(t *testing.T, lang string, rows []Row, least, logs int32) {
	t.Helper()
	program, hook := "python3", "audit.py"
	if lang == "javascript" {
		program, hook = "node", "preload.cjs"
	}
	path := testkit.Installed(t, program)
	hook = filepath.Join(testkit.Root(), "testdata", "interp", lang, hook)
	if out, err := exec.Command(path, "-c",
		"import sys; print(sys.executable)").Output(); lang == "python" && err == nil {
		path = strings.TrimSpace(string(out)) // not the script that some installations put before it
	}
	var ran, logged atomic.Int32
	t.Run("snippets", func(t *testing.T) {
		for i, r := range rows {
			if !r.Run || r.Lang != "" {
				continue
			}
			t.Run(strconv.Itoa(i+1), func(t *testing.T) {
				t.Parallel()
				facts := Facts(t, lang, r.Code)
				events := runHooked(t, path, lang, hook, r.Code)
				ran.Add(1)
				logged.Add(int32(len(events)))
				for _, e := range events {
					if !covered(facts, &e) {
						t.Errorf("%s\nreally did %+v\nfacts:\n\t%s", r.Code, e, strings.Join(Show(facts), "\n\t"))
					}
				}
			})
		}
	})
	if ran.Load() < least || logged.Load() < logs {
		t.Errorf("only %d snippets were run, and %d events logged: the comparison says little",
			ran.Load(), logged.Load())
	}
}

// runHooked runs one snippet and returns what it was about to do.
func runHooked(t *testing.T, program, lang, hook, code string) []event {
	t.Helper()
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	work := filepath.Join(dir, "work")
	for _, d := range []string{work, filepath.Join(work, "d"), filepath.Join(work, "d", "e")} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	files := map[string]string{"in.txt": "a\nb\n", "package.json": `{"name":"p","version":"1"}`,
		"a": "", "x": "", "d/x": "", "d/y": ""}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(work, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"-I", "-S", hook, code}
	if lang == "javascript" {
		args = []string{"-r", hook, "-e", code}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, program, args...)
	c.Dir, c.Stdin = work, strings.NewReader(`{"a": 1}`)
	c.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + work, "ORACLE_LOG=" + log,
		"PYTHONDONTWRITEBYTECODE=1", "TMPDIR=" + dir}
	c.WaitDelay = time.Second
	_ = c.Run() // the hook makes most of them fail
	data, err := os.ReadFile(log)
	if err != nil {
		return nil // nothing was done
	}
	var events []event
	for line := range bytes.Lines(data) {
		var e event
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if filepath.Dir(e.Path) == dir {
			continue // a temporary file, whose name is new
		}
		if rel, err := filepath.Rel(work, e.Path); err == nil && filepath.IsAbs(e.Path) &&
			!strings.HasPrefix(rel, "..") {
			e.Path = rel
		}
		events = append(events, e)
	}
	return events
}

// covered reports whether an event is among the facts.
func covered(f *interp.Facts, e *event) bool {
	for i := range f.Calls {
		c := &f.Calls[i]
		if c.Unseen != "" {
			return true
		}
		for k := range c.Effects {
			x := &c.Effects[k]
			switch {
			case kindCovers(x.Kind, e.Kind) && (e.Path == "" || pathCovers(c, &x.Word, e.Path)):
				return true
			case x.Create && e.Kind == "write" && strings.HasPrefix(x.Word.Text, e.Path+"/"):
				return true // a directory above the one that is made
			case x.Kind == fact.Exec && (!x.HasWord || e.Kind == "run"):
				return true // what runs is not seen
			}
		}
		for k := range c.Spawns {
			if spawnCovers(&c.Spawns[k], e) {
				return true
			}
		}
	}
	return false
}

func kindCovers(k fact.EffectKind, kind string) bool {
	switch kind {
	case "write":
		return k == fact.Write || k == fact.Append
	case "delete":
		return k == fact.Delete
	case "meta":
		return k == fact.Meta || k == fact.Write
	case "process":
		return k == fact.Process
	}
	return false
}

func pathCovers(c *interp.Call, w *fact.Word, path string) bool {
	text := strings.TrimPrefix(w.Text, Home+"/")
	if c.Dir.Set && !strings.HasPrefix(text, "/") {
		if c.Dir.Word.Kind != fact.Literal {
			return true
		}
		text = c.Dir.Word.Text + "/" + text
	}
	path = filepath.Clean(path)
	if i := strings.IndexAny(text, "*?["); w.Glob && i >= 0 {
		return strings.HasPrefix(path, filepath.Clean(text[:i])) || text[:i] == ""
	}
	if w.Kind != fact.Literal {
		return w.Text == "" || strings.HasPrefix(path, filepath.Clean(text))
	}
	text = filepath.Clean(text)
	return text == path || strings.HasPrefix(path, text+"/")
}

func spawnCovers(s *interp.Spawn, e *event) bool {
	if e.Kind != "run" && e.Kind != "shell" {
		return false
	}
	if s.Words[0].Kind != fact.Literal {
		return true
	}
	text := strings.Join(e.Argv, " ")
	more := s.Shell
	for i := range s.Words {
		more = more || s.Words[i].Many
	}
	if !more && len(s.Words) != len(e.Argv) {
		return false
	}
	for i := range s.Words {
		if w := &s.Words[i]; w.Kind == fact.Literal && !strings.Contains(text, w.Text) {
			return false
		}
	}
	return true
}
