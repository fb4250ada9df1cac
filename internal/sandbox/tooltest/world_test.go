//go:build linux

package tooltest

import (
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/testkit"
)

// machine is what all worlds share: the programs, and the users that rows are run as.
type machine struct {
	dir    string
	engine string
	users  map[string]int
}

// world is a throwaway home of one user.
type world struct {
	m     *machine
	dir   string
	uid   int
	vars  map[string]string
	hosts *hosts
	port  string // one that is free
}

// secrets of the home directory, which no profile opens.
var secrets = map[string]string{
	".npmrc":                  "//registry.npmjs.org/:_authToken=SECRET\n",
	".cargo/credentials.toml": "[registry]\ntoken = \"SECRET\"\n",
	".config/pip/pip.conf":    "[global]\nextra-index-url = https://u:SECRET@index.test/simple\n",
	".netrc":                  "machine github.com password SECRET\n",
	".git-credentials":        "https://u:SECRET@github.com\n",
	".cargo/bin/tool":         "#!/bin/sh\n",
	".gitconfig": "[user]\nname = n\nemail = n@example.org\n" +
		"[init]\ndefaultBranch = main\n",
	".config/gh/hosts.yml":      "github.com: {oauth_token: SECRET}\n",
	".docker/config.json":       "{}\n",
	".gradle/gradle.properties": "token=SECRET\n",
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newMachine(t *testing.T, engine string) *machine {
	t.Helper()
	testkit.All(t, "tools in the sandbox")
	// Not below /tmp: that is another one in the sandbox.
	top := os.TempDir()
	if strings.HasPrefix(top, "/tmp") {
		top = "/var/tmp"
	}
	dir, err := os.MkdirTemp(top, "fencepost-tools-")
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	must(t, os.Chmod(dir, 0o755))
	build := exec.Command("go", "build", "-o", dir+"/run", "../../../cmd/fencepost-run")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// The lines of the page name no engine.
	must(t, os.Mkdir(dir+"/bin", 0o755))
	script := "#!/bin/sh\nexec " + dir + "/run --engine " + engine + " \"$@\"\n"
	must(t, os.WriteFile(dir+"/bin/fencepost-run", []byte(script), 0o755))
	return &machine{dir: dir, engine: engine, users: people()}
}

// people are root, and a user whose number is not that of "nobody": for who cannot map it, all
// files of others belong to nobody, and what looks at owners sees a difference.
func people() map[string]int {
	if os.Geteuid() != 0 {
		return map[string]int{"user": os.Geteuid()}
	}
	out := map[string]int{"root": 0}
	for _, name := range []string{"games", "daemon", "bin", "mail", "news"} {
		if u, err := user.Lookup(name); err == nil {
			if uid, err := strconv.Atoi(u.Uid); err == nil {
				out["user"] = uid
				break
			}
		}
	}
	return out
}

// world makes one for a user.
func (m *machine) world(t *testing.T, uid int) *world {
	t.Helper()
	dir, err := os.MkdirTemp(m.dir, "w")
	must(t, err)
	must(t, os.Chmod(dir, 0o755))
	home := dir + "/home"
	w := &world{m: m, dir: dir, uid: uid, hosts: newHosts(t, dir), port: freePort(t)}
	w.vars = map[string]string{"HOME": home, "P": home + "/p", "W": dir, "BIN": m.dir + "/bin",
		"PATH": w.programs(), "LANG": "C.UTF-8", "SHELL": "/bin/bash", "GOTOOLCHAIN": "local",
		"GIT_CONFIG_NOSYSTEM": "1", "UID_": strconv.Itoa(uid)}
	if of, err := os.UserHomeDir(); err == nil {
		if _, err := os.Stat(of + "/.rustup"); err == nil && uid == os.Geteuid() {
			w.vars["RUSTUP_HOME"] = of + "/.rustup"
		}
	}
	for name, text := range secrets {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(home, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(home, name), []byte(text), 0o600))
	}
	must(t, filepath.WalkDir(dir, func(p string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(p, uid, uid)
	}))
	t.Cleanup(func() { _ = exec.Command("chmod", "-R", "u+w", home).Run() })
	w.forge(t)
	return w
}

// programs is the PATH of a world: the machine's, and where toolchains lie that are not there.
func (w *world) programs() string {
	dirs := []string{w.m.dir + "/bin", "/usr/local/bin", "/usr/bin", "/bin"}
	for _, program := range []string{"go", "cargo", "uv"} {
		if p, err := exec.LookPath(program); err == nil {
			dirs = append(dirs, filepath.Dir(p))
		}
	}
	return strings.Join(append(dirs, "/usr/sbin"), ":")
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}
