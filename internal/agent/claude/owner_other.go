//go:build !unix

package claude

import "io/fs"

func owned(fs.FileInfo) bool { return false }
