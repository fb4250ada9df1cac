package handout

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/lowlevel/sshsig/sshsigtest"
	"github.com/fencepost/fencepost/internal/policy"
)

const enforced = "baked: {name: acme, version: \"1\", enforced: true}\ntools: {bash: {deny: [frob]}}\n"

func TestRoundTrip(t *testing.T) {
	for _, files := range [][]File{
		nil,
		{{Name: "a.yaml", Data: []byte(enforced)}},
		{{Name: "a.yaml", Data: []byte{}}, {Name: "b/c.yaml", Data: []byte("end\n")},
			{Name: "with a blank.yaml", Data: []byte("file x 3\nno line's end")}},
	} {
		data := Encode("1.2 \n3", files)
		made, got, err := Decode(data)
		if err != nil || made != "1.2 3" || fmt.Sprintf("%q", got) != fmt.Sprintf("%q", files) {
			t.Errorf("%q: got %q, %q, %v", files, made, got, err)
		}
		for n := range data {
			if _, _, err := Decode(data[:n]); err == nil {
				t.Errorf("%q: cut off at %d it is read", files, n)
			}
		}
	}
}

func TestDecode(t *testing.T) {
	const head = "fencepost policy 1\nmade-by x\n"
	for _, tt := range []struct{ data, want string }{
		{head + "end\n", ""},
		{"fencepost policy 2\nmade-by x\nend\n", `the form "2"`},
		{"fencepost policy \nmade-by x\nend\n", "the form"},
		{"tools: {}\n", "no policy file"},
		{head, "no policy file"},
		{head + "end", "no policy file"},
		{head + "end\nmore", "no policy file"},
		{head + "end\n\n", "no policy file"},
		{strings.Replace(head, "made-by", "made", 1) + "end\n", "no policy file"},
		{head + "file a 0\n\nend\n", ""},
		{head + "file a 0\nend\n", "no policy file"},
		{head + "file a 1\n\nend\n", "no policy file"},
		{head + "file a -1\n\nend\n", "no policy file"},
		{head + "file a +0\n\nend\n", "no policy file"},
		{head + "file a 00\n\nend\n", "no policy file"},
		{head + "file a 99999999999999999999\n\nend\n", "no policy file"},
		{head + "file a 9223372036854775807\n\nend\n", "no policy file"},
		{head + "file a\n\nend\n", "no policy file"},
		{head + "file  0\n\nend\n", "no policy file"},
		{head + "file ../a 0\n\nend\n", "no policy file"},
		{head + "file /a 0\n\nend\n", "no policy file"},
		{head + "file a//b 0\n\nend\n", "no policy file"},
		{head + "file a\x1b[2J 0\n\nend\n", "no policy file"},
		{head + "file a 0\n\nfile a 0\n\nend\n", "no policy file"},
		{head + strings.Repeat("file a 0\n\n", 70) + "end\n", "no policy file"},
	} {
		_, _, err := Decode([]byte(tt.data))
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.data, err, tt.want)
		}
	}
}

// TestBadHandoutIsRefused: what is wrong is said before anything is read of it.
func TestBadHandoutIsRefused(t *testing.T) {
	signer, other := sshsigtest.New("acme"), sshsigtest.New("other")
	good := Encode("9.9", []File{{Name: "acme.yaml", Data: []byte(enforced)}})
	sig := signer.Sign(Namespace, good)
	of := func(text string) []byte {
		return Encode("9.9", []File{{Name: "acme.yaml", Data: []byte(text)}})
	}
	tests := []struct {
		name      string
		data, sig []byte // sig nil: the right one
		want      string
	}{
		{"good", good, nil, ""},
		{"wrong signature", good, signer.Sign(Namespace, of("default: deny\n")),
			"that of another file"},
		{"another's", good, other.Sign(Namespace, good), "signed with another key"},
		{"another use", good, signer.Sign("file", good), "for another use"},
		{"no signature", good, []byte{}, "cannot be read"},
		{"no policy", []byte("tools: {}\n"), nil, "no policy file"},
		{"not signed and no policy", []byte("tools: {}\n"), sig, "that of another file"},
		{"unknown key", of("baked: {name: a, version: \"1\", enforced: true}\nnew: 1\n"), nil,
			`/p/acme.fencepost/acme.yaml:2:1: unknown key "new"`},
		{"the version", of("baked: {name: a, version: \"1\", enforced: true}\nnew: 1\n"), nil,
			"made by fencepost 9.9"},
		{"broken rule that allows", of("tools: {bash: {allowChecks: ['(']}}\n"), nil,
			"does not compile"},
		{"names a policy", of("policy: /x\npolicyKey: " + signer.Key() + "\n"), nil,
			"names no other one"},
		{"a head and a policy", of("policy: /x\n" + enforced), nil,
			`the key "policy" is for configs only`},
		{"name of a preset", of("baked: {name: A}\n"), nil, "cannot be the name"},
		{"without a name", of("baked: {enforced: true}\n"), nil, "needs baked.name"},
	}
	for _, tt := range tests {
		h := &policy.HandedOut{File: "/p/acme.fencepost", Key: signer.Key(), Data: tt.data, Signature: tt.sig}
		if tt.sig == nil {
			h.Signature = signer.Sign(Namespace, tt.data)
		}
		members, problems := Read(h)
		text := ""
		for _, p := range problems {
			text += p.String() + "\n"
			if p.Mend == "" || p.File != "" && p.Line == 0 {
				t.Errorf("%s: problem %+v", tt.name, p)
			}
		}
		if (text == "") != (tt.want == "") || !strings.Contains(text, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, text, tt.want)
		}
		if tt.want == "" && (len(members) != 1 || members[0].Name != "acme" ||
			members[0].Document.File != "/p/acme.fencepost/acme.yaml") {
			t.Errorf("%s: %+v", tt.name, members)
		}
	}
}

// FuzzDecode: what is read is what was written, whatever the bytes.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("fencepost policy 1\nmade-by x\nfile a.yaml 3\na: \nend\n"))
	f.Add(Encode("1", []File{{Name: "a", Data: []byte(enforced)},
		{Name: "b/c", Data: []byte("end\n")}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		made, files, err := Decode(data)
		if err != nil {
			return
		}
		if !bytes.Equal(Encode(made, files), data) {
			t.Errorf("%q is read as %q, %q", data, made, files)
		}
		for _, one := range files {
			if !IsName(one.Name) {
				t.Errorf("%q: the name %q", data, one.Name)
			}
		}
		_, problems := Members("/p", files)
		for _, p := range problems {
			if p.Text == "" || p.Mend == "" || p.File == "" {
				t.Errorf("problem %+v", p)
			}
		}
	})
}
