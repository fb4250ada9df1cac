package parse

import (
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// ParseOrganisation reads an organisation file for the generator. As in a preset, every mistake is
// an error.
func ParseOrganisation(file string, data []byte) (*policy.Document, []policy.Problem) {
	doc, errors, warnings := Parse(file, data, policy.Organisation)
	return doc, append(errors, warnings...)
}

// checkBaked checks the head of an organisation file.
func (d *decoder) checkBaked() {
	b := &d.doc.Baked
	for _, s := range []struct{ key, name string }{{"baked.name", b.Name},
		{"baked.default", b.Default}} {
		if s.name != "" && (!policy.IsPresetName(s.name) || s.name == "all") {
			d.mistake(d.scalarPos(s.key), s.key+" "+policy.Quote(s.name)+" cannot be the name of a preset",
				"use small letters, digits and dashes, and a letter first")
		}
	}
	if b.Enforced == rule.True && (b.Name == "" || b.Version == "") {
		d.mistake(d.scalarPos("baked.enforced"),
			"an enforced policy needs baked.name and baked.version: people and logs are told which one it "+
				"is", "add name and version to baked")
	}
}
