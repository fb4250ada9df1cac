package history

import (
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/lowlevel/owner"
)

// Begin notes that a session runs. Its first call makes an empty file, which is then as old as the
// session. The end of the session keeps it, since a session may be resumed.
func (s *Store) Begin(id string) {
	file := s.begun(id)
	if id == "" || !filepath.IsAbs(file) {
		return
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if os.IsNotExist(err) && os.MkdirAll(filepath.Dir(file), 0o700) == nil {
		f, err = os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if err == nil {
		f.Close()
		bound(filepath.Dir(file), maxBegun)
	}
}

// Began is the file that is as old as a session; nil: there is none that counts.
func (s *Store) Began(id string) os.FileInfo {
	info, err := os.Lstat(s.begun(id))
	if err != nil || !info.Mode().IsRegular() || owner.Known && !owner.Mine(info) {
		return nil
	}
	return info
}

func (s *Store) begun(id string) string { return filepath.Join(s.dir, "sessions", sessionName(id)) }
