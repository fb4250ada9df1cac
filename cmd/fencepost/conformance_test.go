package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// conformanceDir holds the cases; its README describes them.
const conformanceDir = "../../testdata/conformance"

// caseTimeout is how long the program has for one answer, on a busy machine too.
const caseTimeout = 2 * time.Minute

// conformanceCase is one line of cases.jsonl.
type conformanceCase struct {
	ID         string             `json:"id"`
	Title      string             `json:"title"`
	Trust      *bool              `json:"trust"`
	Config     *string            `json:"config"`
	UserConfig *string            `json:"user_config"`
	Files      map[string]*string `json:"files"`
	Symlinks   map[string]string  `json:"symlinks"`
	Cwd        string             `json:"cwd"`
	Git        *bool              `json:"git"`
	Args       []string           `json:"args"`
	Env        map[string]*string `json:"env"`
	Tool       string             `json:"tool"`
	Input      json.RawMessage    `json:"input"`
	Stdin      *string            `json:"stdin_raw"`
	Expect     expectation        `json:"expect"`

	line     string // as it stands in the file
	required bool
}

type expectation struct {
	Decision        string          `json:"decision"`
	DecisionIn      []string        `json:"decision_in"`
	Silent          *bool           `json:"silent"`
	Undecided       bool            `json:"undecided"`
	ReasonContains  []string        `json:"reason_contains"`
	ReasonLacks     []string        `json:"reason_lacks"`
	ContextContains []string        `json:"context_contains"`
	ContextLacks    []string        `json:"context_lacks"`
	UpdatedInput    json.RawMessage `json:"updated_input"`
	NoUpdatedInput  bool            `json:"no_updated_input"`
}

func (c *conformanceCase) area() string { return c.ID[:strings.LastIndexByte(c.ID, '-')] }

func (c *conformanceCase) isHook() bool { return len(c.Args) == 0 || c.Args[0] != "sessionstart" }

