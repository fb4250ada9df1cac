package gate_test

import (
	"os"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/fact"
)

// BenchmarkJudge measures a plain compound command without config, in process.
func BenchmarkJudge(b *testing.B) {
	home := b.TempDir()
	project := home + "/project"
	if err := os.MkdirAll(project+"/.git", 0o755); err != nil {
		b.Fatal(err)
	}
	g := gate.New(gate.Options{Trusted: true, Home: home, Shell: "/bin/bash"})
	in := []byte(`{"session_id":"s","cwd":"` + project +
		`","permission_mode":"default","hook_event_name":"PreToolUse",` +
		`"tool_name":"Bash","tool_input":{"command":"git status && npm test 2>&1 | head ` +
		`-50"},"tool_use_id":"t"}`)
	b.ReportAllocs()
	for b.Loop() {
		var call fact.Call
		call, err := claude.Agent{}.Decode(in)
		if err != nil {
			b.Fatal(err)
		}
		r := g.Judge(&call)
		claude.Agent{}.Encode(&r.Verdict, r.Call)
	}
}
