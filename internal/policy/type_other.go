//go:build !unix

package policy

import (
	"io/fs"
	"os"
)

// fileType says of which type the file at a path is.
func fileType(path string) (fs.FileMode, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return 0, err
	}
	return info.Mode().Type(), nil
}
