package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

func TestReadTargets(t *testing.T) {
	list, err := readTargets(allTargets)
	if err != nil || len(list) != 6 {
		t.Errorf("%v, %v", list, err)
	}
	for _, wrong := range []string{"linux", "linux/386", "linux/amd64,linux/arm64", "plan9/amd64", "/"} {
		if list, err := readTargets(wrong); err == nil {
			t.Errorf("%q: %v", wrong, list)
		}
	}
}

func TestTarget(t *testing.T) {
	for _, row := range []struct{ target, platform, hook string }{
		{"linux/amd64", "linux-x64", "fencepost-hook"},
		{"darwin/arm64", "darwin-arm64", "fencepost-hook"},
		{"windows/amd64", "win32-x64", "fencepost-hook.exe"},
	} {
		list, err := readTargets(row.target)
		if err != nil {
			t.Fatal(err)
		}
		system, processor := list[0].platform()
		if got := system + "-" + processor; got != row.platform {
			t.Errorf("%s: %s, want %s", row.target, got, row.platform)
		}
		if got := list[0].programs()[1]; got != row.hook {
			t.Errorf("%s: %s, want %s", row.target, got, row.hook)
		}
		hooks, err := pluginHooks(&list[0])
		if command := `"${CLAUDE_PLUGIN_ROOT}/bin/` + row.hook + `"`; err != nil ||
			bytes.Count(hooks, []byte(command)) < 3 || !json.Valid(hooks) ||
			!bytes.Contains(hooks, []byte(`"onFailure": "block"`)) {
			t.Errorf("%s: %v\n%s", row.target, err, hooks)
		}
	}
}

func TestMode(t *testing.T) {
	for file, run := range map[string]bool{"fencepost": true, "fencepost-run": true,
		"bin/fencepost-hook.exe": true, "bin/fencepost": true, "man/fencepost.1": false, "LICENSE": false,
		"completions/_fencepost": false, "completions/fencepost.bash": false,
		"apparmor/fencepost-run": false} {
		if got := mode(file)&0o100 != 0; got != run {
			t.Errorf("%s: can be run: %v", file, got)
		}
	}
}

// TestArchivesAreTheSame: neither order nor times nor modes of the disk get into an archive.
func TestArchivesAreTheSame(t *testing.T) {
	r := &release{date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), out: t.TempDir()}
	var made [2][2][]byte
	for i, names := range [][]string{{"fencepost", "man/a.1", "z"}, {"z", "man/a.1", "fencepost"}} {
		dir := t.TempDir()
		for _, name := range names {
			if err := writeFile(filepath.Join(dir, name), []byte(name)); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(filepath.Join(dir, name), 0o600|os.FileMode(i)<<6); err != nil {
				t.Fatal(err)
			}
			when := time.Now().Add(time.Duration(i) * time.Hour)
			if err := os.Chtimes(filepath.Join(dir, name), when, when); err != nil {
				t.Fatal(err)
			}
		}
		for n, pack := range []func(dir, top, name string) error{r.tarball, r.zip} {
			if err := pack(dir, "top", "x"); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(filepath.Join(r.out, "x"))
			if err != nil {
				t.Fatal(err)
			}
			made[i][n] = data
		}
	}
	if !bytes.Equal(made[0][0], made[1][0]) || !bytes.Equal(made[0][1], made[1][1]) {
		t.Error("two archives of the same files differ")
	}
}

// TestTexts: nothing in a template is left open, whatever is known.
func TestTexts(t *testing.T) {
	root := testkit.Root()
	for _, name := range []string{"install.sh", "fencepost.rb", "flake.nix"} {
		to := filepath.Join(t.TempDir(), name)
		data := &filled{Version: "1.2.3", Homepage: homepage, Key: "RWkey",
			Sums: map[string]string{"linux-amd64": "abc", "darwin-arm64": "def"}}
		if err := fill(filepath.Join(root, "packaging", name), to, data); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(to)
		if err != nil || strings.Contains(string(text), "@(") || !strings.Contains(string(text), "1.2.3") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
		for _, want := range map[string][]string{"install.sh": {"key='RWkey'"},
			"fencepost.rb": {`sha256 "abc"`, `sha256 "def"`},
			"flake.nix":    {`sha256 = "abc"`, `sha256 = "def"`}}[name] {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s does not hold %s", name, want)
			}
		}
	}
}
