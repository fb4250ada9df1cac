// Package compile makes packed policies of the YAML of configs.
package compile

import (
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/handout"
	"github.com/fencepost/fencepost/internal/policy/packed"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

// Unit reads a config file. What is wrong with it is in the unit, too.
func Unit(file string, data []byte) *packed.Unit {
	u := &packed.Unit{File: file, Source: string(data)}
	u.Document, u.Errors, u.Warnings = parse.Parse(file, data, policy.Config)
	u.Document.Sum = policy.OwnSum(data)
	return u
}

// Bundle checks the signature of a policy that was handed out, and reads it. What is wrong with it is
// in the bundle, too.
func Bundle(h *policy.HandedOut) *packed.Bundle {
	b := &packed.Bundle{File: h.File, Key: h.Key, Signature: string(h.Signature), Data: string(h.Data)}
	b.Members, b.Errors = handout.Read(h)
	return b
}
