package stage

import (
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// mounts carries out those steps of a plan that change what is mounted.
type mounts struct {
	kernel
	steps  []plan.Step
	clones map[string]int // what Clone has taken, by path
	parts  map[string]int // what was taken of the file system in memory, by path
	base   int            // the file system in memory
	dev    int            // the new /dev
	ownNet bool           // the network namespace is the run's
}

func newMounts(steps []plan.Step) *mounts {
	return &mounts{steps: steps, clones: map[string]int{}, parts: map[string]int{}}
}

// run carries out the steps.
func (m *mounts) run() error {
	if !m.dry {
		unix.Umask(0) // modes of files are what the calls say
	}
	for i := range m.steps {
		m.step(&m.steps[i])
	}
	return m.err
}

// guarded is what every mount gets that is not read-only.
const guarded = unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV

func (m *mounts) step(s *plan.Step) {
	switch s.Do {
	case plan.Clone:
		at := m.open(s.Path)
		m.clones[s.Path] = m.clone(s.Path, at)
		m.close(at)
	case plan.AllReadOnly:
		root := m.open(s.Path)
		m.set(s.Path+" read-only", root, unix.MOUNT_ATTR_RDONLY|guarded, true)
		m.close(root)
	case plan.Base:
		m.memory()
	case plan.Dev:
		m.newDev(s.Path)
	case plan.Device:
		m.attachAt(m.clones[s.Path], m.dev, strings.TrimPrefix(s.Path, "/dev/"))
	case plan.Private, plan.Replace:
		m.put(s.Path, m.parts[s.Path])
	case plan.Reveal:
		m.set(s.Path, m.clones[s.Path], unix.MOUNT_ATTR_RDONLY|guarded, true)
		m.put(s.Path, m.clones[s.Path])
	case plan.Writable, plan.Exception:
		m.set(s.Path, m.clones[s.Path], guarded, true)
		m.put(s.Path, m.clones[s.Path])
		delete(m.clones, s.Path) // what is needed of it from here on is at its path
	case plan.PinMount:
		m.again(s.Path, 0)
	case plan.ReadOnly:
		m.again(s.Path, unix.MOUNT_ATTR_RDONLY)
	case plan.Hide:
		m.hide(s)
	case plan.Proc:
		proc := m.fs("proc", guarded|unix.MOUNT_ATTR_NOEXEC)
		if m.ownNet {
			lowPorts(proc)
		}
		m.put(s.Path, proc)
	case plan.Chdir:
		m.do("chdir "+s.Path, func() error { return unix.Chdir(s.Path) })
	case plan.Identity, plan.Loopback, plan.Listen, plan.Landlock, plan.Caps, plan.Seccomp, plan.Exec:
		// The engine and other parts of the stage do these.
		m.names = append(m.names, string(s.Do))
	default:
		panic("inner: no way to do " + string(s.Do))
	}
}

// put puts a mount at a path.
func (m *mounts) put(p string, mount int) {
	at := m.open(p)
	m.attach(p, mount, at)
	m.close(at, mount)
}

// again mounts a path on itself.
func (m *mounts) again(p string, attr uint64) {
	at := m.open(p)
	mount := m.clone(p, at)
	if attr != 0 {
		m.set(p, mount, attr, true)
	}
	m.attach(p, mount, at)
	m.close(mount, at)
}

// hide puts an empty file or directory that nobody may open in place of a path, and puts what stays
// readable into it. A socket that is gone by now needs none: who opens one there later could do
// so after the start as well.
func (m *mounts) hide(s *plan.Step) {
	if len(s.Openings) == 0 && !m.contested(s.Path) {
		m.hideByName(s)
		return
	}
	if s.Type == plan.Socket && m.gone(s.Path) {
		return
	}
	var open []int
	for _, h := range s.Openings {
		if mount, ok := m.clones[h.Path]; ok {
			m.set(h.Path, mount, guarded, true)
			open = append(open, mount)
			continue
		}
		at := m.open(h.Path)
		open = append(open, m.clone(h.Path, at))
		m.close(at)
	}
	at := m.open(s.Path)
	mount := m.part(m.base, coverOf(s))
	m.attach(s.Path, mount, at)
	m.close(mount, at)
	for i, h := range s.Openings {
		m.put(h.Path, open[i])
	}
}

// hideByName takes one call instead of five. Most hidden paths are such.
func (m *mounts) hideByName(s *plan.Step) {
	m.do("mount "+s.Path, func() error {
		err := unix.Mount(byNumber(m.base)+"/"+coverOf(s), s.Path, "", unix.MS_BIND, "")
		if s.Type == plan.Socket && err == unix.ENOENT {
			return nil
		}
		return err
	})
}

func (m *mounts) gone(p string) bool {
	var st unix.Stat_t
	return !m.dry && m.err == nil && unix.Lstat(p, &st) == unix.ENOENT
}

// coverOf is what of the file system in memory hides a path.
func coverOf(s *plan.Step) string {
	switch {
	case len(s.Openings) > 0:
		return tree(s.Path)
	case s.Type == plan.Dir:
		return "hide-d"
	case s.Type == plan.Socket:
		return "hide-s"
	}
	return "hide-f"
}

// contested reports whether a path lies where commands write: another run could put a link there
// between the plan and the mount.
func (m *mounts) contested(p string) bool {
	return slices.ContainsFunc(m.steps, func(s plan.Step) bool {
		return s.Do == plan.Writable && strings.HasPrefix(p, s.Path+"/")
	})
}

// memory makes one file system in memory with all that is private: the new /dev, the private
// directories, what hides paths. It becomes read-only when what is writable has been taken out of it.
func (m *mounts) memory() {
	m.base = m.fs("tmpfs", guarded, "mode", "0755")
	// A part can only be taken of what is mounted. The new /dev comes on top of it.
	root := m.open("/")
	m.attachAt(m.base, root, "dev")
	m.close(root)
	m.dir("hide-d", 0)
	m.file("hide-f", unix.S_IFREG)
	m.file("hide-s", unix.S_IFSOCK)
	m.devFiles()
	for i := range m.steps {
		s := &m.steps[i]
		switch name := tree(s.Path); {
		case s.Do == plan.Private:
			mode := uint32(0o1777)
			if s.Path != "/tmp" {
				mode = 0o700
			}
			m.dir(name, mode)
			m.places(name, s, 0o755)
			m.parts[s.Path] = m.part(m.base, name)
		case s.Do == plan.Hide && len(s.Openings) > 0:
			m.dir(name, 0o111)
			m.places(name, s, 0o111)
		case s.Do == plan.Replace:
			m.content(name, s.Text)
			m.parts[s.Path] = m.part(m.base, name)
		}
	}
	m.set("base", m.base, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOEXEC|guarded, false)
}

// tree is the name of a directory in memory for a path.
func tree(p string) string { return "tree" + strings.ReplaceAll(p, "/", "\\") }

func (m *mounts) dir(name string, mode uint32) {
	m.do("mkdirat base/"+name, func() error { return unix.Mkdirat(m.base, name, mode) })
}

func (m *mounts) file(name string, mode uint32) {
	m.do("mknodat base/"+name, func() error { return unix.Mknodat(m.base, name, mode, 0) })
}

// places makes the directories and files that openings are mounted on.
func (m *mounts) places(name string, s *plan.Step, mode uint32) {
	made := map[string]bool{}
	for _, h := range s.Openings {
		rel := strings.TrimPrefix(h.Path, s.Path+"/")
		names := strings.Split(rel, "/")
		for i := 1; i < len(names); i++ {
			if dir := path.Join(names[:i]...); !made[dir] {
				made[dir] = true
				m.dir(name+"/"+dir, mode)
			}
		}
		if h.Type == plan.Dir {
			m.dir(name+"/"+rel, mode)
		} else {
			m.file(name+"/"+rel, unix.S_IFREG)
		}
	}
}

// devFiles makes what the new /dev has.
func (m *mounts) devFiles() {
	m.dir("dev", 0o755)
	m.dir("dev/pts", 0o755)
	m.dir("dev/shm", 0o1777)
	m.dir("shm", 0o1777)
	var dirs []string // of devices by name; no deeper one is known
	for i := range m.steps {
		if s := &m.steps[i]; s.Do == plan.Device {
			name := "dev/" + strings.TrimPrefix(s.Path, "/dev/")
			if dir := path.Dir(name); dir != "dev" && !slices.Contains(dirs, dir) {
				m.dir(dir, 0o755)
				dirs = append(dirs, dir)
			}
			m.file(name, unix.S_IFREG)
		}
	}
	for _, l := range [...][2]string{{"fd", "/proc/self/fd"}, {"stdin", "/proc/self/fd/0"},
		{"stdout", "/proc/self/fd/1"}, {"stderr", "/proc/self/fd/2"}, {"ptmx", "pts/ptmx"}} {
		m.do("symlinkat base/dev/"+l[0], func() error {
			return unix.Symlinkat(l[1], m.base, "dev/"+l[0])
		})
	}
	m.parts["/dev"] = m.part(m.base, "dev")
	m.parts["/dev/shm"] = m.part(m.base, "shm")
}

// newDev puts the new /dev in place.
func (m *mounts) newDev(p string) {
	m.dev = m.parts["/dev"]
	at := m.open(p)
	m.attach(p, m.dev, at)
	m.close(at)
	pts := m.fs("devpts", unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NOEXEC, "ptmxmode", "0666",
		"mode", "0620")
	m.attachAt(pts, m.dev, "pts")
	m.attachAt(m.parts["/dev/shm"], m.dev, "shm")
	m.close(pts, m.parts["/dev/shm"])
	m.set(p, m.dev, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID, false)
}

// content makes a file with a text.
func (m *mounts) content(name, text string) {
	f := m.get("openat base/"+name, func() (int, error) {
		return unix.Openat(m.base, name, unix.O_WRONLY|unix.O_CREAT|unix.O_CLOEXEC, 0o644)
	})
	m.do("write base/"+name, func() error {
		_, err := unix.Write(f, []byte(text))
		return err
	})
	m.close(f)
}

// Explain returns the names of the calls that the stage makes for a plan's mounts, in order, and
// the other steps by their own names.
func Explain(p *plan.Plan) []string {
	m := newMounts(p.Steps)
	m.dry = true
	_ = m.run()
	return m.names
}
