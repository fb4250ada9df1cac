package history

import (
	"path/filepath"
	"time"
)

// Latest is the session in which something has happened last; "" where there is none.
func (s *Store) Latest() string {
	name, at := "", time.Time{}
	for _, n := range s.Sessions() {
		if last := newest(filepath.Join(s.dir, runDir, n)); name == "" || last.After(at) {
			name, at = n, last
		}
	}
	return name
}
