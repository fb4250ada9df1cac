package parse

import (
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/lowlevel/sshsig"
	"github.com/fencepost/fencepost/internal/policy"
)

// checkHandedOut checks the two keys that name a policy which is handed out, and who has to have
// signed it.
func (d *decoder) checkHandedOut() {
	file, key := d.doc.Policy, d.doc.PolicyKey
	switch {
	case file == "" && key == "":
		return
	case key == "":
		d.breaks(d.scalarPos("policy"), "policy has no policyKey beside it, which says who may have made it",
			"add policyKey: ssh-ed25519 AAAA…, the public key of whoever hands the policy out")
	case file == "":
		d.breaks(d.scalarPos("policyKey"), "policyKey has no policy beside it", "add policy: FILE, or remove it")
	}
	d.checkPlace("policy", file)
	if strings.ContainsAny(file, "*?[]{}") {
		d.breaks(d.scalarPos("policy"), "policy "+policy.Quote(file)+" has characters of patterns",
			"choose a name without * ? [ ] { }")
	}
	if key == "" {
		return
	}
	if _, err := sshsig.ParseKey(key); err != nil {
		d.breaks(d.scalarPos("policyKey"), "policyKey is no public key of the type ssh-ed25519: "+
			err.Error(), "copy the line of the file NAME.pub that `ssh-keygen -t ed25519 -f NAME` has made")
	}
}

// bare reports whether a config says nothing but which policy is in force.
func bare(root *yaml.Node) bool {
	if root.Kind != yaml.MappingNode {
		return false
	}
	for i := 0; i < len(root.Content); i += 2 {
		if key := root.Content[i].Value; key != "policy" && key != "policyKey" {
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
