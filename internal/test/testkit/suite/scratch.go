package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// scratch are the scratch directories of gates in tests: that of one with no config, and one that a
// conformance case names. Tests judge calls that use them, and some make them.
var scratch = []string{"/tmp/claude", "/tmp/agent"}

// scratchFree fails where a scratch directory is another user's: the tests would be about a machine
// on which nothing can be written there. It returns what takes away those that were not there
// before, unless somebody has put something into them.
func scratchFree() (remove func(), err error) {
	var made []string
	for _, dir := range scratch {
		if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
			made = append(made, dir)
		} else if _, err := os.ReadDir(dir); err != nil {
			return nil, fmt.Errorf("tests need a scratch directory of their own, and that of another user is "+
				"there; its owner can remove it: %w", err)
		}
	}
	return func() {
		for _, dir := range made {
			_ = os.Remove(dir)
		}
	}, nil
}
