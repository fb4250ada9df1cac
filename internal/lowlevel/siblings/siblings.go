package siblings

import (
	"os"
	"path/filepath"
	"runtime"
)

// Find returns the path of a program: beside the executable, or beside what that is a link to. It
// costs a stat, and where there is nothing the resolving of links.
func Find(name string) (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	return Near(exe, name)
}

// Near is Find for another program than the one that runs.
func Near(exe, name string) (string, error) {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	path := filepath.Join(filepath.Dir(exe), name)
	_, err := os.Stat(path)
	if err == nil {
		return path, nil
	}
	if real, rerr := filepath.EvalSymlinks(exe); rerr == nil && real != exe {
		path = filepath.Join(filepath.Dir(real), name)
		_, err = os.Stat(path)
	}
	return path, err
}