// decode reads a line strictly: a key with a typo would test nothing.
func (c *conformanceCase) decode(line string) error {
	d := json.NewDecoder(strings.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(c); err != nil {
		return err
	}
	e := &c.Expect
	switch {
	case c.ID == "" || c.Title == "" || !strings.Contains(c.ID, "-"):
		return fmt.Errorf("the case has no id or no title")
	case c.isHook() && (e.Decision == "") == (e.DecisionIn == nil):
		return fmt.Errorf("%s: expect needs exactly one of decision and decision_in", c.ID)
	case c.isHook() && c.Stdin == nil && (c.Tool == "" || c.Input == nil):
		return fmt.Errorf("%s: the case needs tool and input, or stdin_raw", c.ID)
	}
	return nil
}

// loadCases reads the cases, all of which have to pass where the helper is built.
func loadCases(t *testing.T) []*conformanceCase {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(conformanceDir, "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []*conformanceCase
	seen := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		c := &conformanceCase{line: line}
		if err := c.decode(line); err != nil {
			t.Fatal(err)
		}
		if seen[c.ID] {
			t.Fatalf("the id %s is used twice", c.ID)
		}
		seen[c.ID] = true
		c.required = testkit.HasHelper(t) || !inlineCode.MatchString(line)
		cases = append(cases, c)
	}
	return cases
}

// inlineCode matches the cases that need the program which reads inline code.
var inlineCode = regexp.MustCompile(`interpreters:|python-safety|"(?:python3|node|bun) `)

// TestConformance puts every case to the program. Without the helper, those with inline code are
// only counted.
func TestConformance(t *testing.T) {
	bin := binary(t)
	base := conformanceTemp(t)
	var mu sync.Mutex
	scores := map[string]*score{}
	t.Run("cases", func(t *testing.T) {
		for _, c := range loadCases(t) {
			t.Run(c.ID, func(t *testing.T) {
				t.Parallel()
				wrong := c.run(bin, base)
				mu.Lock()
				defer mu.Unlock()
				s := scores[c.area()]
				if s == nil {
					s = &score{}
					scores[c.area()] = s
				}
				s.add(c.required, len(wrong) == 0)
				if c.required {
					for _, w := range wrong {
						t.Errorf("%s: %s", c.Title, w)
					}
				}
			})
		}
	})
	var table strings.Builder
	for _, area := range slices.Sorted(maps.Keys(scores)) {
		fmt.Fprintf(&table, "\n  %-12s %s", area, scores[area])
	}
	t.Logf("cases that passed, by area:%s", table.String())
}

// score counts the cases of an area.
type score struct{ required, requiredPassed, other, otherPassed int }

func (s *score) add(required, passed bool) {
	n := 0
	if passed {
		n = 1
	}
	if required {
		s.required, s.requiredPassed = s.required+1, s.requiredPassed+n
	} else {
		s.other, s.otherPassed = s.other+1, s.otherPassed+n
	}
}

func (s *score) String() string {
	text := fmt.Sprintf("%3d/%d", s.requiredPassed, s.required)
	if s.other > 0 {
		text += fmt.Sprintf("  without the helper: %d/%d", s.otherPassed, s.other)
	}
	return text
}

// conformanceTemp is where homes and projects are made: not below /tmp where that can be helped, so
// that they are never themselves subject to the /tmp redirect.
func conformanceTemp(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "fencepost-cases-")
	if err != nil {
		dir = t.TempDir()
	} else {
		t.Cleanup(func() { os.RemoveAll(dir) })
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// place is what a case is run in.
type casePlace struct {
	home, proj, cwd string
	env             []string
	stdin           []byte
}

// run returns every way in which the answer differs from what the case expects.
func (c *conformanceCase) run(bin, tmp string) []string {
	base, err := os.MkdirTemp(tmp, "case-")
	if err != nil {
		return []string{err.Error()}
	}
	defer os.RemoveAll(base)
	filled := &conformanceCase{}
	home, proj := filepath.Join(base, "home"), filepath.Join(base, "proj")
	if err := filled.decode(strings.NewReplacer("{PROJ}", proj, "{HOME}",
		home).Replace(c.line)); err != nil {
		return []string{err.Error()}
	}
	p, err := filled.setUp(base, home, proj)
	if err != nil {
		return []string{"cannot set up: " + err.Error()}
	}
	args := []string{"hook"}
	if filled.Args != nil {
		args = filled.Args
	}
	ctx, cancel := context.WithTimeout(context.Background(), caseTimeout)
	defer cancel()
	if filled.Trust == nil || *filled.Trust {
		trust := exec.CommandContext(ctx, bin, "trust")
		trust.Dir, trust.Env = proj, p.env
		_ = trust.Run() // a broken config cannot be trusted: the case says what follows
	}
	cmd := exec.CommandContext(ctx, bin, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = p.cwd, p.env, bytes.NewReader(p.stdin)
	out, err := cmd.Output()
	if err != nil {
		return []string{fmt.Sprintf("got %v, want exit status 0", err)}
	}
	if !utf8.Valid(out) {
		return []string{"standard output is not UTF-8"}
	}
	return filled.judge(out)
}

// setUp makes the home and the project.
func (c *conformanceCase) setUp(base, home, proj string) (casePlace, error) {
	p := casePlace{home: home, proj: proj}
	var err error
	step := func(e error) {
		if err == nil {
			err = e
		}
	}
	step(os.Mkdir(home, 0o755))
	step(os.Mkdir(proj, 0o755))
	if c.Git == nil || *c.Git {
		step(putFile(filepath.Join(proj, ".git", "HEAD"), "ref: refs/heads/main\n"))
	}
	if c.Config != nil {
		step(putFile(filepath.Join(proj, ".claude", "fencepost.yaml"), *c.Config))
	}
	if c.UserConfig != nil {
		step(putFile(filepath.Join(home, ".claude", "fencepost.yaml"), *c.UserConfig))
	}
	for name, text := range c.Files {
		full, e := below(base, proj, name)
		step(e)
		if text == nil {
			step(os.MkdirAll(full, 0o755))
		} else {
			step(putFile(full, *text))
		}
	}
	cwd, e := below(base, proj, c.Cwd)
	step(e)
	p.cwd = cwd
	step(os.MkdirAll(cwd, 0o755))
	for name, target := range c.Symlinks {
		full, e := below(base, proj, name)
		step(e)
		step(os.MkdirAll(filepath.Dir(full), 0o755))
		step(os.Symlink(target, full))
	}
	p.env, p.stdin = c.environ(home), c.input(home, cwd)
	return p, err
}

func putFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// below is the absolute form of a case's path, which is relative to the project and stays in the
// temporary directory.
func below(base, proj, name string) (string, error) {
	full := filepath.Clean(name)
	if !filepath.IsAbs(name) {
		full = filepath.Join(proj, name)
	}
	if full != base && !strings.HasPrefix(full, base+string(filepath.Separator)) {
		return "", fmt.Errorf("%q leaves the temporary directory", name)
	}
	return full, nil
}

func (c *conformanceCase) environ(home string) []string {
	env := map[string]string{"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home,
		"FENCEPOST_HOME": home, "SHELL": "/bin/bash"}
	for name, value := range c.Env {
		if value == nil {
			delete(env, name)
		} else {
			env[name] = *value
		}
	}
	var list []string
	for name, value := range env {
		list = append(list, name+"="+value)
	}
	return list
}

// input is what the agent would send.
func (c *conformanceCase) input(home, cwd string) []byte {
	if c.Stdin != nil {
		return []byte(*c.Stdin)
	}
	call := map[string]any{
		"session_id":      "00893aaf-19fa-41d2-8238-13269b9b3ca0",
		"transcript_path": filepath.Join(home, "transcript.jsonl"),
		"cwd":             cwd, "permission_mode": "default",
	}
	if c.isHook() {
		call["hook_event_name"], call["tool_name"], call["tool_input"] = "PreToolUse", c.Tool, c.Input
		call["tool_use_id"] = "toolu_01A09q90qw90lq917835lq9"
	} else {
		call["hook_event_name"], call["source"] = "SessionStart", "startup"
	}
	data, err := encode(call, "")
	if err != nil {
		return nil
	}
	return data
}
