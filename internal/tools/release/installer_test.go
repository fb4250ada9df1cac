//go:build linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// signed is a release with a signature by a key of the test. The files are links to those of the
// release, but for what a test changes.
func signed(t *testing.T, minisign string) string {
	t.Helper()
	from, dir := made(t), world.Dir(t)
	list, err := os.ReadDir(from)
	world.Must(t, err)
	for _, f := range list {
		world.Must(t, os.Symlink(filepath.Join(from, f.Name()), filepath.Join(dir, f.Name())))
	}
	keys := t.TempDir()
	secret, public := filepath.Join(keys, "secret"), filepath.Join(keys, "public")
	do(t, exec.Command(minisign, "-G", "-W", "-s", secret, "-p", public))
	key := strings.Split(string(read(t, public)), "\n")[1]
	replace(t, filepath.Join(dir, "install.sh"), "key=''", "key='"+key+"'")
	r := &release{Version: version, out: dir, key: secret}
	world.Must(t, r.sign())
	do(t, inDir(dir, exec.Command(minisign, "-V", "-p", public, "-m", sumsFile)))
	return dir
}

// replace changes a text in a file.
func replace(t *testing.T, file, old, new string) {
	t.Helper()
	data := read(t, file)
	if !bytes.Contains(data, []byte(old)) {
		t.Fatalf("%s does not hold %q", file, old)
	}
	world.Must(t, os.Remove(file))
	world.Must(t, os.WriteFile(file, bytes.Replace(data, []byte(old), []byte(new), 1), 0o644))
}

// TestInstaller: it installs what is signed and whole, for a person, and nothing else. It verifies
// with minisign or with OpenSSL, whichever there is.
func TestInstaller(t *testing.T) {
	minisign, openssl := testkit.Installed(t, "minisign"), testkit.Installed(t, "openssl")
	if os.Getuid() != 0 {
		t.Skip("it starts the installer as another user, which takes root")
	}
	archive := "fencepost-" + version + "-linux-" + runtime.GOARCH + ".tar.gz"
	for _, row := range []struct {
		name, verifier string
		change         func(t *testing.T, dir string)
		uid            int
		says           string // "" if it installs
	}{
		{"with minisign", minisign, nil, 65534, ""},
		{"with OpenSSL", openssl, nil, 65534, ""},
		{"with neither", "", nil, 65534, "install minisign first"},
		{"as root", minisign, nil, 0, "as root"},
		{"a changed list, minisign", minisign, changedList, 65534, "the signature of SHA256SUMS is wrong"},
		{"a changed list, OpenSSL", openssl, changedList, 65534, "the signature of SHA256SUMS is wrong"},
		{"a changed archive", openssl, func(t *testing.T, dir string) {
			world.Must(t, os.Remove(filepath.Join(dir, archive)))
			world.Must(t, os.WriteFile(filepath.Join(dir, archive), []byte("x"), 0o644))
		}, 65534, "the checksum of " + archive + " is wrong"},
		{"no signature", openssl, func(t *testing.T, dir string) {
			world.Must(t, os.Remove(filepath.Join(dir, sumsFile+".minisig")))
		}, 65534, "cannot fetch"},
		{"another key", openssl, func(t *testing.T, dir string) {
			replace(t, filepath.Join(dir, "install.sh"), "key='RW", "key='RWQAAAA")
		}, 65534, "the signature of SHA256SUMS is wrong"},
		{"no key", openssl, func(t *testing.T, dir string) {
			text, err := os.ReadFile(filepath.Join(made(t), "install.sh"))
			world.Must(t, err)
			world.Must(t, os.Remove(filepath.Join(dir, "install.sh")))
			world.Must(t, os.WriteFile(filepath.Join(dir, "install.sh"), text, 0o644))
		}, 65534, "holds no key"},
		{"a list of another version", openssl, func(t *testing.T, dir string) {
			replace(t, filepath.Join(dir, "install.sh"), "version='"+version, "version='9.9.9")
			newer := strings.Replace(archive, version, "9.9.9", 1)
			world.Must(t, os.Rename(filepath.Join(dir, archive), filepath.Join(dir, newer)))
		}, 65534, "the list of checksums is of another version"},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir := signed(t, minisign)
			if row.change != nil {
				row.change(t, dir)
			}
			home := world.Dir(t)
			world.Own(t, home, row.uid)
			c := exec.Command("/bin/sh", filepath.Join(dir, "install.sh"))
			c.Dir = home
			c.Env = []string{"HOME=" + home, "FENCEPOST_FROM=" + files(t, dir),
				"PATH=" + tools(t, row.verifier)}
			world.As(c, row.uid)
			out, err := c.CombinedOutput()
			_, there := os.Stat(filepath.Join(home, ".local", "bin"))
			if row.says == "" {
				program := filepath.Join(home, ".local", "bin", "fencepost")
				if err != nil || !strings.Contains(string(out), "Next: ") {
					t.Fatalf("%v\n%s", err, out)
				}
				if out := do(t, exec.Command(program, "version")); !strings.Contains(out, "v"+version) {
					t.Error(out)
				}
				return
			}
			if err == nil || !strings.Contains(string(out), row.says) || there == nil {
				t.Errorf("%v, installed: %v, want %q\n%s", err, there == nil, row.says, out)
			}
		})
	}
}

// changedList is what somebody does who can change files, and not sign.
func changedList(t *testing.T, dir string) {
	t.Helper()
	replace(t, filepath.Join(dir, sumsFile), "fencepost.rb", "fencepost.RB")
}

// tools is a directory with what a plain system has, and with one verifier.
func tools(t *testing.T, verifier string) string {
	t.Helper()
	dir := world.Dir(t)
	for _, name := range []string{"id", "uname", "mktemp", "rm", "curl", "grep", "sha256sum", "tar", "gzip",
		"mkdir", "cp", "mv", "sed", "tail", "cat"} {
		path, err := exec.LookPath(name)
		world.Must(t, err)
		world.Must(t, os.Symlink(path, filepath.Join(dir, name)))
	}
	if verifier != "" {
		world.Must(t, os.Symlink(verifier, filepath.Join(dir, filepath.Base(verifier))))
	}
	return dir
}

// TestInstallerCanBeRead: it is read in a minute, and a shell takes nothing of it before its end.
func TestInstallerCanBeRead(t *testing.T) {
	file := filepath.Join(testkit.Root(), "packaging", "install.sh")
	text := read(t, file)
	if n := bytes.Count(text, []byte("\n")); n > 90 {
		t.Errorf("%d lines", n)
	}
	if !bytes.HasSuffix(text, []byte("\n}\nmain\n")) {
		t.Error("its last line does not start it")
	}
	do(t, exec.Command("sh", "-n", file))
}
