package setup_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

func TestPluginText(t *testing.T) {
	a := pluginAgent()
	got := string(install(t, a, "/opt/fence post/fencepost-hook", `/home/a"b`, nil))
	want := `const command = ["/opt/fence post/fencepost-hook", "opencode", "--home", "/home/a\"b"]`
	if strings.Count(got, want) != 1 || strings.Count(got, "const command") != 1 {
		t.Errorf("the plugin does not start the program:\n%.800s", got)
	}
}

// TestPluginRuns holds what the plugin does with each answer, and without one.
func TestPluginRuns(t *testing.T) {
	node := testkit.Installed(t, "node")
	a, dir := pluginAgent(), t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return file
	}
	write("try.mjs", `import { Fencepost } from "./plugin.mjs"
const hooks = await Fencepost({ directory: "/p" })
const output = { args: { command: "ls", more: 1 } }
try {
  await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s", callID: "c" }, output)
  console.log("runs " + JSON.stringify(output.args))
} catch (e) {
  console.log("stops " + e.message.split("\n")[0])
}
await hooks["tool.execute.after"]({ tool: "bash", sessionID: "s", callID: "c" }, {})
const system = { system: ["first"] }
await hooks["experimental.chat.system.transform"]({}, system)
console.log(system.system.length)
`)
	for _, tt := range []struct{ script, want string }{
		{`echo '{"decision":"allow"}'`, `runs {"command":"ls","more":1}`},
		{`echo '{"decision":"allow","args":{"command":"pwd"}}'`, `runs {"command":"pwd"}`},
		{`echo '{"decision":"deny","reason":"no"}'`, "stops no"},
		{`echo '{"decision":"deny"}'`, "stops fencepost did not allow"},
		{`echo '{}'`, "stops fencepost did not allow"},
		{`echo 'null'`, "stops fencepost gave no answer"},
		{`:`, "stops "},
		{`echo '{"decision":"allow"'`, "stops "},
		{`echo '{"decision":"allow"}'; exit 1`, "stops fencepost failed (1)"},
		{`echo '{"decision":"allow"}'; kill -9 $$`,
			"stops fencepost could not be asked|stops fencepost failed"},
		{`echo "$event" | grep -q '"tool_name":"bash"' && echo '{"decision":"deny","reason":"read"}'`,
			"stops read"},
	} {
		const read = "event=$(cat)\n"
		program := write("gate.sh", "#!/bin/sh\n"+read+tt.script+"\n")
		write("plugin.mjs", string(install(t, a, program, "", nil)))
		out, err := exec.Command(node, filepath.Join(dir, "try.mjs")).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", tt.script, err, out)
		}
		ok := false
		for _, want := range strings.Split(tt.want, "|") {
			ok = ok || strings.HasPrefix(string(out), want)
		}
		if !ok {
			t.Errorf("%s: %s, want %s", tt.script, out, tt.want)
		}
	}
	write("plugin.mjs", string(install(t, a, filepath.Join(dir, "no-such-program"), "", nil)))
	out, err := exec.Command(node, filepath.Join(dir, "try.mjs")).CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "stops fencepost could not be asked") {
		t.Errorf("a program that is gone: %v, %s", err, out)
	}
}
