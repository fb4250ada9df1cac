package native

import (
	"path"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// memory makes one file system in memory, with all that is private: the new /dev, the private
// directories, masks. What is writable is taken out of it before it becomes read-only itself.
func (c *compiler) memory() {
	c.base = c.fs("tmpfs", guarded, "mode", "0755")
	c.do("dup3 base", unix.SYS_DUP3, c.base, c.a.mine, unix.O_CLOEXEC)
	// A part can only be taken of what is mounted. The new /dev comes on top of it.
	root := c.path("/")
	c.attachAt(c.base, root, "dev")
	c.close(root)
	c.dir("mask-d", 0)
	c.file("mask-f", unix.S_IFREG)
	c.file("mask-s", unix.S_IFSOCK)
	c.devFiles()
	for i := range c.p.Steps {
		s := &c.p.Steps[i]
		switch {
		case s.Do == plan.Private:
			name := c.tree(s.Path)
			mode := 0o1777
			if s.Path != "/tmp" {
				mode = 0o700
			}
			c.dir(name, mode)
			c.places(name, s, 0o755)
			c.parts[s.Path] = c.part(c.base, name)
		case s.Do == plan.Mask && len(s.Holes) > 0:
			name := c.tree(s.Path)
			c.dir(name, 0o111)
			c.places(name, s, 0o111)
		case s.Do == plan.Replace:
			name := c.tree(s.Path)
			c.content(name, s.Text)
			c.parts[s.Path] = c.part(c.base, name)
		}
	}
	c.set("base", c.base, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOEXEC|guarded, false)
}

// tree is the name of a directory in memory for a path.
func (c *compiler) tree(p string) string {
	return "tree" + strings.ReplaceAll(p, "/", "\\")
}

func (c *compiler) dir(name string, mode int) {
	c.do("mkdirat base/"+name, unix.SYS_MKDIRAT, c.base, name, mode)
}

func (c *compiler) file(name string, mode int) {
	c.do("mknodat base/"+name, unix.SYS_MKNODAT, c.base, name, mode, 0)
}

// places makes the directories and files that openings are mounted on.
func (c *compiler) places(name string, s *plan.Step, mode int) {
	made := map[string]bool{}
	for _, h := range s.Holes {
		rel := strings.TrimPrefix(h.Path, s.Path+"/")
		comps := strings.Split(rel, "/")
		for i := 1; i < len(comps); i++ {
			if dir := path.Join(comps[:i]...); !made[dir] {
				made[dir] = true
				c.dir(name+"/"+dir, mode)
			}
		}
		if h.Type == plan.Dir {
			c.dir(name+"/"+rel, mode)
		} else {
			c.file(name+"/"+rel, unix.S_IFREG)
		}
	}
}

// devFiles makes what the new /dev has.
func (c *compiler) devFiles() {
	c.dir("dev", 0o755)
	c.dir("dev/pts", 0o755)
	c.dir("dev/shm", 0o1777)
	c.dir("shm", 0o1777)
	for i := range c.p.Steps {
		if s := &c.p.Steps[i]; s.Do == plan.Device {
			c.file("dev/"+strings.TrimPrefix(s.Path, "/dev/"), unix.S_IFREG)
		}
	}
	for _, l := range [...][2]string{{"fd", "/proc/self/fd"}, {"stdin", "/proc/self/fd/0"},
		{"stdout", "/proc/self/fd/1"}, {"stderr", "/proc/self/fd/2"}, {"ptmx", "pts/ptmx"}} {
		c.do("symlinkat base/dev/"+l[0], unix.SYS_SYMLINKAT, l[1], c.base, "dev/"+l[0])
	}
	c.parts["/dev"] = c.part(c.base, "dev")
	c.parts["/dev/shm"] = c.part(c.base, "shm")
}

// newDev puts the new /dev in place.
func (c *compiler) newDev(p string) {
	c.dev = c.parts["/dev"]
	at := c.path(p)
	c.attach(p, c.dev, at)
	c.close(at)
	pts := c.fs("devpts", unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NOEXEC, "ptmxmode", "0666",
		"mode", "0620")
	c.attachAt(pts, c.dev, "pts")
	c.close(pts)
	c.attachAt(c.parts["/dev/shm"], c.dev, "shm")
	c.close(c.parts["/dev/shm"])
	c.set(p, c.dev, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID, false)
}

// content makes a file with a text.
func (c *compiler) content(name, text string) {
	f := c.get("openat base/"+name, unix.SYS_OPENAT, c.base, name,
		unix.O_WRONLY|unix.O_CREAT|unix.O_CLOEXEC, 0o644)
	c.do("write base/"+name, unix.SYS_WRITE, f, text, len(text))
	c.close(f)
}
