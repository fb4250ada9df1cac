//go:build linux

package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
	"github.com/fencepost/fencepost/internal/tools/release/releasetest"
)

// The releases of the tests: one for all systems, and a later one for this system.
var whole, later releasetest.Kept

const version, next = "0.1.0", "0.1.1"

func TestMain(m *testing.M) {
	code := m.Run()
	whole.Remove()
	later.Remove()
	os.Exit(code)
}

func made(t testing.TB) string { t.Helper(); return whole.Make(t, version) }

func madeLater(t testing.TB) string {
	t.Helper()
	return later.Make(t, next, "-targets", releasetest.Here())
}

// do runs a program and gives what it prints. It fails the test if the program fails.
func do(t testing.TB, c *exec.Cmd) string {
	t.Helper()
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(c.Args, " "), err, out)
	}
	return string(out)
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestSameBytes: the same commit gives the same release in another directory, for another user.
func TestSameBytes(t *testing.T) {
	first := made(t)
	dir := filepath.Join(t.TempDir(), "somewhere", "else")
	world.Must(t, os.MkdirAll(dir, 0o755))
	t.Setenv("TZ", "Asia/Tokyo")
	out := filepath.Join(dir, "out")
	world.Must(t, releasetest.Make(filepath.Join(dir, "source"), out, version))
	a, b := read(t, filepath.Join(first, sumsFile)), read(t, filepath.Join(out, sumsFile))
	if !bytes.Equal(a, b) || bytes.Count(a, []byte("\n")) < 20 {
		t.Errorf("two releases of one commit differ:\n%s\n%s", a, b)
	}
	do(t, inDir(first, exec.Command("sha256sum", "-c", "--strict", sumsFile)))
}

func inDir(dir string, c *exec.Cmd) *exec.Cmd { c.Dir = dir; return c }

// TestArchives: each holds the four programs and what a person reads, and says whether inline code
// is read.
func TestArchives(t *testing.T) {
	dist := made(t)
	list, _ := readTargets(allTargets)
	for i := range list {
		target := &list[i]
		name := "fencepost-" + version + "-" + target.String()
		files := map[string][]byte{}
		if target.OS == "windows" {
			files = unzip(t, filepath.Join(dist, name+".zip"))
		} else {
			dir := t.TempDir()
			releasetest.Untar(t, filepath.Join(dist, name+".tar.gz"), dir)
			world.Must(t, each(dir, func(file string, data []byte) error { files[file] = data; return nil }))
		}
		wanted := append(target.programs(), "LICENSE", "LICENSES.txt", "README.txt", "CHANGELOG.md",
			"man/fencepost.1", "completions/fencepost.bash", "completions/_fencepost",
			"completions/fencepost.fish", "completions/fencepost.ps1")
		if target.OS == "linux" {
			wanted = append(wanted, "apparmor/fencepost-run")
		}
		for _, want := range wanted {
			if len(files[name+"/"+want]) == 0 {
				t.Errorf("%s has no %s", name, want)
			}
		}
		readme := string(files[name+"/README.txt"])
		reads := !bytes.Contains(files[name+"/"+interp.HelperName+target.exe()], []byte(interp.NoCompiler[:40]))
		if reads == strings.Contains(readme, "without a C compiler") {
			t.Errorf("%s: inline code is read: %v, and the text beside it says\n%s", name, reads, readme)
		}
		if compiler(target) != "" != reads {
			t.Errorf("%s: inline code is read: %v, and the compiler is %q", name, reads, compiler(target))
		}
	}
}

func unzip(t testing.TB, file string) map[string][]byte {
	t.Helper()
	z, err := zip.OpenReader(file)
	world.Must(t, err)
	defer z.Close()
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		world.Must(t, err)
		files[f.Name], err = io.ReadAll(r)
		world.Must(t, err)
	}
	return files
}

// TestSamePrograms: the archive, the packages and the npm package, which is the plugin, hold the same
// programs, and these say what they were built from.
func TestSamePrograms(t *testing.T) {
	dist, tmp := made(t), t.TempDir()
	here, _ := readTargets(releasetest.Here())
	arch := here[0].Arch
	rpmArch := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[arch]
	archive := filepath.Join(tmp, "archive")
	name := "fencepost-" + version + "-" + here[0].String()
	releasetest.Untar(t, filepath.Join(dist, name+".tar.gz"), archive)
	npm := filepath.Join(tmp, "npm")
	releasetest.Untar(t, filepath.Join(dist, "fencepost-"+releasetest.Platform()+"-"+version+".tgz"), npm)
	apk := filepath.Join(tmp, "apk")
	releasetest.Untar(t, filepath.Join(dist, "fencepost_"+version+"_"+rpmArch+".apk"), apk)
	deb := filepath.Join(tmp, "deb")
	do(t, exec.Command(testkit.Installed(t, "dpkg-deb"), "-x",
		filepath.Join(dist, "fencepost_"+version+"_"+arch+".deb"), deb))
	for _, program := range siblings.Programs() {
		want := read(t, filepath.Join(archive, name, program))
		for _, other := range []string{npm + "/package/bin/", apk + "/usr/bin/", deb + "/usr/bin/"} {
			if !bytes.Equal(read(t, other+program), want) {
				t.Errorf("%s%s is not the one of the archive", other, program)
			}
		}
		out, _ := exec.Command(filepath.Join(archive, name, program), "--version").Output() // the hook blocks
		if out := string(out); !strings.HasPrefix(out, program+" v"+version+" ") || strings.Contains(out, "modified") {
			t.Errorf("%s", out)
		}
	}
	var said struct{ Version, Build, Revision, Go, OS, Arch string }
	out := do(t, exec.Command(filepath.Join(archive, name, "fencepost"), "version", "--json"))
	if err := json.Unmarshal([]byte(out), &said); err != nil || said.Version != "v"+version ||
		said.Build != siblings.ThisBuild() || len(said.Revision) != 40 || said.Go == "" || said.Arch != arch {
		t.Errorf("%v: %s", err, out)
	}
}

