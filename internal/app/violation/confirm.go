package violation

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// Stop is one thing that the sandbox has kept a run from.
type Stop struct {
	Kind string // of a right; "make": a protected name was made and moved away; "call": of the system
	Name string // what was tried: a path, HOST[:PORT], "" for a host that nobody named; a program
	Key  string // of the config that would have to have it, or that forbids it
	Why  string // what forbids it, in words
	// Right is what would let it be; zero where nothing does. Never says why.
	Right history.Right
	Never string
	Moved string // where what was made is now
	Count int    // of connections
}

// grantable reports whether a person may be asked.
func (s *Stop) grantable() bool { return s.Right.Kind != "" }

// mostStops bounds how many are told of, and what one question is about.
const mostStops = 16

// Confirm returns what a run was really kept from: the hosts that its record names, what the sweep
// has moved away, and of the errors that its output shows those that the sandbox is the reason of.
func Confirm(f *Fence, h Host, seen []Seen) []Stop {
	var out []Stop
	put := func(s *Stop) {
		if s != nil && s.grantable() {
			f.limit(s)
		}
		same := func(o Stop) bool {
			return o.Kind == s.Kind && (o.Name == s.Name || s.grantable() && o.Right == s.Right ||
				!s.grantable() && o.Never == s.Never && path.Dir(o.Name) == path.Dir(s.Name))
		}
		if s != nil && len(out) < mostStops && !slices.ContainsFunc(out, same) {
			out = append(out, *s)
		}
	}
	for i := range f.Run.Refused {
		put(f.host(&f.Run.Refused[i]))
	}
	for i := range f.Run.Quarantined {
		p := &f.Run.Quarantined[i]
		put(&Stop{Kind: "make", Name: p.Path, Never: p.Why, Moved: p.Moved})
	}
	for i := range seen {
		s := &seen[i]
		for _, n := range s.Names {
			stop := f.confirm(s, n, h)
			put(stop)
			if stop != nil && !s.Both {
				break
			}
		}
		put(f.call(s))
		put(f.across(s))
	}
	if len(out) == 0 && f.Run.Net == "none" && slices.ContainsFunc(seen, func(s Seen) bool {
		return s.Errno == Unresolved && len(s.Names) == 0
	}) {
		put(&Stop{Kind: "host", Never: "the output does not say which host it is"})
	}
	return out
}

// longest is how long a name may be that a question is about: a person has to read all of it.
const longest = 200

// limit takes away the right of a stop that is never granted.
func (f *Fence) limit(s *Stop) {
	why := ""
	switch {
	case len(s.Right.Name) > longest:
		why = "its name is too long to be asked about"
	case f.Refuse != nil:
		why = f.Refuse(s.Right)
	}
	if why != "" {
		s.Right, s.Never = history.Right{}, why
	}
}

// confirm is what stands behind one error, if it is about that name; nil where the sandbox is not
// the reason.
func (f *Fence) confirm(s *Seen, name string, h Host) *Stop {
	switch s.Errno {
	case Refused:
		return f.endpoint(name, h)
	case Unresolved:
		return f.unresolved(name)
	}
	for _, p := range f.absolute(name) {
		// What is at a name that is itself a link matters, and where its directory really lies.
		p = path.Join(h.Resolve(path.Dir(p)), path.Base(p))
		if real := h.Resolve(p); s.Errno != Busy && real != "" {
			p = real
		}
		if stop := f.file(s, p, h); stop != nil {
			return stop
		}
	}
	return nil
}

