//go:build linux

package main

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
	"github.com/fencepost/fencepost/internal/tools/release/releasetest"
)

// person is the user in a root, who has a home and no rights.
const person = 1000

// place is the root directory of a system.
type place struct {
	t   *testing.T
	dir string
}

// newPlace fills a directory with what every system has, and what the client needs: a stand-in of the
// client, which only says its version.
func newPlace(t *testing.T) *place {
	testkit.All(t, "it installs packages in roots")
	if os.Getuid() != 0 {
		t.Skip("only root can install packages")
	}
	if out, err := exec.Command("unshare", "-m", "-p", "-f", "true").CombinedOutput(); err != nil {
		t.Skipf("no namespaces: %s", out)
	}
	p := &place{t, filepath.Join(world.Dir(t), "root")}
	world.Must(t, os.Mkdir(p.dir, 0o755))
	return p
}

func (p *place) path(name string) string { return filepath.Join(p.dir, name) }

func (p *place) furnish() {
	p.t.Helper()
	for _, dir := range []string{"proc", "dev", "tmp", "etc", "usr/local/bin", "home/dev"} {
		world.Must(p.t, os.MkdirAll(p.path(dir), 0o755))
	}
	world.Must(p.t, os.Chmod(p.path("tmp"), 0o1777))
	world.Must(p.t, os.Chown(p.path("home/dev"), person, person))
	passwd, err := os.OpenFile(p.path("etc/passwd"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	world.Must(p.t, err)
	_, err = passwd.WriteString("dev:x:1000:1000::/home/dev:/bin/sh\n")
	world.Must(p.t, err)
	world.Must(p.t, passwd.Close())
	c := exec.Command("go", "build", "-o", p.path("usr/local/bin/claude"), "./testdata/client")
	c.Env = append(testkit.Environ(), "CGO_ENABLED=0")
	do(p.t, c)
}

// mounted is a command of this machine that sees the root with its /proc and /dev.
func (p *place) mounted(args ...string) *exec.Cmd {
	const script = `mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && shift && exec "$@"`
	c := exec.Command("unshare", append([]string{"-m", "-p", "-f", "--kill-child", "sh", "-c", script, "sh",
		p.dir}, args...)...)
	c.Env = []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C"}
	return c
}

// inside is a command of the root, as a user in the directory of that user.
func (p *place) inside(uid int, args ...string) *exec.Cmd {
	home := map[int]string{0: "/root", person: "/home/dev"}[uid]
	world.Must(p.t, os.MkdirAll(p.path(home), 0o755))
	id := strconv.Itoa(uid)
	c := p.mounted(append([]string{"unshare", "-R", p.dir, "-w", home, "-G", id, "-S", id}, args...)...)
	c.Env = append(c.Env, "HOME="+home)
	return c
}

// files are the files of the root, and the directories that are fencepost's alone, but for those of a
// person and what package managers write down.
func (p *place) files() []string {
	p.t.Helper()
	var list []string
	world.Must(p.t, fs.WalkDir(os.DirFS(p.dir), ".", func(name string, d fs.DirEntry, err error) error {
		switch name {
		case "proc", "dev", "tmp", "home", "root", "var/lib/dpkg", "var/lib/rpm", "var/log", "var/cache":
			return fs.SkipDir
		}
		if err == nil && (!d.IsDir() || strings.Contains(name, "fencepost")) {
			list = append(list, name)
		}
		return err
	}))
	return list
}

// minute holds that from the package to the first call that is stopped it takes less than a minute,
// and that doctor is green. install is how the package gets in.
func (p *place) minute(install func()) {
	p.t.Helper()
	start := time.Now()
	install()
	do(p.t, p.inside(person, "/usr/bin/fencepost", "install", "--yes"))
	c := p.inside(person, hookIn(p.t, p.path("home/dev/.claude/settings.json"))...)
	c.Stdin = strings.NewReader(deletesHome)
	answer, err := c.Output()
	if err != nil {
		p.t.Errorf("the hook: %v", err)
	}
	blocks(p.t, answer)
	out := do(p.t, p.inside(person, "/usr/bin/fencepost", "doctor"))
	if !strings.Contains(out, "inline code is read") {
		p.t.Errorf("doctor:\n%s", out)
	}
	took := time.Since(start)
	p.t.Logf("from the package to the first call that was stopped, and doctor: %.1f s", took.Seconds())
	if took > time.Minute {
		p.t.Errorf("it took %v", took)
	}
}

// removed holds that nothing of the package is left.
func (p *place) removed(before []string) {
	p.t.Helper()
	after := map[string]bool{}
	for _, name := range p.files() {
		after[name] = true
	}
	for _, name := range before {
		if !after[name] {
			p.t.Errorf("%s is gone", name)
		}
		delete(after, name)
	}
	if len(after) > 0 {
		p.t.Errorf("left: %q", slices.Sorted(maps.Keys(after)))
	}
	if len(read(p.t, p.path("home/dev/.claude/fencepost.yaml"))) == 0 {
		p.t.Error("the person's config is gone")
	}
}

// managed holds that everybody on the machine gets the hook of the package.
func (p *place) managed() {
	p.t.Helper()
	do(p.t, p.inside(0, "/usr/bin/fencepost", "install", "--managed"))
	words := hookIn(p.t, p.path("etc/claude-code/managed-settings.json"))
	if words[0] != "/usr/bin/fencepost-hook" {
		p.t.Errorf("the hook is %q", words)
	}
	c := p.inside(person, words...)
	c.Stdin = strings.NewReader(deletesHome)
	answer, _ := c.Output()
	blocks(p.t, answer)
	config := p.path("home/dev/.claude/fencepost.yaml")
	world.Must(p.t, os.WriteFile(config, []byte("import: [recommended]\n"), 0o644))
}

var linuxArch = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]

// TestDebian installs, upgrades and removes the deb in a Debian.
func TestDebian(t *testing.T) {
	p := newPlace(t)
	p.debian()
	p.furnish()
	// As on Ubuntu 24.04, where AppArmor keeps users from namespaces.
	world.Must(t, os.MkdirAll(p.path("etc/apparmor.d/abi"), 0o755))
	world.Must(t, os.WriteFile(p.path("etc/apparmor.d/abi/4.0"), nil, 0o644))
	before := p.files()
	deb := func(dist, version string) {
		do(t, p.mounted("dpkg", "--root="+p.dir, "-i",
			filepath.Join(dist, "fencepost_"+version+"_"+runtime.GOARCH+".deb")))
	}
	dist := made(t)
	p.minute(func() { deb(dist, version) })
	if profile := read(t, p.path("etc/apparmor.d/fencepost-run")); !bytes.Contains(profile,
		[]byte(`"/usr/bin/fencepost-run"`)) {
		t.Errorf("the profile is\n%s", profile)
	}
	p.managed()
	deb(madeLater(t), next)
	p.managed() // an upgrade takes nothing away
	if out := do(t, p.inside(person, "/usr/bin/fencepost", "version")); !strings.Contains(out, "v"+next) {
		t.Error(out)
	}
	do(t, p.mounted("dpkg", "--root="+p.dir, "--purge", "fencepost"))
	p.removed(before)
}

// TestRPM installs, upgrades and removes the rpm in a root that holds a static shell and nothing else.
func TestRPM(t *testing.T) {
	rpm, busybox := testkit.Installed(t, "rpm"), testkit.Installed(t, "busybox")
	p := newPlace(t)
	p.furnish()
	world.Must(t, os.MkdirAll(p.path("bin"), 0o755))
	world.Must(t, os.WriteFile(p.path("bin/sh"), read(t, busybox), 0o755))
	world.Must(t, os.Symlink("sh", p.path("bin/rm")))
	do(t, p.mounted(rpm, "--root", p.dir, "--initdb"))
	before := p.files()
	install := func(dist, version string) {
		do(t, p.mounted(rpm, "--root", p.dir, "-U", "--nodeps",
			filepath.Join(dist, "fencepost-"+version+"-1."+linuxArch+".rpm")))
	}
	dist := made(t)
	p.minute(func() { install(dist, version) })
	p.managed()
	install(madeLater(t), next)
	p.managed()
	do(t, p.mounted(rpm, "--root", p.dir, "-e", "fencepost"))
	p.removed(before)
}

// TestAPK unpacks the apk into a root without a C library and without a shell.
func TestAPK(t *testing.T) {
	p := newPlace(t)
	p.furnish()
	dist := made(t)
	p.minute(func() {
		releasetest.Untar(t, filepath.Join(dist, "fencepost_"+version+"_"+linuxArch+".apk"), p.dir)
	})
	p.managed()
}

// debian fills the root with the smallest Debian, which is made once and kept.
func (p *place) debian() {
	p.t.Helper()
	debootstrap, err := exec.LookPath("/usr/sbin/debootstrap")
	if err != nil {
		p.t.Skip("not installed: debootstrap")
	}
	cache := os.Getenv("FENCEPOST_ROOT_CACHE")
	if cache == "" {
		cache = "/var/cache/fencepost-roots"
	}
	const suite = "bookworm"
	kept := filepath.Join(cache, suite+"-"+runtime.GOARCH+".tar")
	if _, err := os.Stat(kept); err != nil {
		made, part := p.dir+"-made", kept+".part"
		mirror, _ := exec.Command("apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages").Output()
		args := []string{"--variant=minbase", suite, made}
		if site, _, ok := strings.Cut(string(mirror), "\n"); ok {
			args = append(args, site)
		}
		if out, err := exec.Command(debootstrap, args...).CombinedOutput(); err != nil {
			p.t.Skipf("debootstrap: %v: %s", err, out[max(0, len(out)-300):])
		}
		world.Must(p.t, os.MkdirAll(cache, 0o755))
		do(p.t, exec.Command("tar", "cf", part, "-C", made, "--exclude=./var/cache/apt/*",
			"--exclude=./var/lib/apt/lists/*", "."))
		world.Must(p.t, os.Rename(part, kept))
	}
	do(p.t, exec.Command("tar", "xpf", kept, "-C", p.dir))
}
