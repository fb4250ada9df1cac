package plan

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// OS is the machine.
type OS struct {
	mounts []mounted
	asked  bool
}

// maxText is how much is read of a file that git keeps.
const maxText = 64 << 10

func typeOfMode(m fs.FileMode) Type {
	switch m.Type() {
	case 0:
		return File
	case fs.ModeDir:
		return Dir
	case fs.ModeSymlink:
		return Link
	case fs.ModeSocket:
		return Socket
	}
	return Other
}

// Lstat implements FS.
func (*OS) Lstat(path string) Type {
	info, err := os.Lstat(path)
	if err != nil {
		return None
	}
	return typeOfMode(info.Mode())
}

// Names implements FS.
func (*OS) Names(dir string) []Entry {
	list, err := os.ReadDir(dir)
	if err != nil && len(list) == 0 {
		return nil
	}
	out := make([]Entry, 0, len(list))
	for _, e := range list {
		out = append(out, Entry{e.Name(), typeOfMode(e.Type())})
	}
	return out
}

// Text implements FS.
func (*OS) Text(path string) string {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return ""
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > maxText {
		return ""
	}
	data, _ := io.ReadAll(f)
	return string(data)
}

// read returns what is in a file of the kernel's.
func read(path string) []byte {
	data, _ := os.ReadFile(path)
	return data
}

// Resolve implements FS.
func (*OS) Resolve(path string) (string, bool) {
	to, err := filepath.EvalSymlinks(path)
	return to, err == nil
}

// Sockets implements FS: the paths of /proc/net/unix behind which somebody listens, or that take
// single messages, and what lies below /run. The path of a connection is that of its listener.
func (o *OS) Sockets() []string {
	out := o.runSockets()
	data := read("/proc/net/unix")
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
