package plan

import (
	"path"
	"slices"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox"
)

// devices are what a command finds in /dev.
var devices = [...]string{"null", "zero", "full", "random", "urandom", "tty"}

// frozen are parts of /proc that change the kernel; a superuser could, in a user namespace of its
// own, where the mount is not read-only.
var frozen = [...]string{"/proc/sys", "/proc/irq", "/proc/bus", "/proc/fs", "/proc/sysrq-trigger",
	"/proc/acpi", "/proc/scsi"}

// unreadable are files and directories that show the kernel: of the first anyone may read some, the
// others are root's.
var unreadable = [...]string{"/proc/kcore", "/proc/kallsyms", "/proc/keys", "/proc/timer_list",
	"/proc/vmallocinfo", "/proc/slabinfo", "/proc/kpagecount", "/proc/kpageflags", "/proc/kpagecgroup",
	"/sys/kernel/debug", "/sys/kernel/tracing"}

const byAnyone = 4

// write writes the steps, in the order in which they have to be carried out.
func (b *builder) write() {
	b.add(Step{Do: Identity})
	openings := b.privateOpenings()
	devices := b.devices()
	for _, p := range devices {
		b.add(Step{Do: Clone, Path: p, Type: Other})
	}
	b.clones(openings)
	b.add(Step{Do: AllReadOnly, Path: "/"})
	b.add(Step{Do: Base})
	b.add(Step{Do: Dev, Path: "/dev"})
	for _, p := range devices {
		step := Step{Do: Device, Path: p, Type: Other}
		if slices.Contains(b.r.Devices, p) {
			step.Why = "--device"
		}
		b.add(step)
	}
	for _, root := range b.roots {
		b.addPins(root)
	}
	b.addWritable(openings)
	for _, root := range b.roots {
		b.addReadOnly(root)
	}
	for _, p := range b.exceptions {
		b.add(Step{Do: Exception, Path: p, Type: b.typeOf(p)})
	}
	for _, p := range sortedKeys(b.hides) {
		m := b.hides[p]
		b.add(Step{Do: Hide, Path: p, Type: m.typ, Openings: m.openings, Why: m.why})
	}
	b.addProc()
	b.network()
	b.settings()
	b.add(Step{Do: Chdir, Path: b.r.Dir})
	b.rules()
	b.add(Step{Do: Landlock})
	b.add(Step{Do: Caps})
	b.add(Step{Do: Seccomp})
	b.add(Step{Do: Exec, Path: b.r.Path})
}

