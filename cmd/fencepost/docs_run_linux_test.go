package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// docRuns is testdata/docs.yaml: what the commands of the pages need, and which of them do not run.
type docRuns struct {
	Setup   string
	Before  map[string]string               // of a page or a command
	Exits   map[string]int                  // of commands that shall not end with 0
	NotHere []struct{ Command, Why string } `yaml:"notHere"`
}

// quickly matches the commands that the first tier runs as well.
var quickly = regexp.MustCompile(`^fencepost (check|explain) `)

// docCommand is one command of a page with the output that the page shows; shown is false if it shows
// none.
type docCommand struct {
	text, want string
	shown      bool
}

// docCommandsIn are the commands of a page in its order. Each block has to say what it holds.
func docCommandsIn(t *testing.T, page, text string) (list []docCommand) {
	t.Helper()
	for _, block := range codeBlock.FindAllStringSubmatch(text, -1) {
		switch block[1] {
		case "":
			t.Errorf("%s: this block has no language:\n%s", page, block[2])
		case "sh":
			file, err := syntax.NewParser().Parse(strings.NewReader(block[2]), page)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range file.Stmts {
				list = append(list, docCommand{text: block[2][s.Pos().Offset():s.End().Offset()]})
			}
		case "console":
			for _, example := range strings.Split("\n"+block[2], "\n$ ")[1:] {
				command, want, _ := strings.Cut(example, "\n")
				list = append(list, docCommand{command, want, true})
			}
		}
	}
	return list
}

// status is the exit status that a command of a page should have.
func (r *docRuns) status(c docCommand) int {
	if status, ok := r.Exits[c.text]; ok {
		return status
	}
	first, _, _ := strings.Cut(c.want, "\n")
	return map[string]int{"ask": 1, "deny": 2}[first]
}

// matches reports whether a command printed what a page shows. A line with nothing but … stands for
// any lines, and … in a line for the rest of it. The page's person is one of several.
func (c docCommand) matches(home, out string) bool {
	out = strings.ReplaceAll(out, home, "/home/you")
	pattern := regexp.QuoteMeta(strings.TrimSuffix(c.want, "\n"))
	pattern = regexp.MustCompile(`(?m)(\n|^)…$`).ReplaceAllString(pattern, "(?s:.*)")
	pattern = strings.ReplaceAll(pattern, "…", ".*")
	return !c.shown || regexp.MustCompile(`\A`+pattern+`\n?\z`).MatchString(out)
}

// TestDocRuns runs the commands of README and the pages, in their order, in a throwaway home. They end
// as they should, and print what the page shows. Those that cannot run here stand in a list, with the
// reason. The first tier runs those that only judge.
func TestDocRuns(t *testing.T) {
	if testkit.IsAll() {
		world.Namespaces(t, os.Getuid()) // pages confine commands
	}
	var runs docRuns
	if err := yaml.Unmarshal([]byte(read(t, "../../testdata/docs.yaml")), &runs); err != nil {
		t.Fatal(err)
	}
	used, ran := map[string]bool{}, 0
	for _, page := range docPages(t) {
		name := strings.TrimPrefix(page, "../../")
		commands := docCommandsIn(t, name, read(t, page))
		if len(commands) == 0 {
			continue
		}
		w := newDocWorld(t)
		w.prepare(t, runs.Setup+"\n"+runs.Before[name])
		for _, c := range commands {
			if row := runs.notHere(c.text); row != "" {
				used[row] = true
				continue
			}
			if !testkit.IsAll() && !quickly.MatchString(c.text) {
				continue
			}
			w.prepare(t, runs.Before[c.text])
			ran++
			if code, out := w.run(c.text); code != runs.status(c) || !c.matches(w.home, out) {
				t.Errorf("%s: %s\nended with %d, want %d, and printed\n%s\nwant\n%s", name, c.text, code,
					runs.status(c), out, c.want)
			}
		}
	}
	for _, row := range runs.NotHere {
		if !used[row.Command] || row.Why == "" {
			t.Errorf("docs.yaml: no page has a command that begins with %q, or its reason is missing",
				row.Command)
		}
	}
	if ran < 6 || testkit.IsAll() && ran < 60 {
		t.Errorf("only %d commands", ran)
	}
}

// notHere is the row of the list of commands that do not run here for a command, or "".
func (r *docRuns) notHere(command string) string {
	for _, row := range r.NotHere {
		if strings.HasPrefix(command, row.Command) {
			return row.Command
		}
	}
	return ""
}

// docWorld is a home with the programs in ~/.local/bin, and a project in ~/work/shop.
type docWorld struct {
	home, project string
	env           []string
}

func newDocWorld(t *testing.T) docWorld {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := docWorld{home: home, project: filepath.Join(home, "work", "shop")}
	bin, tools := filepath.Join(home, ".local", "bin"), filepath.Join(home, "bin")
	testkit.Place(t, bin)
	for _, dir := range []string{w.project, tools} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	w.env = []string{"HOME=" + home, "REPO=" + testkit.Root(), "SHELL=/bin/bash", "LANG=C.UTF-8",
		"PATH=" + tools + ":" + bin + ":/usr/local/bin:/usr/bin:/bin"}
	return w
}

func (w docWorld) run(command string) (code int, out string) {
	c := exec.Command("sh", "-c", command)
	c.Dir, c.Env = w.project, w.env
	text, _ := c.CombinedOutput()
	return c.ProcessState.ExitCode(), string(text)
}

func (w docWorld) prepare(t *testing.T, script string) {
	t.Helper()
	if code, out := w.run("set -e\n" + script); code != 0 {
		t.Fatalf("the setup ended with %d:\n%s", code, out)
	}
}