// file is what stands behind an error about a path, by the table in the package's comment.
func (f *Fence) file(s *Seen, p string, h Host) *Stop {
	switch s.Errno {
	case ReadOnly:
		return f.write(s, p, h)
	case Busy:
		if why, is := f.readOnly(p, true); is && h.Kind(p) != Nothing {
			return f.writeReadOnly(p, why)
		}
	case Across:
		if why, is := f.readOnly(p, false); is {
			return f.writeReadOnly(p, why)
		}
	case NoDevice:
		if p == "/dev/tty" && !f.landlock() {
			return &Stop{Kind: "read", Name: p, Never: "a run has no terminal to ask at; give the answer " +
				"by an option, a file or standard input"}
		}
	case Denied, Forbidden:
		if m := f.hides(p); m != nil {
			return f.readHidden(p, h)
		}
		if f.landlock() {
			return f.write(s, p, h)
		}
	case Missing:
		if h.Kind(p) == Nothing {
			return nil
		}
		if m := f.hides(p); m != nil {
			return f.readHidden(p, h)
		}
		if f.hidden(p) && h.Readable(p) {
			if h.Kind(p) == Socket {
				return f.socket(p, h)
			}
			return &Stop{Kind: "read", Name: p, Key: "sandbox.tmp",
				Right: history.Right{Kind: "read", Name: p},
				Why:   "the run has a " + within(p, f.Run.Plan.Private) + " of its own"}
		}
	}
	return nil
}

// across is a rename or a link between two mounts, which only the run has as such.
func (f *Fence) across(s *Seen) *Stop {
	if s.Errno != Across || !s.Both || f.landlock() || len(f.Dirs) == 0 {
		return nil
	}
	mounts := slices.Concat(f.Run.Plan.Holes, f.Run.Plan.Private, f.Run.Plan.Write)
	from, to := f.absolute(s.Names[0])[0], f.absolute(s.Names[1])[0]
	if within(from, mounts) == within(to, mounts) {
		return nil
	}
	return &Stop{Kind: "write", Name: to, Never: "in a run it lies on another mount than " + s.Names[0] +
		", so that nothing is renamed or linked from one to the other (EXDEV); copy it"}
}

// write is a write that was refused; nil if the sandbox would have let it, or the machine would
// not.
func (f *Fence) write(of *Seen, p string, h Host) *Stop {
	if why, is := f.readOnly(p, false); is {
		return f.writeReadOnly(p, why)
	}
	if anyWithin(p, f.Run.Plan.Write) || anyWithin(p, f.Run.Plan.Holes) ||
		anyWithin(p, f.Run.Plan.Private) {
		return nil
	}
	if dir := within(p, system); dir != "" {
		return &Stop{Kind: "write", Name: p, Never: "the sandbox makes " + dir + " itself"}
	}
	at := p
	for at != "/" && h.Kind(at) == Nothing {
		at = path.Dir(at)
	}
	if at == "/" || at != p && h.Kind(at) != Dir || !h.Writable(at) {
		return nil // nor could anybody write it outside
	}
	s := &Stop{Kind: "write", Name: p, Key: "sandbox.write.allow"}
	if s.Never = f.Protected(p); s.Never != "" {
		return s
	}
	to, made := f.target(p, h)
	s.Never = f.Protected(to)
	switch {
	case s.Never != "":
	case strings.Count(to, "/") < 2, subpath.In(f.Home, to):
		s.Never = "all of " + to + " would have to be opened for it"
	case made && to == p && (of.Parent || f.passing(p)):
		s.Never = "all of " + path.Dir(to) + " would have to be opened for it"
	case h.Kind(to) == Dir, made && (of.Dir || to != p || f.makesDirectory()):
		s.Right = history.Right{Kind: "write", Name: to + "/"}
	default:
		s.Right = history.Right{Kind: "write", Name: to}
	}
	return s
}

// writeReadOnly is a change of something read-only below a writable path.
func (f *Fence) writeReadOnly(p, why string) *Stop {
	s := &Stop{Kind: "write", Name: p, Never: why}
	if anyWithin(p, f.Profile.ReadOnly) {
		s.Key, s.Never = "sandbox.write.readOnly", "sandbox.write.readOnly keeps it"
	}
	if s.Never == "" {
		s.Never = "it is read-only"
	}
	return s
}

// readHidden is a read of a file or socket that is hidden.
func (f *Fence) readHidden(p string, h Host) *Stop {
	m := f.hides(p)
	if m.Socket || h.Kind(p) == Socket {
		return f.socket(p, h)
	}
	if !h.Readable(p) {
		return nil // nor could anybody read it outside
	}
	s := &Stop{Kind: "read", Name: p, Never: m.Why}
	if anyWithin(p, f.Profile.Hide) {
		s.Key, s.Never = "sandbox.read.hide", "sandbox.read.hide hides it"
	}
	if s.Never == "" {
		s.Never = "it is hidden"
	}
	return s
}

