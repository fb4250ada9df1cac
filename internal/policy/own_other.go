//go:build !unix

package policy

import "os"

// ReadOwn reads a file of the user's own: it is no link, and not larger than limit.
func ReadOwn(path string, limit int) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > int64(limit) {
		return nil, ErrNotFile
	}
	return readFile(path)
}
