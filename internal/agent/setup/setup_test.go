package setup_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/agent/setup"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// installed are the agents that this package installs.
func installed() []*setup.Agent {
	return slices.DeleteFunc(setup.All(), func(a *setup.Agent) bool { return a.User == "" })
}

// install is the text of an agent's file after an installation.
func install(t *testing.T, a *setup.Agent, exe, home string, text []byte) []byte {
	t.Helper()
	if a.Plugin != "" {
		text, err := a.Whole(exe, home)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	plans, err := a.Plans(exe, home)
	if err != nil {
		t.Fatal(err)
	}
	tree := a.Tree
	tree.Text = bytes.Clone(text)
	if err := hookfile.Put(&tree, plans); err != nil {
		t.Fatal(err)
	}
	return tree.Text
}

func TestGolden(t *testing.T) {
	if hookfile.System("timeout") != "/usr/bin/timeout" {
		t.Skip("the golden files name /usr/bin/timeout")
	}
	t.Setenv("CODEX_HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	for _, a := range installed() {
		var b bytes.Buffer
		b.WriteString("person:  " + a.UserFile("/home/you") + "\nproject: " + a.ProjectFile("/src/p") +
			"\n\n")
		b.Write(install(t, a, "/usr/local/bin/fencepost-hook", "/home/you", nil))
		testkit.Golden(t, filepath.Join("..", a.Name, "testdata", "install.txt"), b.Bytes())
	}
}

// TestRoundTrip installs beside the hooks of others, over an older entry, and takes it out again.
func TestRoundTrip(t *testing.T) {
	for _, a := range installed() {
		if a.Plugin != "" {
			continue
		}
		plans, err := a.Plans("/opt/it's/fencepost-hook", "/home/o'neil")
		if err != nil {
			t.Fatal(err)
		}
		event := plans[0].Event
		other := `{"hooks":[{"type":"command","command":"/opt/lint"}]}`
		if a.Tree.Flat {
			other = `{"command":"/opt/lint","bash":"/opt/lint"}`
		}
		for _, text := range []string{
			"", "{}", `{"version": 1, "x": [1,  2]}`, "{\n\t\"hooks\": {\n\t\t\"" + event + "\": " +
				"[\n\t\t\t" + other + "\n\t\t]\n\t}\n}\n",
		} {
			file := filepath.Join(t.TempDir(), "d", "f.json")
			if text != "" {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for _, exe := range []string{"/old/fencepost", "/old/fencepost-hook",
				"/opt/it's/fencepost", "/opt/it's/fencepost-hook", "/opt/it's/fencepost-hook"} {
				f, err := hookfile.Read(file)
				if err != nil {
					t.Fatal(err)
				}
				now := install(t, a, exe, "/home/o'neil", f.Old)
				if !bytes.Equal(now, f.Old) {
					if _, err := f.Write(now); err != nil {
						t.Fatal(err)
					}
				}
			}
			f, err := hookfile.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(f.Old), "/old/") || strings.Count(string(f.Old),
				"fencepost") < len(plans) {
				t.Errorf("%s: %q became\n%s", a.Name, text, f.Old)
			}
			if changed, err := f.Remove(a.Tree, plans); !changed || err != nil {
				t.Errorf("%s: %v, %v", a.Name, changed, err)
			}
			got, err := os.ReadFile(file)
			if string(got) != text || (err != nil) != (text == "") {
				t.Errorf("%s: %q came back as %q (%v)", a.Name, text, got, err)
			}
			left, _ := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(file)), "*",
				"*.before*"))
			if len(left) > 0 {
				t.Errorf("%s: left behind: %v", a.Name, left)
			}
		}
	}
}

// pluginAgent is an agent that has plugins.
func pluginAgent() *setup.Agent {
	list := installed()
	return list[slices.IndexFunc(list, func(a *setup.Agent) bool { return a.Plugin != "" })]
}

// TestPlugin runs the plugin of OpenCode with programs that answer, deny, crash and are missing.
func TestPlugin(t *testing.T) {
	node := testkit.Installed(t, "node")
	dir := t.TempDir()
	a := pluginAgent()
	for name, tt := range map[string]struct{ script, want string }{
		"silent":  {"cat >/dev/null", "blocked "},
		"allow":   {`cat >/dev/null; echo '{"decision":"allow"}'`, "ran rm x"},
		"rewrite": {`cat >/dev/null; echo '{"decision":"allow","args":{"command":"ls"}}'`, "ran ls"},
		"deny":    {`cat >/dev/null; echo '{"decision":"deny","reason":"no"}'`, "blocked no"},
		"other":   {`cat >/dev/null; echo '{}'`, "blocked fencepost did not allow"},
		"exit2":   {"cat >/dev/null; echo why >&2; exit 2", "blocked fencepost failed (2): why"},
		"exit1":   {"cat >/dev/null; exit 1", "blocked fencepost failed (1)"},
		"garbage": {"echo hello", "blocked "},
		"arguments": {`grep -q '"tool_name":"bash","tool_input":{"command":"rm x"}' && ` +
			`[ "$1 $2 $3 $4" = "hook opencode --home /h o" ] && echo '{"decision":"allow"}'`, "ran rm x"},
		"missing": {"", "blocked fencepost could not be asked"},
	} {
		t.Run(name, func(t *testing.T) {
			exe := filepath.Join(dir, "it's \""+name)
			if tt.script != "" {
				if err := os.WriteFile(exe, []byte("#!/bin/sh\n"+tt.script+"\n"),
					0o755); err != nil {
					t.Fatal(err)
				}
			}
			file := filepath.Join(dir, name+".mjs")
			run := string(install(t, a, exe, "/h o", nil)) + `
const hooks = await Fencepost({ directory: "/p" })
const output = { args: { command: "rm x" } }
try {
  await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s", callID: "c" }, output)
  console.log("ran " + output.args.command)
} catch (e) { console.log("blocked " + e.message) }
`
			if err := os.WriteFile(file, []byte(run), 0o644); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(node, file).CombinedOutput()
			if err != nil || !strings.HasPrefix(string(out), tt.want) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