// socket is a socket of the machine.
func (f *Fence) socket(p string, h Host) *Stop {
	s := &Stop{Kind: "socket", Name: p, Key: "sandbox.network.sockets"}
	if h.Kind(p) != Socket || !h.Writable(p) || f.hides(p) == nil && !f.hidden(p) {
		return nil
	}
	if s.Never = wayOut(p); s.Never == "" {
		s.Right = history.Right{Kind: "socket", Name: p}
	}
	return s
}

// wayOut says why a socket is one through which a run would leave the sandbox; "" for others.
func wayOut(p string) string {
	base := path.Base(p)
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(s string) bool { return strings.Contains(p, s) })
	}
	switch {
	case has("docker", "containerd", "podman", "crio", "buildkit", "lxd", "incus", "libvirt", "snapd"):
		return "who reaches it can start programs with the whole machine (a container daemon)"
	case has("/dbus", "/systemd", "system_bus") || base == "bus":
		return "who reaches it can start programs outside of the sandbox (D-Bus, systemd)"
	case has("/tmux-", "/screen", "vscode-ipc", "vscode-git", ".X11-unix", "wayland-", "/at-spi"),
		has("zellij", "wezterm", "kitty", "nvim", "emacs"):
		return "who reaches it can type into programs outside of the sandbox"
	}
	return ""
}

// endpoint is a connection that was refused: to a socket, or to a port.
func (f *Fence) endpoint(name string, h Host) *Stop {
	if name == agentSocket {
		name = f.Agent
	}
	if strings.HasPrefix(name, "/") {
		return f.socket(h.Resolve(path.Clean(name)), h)
	}
	at := strings.LastIndexByte(name, ':')
	host, port := name[:max(at, 0)], number(name[at+1:])
	if !local(host) {
		if f.Run.Net == "none" {
			return f.unresolved(host)
		}
		return nil // of others the record knows
	}
	if f.Run.Net == "open" || slices.Contains(f.Profile.Localhost, port) || !h.Listens(port) {
		return nil
	}
	return &Stop{Kind: "port", Name: strconv.Itoa(port), Key: "sandbox.network.localhost",
		Right: history.Right{Kind: "port", Name: strconv.Itoa(port)}}
}

// unresolved is a host of a run without a network. A run with one has a record of it.
func (f *Fence) unresolved(name string) *Stop {
	if f.Run.Net != "none" || local(name) {
		return nil
	}
	s := &Stop{Kind: "host", Name: name, Key: "sandbox.network.allow"}
	if f.Profile.Network == sandbox.NetNone && !f.Closed {
		s.Key, s.Never = "sandbox.network.mode", "sandbox.network.mode is none"
		return s
	}
	s.Right = history.Right{Kind: "host", Name: name}
	return s
}

// call is a system call that the sandbox lets nobody make, told from the programs that make it.
func (f *Fence) call(s *Seen) *Stop {
	if s.Errno != Forbidden && s.Errno != Denied || f.landlock() {
		return nil
	}
	switch s.Program {
	case "unshare", "nsenter", "bwrap", "rootlesskit", "newuidmap", "newgidmap":
		return &Stop{Kind: "call", Name: s.Program, Never: "no namespaces are made in the sandbox"}
	case "mount", "umount", "fusermount", "fusermount3", "losetup", "modprobe", "sysctl", "iptables",
		"nft", "chroot", "setcap", "swapon":
		if !f.Root {
			return nil // nor could this user outside
		}
		return &Stop{Kind: "call", Name: s.Program, Never: "the sandbox has no privileges"}
	case "chmod", "install":
		for _, n := range s.Names {
			for _, p := range f.absolute(n) {
				if s.Errno == Forbidden && anyWithin(p, f.Run.Plan.Write) {
					return &Stop{Kind: "call", Name: s.Program,
						Never: "no set-uid or set-gid file is made in the sandbox"}
				}
			}
		}
	}
	return nil
}
