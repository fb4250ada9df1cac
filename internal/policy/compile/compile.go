// Package compile makes packed policies of the YAML of configs.
package compile

import (
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/handout"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/policy/store"
)

// Config reads a config file. What is wrong with it is in the unit, too.
func Config(file string, data []byte) *store.Unit {
	u := &store.Unit{File: file, Of: []string{string(data)}}
	doc, errors, warnings := parse.Parse(file, data, policy.Config)
	doc.Sum = policy.OwnSum(data)
	u.Members, u.Errors, u.Warnings = []policy.Member{{Document: doc}}, errors, warnings
	return u
}

// Policy checks the signature of a policy that was handed out, and reads it. What is wrong with it is
// in the unit, too.
func Policy(h *policy.HandedOut) *store.Unit {
	u := &store.Unit{File: h.File, Of: []string{string(h.Data), h.Key, string(h.Signature)}}
	if u.Members, u.Errors = handout.Read(h); len(u.Errors) > 0 {
		u.Members = nil
	}
	return u
}
