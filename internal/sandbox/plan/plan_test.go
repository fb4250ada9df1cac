package plan

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// machine is an FS in memory: names, and what is there. A directory ends with a slash; a value that
// begins with -> is a link, and = a socket.
type machine map[string]string

func newMachine(names map[string]string) machine {
	m := machine{"/": ""}
	for _, dev := range []string{"null", "zero", "full", "random", "urandom", "tty"} {
		m.add("/dev/"+dev, "*")
	}
	for _, p := range []string{"/proc/sys/", "/proc/irq/", "/proc/bus/", "/proc/fs/", "/tmp/"} {
		m.add(p, "")
	}
	m.add("/proc/sysrq-trigger", "x")
	m.add("/proc/kcore", "x")
	for p, text := range names {
		m.add(p, text)
	}
	return m
}

func (m machine) add(p, text string) {
	m[strings.TrimSuffix(p, "/")] = text
	if strings.HasSuffix(p, "/") {
		m[strings.TrimSuffix(p, "/")] = "/"
	}
	for dir := path.Dir(strings.TrimSuffix(p, "/")); dir != "/"; dir = path.Dir(dir) {
		m[dir] = "/"
	}
}

func (m machine) Lstat(p string) Type {
	text, ok := m[p]
	switch {
	case !ok:
		return None
	case text == "/" || p == "/":
		return Dir
	case strings.HasPrefix(text, "->"):
		return Link
	case text == "=":
		return Socket
	case text == "*":
		return Other
	}
	return File
}

func (m machine) Resolve(p string) (string, bool) {
	done := "/"
	comps := split(p)
	for i, c := range comps {
		next := path.Join(done, c)
		text, ok := m[next]
		if !ok {
			return "", false
		}
		if to, link := strings.CutPrefix(text, "->"); link {
			if !strings.HasPrefix(to, "/") {
				to = path.Join(done, to)
			}
			return m.Resolve(path.Join(append([]string{to}, comps[i+1:]...)...))
		}
		done = next
	}
	return done, true
}

func (m machine) Names(dir string) []Entry {
	if m.Lstat(dir) != Dir {
		return nil
	}
	out := []Entry{}
	for p := range m {
		if p != "/" && path.Dir(p) == dir {
			out = append(out, Entry{path.Base(p), m.Lstat(p)})
		}
	}
	slices.SortFunc(out, func(x, y Entry) int { return strings.Compare(x.Name, y.Name) })
	return out
}

// Aliases knows one other mount: that of /home at /mnt/home.
func (m machine) Aliases(p string) []string {
	if q := "/mnt" + p; m.Lstat(q) != None {
		return []string{q}
	}
	return nil
}

// Roots are all files of the system but those whose names say otherwise.
func (m machine) Roots(p string) bool {
	return strings.HasPrefix(p, "/etc/") && !strings.HasSuffix(p, "-shared.conf")
}

func (m machine) Text(p string) string { return m[p] }

