//go:build linux

package tooltest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// machine is what all worlds share: the programs, and the users that rows are run as.
type machine struct {
	dir    string
	engine string
	users  map[string]int
}

// place is a throwaway home of one user.
type place struct {
	m     *machine
	dir   string
	uid   int
	vars  map[string]string
	hosts *hosts
	port  string // one that is free
}

var must = world.Must

func newMachine(t *testing.T, engine string) *machine {
	t.Helper()
	dir := world.Dir(t)
	testkit.Place(t, dir+"/run", testkit.Runner)
	// The lines of the page name no engine.
	script := "#!/bin/sh\nexec " + dir + "/run/" + testkit.Runner + " --engine " + engine + " \"$@\"\n"
	must(t, world.Put(dir, map[string]string{"bin/fencepost-run": script}))
	return &machine{dir: dir, engine: engine, users: world.Users(world.Somebody(t))}
}

// place makes one for a user.
func (m *machine) place(t *testing.T, uid int) *place {
	t.Helper()
	dir, err := os.MkdirTemp(m.dir, "w")
	must(t, err)
	must(t, os.Chmod(dir, 0o755))
	home := dir + "/home"
	w := &place{m: m, dir: dir, uid: uid, hosts: newHosts(t, dir), port: world.FreePort(t)}
	w.vars = map[string]string{"HOME": home, "P": home + "/p", "W": dir, "BIN": m.dir + "/bin",
		"PATH": w.programs(), "LANG": "C.UTF-8", "SHELL": "/bin/bash", "GOTOOLCHAIN": "local",
		"GIT_CONFIG_NOSYSTEM": "1", "UID_": strconv.Itoa(uid)}
	if of, err := os.UserHomeDir(); err == nil {
		if _, err := os.Stat(of + "/.rustup"); err == nil && uid == os.Geteuid() {
			w.vars["RUSTUP_HOME"] = of + "/.rustup"
		}
	}
	must(t, world.Put(home, world.AtHome(map[string]string{".docker/config.json": "{}\n",
		".cargo/bin/tool": "#!/bin/sh\n"})))
	world.Own(t, dir, uid)
	t.Cleanup(func() { world.Remove(home) })
	w.forge(t)
	return w
}

// programs is the PATH of a world: the machine's, and where toolchains lie that are not there.
func (w *place) programs() string {
	dirs := []string{w.m.dir + "/bin", "/usr/local/bin", "/usr/bin", "/bin"}
	for _, program := range []string{"go", "cargo", "uv"} {
		if p, err := exec.LookPath(program); err == nil {
			dirs = append(dirs, filepath.Dir(p))
		}
	}
	return strings.Join(append(dirs, "/usr/sbin"), ":")
}
