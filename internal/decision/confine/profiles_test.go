package confine_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/decision/confine"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

const profilesFile = "../../../testdata/sandbox/profiles.yaml"

// row is a command and the profile that it gets. What is empty is not there; paths are relative to
// the project, or begin with ~.
type row struct {
	Run     string `yaml:"run"`
	In      string `yaml:"in,omitempty"`  // the directory, from the project
	Is      string `yaml:"is"`            // free, closed, seen (no unseen code) or unseen
	Why     string `yaml:"why,omitempty"` // why it is not closed
	Writes  string `yaml:"writes,omitempty"`
	Makes   string `yaml:"makes,omitempty"` // of them, what is made
	Reads   string `yaml:"reads,omitempty"`
	Net     string `yaml:"net,omitempty"` // hosts; "none" is not written
	Sockets string `yaml:"sockets,omitempty"`
	Keeps   string `yaml:"keeps,omitempty"` // variables
	Lifts   string `yaml:"lifts,omitempty"`
	History string `yaml:"history,omitempty"` // what git changes to what commits have
	Refused string `yaml:"refused,omitempty"`
	Also    string `yaml:"also,omitempty"` // git-config, shows-secrets: those of the project are readable
}

// worldFiles are those of the home directory, with a project in it.
var worldFiles = map[string]string{
	".ssh/known_hosts": "x\n", ".ssh/config": "Host x\n", ".ssh/id_ed25519": "SECRET\n",
	".aws/config": "x\n", ".aws/credentials": "SECRET\n", ".kube/config": "SECRET\n",
	".config/gh/hosts.yml": "SECRET\n", ".config/gcloud/credentials.db": "SECRET\n",
	".azure/azureProfile.json": "{}\n", ".docker/config.json": "{}\n", ".npmrc": "SECRET\n",
	".pypirc": "SECRET\n", ".netrc": "SECRET\n", ".git-credentials": "SECRET\n", ".pgpass": "SECRET\n",
	".my.cnf": "SECRET\n", ".vault-token": "SECRET\n", ".cargo/credentials.toml": "SECRET\n",
	".bashrc": "#\n", "notes.txt": "n\n", "other/x": "x\n", ".npm/_cacache/x": "x\n",
	".cache/go-build/x": "x\n", "go/pkg/mod/x": "x\n",

	"p/a.txt": "a\n", "p/b.txt": "b\n", "p/data.json": "{}\n", "p/src/main.go": "package main\n",
	"p/src/x.ts": "let x = 1\n", "p/x.py": "print(1)\n", "p/x.sh": "echo hi\n", "p/.env": "KEY=SECRET\n",
	"p/docs/a.md": "# a\n", "p/build/out": "o\n", "p/db.sqlite": "",
	"p/.vscode/settings.json": "{}\n", "p/go.mod": "module p\n\ngo 1.21\n", "p/main.go": "package main\n",
	"p/package.json": `{"name":"p","scripts":{"test":"node t.js","build":"tsc"}}` + "\n",
	"p/t.js":         "console.log(1)\n", "p/Makefile": "all:\n\tgo build ./...\nclean:\n\trm -rf build\n",
	"p/fencepost.yaml": "",

	"p/kinds/gradle/build.gradle": "", "p/kinds/maven/pom.xml": "", "p/kinds/uv/uv.lock": "",
	"p/kinds/pnpm/pnpm-lock.yaml": "", "p/kinds/yarn/yarn.lock": "", "p/kinds/bun/bun.lock": "",
	"p/kinds/deno/deno.json": "{}", "p/kinds/pip/requirements.txt": "", "p/kinds/cargo/Cargo.toml": "",
	"p/kinds/composer/composer.json": "{}", "p/kinds/gem/Gemfile": "", "p/kinds/poetry/poetry.lock": "",
	"p/kinds/pipenv/Pipfile": "", "p/kinds/mix/mix.exs": "", "p/kinds/zig/build.zig": "",
	"p/kinds/dart/pubspec.yaml": "", "p/kinds/dotnet/global.json": "{}",
}

