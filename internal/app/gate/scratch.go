package gate

import (
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/lowlevel/owner"
)

// MakeScratch creates the scratch directory for this user alone. It returns what is wrong with it,
// or "".
func MakeScratch(dir string) string {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err.Error()
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
		return err.Error()
	}
	return scratchProblem(dir)
}

// Scratch is the scratch directory for what runs confined: none if it is not this user's alone, and the
// run has a private /tmp.
func Scratch(dir string) string {
	if scratchProblem(dir) != "" {
		return ""
	}
	return dir
}

// scratchProblem says why paths must not be moved into the scratch directory; "" if they may. A
// directory that does not exist yet is no problem: what is written there fails, or is made by the
// command that the agent runs.
func scratchProblem(dir string) string {
	info, err := os.Lstat(dir)
	switch {
	case os.IsNotExist(err):
		return ""
	case err != nil:
		return "the scratch directory " + dir + " cannot be looked at: " + err.Error()
	case info.Mode()&os.ModeSymlink != 0:
		return "the scratch directory " + dir + " is a link; remove it"
	case !info.IsDir():
		return "the scratch directory " + dir + " is not a directory; remove it"
	case info.Mode().Perm()&0o022 != 0:
		return "the scratch directory " + dir + " can be written by others; run chmod 700 on it"
	case owner.Known && !owner.Mine(info):
		return "the scratch directory " + dir + " belongs to another user; name one of your own in your config, with redirect.tmpTarget"
	}
	return ""
}
