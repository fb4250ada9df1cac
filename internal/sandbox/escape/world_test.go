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

	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// place is a throwaway home with a project, and victims outside of it.
type place struct {
	m      *machine
	dir    string
	uid    int
	vars   map[string]string
	closes []func()
}

// uv keeps its Pythons and its tokens in one directory.
const uv = ".local/share/uv/"

// files are what a home has here besides what all homes have, and what lies beside it.
var files = map[string]string{
	".docker/config.json":               world.Secret + "\n",
	".config/gcloud/other":              world.Secret + "\n",
	uv + "credentials/credentials.toml": world.Secret + "\n",
	uv + "python/bin/python":            "program\n",
	".config/fish/config.fish":          "\n",
	"p/a.txt":                           "a\n",
	"p/.env":                            "KEY=SECRET\n",
	"p/server.pem":                      "SECRET\n",
	"p/.claude/settings.json":           "{}\n",
	"p/.claude/plans/a.md":              "plan\n",
	"p/.mcp.json":                       "{}\n",
	"p/.vscode/tasks.json":              "{}\n",
	"p/.idea/workspace.xml":             "<x/>\n",
	"p/.envrc":                          "true\n",
	"p/.husky/pre-commit":               "true\n",
	"p/.ripgreprc":                      "--hidden\n",
	"p/keep[1]/x":                       "x\n",
	"p/sub/x/.vscode/tasks.json":        "{}\n",
	"p/r/":                              "",
	"../outside/file":                   "outside\n",
	"../outside/dir/":                   "",
	"../outside/tasks/other.output":     "output\n",
	"../run/":                           "",
}

// place makes one for a user.
func (m *machine) place(t *testing.T, uid int) *place {
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

// empty is a place of which nothing is there yet.
func (m *machine) empty(t *testing.T, uid int) *place {
	dir, err := os.MkdirTemp(m.dir, "w")
	must(t, err)
	must(t, os.Chmod(dir, 0o755))
	must(t, os.Lchown(dir, uid, uid))
	w := &place{m: m, dir: dir, uid: uid}
	w.vars = map[string]string{"HOME": dir + "/home", "P": dir + "/home/p", "R": dir + "/home/p/r",
		"O": dir + "/outside", "W": dir, "TOOL": m.dir + "/tool", "BIN": m.dir}
	return w
}

// fill makes the files and the repository.
func (w *place) fill(t *testing.T) {
	must(t, world.Put(w.path("home"), world.AtHome(files)))
	world.Own(t, w.dir, w.uid)
	w.git(t)
}

// git makes the project a repository with a linked work tree and a submodule's directory.
func (w *place) git(t *testing.T) {
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
func (w *place) victims(t *testing.T) {
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
		if _, from, err := udp.ReadFrom(b); err == nil {
			_ = os.WriteFile(w.path("reached-udp"), nil, 0o644)
			_, _ = udp.WriteTo([]byte("hello\n"), from)
		}
	}()
	w.proxy(t)
	w.process(t)
}

// process starts a process that writes down the signals that it gets.
func (w *place) process(t *testing.T) {
	c := w.command(t, w.m.dir+"/tool", "tool", "victim", w.path("outside/signals"))
	c.Env = append(c.Env, "VICTIM_SECRET=SECRET")
	world.Ready(t, c)
	w.vars["PID"] = strconv.Itoa(c.Process.Pid)
	w.closes = append(w.closes, func() { end(c) })
}

func end(c *exec.Cmd) {
	_ = c.Process.Kill()
	_ = c.Wait()
}

func (w *place) close() {
	for _, f := range w.closes {
		f()
	}
	w.closes = nil
	world.Remove(w.dir)
}
