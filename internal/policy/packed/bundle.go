package packed

import (
	"path/filepath"

	"github.com/fencepost/fencepost/internal/digest"
	"github.com/fencepost/fencepost/internal/owner"
	"github.com/fencepost/fencepost/internal/pack"
	"github.com/fencepost/fencepost/internal/policy"
)

// A store also keeps policies that were handed out: what was found of file, signature and key. The
// program that judges calls cannot check a signature by itself, because what that takes would be
// initialised before every call, so it relies on what stands here, for exactly these bytes. Whoever
// could write it could write the key into the config.

// bundleMagic begins each of these files; its last byte is the version of the form.
const bundleMagic = "fencepol\x02"

// Bundle is a policy that was handed out, checked and read.
type Bundle struct {
	Program                    string // as in Unit
	File, Key, Signature, Data string // what was checked
	Members                    []policy.Member
	Errors                     []policy.Problem
}

// EncodeBundle returns a bundle as the bytes of a file.
func EncodeBundle(b *Bundle) []byte {
	c := pack.Writer()
	bundle(&c, b)
	return pack.Seal(bundleMagic, c.Written())
}

// DecodeBundle reads what EncodeBundle wrote. The texts of the bundle are parts of data, which must
// not change any more. It is false where anything is missing or wrong.
func DecodeBundle(data []byte) (*Bundle, bool) {
	text, ok := pack.Unseal(bundleMagic, data)
	if !ok || len(data) > maxFile {
		return nil, false
	}
	b := &Bundle{}
	c := pack.Reader(text)
	bundle(&c, b)
	return b, c.Done()
}

func bundle(c *pack.Coder, b *Bundle) {
	c.Text(&b.Program)
	c.Text(&b.File)
	c.Text(&b.Key)
	c.Text(&b.Signature)
	c.Text(&b.Data)
	pack.List(c, &b.Errors, problem)
	if len(b.Errors) == 0 { // of a broken policy no rule is asked
		pack.List(c, &b.Members, member)
	}
}

func member(c *pack.Coder, m *policy.Member) {
	c.Text(&m.Name)
	c.Text(&m.Hash)
	if !c.Writing() {
		m.Document = &policy.Document{}
	}
	settings(c, m.Document)
	if !c.Bad() {
		rules(c, m.Document)
	}
}

// BundleFile is where what was found of a policy file is kept.
func (s *Store) BundleFile(file string) string {
	h := digest.New()
	h.Write([]byte(s.Program))
	h.Write([]byte("\x00policy\x00"))
	h.Write([]byte(file))
	return filepath.Join(s.Dir, bundlePrefix+h.Sum())
}

const bundlePrefix = "policy-"

// ReadHandedOut returns the files of a policy (policy.ReadHandedOut). What is kept counts if it was
// found by this program of exactly this file, signature and key; else it is found in this call.
func (s *Store) ReadHandedOut(h *policy.HandedOut) ([]policy.Member, []policy.Problem) {
	b := s.keptBundle(h)
	if b == nil {
		made, err := s.MakeBundle(h)
		if b = s.fitsBundle(made, h); b == nil {
			p := policy.Problem{Text: "it could not be checked", Mend: "run fencepost verify"}
			if err != nil {
				p.Text += ": " + err.Error()
			}
			return nil, []policy.Problem{p}
		}
	}
	return b.Members, b.Errors
}

func (s *Store) keptBundle(h *policy.HandedOut) *Bundle {
	if s.Dir == "" || !owner.Dir(s.Dir) {
		return nil
	}
	held, err := policy.ReadOwn(s.BundleFile(h.File), maxFile)
	if err != nil {
		return nil
	}
	return s.fitsBundle(held, h)
}

// fitsBundle reads what was found; nil where it is damaged, or not about these very bytes.
func (s *Store) fitsBundle(held []byte, h *policy.HandedOut) *Bundle {
	b, ok := DecodeBundle(held)
	if !ok || b.Program != s.Program || b.File != h.File || b.Key != h.Key ||
		b.Signature != string(h.Signature) || b.Data != string(h.Data) {
		return nil
	}
	return b
}

// KeepBundle writes what was found into the store. A store that cannot be written costs time at the
// next call, and nothing else.
func (s *Store) KeepBundle(b *Bundle) error {
	if s.Dir == "" {
		return nil
	}
	return policy.WriteOwn(s.BundleFile(b.File), EncodeBundle(b))
}

// Keeps reports whether a file of the store is of use to this program: it is that of a config or
// policy that is still there.
func (s *Store) Keeps(path string, data []byte, there func(file string) bool) bool {
	if u, ok := Decode(data); ok {
		return u.Program == s.Program && s.File(u.File) == path && there(u.File)
	}
	b, ok := DecodeBundle(data)
	return ok && b.Program == s.Program && s.BundleFile(b.File) == path && there(b.File)
}