// devices are those that the machine has.
func (b *builder) devices() []string {
	var out []string
	for _, name := range devices {
		if p := "/dev/" + name; b.typeOf(p) == Other {
			out = append(out, p)
		}
	}
	for _, p := range b.r.Devices {
		if b.typeOf(p) == Other && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// privateOpenings are what stays visible in the private directories, by directory.
func (b *builder) privateOpenings() map[string][]Opening {
	m := map[string][]Opening{}
	for _, dir := range b.private {
		m[dir] = b.openings(dir)
	}
	return m
}

// clones holds on to what would be read-only or hidden later.
func (b *builder) clones(openings map[string][]Opening) {
	held := map[string]bool{}
	clone := func(p string) {
		if !held[p] {
			held[p] = true
			b.add(Step{Do: Clone, Path: p, Type: b.typeOf(p)})
		}
	}
	for _, p := range b.roots {
		clone(p)
	}
	for _, dir := range b.private {
		for _, o := range openings[dir] {
			clone(o.Path)
		}
	}
	for _, p := range b.exceptions {
		clone(p)
	}
	for _, p := range sortedKeys(b.hides) {
		for _, o := range b.hides[p].openings {
			if o.Write {
				clone(o.Path)
			}
		}
	}
}

// addWritable lays the private directories, and over them and the rest what may be seen and written.
func (b *builder) addWritable(openings map[string][]Opening) {
	for _, dir := range b.private {
		b.add(Step{Do: Private, Path: dir, Openings: openings[dir]})
		for _, o := range openings[dir] {
			if !o.Write {
				b.add(Step{Do: Reveal, Path: o.Path, Type: o.Type})
			}
		}
	}
	for _, p := range b.roots {
		b.add(Step{Do: Writable, Path: p, Type: b.typeOf(p)})
	}
}

// readOnlyBelow is what is read-only below a writable path.
func (b *builder) readOnlyBelow(root string) (out []string) {
	for _, p := range sortedKeys(b.readOnly) {
		if b.rootOf(p) == root {
			out = append(out, p)
		}
	}
	return out
}

// addPins makes each directory above what is protected below a writable path a mount of its own: without
// that the directory could be moved away, and another one made in its place. The writable path is laid
// over it afterwards. So nobody sees the mount, and files can be renamed from one such directory into
// another; but for the kernel the directory stays a place where something is mounted.
func (b *builder) addPins(root string) {
	pins := map[string]bool{}
	above := func(q string) {
		for ; subpath.Below(q, root); q = path.Dir(q) {
			pins[q] = true
		}
	}
	fixed := b.readOnlyBelow(root)
	for _, p := range fixed {
		above(path.Dir(p))
	}
	for _, dir := range b.pins {
		above(dir)
	}
	for _, p := range sortedKeys(b.hides) {
		if subpath.Below(p, root) && b.hides[p].typ != Socket {
			above(path.Dir(p))
		}
	}
	for _, p := range sortedKeys(pins) {
		if !slices.ContainsFunc(fixed, func(f string) bool { return subpath.In(p, f) }) {
			b.add(Step{Do: PinMount, Path: p, Type: Dir})
		}
	}
}

// addReadOnly makes what is protected below a writable path read-only.
func (b *builder) addReadOnly(root string) {
	for _, p := range b.readOnlyBelow(root) {
		b.add(Step{Do: ReadOnly, Path: p, Type: b.typeOf(p), Why: b.readOnly[p].Why})
	}
}

// addProc shows the run's own processes.
func (b *builder) addProc() {
	b.add(Step{Do: Proc, Path: "/proc"})
	for _, p := range frozen {
		if t := b.typeOf(p); t == File || t == Dir {
			b.add(Step{Do: ReadOnly, Path: p, Type: t})
		}
	}
	for i, p := range unreadable {
		if t := b.typeOf(p); (t == File || t == Dir) && (i < byAnyone || b.r.UID == 0) {
			b.add(Step{Do: Hide, Path: p, Type: t})
		}
	}
}

// network lays what a run has of its own.
func (b *builder) network() {
	if b.p.Net == sandbox.NetOpen {
		return
	}
	b.add(Step{Do: Loopback})
	if len(b.p.Serve.Sockets) > 0 {
		b.add(Step{Do: Listen})
	}
	for _, f := range b.p.Serve.Files {
		if to, ok := b.fs.Resolve(f.Path); ok && b.typeOf(to) == File {
			b.add(Step{Do: Replace, Path: to, Type: File, Text: f.Text})
		} else {
			b.note(f.Path + " is not there, and stays so")
		}
	}
}

// rules are what Landlock lets be written.
func (b *builder) rules() {
	add := func(p string, t Type) {
		if t == File || t == Dir {
			b.p.Rules = append(b.p.Rules, Rule{p, t})
		}
	}
	for _, p := range b.roots {
		add(p, b.typeOf(p))
	}
	for _, p := range b.private {
		add(p, Dir)
	}
	for _, p := range sortedKeys(b.hides) {
		for _, o := range b.hides[p].openings {
			if o.Write {
				add(o.Path, o.Type)
			}
		}
	}
	for _, p := range sortedKeys(b.sockets) {
		b.p.Rules = append(b.p.Rules, Rule{p, Socket})
	}
	add("/dev", Dir)
}