// world makes the home directory and the project. They do not lie below /tmp, where others' files
// are, which a profile opens one by one.
func world(t *testing.T) (home, project string) {
	t.Helper()
	home, err := os.MkdirTemp("/var/tmp", "fencepost-confine-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	for name, text := range worldFiles {
		name = filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	project = filepath.Join(home, "p")
	archive := gatetest.Gzip(t, gatetest.Files{"a.md": worldFiles["p/docs/a.md"]}.Tar(t))
	gatetest.Files{"a.tar.gz": archive}.Write(t, project)
	for _, args := range []string{"init -q -b main", "config user.name n", "config user.email e@example.org",
		"remote add origin https://git.example/r.git", "remote add ssh git@ssh.example:r.git",
		"add -A", "commit -qm one"} {
		c := exec.Command("git", strings.Fields(args)...)
		c.Dir = project
		c.Env = append(os.Environ(), "HOME="+home, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	return home, project
}

// agent is who makes the calls of a test.
type agent struct {
	home, project string
	set           sandboxconf.Settings
	gate          *gate.Gate
	vars          map[string]string
}

func newAgent(t *testing.T) *agent {
	t.Helper()
	a := &agent{set: sandboxconf.Default()}
	a.set.Mode, a.set.Hosts = "auto", []string{"allowed.example", "db.example:5432"}
	a.home, a.project = world(t)
	interp := testkit.HelperProgram(t)
	a.gate = gate.New(gate.Options{Home: a.home, Project: a.project, Interp: interp, Timeout: 1 << 34})
	a.vars = map[string]string{"SSH_AUTH_SOCK": filepath.Join(a.home, "agent.sock")}
	return a
}

// Kind makes the agent's disk: the machine's, with sockets that tests need.
func (a *agent) Kind(name string) confine.Kind {
	switch name {
	case a.vars["SSH_AUTH_SOCK"], "/run/postgresql/.s.PGSQL.5432":
		return confine.Socket
	case "/run/mysqld/mysqld.sock", "/var/run/mysqld/mysqld.sock", "/tmp/mysql.sock":
		return confine.None
	case scratch:
		return confine.Dir
	case "/tmp/x.log":
		return confine.File
	}
	return (&confine.OS{}).Kind(name)
}

// Text reads what there is.
func (a *agent) Text(name string) string { return (&confine.OS{}).Text(name) }

// scratch is the directory for temporary files, where the recommended config has it.
const scratch = "/tmp/claude"

func (a *agent) call(text, in string) *confine.Call {
	dir := filepath.Join(a.project, in)
	r := a.gate.Judge(&fact.Call{Tool: "Bash", Cwd: dir,
		Input: []fact.Field{{Name: "command", Raw: []byte("x"), Text: text, String: true}}})
	return &confine.Call{Facts: r.Facts, Set: &a.set, Home: a.home, Project: a.project, Dir: dir,
		Scratch: scratch, Vouched: true, Disk: a, Getenv: func(n string) string { return a.vars[n] }}
}

// profile is a row with what the call gets.
func (a *agent) profile(text, in string) row {
	p := confine.For(a.call(text, in))
	r := row{Run: text, In: in, Is: "seen", Why: p.Why, Writes: a.paths(p.Write), Makes: a.paths(p.Make),
		Reads: a.paths(p.Read), Sockets: a.paths(p.Sockets), Keeps: strings.Join(p.Keep, " "),
		Lifts: a.paths(p.Lift), History: a.paths(p.History), Refused: p.Refused}
	switch {
	case p.Free && p.Closed:
		r.Is = "free"
	case p.Closed:
		r.Is = "closed"
	case p.Unseen:
		r.Is = "unseen"
	}
	if p.Network != sandbox.NetNone {
		r.Net = strings.TrimSpace(string(p.Network) + " " + strings.Join(p.Allow, " "))
	}
	if p.GitConfig {
		r.Also = "git-config"
	}
	if p.Secrets == "home" {
		r.Also = strings.TrimSpace(r.Also + " shows-secrets")
	}
	return r
}

// ownCaches is the place of a project's own caches.
var ownCaches = regexp.MustCompile(`^(~/.cache/fencepost/caches)/[0-9a-f]+/`)

// paths are those of a profile, without the home directory's own place.
func (a *agent) paths(list []string) string {
	out := make([]string, 0, len(list))
	for _, p := range list {
		switch {
		case p == scratch, p == confine.SessionScratch(scratch, ""):
			continue // always
		case p == a.project:
			p = "."
		case strings.HasPrefix(p, a.project+"/"):
			p = p[len(a.project)+1:]
		case strings.HasPrefix(p, a.home+"/"):
			p = ownCaches.ReplaceAllString("~"+p[len(a.home):], "$1/PROJECT/")
		}
		out = append(out, p)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// TestProfiles holds that commands get the profiles of profiles.yaml.
func TestProfiles(t *testing.T) {
	text, err := os.ReadFile(profilesFile)
	if err != nil {
		t.Fatal(err)
	}
	var groups []struct {
		About string `yaml:"about"`
		Rows  []row  `yaml:"rows"`
	}
	if err := yaml.Unmarshal(text, &groups); err != nil {
		t.Fatal(err)
	}
	a, n := newAgent(t), 0
	for i := range groups {
		for k := range groups[i].Rows {
			want, n1 := &groups[i].Rows[k], n+1
			n = n1
			got := a.profile(want.Run, want.In)
			got.Why = strings.ReplaceAll(strings.ReplaceAll(got.Why, a.project, "PROJECT"), a.home, "~")
			if testkit.Updating() {
				*want = got
			} else if got != *want {
				t.Errorf("%s: %s\ngot  %+v\nwant %+v", groups[i].About, want.Run, got, *want)
			}
		}
	}
	t.Logf("%d rows", n)
	if !testkit.Updating() {
		return
	}
	head, _, _ := strings.Cut(string(text), "\n- about:")
	out, err := yaml.Marshal(groups)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(profilesFile, []byte(head+"\n"+string(out)), 0o644); err != nil {
		t.Fatal(err)
	}
}
