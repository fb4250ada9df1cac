package policy

import (
	"os"
	"runtime"
)

// ManagedFile is the config for everybody on the machine, which only an administrator can write. It
// is read where the hook's entry says so (`fencepost install --managed` writes it), and then stands
// below the person's.
func ManagedFile() string {
	switch runtime.GOOS {
	case "darwin":
		return "/Library/Application Support/fencepost/fencepost.yaml"
	case "windows":
		return `C:\Program Files\fencepost\fencepost.yaml`
	}
	return "/etc/fencepost/fencepost.yaml"
}

// locateManaged is the layer of that file. It costs an lstat.
func locateManaged(file string) *located {
	_, err := os.Lstat(file)
	switch {
	case os.IsNotExist(err):
		return &nothing
	case err != nil:
		return &located{there: true, problem: unreadable(file, err)}
	}
	return &located{there: true, files: []string{file}}
}
