package store

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/fencepost/fencepost/internal/lowlevel/digest"
	"github.com/fencepost/fencepost/internal/lowlevel/owner"
	"github.com/fencepost/fencepost/internal/policy"
)

// Store is where compiled configs are kept, and policies that were handed out: a directory of the
// user's own, with a file for each and each program. Whoever can write there could write the user's
// config, and into that the key of a policy.
type Store struct {
	Dir     string // "" for none: each file is compiled anew
	Program string // identifies the program: what another one has compiled is not for this one

	// Make compiles a config, in a program that can read YAML, and returns the file. It may keep it
	// in the store, or not.
	Make func(file string, data []byte) ([]byte, error)
	// MakePolicy checks and compiles a policy that was handed out, likewise.
	MakePolicy func(h *policy.HandedOut) ([]byte, error)
}

// StoreDir is the directory of compiled configs of a user. home is the directory whose .claude
// holds the user's config.
func StoreDir(home string) string {
	return filepath.Join(home, ".claude", "fencepost", "compiled")
}

// File is where the compiled form of a file is kept.
func (s *Store) File(of string) string {
	h := digest.New()
	h.Write([]byte(s.Program))
	h.Write([]byte{0})
	h.Write([]byte(of))
	return filepath.Join(s.Dir, h.Sum())
}

// Read returns the document of a config file that holds data. What is kept counts if it was made by
// this program of this very text; else it is made in this call. Errors as for policy.Read.
func (s *Store) Read(file string, data []byte) (*policy.Document, []policy.Problem,
	[]policy.Problem) {
	u := s.kept(file, data)
	if u == nil {
		made, err := s.Make(file, data)
		if u = s.fits(made, file, data); u == nil {
			p := policy.Problem{File: file, Text: "the config could not be compiled",
				Mend: "run fencepost verify " + file}
			return &policy.Document{File: file}, because(p, err), nil
		}
	}
	return u.Document(), u.Errors, u.Warnings
}

// ReadHandedOut returns the files of a policy (policy.ReadHandedOut). What is kept counts if it was
// found by this program of exactly this file, signature and key; else it is found in this call: what
// the check of a signature takes would be initialised before every call.
func (s *Store) ReadHandedOut(h *policy.HandedOut) ([]policy.Member, []policy.Problem) {
	u := s.kept(h.File, h.Data, []byte(h.Key), h.Signature)
	if u == nil {
		made, err := s.MakePolicy(h)
		if u = s.fits(made, h.File, h.Data, []byte(h.Key), h.Signature); u == nil {
			p := policy.Problem{Text: "it could not be checked", Mend: "run fencepost verify"}
			return nil, because(p, err)
		}
	}
	return u.Members, u.Errors
}

// because is a problem with its cause, if there is one.
func because(p policy.Problem, err error) []policy.Problem {
	if err != nil {
		p.Text += ": " + err.Error()
	}
	return []policy.Problem{p}
}

// kept returns what is in the store; nil where there is nothing that fits.
func (s *Store) kept(file string, of ...[]byte) *Unit {
	if s.Dir == "" || !owner.Dir(s.Dir) {
		return nil
	}
	held, err := policy.ReadOwn(s.File(file), maxFile)
	if err != nil {
		return nil
	}
	return s.fits(held, file, of...)
}

// fits reads a compiled file; nil where it is damaged, or was not made of these very bytes.
func (s *Store) fits(held []byte, file string, of ...[]byte) *Unit {
	same := func(a string, b []byte) bool { return a == string(b) }
	u, ok := Decode(held)
	if !ok || u.Program != s.Program || u.File != file || !slices.EqualFunc(u.Of, of, same) {
		return nil
	}
	return u
}

// Keep writes a unit into the store. A store that cannot be written costs time at the next call, and
// nothing else.
func (s *Store) Keep(u *Unit) error {
	if s.Dir == "" {
		return os.ErrNotExist
	}
	return policy.WriteOwn(s.File(u.File), Encode(u))
}

// Keeps reports whether a file of the store is of use to this program: it is that of a config or
// policy that is still there.
func (s *Store) Keeps(path string, data []byte, there func(file string) bool) bool {
	u, ok := Decode(data)
	return ok && u.Program == s.Program && s.File(u.File) == path && there(u.File)
}
