// Package handout makes and reads policy files: what `fencepost compile -o FILE` writes, and a
// config names with `policy: FILE`. Such a file holds the sources, and so it is the same for all
// versions of the program, and can be read by whoever is to rely on it; each program compiles them
// once. Nothing in it is looked at before the signature has been checked.
//
//	fencepost policy 1
//	made-by 1.8.0
//	file acme.yaml 1834
//	…1834 bytes, and a line's end…
//	end
package handout

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/sshsig"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

func init() { policy.ReadHandedOut = Read }

// Namespace is the use that signatures are made for: ssh-keygen -n.
const Namespace = "fencepost"

const (
	title = "fencepost policy "
	form  = "1"

	maxFiles = 64
	maxName  = 255
)

// File is one file of a policy.
type File struct {
	Name  string // a relative path, with slashes
	Data  []byte
	Shown string // how people see it, if not as a path below the policy file
}

// Encode returns the files as a policy file. made says which program has made it.
func Encode(made string, files []File) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s%s\nmade-by %s\n", title, form, strings.Join(strings.Fields(made), " "))
	for _, f := range files {
		fmt.Fprintf(&b, "file %s %d\n", f.Name, len(f.Data))
		b.Write(f.Data)
		b.WriteByte('\n')
	}
	b.WriteString("end\n")
	return b.Bytes()
}

// errForm says that Encode did not write the file.
var errForm = errors.New("it is no policy file of `fencepost compile -o`")

// Decode takes a policy file apart. What Encode would not have written is an error.
func Decode(data []byte) (made string, files []File, err error) {
	line, rest, ok := bytes.Cut(data, []byte{'\n'})
	version, is := strings.CutPrefix(string(line), title)
	if !ok || !is {
		return "", nil, errForm
	}
	if version != form {
		return "", nil, fmt.Errorf("it has the form %.20q, and this program knows only %s", version,
			form)
	}
	line, rest, _ = bytes.Cut(rest, []byte{'\n'})
	made, is = strings.CutPrefix(string(line), "made-by ")
	for is {
		if line, rest, ok = bytes.Cut(rest, []byte{'\n'}); !ok {
			break
		}
		if string(line) == "end" {
			if len(rest) == 0 && bytes.Equal(Encode(made, files), data) {
				return made, files, nil
			}
			break
		}
		var f File
		if f, rest, is = file(string(line), rest); is {
			is = len(files) < maxFiles && !slices.ContainsFunc(files, f.same)
			files = append(files, f)
		}
	}
	return "", nil, errForm
}

func (f File) same(other File) bool { return f.Name == other.Name }

// file reads one file behind its line, and returns what stands behind the file.
func file(line string, rest []byte) (f File, after []byte, ok bool) {
	name, isFile := strings.CutPrefix(line, "file ")
	name, length, _ := cutLast(name)
	n, err := strconv.Atoi(length)
	if !isFile || err != nil || n < 0 || n >= len(rest) || rest[n] != '\n' || !IsName(name) {
		return File{}, nil, false
	}
	return File{Name: name, Data: rest[:n]}, rest[n+1:], true
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, ' ')
	if i < 0 {
		return "", "", false
	}
	return s[:i], s[i+1:], true
}

// IsName reports whether a file of a policy may have that name: people see it in errors and
// reasons.
func IsName(name string) bool {
	for _, r := range name {
		if r < ' ' || r == 0x7f || r == '\\' || r == ':' || r > 0x7e {
			return false
		}
	}
	return name != "" && len(name) <= maxName && path.Clean(name) == name && !path.IsAbs(name) &&
		name != "." && name != ".." && !strings.HasPrefix(name, "../") && name == strings.TrimSpace(name)
}

// Read checks the signature of a policy file and reads its files (policy.ReadHandedOut).
func Read(h *policy.HandedOut) ([]policy.Member, []policy.Problem) {
	if p := verify(h); p.Text != "" {
		return nil, []policy.Problem{p}
	}
	made, files, err := Decode(h.Data)
	if err != nil {
		return nil, []policy.Problem{{Text: err.Error(), Mend: "install a newer fencepost, or have it " +
			"made anew with `fencepost compile -o FILE`"}}
	}
	members, problems := Members(h.File, files)
	if len(problems) > 0 {
		problems[0].Mend += "; the policy was made by fencepost " + made +
			", so this one may be too old, or too new, for it"
	}
	return members, problems
}

// verify returns a problem without a text where the signature fits.
func verify(h *policy.HandedOut) policy.Problem {
	const anew = "get both files anew from whoever hands the policy out"
	key, err := sshsig.ParseKey(h.Key)
	if err != nil {
		return policy.Problem{Text: "policyKey is no public key: " + err.Error(),
			Mend: "copy the line of the file NAME.pub"}
	}
	sig := policy.SignatureOf(h.File)
	err = sshsig.Verify(key, Namespace, h.Data, h.Signature)
	var otherKey sshsig.OtherKey
	var otherUse sshsig.OtherUse
	switch {
	case err == nil:
		return policy.Problem{}
	case errors.As(err, &otherKey):
		return policy.Problem{Text: err.Error() + ", and policyKey is " + key.Fingerprint(),
			Mend: "do not use it before you know who has signed it"}
	case errors.As(err, &otherUse):
		return policy.Problem{Text: err.Error(), Mend: "sign it with `ssh-keygen -Y sign -n " +
			Namespace + " -f KEY " + h.File + "`"}
	case errors.Is(err, sshsig.ErrWrong):
		return policy.Problem{Text: "its signature " + sig + " is that of another file, or one of the " +
			"two was changed or cut off", Mend: anew}
	}
	return policy.Problem{Text: "its signature " + sig + " cannot be read: " + err.Error(), Mend: anew}
}

// Members reads the files of a policy. Every mistake is an error, a broken rule that allows as
// well.
func Members(in string, files []File) (members []policy.Member, problems []policy.Problem) {
	for _, f := range files {
		sum := sha256.Sum256(f.Data)
		m := policy.Member{Hash: hex.EncodeToString(sum[:])}
		kind := policy.Organisation
		if parse.IsPlain(f.Data) {
			kind = policy.Config
		}
		shown := f.Shown
		if shown == "" {
			shown = policy.Within(in, f.Name)
		}
		doc, errors, warnings := parse.Parse(shown, f.Data, kind)
		problems = append(append(problems, errors...), warnings...)
		if m.Document = doc; kind == policy.Organisation {
			m.Name = nameOf(doc, f.Name)
			if !policy.IsPresetName(m.Name) || m.Name == "all" {
				problems = append(problems, policy.Problem{File: shown, Line: 1, Col: 1,
					Text: policy.Quote(m.Name) + " cannot be the name of a policy",
					Mend: "give it one with baked: {name: …}, in small letters, digits and dashes"})
			}
		} else if doc.Policy != "" || doc.PolicyKey != "" {
			pos := doc.ScalarPos("policy")
			problems = append(problems, policy.Problem{File: shown, Line: max(pos.Line, 1),
				Col: max(pos.Col, 1), Text: "a policy that is handed out names no other one",
				Mend: "remove policy and policyKey"})
		}
		members = append(members, m)
	}
	return members, problems
}

// nameOf is the name by which configs import a policy: from its head, or else from its file.
func nameOf(doc *policy.Document, file string) string {
	if doc.Baked.Name != "" {
		return doc.Baked.Name
	}
	return strings.TrimSuffix(path.Base(file), ".yaml")
}
