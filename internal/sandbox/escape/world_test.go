//go:build linux

package escape

import (
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// world is a throwaway home with a project, and victims outside of it.
type world struct {
	m      *machine
	dir    string
	uid    int
	vars   map[string]string
	closes []func()
}

// uv keeps its Pythons and its tokens in one directory.
const uv = "home/.local/share/uv/"

// files of a world; those that end with / are directories.
var files = map[string]string{
	"home/.bashrc":                      "# mine\n",
	"home/.zshrc":                       "# mine\n",
	"home/.profile":                     "# mine\n",
	"home/.netrc":                       "machine x password SECRET\n",
	"home/.pgpass":                      "SECRET\n",
	"home/.bash_history":                "export TOKEN=SECRET\n",
	"home/.git-credentials":             "https://u:SECRET@x\n",
	"home/.ssh/id_ed25519":              "SECRET\n",
	"home/.ssh/id_ed25519.pub":          "public\n",
	"home/.ssh/known_hosts":             "hosts\n",
	"home/.ssh/config":                  "Host SECRET\n",
	"home/.aws/credentials":             "SECRET\n",
	"home/.kube/config":                 "SECRET\n",
	"home/.docker/config.json":          "SECRET\n",
	"home/.gnupg/private-keys-v1.d/k":   "SECRET\n",
	"home/.config/gcloud/cred.db":       "SECRET\n",
	"home/.config/gcloud/other":         "SECRET\n",
	"home/.config/gh/hosts.yml":         "SECRET\n",
	"home/.mozilla/firefox/l.json":      "SECRET\n",
	"home/.config/google-chrome/D/c":    "SECRET\n",
	"home/.password-store/a.gpg":        "SECRET\n",
	"home/.local/share/keyrings/k":      "SECRET\n",
	uv + "credentials/credentials.toml": "SECRET\n",
	uv + "python/bin/python":            "program\n",
	"home/.claude/settings.json":        "{}\n",
	"home/.config/fish/config.fish":     "\n",
	"home/notes.txt":                    "notes\n",
	"home/p/a.txt":                      "a\n",
	"home/p/.env":                       "KEY=SECRET\n",
	"home/p/server.pem":                 "SECRET\n",
	"home/p/.claude/settings.json":      "{}\n",
	"home/p/.claude/plans/a.md":         "plan\n",
	"home/p/.mcp.json":                  "{}\n",
	"home/p/.vscode/tasks.json":         "{}\n",
	"home/p/.idea/workspace.xml":        "<x/>\n",
	"home/p/.envrc":                     "true\n",
	"home/p/.husky/pre-commit":          "true\n",
	"home/p/.ripgreprc":                 "--hidden\n",
	"home/p/keep[1]/x":                  "x\n",
	"home/p/sub/x/.vscode/tasks.json":   "{}\n",
	"home/p/r/":                         "",
	"outside/file":                      "outside\n",
	"outside/dir/":                      "",
	"outside/tasks/other.output":        "output\n",
	"run/":                              "",
}

// world makes one for a user.
func (m *machine) world(t *testing.T, uid int) *world {
	t.Helper()
	if m.first[uid] == nil {
		w := m.empty(t, uid)
		w.fill(t)
		m.first[uid] = w
	}
	first, w := m.first[uid], m.empty(t, uid)
	if out, err := exec.Command("cp", "-a", first.dir+"/.", w.dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"home/wt/.git", "home/p/.git/worktrees/wt/gitdir"} {
		text, err := os.ReadFile(w.path(name))
		must(t, err)
		moved := strings.ReplaceAll(string(text), first.dir, w.dir)
		must(t, os.WriteFile(w.path(name), []byte(moved), 0o644))
	}
	w.victims(t)
	t.Cleanup(w.close)
	return w
}

// empty is a world of which nothing is there yet.
func (m *machine) empty(t *testing.T, uid int) *world {
	dir, err := os.MkdirTemp(m.dir, "w")
	must(t, err)
	must(t, os.Chmod(dir, 0o755))
	must(t, os.Lchown(dir, uid, uid))
	w := &world{m: m, dir: dir, uid: uid}
	w.vars = map[string]string{"HOME": dir + "/home", "P": dir + "/home/p", "R": dir + "/home/p/r",
		"O": dir + "/outside", "W": dir, "TOOL": m.dir + "/tool", "BIN": m.dir}
	return w
}

// fill makes the files and the repository.
func (w *world) fill(t *testing.T) {
	for name, text := range files {
		p := w.path(name)
		if strings.HasSuffix(name, "/") {
			must(t, os.MkdirAll(p, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(p), 0o755))
		must(t, os.WriteFile(p, []byte(text), 0o644))
	}
	w.own(t)
	w.git(t)
}

// own gives the world to its user.
func (w *world) own(t *testing.T) {
	if w.uid == os.Geteuid() {
		return
	}
	must(t, filepath.WalkDir(w.dir, func(p string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(p, w.uid, w.uid)
	}))
}

// git makes the project a repository with a linked work tree and a submodule's directory.
func (w *world) git(t *testing.T) {
	script := `set -e
git init -q -b main . && git config user.name n && git config user.email e@x
printf '.envrc\n*.pem\n.env\n.claude\nr\nvendor\n' > .gitignore
git add -A && git commit -qm one
git worktree add -q ../wt -b wt
mkdir -p vendor && cd vendor && git init -q lib && cd lib &&
git -c user.name=n -c user.email=e@x commit -q --allow-empty -m x && cd ../..
mkdir -p .git/modules/m/hooks && cp .git/config .git/HEAD .git/modules/m/
mkdir -p .git/modules/m/objects .git/modules/m/refs
`
	if out, err := w.command(t, "sh", "-c", script).CombinedOutput(); err != nil {
		t.Fatalf("git: %v\n%s", err, out)
	}
}

// victims starts what an escape would reach.
func (w *world) victims(t *testing.T) {
	listen := func(network, addr, name string) net.Listener {
		l, err := net.Listen(network, addr)
		must(t, err)
		w.closes = append(w.closes, func() { l.Close() })
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				_ = os.WriteFile(w.path("reached-"+name), []byte(name), 0o644)
				_, _ = io.WriteString(c, "hello\n")
				c.Close()
			}
		}()
		return l
	}
	tcp := listen("tcp4", "127.0.0.1:0", "tcp")
	w.vars["PORT"] = strconv.Itoa(tcp.Addr().(*net.TCPAddr).Port)
	listen("unix", w.path("run/victim.sock"), "unix")
	must(t, os.Chmod(w.path("run/victim.sock"), 0o777))
	listen("unix", w.path("home/p/host.sock"), "project-unix")
	must(t, os.Chmod(w.path("home/p/host.sock"), 0o777))
	w.vars["ABSTRACT"] = "fencepost-" + filepath.Base(w.dir)
	listen("unix", "@"+w.vars["ABSTRACT"], "abstract")
	udp, err := net.ListenPacket("udp4", "127.0.0.1:0")
	must(t, err)
	w.closes = append(w.closes, func() { udp.Close() })
	w.vars["UDP"] = strconv.Itoa(udp.LocalAddr().(*net.UDPAddr).Port)
	go func() {
		b := make([]byte, 64)
		if _, _, err := udp.ReadFrom(b); err == nil {
			_ = os.WriteFile(w.path("reached-udp"), nil, 0o644)
		}
	}()
	w.proxy(t)
	w.process(t)
}

// process starts a process that writes down the signals that it gets.
func (w *world) process(t *testing.T) {
	c := w.command(t, w.m.dir+"/tool", "tool", "victim", w.path("outside/signals"))
	c.Env = append(c.Env, "VICTIM_SECRET=SECRET")
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	_, err = io.ReadFull(out, make([]byte, 1))
	must(t, err)
	w.vars["PID"] = strconv.Itoa(c.Process.Pid)
	w.closes = append(w.closes, func() { end(c) })
}

func end(c *exec.Cmd) {
	_ = c.Process.Kill()
	_ = c.Wait()
}

func (w *world) close() {
	for _, f := range w.closes {
		f()
	}
	w.closes = nil
	for range 3 {
		if os.RemoveAll(w.dir) == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
