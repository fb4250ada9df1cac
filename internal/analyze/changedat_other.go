//go:build !linux

package analyze

import (
	"os"
	"time"
)

// changedAt is when a file was changed last, as far as that is looked up here.
func changedAt(info os.FileInfo) time.Time { return info.ModTime() }
