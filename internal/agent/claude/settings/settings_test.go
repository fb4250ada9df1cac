package settings

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// odd are settings files of persons, in forms of their own.
func odd() []string {
	return []string{
		"{}", "{}\n", "{\n}\n", "{ }", "\n\n{}\n\n", "", "\n", " \t\r\n",
		`{"model": "opus"}`, `{"model":"opus"}`, "{\"model\": \"opus\"}\n\n\n",
		"{\n  \"model\": \"opus\"\n}\n", "{\n\t\"model\": \"opus\"\n}", "{\r\n    \"model\": " +
			"\"opus\"\r\n}\r\n",
		"\xef\xbb\xbf{\n  \"model\": \"opus\"\n}\n",
		`{"hooks": {}}`, `{"hooks":{"PreToolUse":[]}}`, "{\n  \"hooks\": {\n    \"PreToolUse\": " +
			"[\n    ]\n  }\n}\n",
		`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/opt/x"}]}]}}`,
		"{\n  \"hooks\": {\n    \"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": " +
			"\"say done\"}]}],\n" +
			"    \"PreToolUse\": [\n      {\"matcher\": \"Bash\", \"hooks\": []}\n    ]\n  },\n  " +
			"\"b\": 1e3, \"a\": \"\\u00e9\\/\"\n}",
		"{\"a\": [1,\n2], \"hooks\": {\"PreToolUse\": null, \"SessionStart\": [ {\"hooks\": [] } " +
			"]}}",
		`{"env": {}}`, `{"env": {}, "a": 1}`, "{\n  \"env\": {\n    \"A\": \"b\"\n  }\n}\n",
		`{"env":{"A":"b","CLAUDE_CODE_SHELL_PREFIX":""},"hooks":{"SessionEnd":[]}}`,
		"{\"a\":{\n\"b\":1}}", "{\n\"a\":1,\n\n\n  \"hooks\":{\n}}",
		`{"big": 12345678901234567890, "f": 1.50}`,
	}
}

// entries are those that an installation may write.
func entries() []Entry {
	return []Entry{
		{Exe: "/usr/local/bin/fencepost-hook", Home: "/home/you", Form: Exec},
		{Exe: "/opt/it's \"here\" & $x/fencepost-hook", Home: "/home/o'neil dir", Form: Shell},
		{Exe: "/Users/you/bin/fencepost-hook", Home: "/Users/you", Form: Shell},
		{Exe: "/usr/local/bin/fencepost-hook", Form: Exec},
		{Exe: "/usr/local/bin/fencepost", Home: "/home/you", Form: Exec}, // no hook beside it
		{Exe: "/Users/you/bin/fencepost", Home: "/Users/you", Form: Shell},
		{Exe: "/usr/local/bin/fencepost", Form: Exec},
		{Exe: "/usr/local/bin/fencepost-hook", Home: "/home/you", Form: Exec, Sandbox: true},
		{Exe: "/opt/it's here/fencepost-hook", Home: "/home/o'neil dir", Form: Shell, Sandbox: true},
		{Exe: "/usr/local/bin/fencepost-hook", Home: "~", Managed: true, Sandbox: true},
		{Exe: "/opt/it's/fencepost-hook", Home: "/home/o'neil dir", Form: ShellProgram, Sandbox: true},
	}
}

func plans(t *testing.T, e *Entry) []hookfile.Plan {
	t.Helper()
	plans, err := e.Plans()
	if err != nil {
		t.Fatal(err)
	}
	return plans
}

func install(t *testing.T, e *Entry, text []byte) []byte {
	t.Helper()
	tree := &hookfile.Tree{Text: bytes.Clone(text)}
	if err := hookfile.Put(tree, plans(t, e)); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return tree.Text
}

