//go:build !unix

package policy

import (
	"io"
	"os"
)

// ReadRegular reads a regular file of at most limit bytes.
func ReadRegular(path string, limit int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, ErrNotFile
	}
	data, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if len(data) > limit {
		return nil, ErrTooLarge
	}
	return data, err
}
