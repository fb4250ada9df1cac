package tune

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// habit is something that a user has the agent do again and again: lines in which {…} stands for
// what differs from time to time.
type habit struct {
	name  string
	lines []string
	// how often the person says no, in percent
	refused int
}

// habits are what synthetic users are made of. "TOOL {…}" with a JSON object is a call of another
// tool than the shell.
var habits = []habit{
	{"issues", []string{"tkt list --json", "tkt ready", "tkt show tkt-{n}", "tkt list --status={state}",
		"tkt create \"{Title}\" -p {d}",
		"tkt update tkt-{n} --status={state}", "tkt comment tkt-{n} \"{Title}\"",
		"tkt show tkt-{n} --json | jq .title", "tkt stats"}, 0},
	{"jira", []string{"jira issue view ABC-{n}", "jira issue list --plain -l {d}",
		"jira issue view ABC-{n} --comments {d}", "jira sprint list"}, 0},
	{"linear", []string{"linear issue view ENG-{n}", "linear issue list --limit {n}",
		"linear team list"}, 0},
	{"diagrams", []string{"drawuml -tsvg docs/{word}.puml", "drawuml -tpng docs/{word}.puml",
		"mmdc -i docs/{word}.mmd -o docs/{word}.svg", "d2 docs/{word}.d2 docs/{word}.svg"}, 0},
	{"slurm", []string{"squeue -u me", "sinfo -s", "sacct -j {n} --format=JobID,State", "seff {n}",
		"scontrol show job {n}"}, 0},
	{"gpu", []string{"nvtop -l {d}", "gpustat --json", "rocm-smi --showtemp"}, 0},
	{"firmware", []string{"pio run -e {board}", "pio test -e {board}", "idf.py build",
		"west build -b {board}", "pio check", "idf.py size"}, 0},
	{"flash", []string{"esptool.py --port /dev/ttyUSB{d} erase_flash", "pio run -t upload"}, 15},
	{"swift", []string{"swiftlint lint src/{word}.swift", "xcbeautify --version", "xcrun simctl list",
		"periphery scan --quiet"}, 0},
	{"scripts", []string{"./scripts/gen.sh {word}", "perl tools/stats.pl --day {n}",
		"node scripts/check.js src/{word}.ts", "./scripts/lint.sh",
		"lua tools/check.lua {d}"}, 0},
	{"make", []string{"make figs", "make bench-small", "make schema", "make figs VERBOSE={d}"}, 0},
	{"monorepo", []string{"moonx lint {word}", "nxx affected --base=main", "pants lint ::",
		"buck2 build //{word}:all", "please test //{word}:unit"}, 0},
	{"acme", []string{"acme lint svc-{n}", "acme test svc-{n} --fast", "acme logs svc-{n} --lines {n}",
		"acme status", "acme diff svc-{n}"}, 0},
	{"acme-risky", []string{"acme deploy svc-{n}", "acme rollback svc-{n}", "acme secret get svc-{n}",
		"acme login"}, 30},
	{"notes", []string{"zk list --tag {word}", "zk new --title \"{Title}\"", "nb search {word}",
		"nb show {n}"}, 0},
	{"proto", []string{"buf lint", "buf breaking --against .git", "protolint lint api/{word}.proto",
		"spectral lint api/{word}.yaml"}, 0},
	{"latex", []string{"latexindent -s docs/{word}.tex", "chktex -q docs/{word}.tex",
		"texcount docs/{word}.tex"}, 0},
	{"science", []string{"dvc status", "dvc dag", "mlrun describe run-{n}",
		"wandbx show run-{n} --json", "nbstrip src/{word}.ipynb"}, 0},
	{"game", []string{"godot --headless --check-only --script src/{word}.gd", "gdlint src/{word}.gd",
		"gdformat --check src/{word}.gd"}, 0},
	{"data", []string{"duckq describe data/{word}.parquet", "xsv stats data/{word}.csv",
		"xsv headers data/{word}.csv", "mlr --icsv --ojson head data/{word}.csv"}, 0},
	{"quality", []string{"semgrepx scan src/{word}.py", "vale docs/{word}.md",
		"lychee --offline docs/{word}.md", "cspell src/{word}.ts", "typos src/{word}.rs"}, 0},
	{"mcp-read", []string{`mcp__tracker__search_issues {"q": "{word}"}`,
		`mcp__tracker__get_issue {"id": {n}}`, `mcp__docs__lookup {"name": "{word}"}`,
		`mcp__docs__list_pages {}`}, 0},
	{"mcp-browser", []string{`mcp__browser__navigate {"url": "http://localhost:3000/{word}"}`,
		`mcp__browser__snapshot {}`, `mcp__browser__screenshot {}`, `mcp__browser__click {"ref": "{n}"}`},
		0},
	{"mcp-change", []string{`mcp__tracker__create_issue {"title": "{Title}"}`,
		`mcp__tracker__update_issue {"id": {n}}`, `mcp__db__run_query {"sql": "select {n}"}`}, 10},
	{"wiki", []string{`WebFetch {"url": "http://wiki.corp/{word}", "prompt": "x"}`,
		`WebFetch {"url": "https://api.shop.internal/docs/{word}", "prompt": "x"}`}, 0},
	{"publish", []string{"git push", "git push origin {word}",
		"gh pr create --title \"{Title}\" --body x", "npm publish"}, 5},
	{"install", []string{"npm install {word}", "pip install {word}", "brew install {word}",
		"apt-get install {word}"}, 5},
	{"docker", []string{"docker compose up -d", "docker compose exec web {word}",
		"docker run --rm img-{n} {word}"}, 5},
	{"cloud", []string{"terraform plan", "kubectl apply -f k8s/{word}.yaml",
		"aws s3 cp x s3://b/{word}", "ssh build-{d} uptime"}, 10},
	{"inline", []string{"python3 -c 'import {word}; print({n})'",
		"node -e 'require(\"{word}\")({n})'"}, 5},
	{"amend", []string{"git commit --amend --no-edit", "git rebase main", "git stash drop"}, 10},
}

