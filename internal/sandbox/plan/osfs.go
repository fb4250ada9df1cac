package plan

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
)

// OS is the machine.
type OS struct {
	mounts []mounted
	asked  bool
	buf    []byte // for what is read
}

// maxText is how much is read of a file that git keeps.
const maxText = 64 << 10

// Resolve implements FS.
func (*OS) Resolve(path string) (string, bool) {
	if plain, ok := resolved(path); ok {
		return path, plain
	}
	to, err := filepath.EvalSymlinks(path)
	return to, err == nil
}

// Sockets implements FS: the paths of /proc/net/unix behind which somebody listens, or that take
// single messages, and what lies below /run. The path of a connection is that of its listener.
func (o *OS) Sockets() []string {
	out := o.runSockets()
	data := o.read("/proc/net/unix")
	for line := range bytes.Lines(data) {
		i := bytes.IndexByte(line, '/')
		if i < 0 || bytes.IndexByte(line[:i], '@') >= 0 {
			continue
		}
		f := bytes.Fields(line[:i]) // Num: RefCount Protocol Flags Type St Inode
		const listens, messages = "00010000", "0002"
		if len(f) < 7 || string(f[4]) != messages && string(f[3]) != listens {
			continue
		}
		out = append(out, strings.TrimSuffix(string(line[i:]), "\n"))
	}
	slices.Sort(out)
	return reached(slices.Compact(out))
}
