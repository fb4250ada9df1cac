package violation

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"strconv"
)

// Machine is the machine on which this program runs.
type Machine struct{}

var _ Host = Machine{}

// Kind implements Host. A link is what it leads to.
func (Machine) Kind(path string) Kind {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return Nothing
	case info.IsDir():
		return Dir
	case info.Mode().IsRegular():
		return File
	case info.Mode()&os.ModeSocket != 0:
		return Socket
	}
	return Other
}

// Resolve implements Host.
func (Machine) Resolve(p string) string {
	rest := ""
	for at := path.Clean(p); ; at = path.Dir(at) {
		if to, err := filepath.EvalSymlinks(at); err == nil {
			return path.Join(to, rest)
		}
		if at == "/" || at == "." {
			return path.Clean(p)
		}
		rest = path.Join(path.Base(at), rest)
	}
}

// listening is the state of a socket that listens, in /proc/net/tcp.
const listening = "0A"

// Listens implements Host.
func (Machine) Listens(port int) bool {
	for _, file := range [...]string{"/proc/net/tcp", "/proc/net/tcp6"} {
		data, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for line := range bytes.Lines(data) {
			// sl local_address rem_address st …
			f := bytes.Fields(line)
			const address, state = 1, 3
			if len(f) <= state || string(f[state]) != listening {
				continue
			}
			_, hex, _ := bytes.Cut(f[address], []byte(":"))
			if n, err := strconv.ParseUint(string(hex), 16, 16); err == nil && int(n) == port {
				return true
			}
		}
	}
	return false
}