// everyday is what every user has the agent do beside that; most of it passes.
var everyday = []string{"ls -la", "git status", "git diff", "cat src/{word}.ts",
	"grep -rn {word} src", "go test ./...", "npm test", "git log --oneline -{d}",
	"sed -n {d},{n}p src/{word}.py", "git add -A && git commit -m \"{Title}\"", "cd src && ls",
	"make test", "rg {word}", "mkdir -p build/{word}"}

var (
	randomWords = strings.Fields("alpha beta gamma delta parser lexer cart order invoice user " +
		"session router store query index cache view model theme chart" +
		" timer queue worker graph board panel")
	states = strings.Fields("open closed done blocked")
	boards = strings.Fields("esp32 nano33 uno r4")
	titles = []string{"Fix the parser", "Add a test for orders", "Make it faster", "Look at the cache",
		"Handle empty carts", "Explain how it works (again)"}
)

// fill puts something into the places of a line.
func fill(r *rand.Rand, line string) string {
	for strings.Contains(line, "{") {
		before := line
		for place, value := range map[string]string{"{word}": pick(r, randomWords),
			"{n}": fmt.Sprint(r.IntN(900) + 10), "{d}": fmt.Sprint(r.IntN(5) + 1),
			"{state}": pick(r, states), "{board}": pick(r, boards), "{Title}": pick(r, titles)} {
			line = strings.Replace(line, place, value, 1)
		}
		if line == before {
			break
		}
	}
	return line
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// user is a synthetic user: the habits and projects of one person.
type user struct {
	r        *rand.Rand
	habits   []habit
	projects []string
}

func newUser(seed uint64, projects []string) *user {
	r := rand.New(rand.NewPCG(seed, 7))
	u := &user{r: r}
	for _, i := range r.Perm(len(habits))[:4+r.IntN(6)] {
		u.habits = append(u.habits, habits[i])
	}
	u.projects = projects[:1+r.IntN(len(projects))]
	return u
}

// event is one call of a user, and whether the person would refuse it.
type event struct {
	tool, cwd string
	input     []fact.Field
	refused   bool
}

func (u *user) event() event {
	e := event{tool: "Bash", cwd: pick(u.r, u.projects)}
	line := ""
	if u.r.IntN(100) < 45 {
		line = pick(u.r, everyday)
	} else {
		h := pick(u.r, u.habits)
		line = pick(u.r, h.lines)
		e.refused = u.r.IntN(100) < h.refused
	}
	line = fill(u.r, line)
	if name, input, ok := strings.Cut(line, " {"); ok && !strings.Contains(name, " ") {
		e.tool, e.input = name, object("{"+input)
		return e
	}
	e.input = object(string(mustJSON(map[string]string{"command": line, "description": "x"})))
	return e
}

// object reads the fields of a JSON object.
func object(text string) (list []fact.Field) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		panic(text + ": " + err.Error())
	}
	for _, name := range []string{"command", "description", "url", "prompt", "q", "id", "name", "ref",
		"title", "sql"} {
		if raw, ok := m[name]; ok {
			f := fact.Field{Name: name, Raw: raw}
			f.String = json.Unmarshal(raw, &f.Text) == nil
			list = append(list, f)
		}
	}
	return list
}

