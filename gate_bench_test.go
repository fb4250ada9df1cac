package fencepost

import (
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/hook"
)

// BenchmarkJudge measures a plain compound command without config, in process.
func BenchmarkJudge(b *testing.B) {
	home := b.TempDir()
	g := New(Options{Home: home, Shell: "/bin/bash"})
	in := []byte(`{"session_id":"s","cwd":"` + home + `","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git status && npm test 2>&1 | head -50"},"tool_use_id":"t"}`)
	b.ReportAllocs()
	for b.Loop() {
		var call fact.Call
		call, err := hook.Decode(in)
		if err != nil {
			b.Fatal(err)
		}
		r := g.Judge(&call)
		hook.Encode(&r.Verdict, r.Call.Tool)
	}
}
