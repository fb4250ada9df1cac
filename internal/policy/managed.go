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

// managed is the layer of that file. It costs an lstat where there is none.
func (src *Source) managed() *located {
	if src.Managed == "" {
		return &nothing
	}
	_, err := os.Lstat(src.Managed)
	switch {
	case os.IsNotExist(err):
		return &nothing
	case err != nil:
		return &located{problem: unreadable(src.Managed, err)}
	}
	return &located{files: []string{src.Managed}}
}
