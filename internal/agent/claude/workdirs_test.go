package claude

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSettingsDirs(t *testing.T) {
	for _, tt := range []struct {
		text string
		want string
	}{
		{`{"permissions":{"additionalDirectories":["../a","~/b","/c"]}}`, "../a ~/b /c"},
		{`{"permissions":{"allow":["Bash(ls)"],"additionalDirectories":[]}}`, ""},
		{`{"additionalDirectories":["/a"]}`, ""},
		{`{"Permissions":{"additionalDirectories":["/a"]}}`, ""},
		// The last of two counts.
		{`{"permissions":{"additionalDirectories":["/a"]},"permissions":{}}`, ""},
		{`{"permissions":{"additionalDirectories":["/a"],"additionalDirectories":["/b"]}}`, "/b"},
		{`{"permissions":{"additionalDirectories":["/a",1]}}`, ""}, // the client drops the file
		{`{"permissions":{"additionalDirectories":"/a"}}`, ""},
		{`{"permissions":{"additionalDirectories":["/a"]},}`, ""},
		{`{"permissions":[]}`, ""},
		{`{"permissions":null}`, ""},
		{`[]`, ""},
		{``, ""},
		{byteOrderMark + `{"permissions":{"additionalDirectories":["/a"]}}`, "/a"},
		{`{"env":[],"permissions":{"additionalDirectories":["/a"]}}`, ""}, // the client drops the file
	} {
		if got := strings.Join(settingsDirs([]byte(tt.text)), " "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

func FuzzSettingsDirs(f *testing.F) {
	f.Add([]byte(`{"permissions":{"additionalDirectories":["../a"]}}`))
	f.Add([]byte(`{"env":{"A":"1","B":[],"A":null}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if dirs := settingsDirs(data); len(dirs) > maxDirs {
			t.Errorf("%d directories", len(dirs))
		}
		c, err := parseSettings(data)
		for _, v := range variables("f", c.env) {
			if err != nil || v.Raw == "" {
				t.Errorf("%q: %+v, %v", data, v, err)
			}
		}
	})
}

func TestAddDirs(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"claude --add-dir ../a", "../a"},
		{"claude --add-dir a b -p go", "a b"},
		{"claude -p go --add-dir=a --add-dir b --model x", "a b"},
		{"claude --add-dir", ""},
		{"claude --add-dir --verbose", ""},
		{"claude --add-dirs a", ""},
		{"claude -- --add-dir a", ""},
		{"--add-dir a", ""}, // the name of the program
	} {
		if got := strings.Join(addDirs(strings.Fields(tt.args)), " "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.args, got, tt.want)
		}
	}
}

// TestWorkDirsExist: names begin where the client does, and only directories count.
func TestWorkDirsExist(t *testing.T) {
	base := t.TempDir()
	for _, dir := range []string{"home/b", "start", "a"} {
		if err := os.MkdirAll(filepath.Join(base, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(base, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	home, start := filepath.Join(base, "home"), filepath.Join(base, "start")
	names := []string{"../a", "~/b", "../file", "../gone", base + "/a/", "", "~x"}
	got := existingDirs(names, home, start)
	want := []string{filepath.Join(base, "a"), filepath.Join(base, "home", "b")}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := existingDirs([]string{"../a", "~/b"}, "", ""); got != nil {
		t.Errorf("without a home and a start: %q", got)
	}
}

// TestClientOf: shells and timeout stand between the client and the hook, and a project can change
// neither what the client was started with nor whom the search finds.
func TestClientOf(t *testing.T) {
	proc := t.TempDir()
	process := func(pid, parent, cmdline, environ string) {
		dir := filepath.Join(proc, pid)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		zero := strings.NewReplacer(" ", "\x00")
		for name, text := range map[string]string{
			"cmdline": zero.Replace(cmdline) + "\x00",
			"environ": zero.Replace(environ) + "\x00",
			"stat":    pid + " (a (b) c) S " + parent + " 1 1 0",
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	process("10", "9", "timeout 5 /x/fencepost hook", "")
	process("9", "8", "/bin/sh -c timeout", "")
	process("8", "7", "/opt/claude --add-dir ../a", "CLAUDE_CODE_TMPDIR=/t CLAUDE_CODE_TMPDIRX=/u")
	process("7", "1", "/opt/claude --add-dir /", "")
	process("20", "21", "bash", "")
	process("21", "20", "bash", "")
	process("30", "8", "/x/fencepost bench --suite", "CLAUDE_CODE_TMPDIR=/b")
	c := clientOf(proc, 10)
	if got := strings.Join(addDirs(c.args), " "); got != "../a" {
		t.Errorf("got %q of %q", got, c.args)
	}
	if got := c.env("CLAUDE_CODE_TMPDIR"); got != "/t" {
		t.Errorf("environment: %q", got)
	}
	if got := clientOf(proc, 30).env("CLAUDE_CODE_TMPDIR"); got != "/b" {
		t.Errorf("environment of what a benchmark starts: %q", got)
	}
	for _, pid := range []int{20, 99} {
		if c := clientOf(proc, pid); c.args != nil || c.env("X") != "" {
			t.Errorf("%d: %v", pid, c)
		}
	}
}

func TestOwnDir(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "d")
	if !ownDir(dir) {
		t.Error("a directory that is not there")
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if !ownDir(dir) {
		t.Error("an own directory")
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if ownDir(dir) {
		t.Error("a directory that others can write")
	}
	link := filepath.Join(base, "l")
	if err := os.Symlink(base, link); err != nil {
		t.Fatal(err)
	}
	if ownDir(link) {
		t.Error("a link")
	}
}
