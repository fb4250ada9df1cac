package paths

import "io/fs"

// owned is not known here: access lists take the place of owners.
func owned(fs.FileInfo) bool { return false }