// TestBillOfMaterials: what the programs link is named, with its version.
func TestBillOfMaterials(t *testing.T) {
	var b struct {
		BomFormat, SpecVersion string
		Components             []struct{ Name, Version, Purl string }
	}
	world.Must(t, json.Unmarshal(read(t, filepath.Join(made(t), "fencepost-"+version+".cdx.json")), &b))
	names := map[string]bool{}
	for _, c := range b.Components {
		names[c.Name] = c.Version != "" && c.Purl == "pkg:golang/"+c.Name+"@"+c.Version
	}
	for _, want := range []string{"std", "mvdan.cc/sh/v3", "github.com/smacker/go-tree-sitter",
		"github.com/landlock-lsm/go-landlock"} {
		if !names[want] {
			t.Errorf("%s is not named well: %v", want, b.Components)
		}
	}
	if names["honnef.co/go/tools"] || b.BomFormat != "CycloneDX" || b.SpecVersion != "1.5" {
		t.Errorf("%+v", b)
	}
}

// TestFormulaAndFlake: their languages read them, and they name the archives.
func TestFormulaAndFlake(t *testing.T) {
	dist := made(t)
	for file, words := range map[string][]string{"fencepost.rb": {"ruby", "-c"},
		"flake.nix": {"nix-instantiate", "--parse"}} {
		t.Run(file, func(t *testing.T) {
			path := filepath.Join(dist, file)
			do(t, exec.Command(testkit.Installed(t, words[0]), append(words[1:], path)...))
			text := read(t, path)
			for line := range strings.Lines(string(read(t, filepath.Join(dist, sumsFile)))) {
				sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
				if strings.HasSuffix(name, ".tar.gz") && !bytes.Contains(text, []byte(sum)) {
					t.Errorf("the checksum of %s is not there", name)
				}
			}
		})
	}
}

// TestFlakeEvaluates: the flake gives a package for a system, whatever nixpkgs makes of it.
func TestFlakeEvaluates(t *testing.T) {
	const expression = `let stub = { stdenvNoCC.mkDerivation = x: x; fetchurl = x: x; };
  flake = (import ./flake.nix).outputs { self = { }; nixpkgs.legacyPackages = { x86_64-linux = stub;
    aarch64-linux = stub; x86_64-darwin = stub; aarch64-darwin = stub; }; };
in flake.packages.aarch64-darwin.default.src.url`
	out := do(t, inDir(made(t), exec.Command(testkit.Installed(t, "nix-instantiate"), "--store", "dummy://",
		"--eval", "--strict", "-E", expression)))
	if want := "/v" + version + "/fencepost-" + version + "-darwin-arm64.tar.gz\""; !strings.Contains(out, want) {
		t.Error(out)
	}
}

// TestSource: only a tagged commit with a section in the changelog is released.
func TestSource(t *testing.T) {
	testkit.All(t, "it makes a release")
	dir := t.TempDir()
	t.Chdir(dir)
	git := func(args ...string) {
		t.Helper()
		do(t, exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@t"}, args...)...))
	}
	is := func(want string) {
		t.Helper()
		r := &release{}
		if err := r.source(); fmt.Sprint(err) != want && !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	git("init", "-q")
	world.Must(t, os.WriteFile("CHANGELOG.md", []byte("# Changelog\n\n## 1.2.3\n"), 0o644))
	git("add", ".")
	git("commit", "-q", "-m", "one")
	is("needs one tag")
	git("tag", "v1")
	is("needs one tag")
	git("tag", "-d", "v1")
	git("tag", "v1.2.3")
	is("<nil>")
	world.Must(t, os.WriteFile("x", nil, 0o644))
	is("changes that are not in the commit")
	git("add", ".")
	git("commit", "-q", "-m", "two")
	is("needs one tag")
	git("tag", "v1.3.0-rc.1")
	is("no section")
}

// files serves a directory.
func files(t testing.TB, dir string) string {
	t.Helper()
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	return server.URL
}
