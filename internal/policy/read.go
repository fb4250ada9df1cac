package policy

import (
	"errors"
	"io/fs"
)

// readFile reads a config file. Of one that is too large Parse gets something that it refuses
// without looking at it.
func readFile(path string) ([]byte, error) {
	data, err := ReadRegular(path, maxSize)
	switch {
	case err == ErrTooLarge:
		return make([]byte, maxSize+1), nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, errDangling // its name was there a moment ago
	}
	return data, err
}
