package claude

import (
	"os"
	"path/filepath"
	"runtime"

	"github.com/fencepost/fencepost/internal/lowlevel/owner"
)

// TempDirs returns the directory in which the client keeps the output of background tasks and
// subagents and what bundled skills unpack, and to which it tells its model to write what is
// temporary: /tmp/claude-<uid>, or the same name in the directory that CLAUDE_CODE_TMPDIR gave the
// client at its start. One that another user could have put there, or can write, is left out.
//
// The variable is not taken from the environment of the hook, which the settings of a project can
// change.
func (Agent) TempDirs() []string {
	if runtime.GOOS == "windows" {
		return nil
	}
	name := TempName(os.Getuid())
	dirs := make([]string, 0, 2)
	if dir := filepath.Join("/tmp", name); ownDir(dir) {
		dirs = append(dirs, dir)
	}
	if base := findClient().env("CLAUDE_CODE_TMPDIR"); filepath.IsAbs(base) {
		if dir := filepath.Join(base, name); ownDir(dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// ownDir reports whether a directory is the user's alone, or is not there yet.
func ownDir(dir string) bool {
	info, err := os.Lstat(dir)
	if os.IsNotExist(err) {
		return true
	}
	return err == nil && info.IsDir() && info.Mode().Perm()&0o022 == 0 && owner.Mine(info)
}
