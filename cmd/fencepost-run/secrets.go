package main

import (
	"github.com/fencepost/fencepost/gen/credentials"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// secretPaths are the files that the preset secrets has nobody read unasked.
func secretPaths() []plan.Secret {
	entries := credentials.Entries()
	out := make([]plan.Secret, 0, len(entries))
	for i := range entries {
		e := &entries[i]
		out = append(out, plan.Secret{Glob: e.Glob, Why: e.Why, Deny: e.Deny, Shown: e.Shown})
	}
	return out
}