func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// world is a home with projects in which users work.
type world struct {
	home     string
	projects []string
	gate     *gate.Gate
	decided  map[string]rule.Decision
}

func newWorld(t testing.TB) *world {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{home: filepath.Join(dir, "home"), decided: map[string]rule.Decision{}}
	for _, name := range []string{"shop", "site", "lib"} {
		p := filepath.Join(w.home, "work", name)
		for _, d := range []string{"src", "docs", "scripts", "tools", "data", "api"} {
			if err := os.MkdirAll(filepath.Join(p, d), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		commit(t, p, map[string]string{"scripts/gen.sh": "#!/bin/sh\nfrob\n", "scripts/lint.sh": "frob\n",
			"tools/stats.pl": "frob();\n", "tools/check.lua": "frob()\n"})
		for name, text := range map[string]string{"debug.js": "frob()", "tools/new.pl": "frob();",
			"tasks.mk": "all:\n\tfrob\n", "prompts/go.md": "Go on."} {
			write(t, filepath.Join(p, name), text)
		}
		w.projects = append(w.projects, p)
	}
	w.gate = gate.New(gate.Options{Home: w.home, Shell: "bash", Trace: true,
		Interp: os.DevNull}).Past(gate.Instead{})
	return w
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755),
		os.WriteFile(name, []byte(text), 0o755)); err != nil {
		t.Fatal(err)
	}
}

// commit makes the directory a repository whose last commit has these files.
func commit(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	for _, args := range []string{"init -q", "add .", "-c user.name=a -c user.email=a@b -c " +
		"commit.gpgsign=false commit -qm x"} {
		c := exec.Command("git", strings.Fields(args)...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v: %s", args, err, out)
		}
	}
}

func (e *event) call() *fact.Call {
	return &fact.Call{Event: "PreToolUse", Tool: e.tool, Cwd: e.cwd, Input: e.input}
}

func (e *event) key() string {
	s := e.tool + "\x00" + e.cwd
	for _, f := range e.input {
		s += "\x00" + string(f.Raw)
	}
	return s
}

// decide is what the gate says of an event, remembered.
func (w *world) decide(e *event) rule.Decision {
	key := e.key()
	d, ok := w.decided[key]
	if !ok {
		d = w.gate.Judge(e.call()).Verdict.Decision
		w.decided[key] = d
	}
	return d
}

// logger writes a log of events as the hook does.
type logger struct {
	w    *world
	path string
	out  *bufio.Writer
	at   time.Time
	n    int
}

func newLogger(t testing.TB, w *world) *logger {
	t.Helper()
	l := &logger{w: w, path: filepath.Join(t.TempDir(), "audit.jsonl"),
		at: time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)}
	f, err := os.Create(l.path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	l.out = bufio.NewWriterSize(f, 1<<16)
	return l
}

func (l *logger) write(e event) rule.Decision {
	d := l.w.decide(&e)
	l.n++
	l.at = l.at.Add(40 * time.Second)
	entry := audit.Entry{Time: l.at, Session: "s" + fmt.Sprint(l.n/200), ToolUse: "toolu_" +
		fmt.Sprint(l.n), Cwd: e.cwd, Mode: "default", Tool: e.tool,
		Input: e.input, Decision: d.String(), Reason: "Fencepost: allowed.", Took: 100 * time.Microsecond}
	l.out.Write(entry.Line())
	if d != rule.Deny && (d != rule.Ask || !e.refused) {
		entry = audit.Entry{Time: l.at, Session: entry.Session, ToolUse: entry.ToolUse, Cwd: e.cwd,
			Tool: e.tool, Outcome: "ran", Took: 50 * time.Microsecond}
		l.out.Write(entry.Line())
	}
	return d
}

// close ends the log.
func (l *logger) close(t testing.TB) {
	t.Helper()
	if err := l.out.Flush(); err != nil {
		t.Fatal(err)
	}
}