func (m machine) Sockets() []string {
	var out []string
	for p, text := range m {
		if text == "=" {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

// scene is a machine and what is asked of it.
type scene struct {
	Name    string
	Files   map[string]string
	Request struct {
		sandbox.Profile `yaml:",inline"`
		Dir, Home       string
		Serve           Network
	}
	Error string
}

// protect and hidden are short lists like the real ones.
var (
	protect = []Protected{
		{Glob: "**/.git/hooks/**", Why: "hooks"}, {Glob: "**/.git/config", Why: "settings of git"},
		{Glob: "**/.git/modules/**/hooks/**", Why: "hooks"}, {Glob: "**/.git/**", Ask: true, Open: true},
		{Glob: "**/.claude/settings.json", Why: "the fence"}, {Glob: "**/.claude", Why: "the fence"},
		{Glob: "**/.claude/**", Ask: true, Why: "the agent"},
		{Glob: "**/.vscode/**", Ask: true, Why: "the editor"},
		{Glob: "**/.mcp.json", Ask: true, Why: "the agent"},
		{Glob: "**/*.code-workspace", Ask: true, Why: "the editor"},
		{Glob: "~/.bashrc", Why: "every shell"}, {Glob: "~/.config/fish/**", Why: "every shell"},
		{Glob: "/etc/profile.d/**", Why: "every shell"},
	}
	hidden = []Secret{
		{Glob: "**/.ssh/id_rsa", Why: "keys", Deny: true}, {Glob: "~/.ssh/*.pub", Shown: true},
		{Glob: "**/.ssh/**", Why: "keys"}, {Glob: "**/.netrc", Why: "passwords"},
		{Glob: "**/.config/gh/hosts.yml", Why: "a token"}, {Glob: "**/.env", Why: "secrets"},
		{Glob: "**/*.pem", Why: "keys"}, {Glob: "./**/.env.example", Shown: true},
		{Glob: "**/etc/ssl/private/**", Why: "keys"}, {Glob: "/etc/shadow", Why: "passwords"},
	}
)

// TestPlans compares plans with those in testdata/plans.golden, which FENCEPOST_UPDATE=1 writes.
func TestPlans(t *testing.T) {
	data, err := os.ReadFile("testdata/scenes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var scenes []scene
	d := yaml.NewDecoder(strings.NewReader(string(data)))
	d.KnownFields(true)
	if err := d.Decode(&scenes); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for i := range scenes {
		s := &scenes[i]
		got.WriteString("== " + s.Name + "\n")
		r := &Request{Profile: s.Request.Profile, Home: cmp.Or(s.Request.Home, "/home/u"),
			Dir: cmp.Or(s.Request.Dir, "/home/u/p"), Serve: s.Request.Serve}
		r.Protect, r.Credentials, r.UID, r.Path = protect, hidden, 1000, "/bin/sh"
		p, err := Build(r, newMachine(s.Files))
		switch {
		case err != nil && s.Error == "":
			t.Errorf("%s: %v", s.Name, err)
		case err != nil:
			if !strings.Contains(err.Error(), s.Error) {
				t.Errorf("%s: %v", s.Name, err)
			}
			got.WriteString("error: " + err.Error() + "\n")
		case s.Error != "":
			t.Errorf("%s: no error", s.Name)
		default:
			p.Print(&got)
			for _, line := range p.Told {
				got.WriteString("    told: " + line + "\n")
			}
			for _, n := range p.Named {
				got.WriteString("    named: " + n.Glob + "\n")
			}
			for _, rule := range p.Rules {
				got.WriteString("    rule: " + rule.Path + " " + rule.Type.String() + "\n")
			}
		}
	}
	testkit.Golden(t, filepath.Join("testdata", "plans.golden"), []byte(got.String()))
}

// TestPlansAreTheSameEachTime plans the same twice: a plan does not depend on the order of maps.
func TestPlansAreTheSameEachTime(t *testing.T) {
	files := map[string]string{"/home/u/p/.git/config": "x", "/home/u/p/.git/hooks/": "",
		"/home/u/p/a/.vscode/x": "x", "/home/u/.ssh/a": "x", "/home/u/.ssh/b.pub": "x",
		"/home/u/.netrc": "x", "/run/a.sock": "=", "/run/b.sock": "=", "/bin/sh": "x"}
	var first string
	for i := range 20 {
		p, err := Build(&Request{Dir: "/home/u/p", Home: "/home/u",
			Profile: sandbox.Profile{Write: []string{"."}}, Protect: protect, Credentials: hidden, Path: "/bin/sh"}, newMachine(files))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		p.Print(&b)
		if i == 0 {
			first = b.String()
		} else if b.String() != first {
			t.Fatalf("another plan:\n%s\n%s", first, b.String())
		}
	}
}

// TestProtectedNameBeginsAboveWritable: a protected name may begin above what may be written.
func TestProtectedNameBeginsAboveWritable(t *testing.T) {
	m := newMachine(map[string]string{"/home/u/.cargo/config.toml": "x", "/home/u/.cargo/bin/": "",
		"/home/u/p/": "", "/usr/bin/true": "x"})
	r := &Request{Dir: "/home/u/p", Home: "/home/u",
		Profile: sandbox.Profile{Write: []string{"/home/u/.cargo"}},
		Path:    "/usr/bin/true", Argv: []string{"true"},
		Protect: []Protected{{Glob: "**/.cargo/config.toml", Ask: true, Why: "cargo"}}}
	p, err := Build(r, m)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(p.Steps, func(s Step) bool {
		return s.Do == ReadOnly && s.Path == "/home/u/.cargo/config.toml"
	}) {
		t.Error("the settings of cargo can be written")
	}
}