// TestRoundTrip installs into odd files, again, over an older entry, and takes it out again.
func TestRoundTrip(t *testing.T) {
	for _, text := range odd() {
		for _, e := range entries() {
			file := filepath.Join(t.TempDir(), "settings.json")
			if err := os.WriteFile(file, []byte(text), 0o640); err != nil {
				t.Fatal(err)
			}
			for _, e := range []Entry{{Exe: "/old/fencepost"}, {Exe: "/old/fencepost-hook"}, e, e} {
				f, err := hookfile.Read(file)
				if err != nil {
					t.Fatalf("%q: %v", text, err)
				}
				tree := &hookfile.Tree{Text: bytes.Clone(f.Old)}
				if err := hookfile.Put(tree, plans(t, &e)); err != nil {
					t.Fatalf("%q: %v", text, err)
				}
				if !bytes.Equal(tree.Text, f.Old) {
					if _, err := f.Write(tree.Text); err != nil {
						t.Fatal(err)
					}
				}
			}
			f, err := hookfile.Read(file)
			if err != nil {
				t.Fatalf("%q became %q: %v", text, f.Old, err)
			}
			if found := Check(f.Root); Drops(found) {
				t.Errorf("%q became a file that the client drops: %v", text, found)
			}
			if again := install(t, &e, f.Old); !bytes.Equal(again, f.Old) {
				t.Errorf("%q: a second time changes\n%s\nto\n%s", text, f.Old, again)
			}
			if bytes.Contains(f.Old, []byte("/old/")) {
				t.Errorf("%q: the older entry is still there:\n%s", text, f.Old)
			}
			if changed, err := f.Remove(hookfile.Tree{}, plans(t, &e)); !changed || err != nil {
				t.Errorf("%q: Remove: %v, %v", text, changed, err)
			}
			if got, err := os.ReadFile(file); err != nil || string(got) != text {
				t.Errorf("%q came back as %q (%v)", text, got, err)
			}
			if left, _ := os.ReadDir(filepath.Dir(file)); len(left) != 1 {
				t.Errorf("%q: left behind: %v", text, left)
			}
		}
	}
}

