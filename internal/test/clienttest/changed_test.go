//go:build unix

package clienttest

import "testing"

// TestOtherHookIsTold: where another hook of the person's changes a call, the client runs that, and
// fencepost says so at a later turn.
func TestOtherHookIsTold(t *testing.T) {
	for _, version := range Versions(t) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := NewWorld(t)
			w.Put("{HOME}/.claude/settings.json", hookSettings(`case $(cat) in *"git log"*) `+
				answer(map[string]any{"updatedInput": map[string]any{"command": "echo changed"}})+`;; esac`))
			client := Client(t, version)
			w.Client(client)
			w.Install()
			r := (&Session{Program: client, World: w, Mode: "bypassPermissions",
				Steps: []Step{{Calls: []Call{Bash("git log -1")}},
					{Calls: []Call{Bash("sleep 3")}}, {Calls: []Call{Bash("ls")}}}}).Play(t)
			if len(r.Replies) == 0 || !r.Replies[0].Ran() || !r.Has("ran with another command") {
				t.Errorf("%v %s\n%s", r.Err, r.Stderr, transcript(r))
			}
		})
	}
}
