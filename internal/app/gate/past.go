package gate

import (
	"sync"
	"sync/atomic"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
)

// This file is about judging calls of the audit log anew: many at a time, and under configs that
// nobody has put in force yet.

// Instead says under which configs past calls are judged. The zero value is what is in force now.
type Instead struct {
	Person  []string           // files that take the place of the person's config
	Project []string           // files that take the place of every project's, and count in full
	Added   []*policy.Document // that count as if they stood in the person's config, too
}

// past is what a gate for past calls knows.
type past struct {
	Instead
	mu   sync.Mutex
	dirs map[string]pastPolicy
}

type pastPolicy struct {
	policy *policy.Policy
	at     policy.Project
}

// maxPastDirs bounds the directories of which the policy is remembered.
const maxPastDirs = 4096

// Past returns a gate for past calls: it reads the configs of each directory once.
func (g *Gate) Past(other Instead) *Gate {
	past := &past{Instead: other, dirs: map[string]pastPolicy{}}
	in := *g
	in.past, in.plain = past, new(atomic.Pointer[policy.Policy])
	return &in
}

// remembered returns the policy of a directory; ok is false if it is not remembered.
func (p *past) remembered(cwd string) (got pastPolicy, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	got, ok = p.dirs[cwd]
	return got, ok
}

// remember remembers the policy of a directory.
func (p *past) remember(cwd string, got pastPolicy) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.dirs) >= maxPastDirs {
		clear(p.dirs)
	}
	p.dirs[cwd] = got
}

// PastCall is the call of an entry of the audit log. ok is false where the log does not hold all
// that has to be known of it.
func PastCall(e *audit.Entry) (call *fact.Call, ok bool) {
	if e.Tool == "" || e.Cwd == "" || e.Cut() {
		return nil, false
	}
	// Without the session: what the log says of it now is not what it said then.
	call = &fact.Call{Event: "PreToolUse", Tool: e.Tool, Cwd: e.Cwd, Mode: e.Mode, Input: e.Input}
	return call, agent.Lacks(call) == ""
}
