//go:build !linux && !darwin

package record

import (
	"os"
	"time"
)

// ChangedAt is when a file was changed last, as far as that is looked up here.
func ChangedAt(info os.FileInfo) time.Time { return info.ModTime() }
