package parse

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/lowlevel/sshsig"
	"github.com/fencepost/fencepost/internal/policy"
)

// checkHandedOut checks the keys that name a policy file and the key that has to have signed it.
func (d *decoder) checkHandedOut() {
	file, key := d.doc.Policy, d.doc.PolicyKey
	switch {
	case file == "" && key == "":
		return
	case key == "":
		d.mistake(d.scalarPos("policy"), "policy needs policyKey beside it, the key that has to have signed it",
			"add policyKey: ssh-ed25519 AAAA…, the public key of whoever hands the policy out")
	case file == "":
		d.mistake(d.scalarPos("policyKey"), "policyKey needs policy beside it", "add policy: FILE, or remove policyKey")
	}
	d.checkPlace("policy", file)
	if strings.ContainsAny(file, "*?[]{}") {
		d.mistake(d.scalarPos("policy"), "policy "+policy.Quote(file)+" has characters that patterns use",
			"choose a name without * ? [ ] { }")
	}
	if key == "" {
		return
	}
	if _, err := sshsig.ParseKey(key); err != nil {
		d.mistake(d.scalarPos("policyKey"), "policyKey is not a public key of the type ssh-ed25519: "+
			err.Error(), "copy the line of the file NAME.pub that `ssh-keygen -t ed25519 -f NAME` makes")
	}
}

// hasOnly reports whether a file is a mapping with some of these keys and no others.
func hasOnly(root *yaml.Node, keys ...string) bool {
	if root.Kind != yaml.MappingNode {
		return false
	}
	for i := 0; i < len(root.Content); i += 2 {
		if key := root.Content[i]; key.Kind != yaml.ScalarNode || !slices.Contains(keys, key.Value) {
			return false
		}
	}
	return len(root.Content) > 0
}

// IsPlain reports whether a file is a plain config: one without any of the keys that only presets and
// organisation files have.
func IsPlain(data []byte) bool {
	d := &decoder{}
	root := d.parse(data)
	if root == nil || root.Kind != yaml.MappingNode {
		return true
	}
	for i := 0; i < len(root.Content); i += 2 {
		switch root.Content[i].Value {
		case "baked", "meta", "parts":
			return false
		}
	}
	return true
}
