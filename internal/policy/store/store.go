package store

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/digest"
	"github.com/fencepost/fencepost/internal/lowlevel/owner"
	"github.com/fencepost/fencepost/internal/policy"
)

// Store is where compiled configs and handed-out policies are kept: a directory of the user's own,
// with a file for each pair of a config and a program. Whoever can write there could write the user's
// config, and into that the key of a policy.
type Store struct {
	Dir     string // "" for none: each file is compiled anew
	Program string // identifies the program: it does not use what another one has compiled

	// Make compiles a config, in a program that can read YAML, and returns the file. It may keep it
	// in the store, or not.
	Make func(file string, data []byte) ([]byte, error)
	// MakePolicy checks and compiles a policy that was handed out, and may keep it, too.
	MakePolicy func(h *policy.HandedOut) ([]byte, error)
}

// StoreDir is the directory of compiled configs of a user. home is the directory whose .claude
// holds the user's config.
func StoreDir(home string) string {
	return filepath.Join(home, confighome.Own, "compiled")
}

// File is where the compiled form of a file is kept.
func (s *Store) File(of string) string {
	return filepath.Join(s.Dir, digest.List([]byte(s.Program), []byte(of)))
}

// Read returns the document of a config file that holds data. Errors as for policy.Read.
func (s *Store) Read(file string, data []byte) (*policy.Document, []policy.Problem,
	[]policy.Problem) {
	u, err := s.find(file, func() ([]byte, error) { return s.Make(file, data) }, data)
	if u == nil {
		p := policy.Problem{File: file, Text: "the config could not be compiled",
			Mend: "run fencepost verify " + file}
		return &policy.Document{File: file}, because(p, err), nil
	}
	return u.Members[0].Document, u.Errors, u.Warnings
}

// ReadHandedOut returns the files of a policy (policy.ReadHandedOut). Another program checks the
// signature: what that takes would be initialised before every call.
func (s *Store) ReadHandedOut(h *policy.HandedOut) ([]policy.Member, []policy.Problem) {
	u, err := s.find(h.File, func() ([]byte, error) { return s.MakePolicy(h) }, h.Data, []byte(h.Key),
		h.Signature)
	if u == nil {
		p := policy.Problem{Text: "it could not be checked", Mend: "run fencepost verify"}
		return nil, because(p, err)
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

// find returns the unit of a file from the store, or else as it is made now. A unit counts if this
// program made it of exactly these bytes. nil: there is none.
func (s *Store) find(file string, compile func() ([]byte, error), of ...[]byte) (*Unit, error) {
	if s.Dir != "" && owner.Dir(s.Dir) {
		held, _ := owner.Read(s.File(file), maxFile, owner.Own)
		if u := s.fits(held, file, of); u != nil {
			return u, nil
		}
	}
	made, err := compile()
	return s.fits(made, file, of), err
}

// fits reads a compiled file; nil where it is damaged, or was not made of these very bytes.
func (s *Store) fits(held []byte, file string, of [][]byte) *Unit {
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
	return owner.Write(s.File(u.File), Encode(u))
}

// Keeps reports whether this program has a use for a file of the store: the config or policy that it
// was made of is still there.
func (s *Store) Keeps(path string, data []byte, there func(file string) bool) bool {
	u, ok := Decode(data)
	return ok && u.Program == s.Program && s.File(u.File) == path && there(u.File)
}
