package packed

import (
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/digest"
	"github.com/fencepost/fencepost/internal/owner"
	"github.com/fencepost/fencepost/internal/policy"
)

// Store is where compiled configs are kept: a directory of the user's own, with a file for each
// config and program. Whoever can write there could write the user's config.
type Store struct {
	Dir     string // "" for none: each config is compiled anew
	Program string // identifies the program: what another one has compiled is not for this one

	// Make compiles a config, in a program that can read YAML, and returns the file. It may keep it
	// in the store, or not.
	Make func(file string, data []byte) ([]byte, error)
	// MakeBundle checks and compiles a policy that was handed out, likewise.
	MakeBundle func(h *policy.HandedOut) ([]byte, error)
}

// StoreDir is the directory of compiled configs of a user. home is the directory whose .claude
// holds the user's config.
func StoreDir(home string) string {
	return filepath.Join(home, ".claude", "fencepost", "compiled")
}

// File is where the compiled form of a config is kept.
func (s *Store) File(config string) string {
	h := digest.New()
	h.Write([]byte(s.Program))
	h.Write([]byte{0})
	h.Write([]byte(config))
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
			return &policy.Document{File: file}, []policy.Problem{s.failed(file, err)}, nil
		}
	}
	return u.Document, u.Errors, u.Warnings
}

// failed is the problem of a config that could not be compiled.
func (s *Store) failed(file string, err error) policy.Problem {
	p := policy.Problem{File: file, Text: "the config could not be compiled",
		Mend: "run fencepost verify " + file}
	if err != nil {
		p.Text += ": " + err.Error()
	}
	return p
}

// kept returns what is in the store; nil where there is nothing that fits.
func (s *Store) kept(file string, data []byte) *Unit {
	if s.Dir == "" || !owner.Dir(s.Dir) {
		return nil
	}
	held, err := policy.ReadOwn(s.File(file), maxFile)
	if err != nil {
		return nil
	}
	return s.fits(held, file, data)
}

// fits reads a compiled config; nil where it is damaged, or not that of the file as it is now.
func (s *Store) fits(held []byte, file string, data []byte) *Unit {
	u, ok := Decode(held)
	if !ok || u.Program != s.Program || u.File != file || u.Source != string(data) {
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
