package plan

import (
	"bytes"
	"os"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// mounted is a line of mountinfo.
type mounted struct {
	device string
	root   string // what of the file system is mounted
	at     string
}

// mountinfo returns what is mounted.
func (o *OS) mountinfo() []mounted {
	if o.asked {
		return o.mounts
	}
	o.asked = true
	data := read("/proc/self/mountinfo")
	for line := range bytes.Lines(data) {
		f := bytes.Fields(line)
		const device, root, at = 2, 3, 4 // behind the ids of the mount and its parent
		if len(f) > at {
			o.mounts = append(o.mounts, mounted{string(f[device]), unescape(string(f[root])),
				unescape(string(f[at]))})
		}
	}
	return o.mounts
}

// unescape reads the octal escapes of blanks and backslashes.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+3 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// Aliases implements FS: the same file below other mounts of its file system.
func (o *OS) Aliases(p string) []string {
	own := -1
	for i, m := range o.mountinfo() {
		if subpath.In(p, m.at) && (own < 0 || len(m.at) >= len(o.mounts[own].at)) {
			own = i
		}
	}
	if own < 0 {
		return nil
	}
	in := subpath.From(o.mounts[own].root, strings.TrimPrefix(p[len(o.mounts[own].at):], "/"))
	if o.mounts[own].at == "/" {
		in = subpath.From(o.mounts[own].root, strings.TrimPrefix(p, "/"))
	}
	var out []string
	var info os.FileInfo
	for i, m := range o.mounts {
		if i == own || m.device != o.mounts[own].device || !subpath.In(in, m.root) {
			continue
		}
		other := subpath.From(m.at, strings.TrimPrefix(in[len(strings.TrimSuffix(m.root, "/")):], "/"))
		if other == p {
			continue
		}
		if info == nil {
			info, _ = os.Lstat(p)
		}
		if there, err := os.Lstat(other); err == nil && info != nil && os.SameFile(info, there) {
			out = append(out, other)
		}
	}
	return out
}

// runDirs is how many directories below /run are searched for sockets.
const runDirs = 64

// runSockets finds sockets below /run, and those that are mounted by themselves: what listens
// behind one may live in another network namespace, and then the kernel does not list it here.
func (o *OS) runSockets() []string {
	var out []string
	level := []string{"/run"}
	for spent, depth := 0, 0; depth < 2; depth++ {
		var next []string
		for _, dir := range level {
			if spent++; spent > runDirs {
				return out
			}
			for _, e := range o.Names(dir) {
				switch e.Type {
				case Socket:
					out = append(out, join(dir, e.Name))
				case Dir:
					next = append(next, join(dir, e.Name))
				}
			}
		}
		level = next
	}
	for _, m := range o.mountinfo() {
		if m.root != "/" && o.Lstat(m.at) == Socket {
			out = append(out, m.at)
		}
	}
	return out
}