// TestRoundTripNoFile takes away the file and the directory that the installation has made.
func TestRoundTripNoFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, ".claude", "settings.json")
	for _, e := range entries() {
		f, err := hookfile.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(install(t, &e, nil)); err != nil {
			t.Fatal(err)
		}
		if f, err = hookfile.Read(file); err != nil {
			t.Fatal(err)
		}
		if changed, err := f.Remove(hookfile.Tree{}, plans(t, &e)); !changed || err != nil {
			t.Errorf("Remove: %v, %v", changed, err)
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

// TestRemoveKeepsEdits keeps what a person has written since.
func TestRemoveKeepsEdits(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.json")
	const before = "{\n  \"model\": \"opus\"\n}\n"
	if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	f, _ := hookfile.Read(file)
	if _, err := f.Write(install(t, &entries()[0], f.Old)); err != nil {
		t.Fatal(err)
	}
	f, _ = hookfile.Read(file)
	if _, err := f.Write(bytes.Replace(f.Old, []byte("opus"), []byte("sonnet"), 1)); err != nil {
		t.Fatal(err)
	}
	f, _ = hookfile.Read(file)
	if _, err := f.Remove(hookfile.Tree{}, plans(t, &entries()[0])); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(file); string(got) != strings.Replace(before, "opus", "sonnet", 1) {
		t.Errorf("got %q", got)
	}
}

func TestMalformedSettingsAreRefused(t *testing.T) {
	for _, text := range []string{
		`{"hooks": []}`, `{"hooks": {"PreToolUse": {}}}`, `{} {}`, `[]`, `{"a": 1, // c` + "\n}",
		`{"hooks": {}, "hooks": {}}`,
		`{"hooks": {"Stop": [], "Stop": []}}`, `{"hooks": {"PreToolUse": [5]}}`,
		`{"hooks": {"PreToolUse": [{"hooks": 5}]}}`, `{`,
	} {
		tree := &hookfile.Tree{Text: []byte(text)}
		if err := hookfile.Put(tree, plans(t, &entries()[0])); err == nil {
			t.Errorf("%s became %s", text, tree.Text)
		}
	}
}

// TestOwnHooksAreRecognised knows the entries of this program, and no others.
func TestOwnHooksAreRecognised(t *testing.T) {
	for _, e := range entries() {
		for _, event := range Events() {
			h := e.Handler(&event)
			raw, err := hookfile.Encode(h)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := ParseHandler(raw)
			if !ok || !got.Runs(&event) || got.Home() != e.Home ||
				got.Argv()[0] != e.Exe {
				t.Errorf("%s: %q, home %q", raw, got.Argv(), got.Home())
			}
			if closed := got.ClosedOnFailure(); closed != (e.Form != Exec &&
				event.Name == "PreToolUse") {
				t.Errorf("%s: closed is %v", raw, closed)
			}
		}
	}
	for line, want := range map[string]struct{ ours, closed bool }{
		`/x/fencepost`:      {true, false},
		`fencepost hook`:    {true, false},
		`"/x y/fencepost"`:  {true, false},
		`/x/fencepost-hook`: {true, false},
		`timeout -s KILL 5 '/x/fencepost-hook' --home '/h' || exit 2`: {true, true},
		`/x/fencepost-hook.exe`:                                 {true, false},
		`/x/fencepost-hooks`:                                    {false, false},
		`fencepost-hook --home /h && true`:                      {true, false},
		`timeout -s KILL 5 /x/fencepost hook || exit 2`:         {true, true},
		`timeout --signal=9 5 /x/fencepost hook||exit 2`:        {true, true},
		`timeout -k 1 5 /x/fencepost hook || exit 2`:            {true, true},
		`timeout 5 /x/fencepost hook || exit 2`:                 {true, false},
		`timeout -s KILL 5 /x/fencepost hook || exit 1`:         {true, false},
		`timeout -s KILL 5 /x/fencepost hook || exit 2; exit 0`: {true, false},
		`timeout -s KILL 5 /x/fencepost hook && exit 2`:         {true, false},
		`/x/fencepost hook || exit 2`:                           {true, false},
		`/x/fencepost verify`:                                   {false, false},
		`/x/fencepost-like hook`:                                {false, false},
		`lint && fencepost hook`:                                {false, false},
		`$HOME/bin/fencepost hook`:                              {false, false},
		`echo fencepost hook`:                                   {false, false},
	} {
		h := Handler{Type: "command", Command: line}
		if ours := h.Runs(&Events()[0]); ours != want.ours || h.ClosedOnFailure() != want.closed {
			t.Errorf("%s: ours %v, closed %v", line, ours, h.ClosedOnFailure())
		}
	}
}

func TestVersion(t *testing.T) {
	for text, want := range map[string]Version{
		"2.1.330 (Claude Code)\n": {2, 1, 330}, "2.1.0-beta.1 (Claude Code)": {2, 1, 0},
		"2.1.330": {}, "fencepost 1.0.0": {}, "": {}, "x.1.2 (Claude Code)": {}, "2.1 (Claude " +
			"Code)": {},
	} {
		if got, _ := ParseVersion(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if (Version{}).AtLeast(ArgsSince) || !(Version{2, 1, 101}).AtLeast(ArgsSince) || (Version{2, 1,
		294}).AtLeast(OnFailureSince) ||
		!(Version{3, 0, 0}).AtLeast(OnFailureSince) {
		t.Error("versions compare wrongly")
	}
}

func TestReach(t *testing.T) {
	for name, want := range map[string]Reach{
		"HOME": MovesHome, "FENCEPOST_HOME": MovesHome, "PATH": Moves, "LD_PRELOAD": Moves,
		"BASH_FUNC_kill%%":         Moves,
		"CLAUDE_CODE_SHELL_PREFIX": Moves, "CLAUDE_PROJECT_DIR": Moves, "CLAUDE_CODE_SIMPLE": NoHooks, "CLAUDE_CODE_SAFE_MODE": NotOwn,
		"SHELL": Shapes, "NODE_ENV": Harmless,
		"GOFLAGS": Harmless, "HOMEBREW_PREFIX": Harmless, "L": Harmless,
	} {
		if got := ReachOf(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	root, err := hookfile.ParseObject([]byte(`{"env": {"A": "x\ny", "B": 5, "C": {"a": 1}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := Env(root); !slices.Equal(got, []Variable{{"A", "x\ny"}, {"B", "5"}, {"C",
		`{"a": 1}`}}) {
		t.Errorf("%v", got)
	}
}

func FuzzTree(f *testing.F) {
	for _, text := range odd() {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		tree := &hookfile.Tree{Text: bytes.Clone(text)}
		e := entries()[1]
		if hookfile.Put(tree, plans(t, &e)) != nil {
			return
		}
		root, err := hookfile.ParseObject(tree.Text[skip(tree.Text):])
		if err != nil {
			t.Fatalf("%q became %q: %v", text, tree.Text, err)
		}
		Check(root)
		if again := install(t, &e, tree.Text); !bytes.Equal(again, tree.Text) {
			t.Fatalf("%q became %q, then %q", text, tree.Text, again)
		}
		if err := hookfile.Take(tree, plans(t, &e)); err != nil ||
			!json.Valid(tree.Text[skip(tree.Text):]) {
			t.Fatalf("%q became %q (%v)", text, tree.Text, err)
		}
	})
}

func skip(text []byte) int {
	if bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
		return 3
	}
	return 0
}
