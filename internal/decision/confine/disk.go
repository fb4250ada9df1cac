package confine

import (
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/owner"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// OS is the machine's disk. It asks once about a path.
type OS struct{ kinds map[string]Kind }

// Kind implements Disk.
func (o *OS) Kind(name string) Kind {
	k, ok := o.kinds[name]
	if !ok {
		if o.kinds == nil {
			o.kinds = map[string]Kind{}
		}
		k = kindOf(name)
		o.kinds[name] = k
	}
	return k
}

func kindOf(name string) Kind {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return None
	case info.IsDir():
		return Dir
	case info.Mode().IsRegular():
		return File
	case info.Mode()&fs.ModeSocket != 0:
		return Socket
	}
	return Other
}

// maxText bounds what is read of a file.
const maxText = 1 << 16

// Text implements Reader.
func (*OS) Text(name string) string {
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, maxText))
	return string(text)
}

// Prepare makes the directories and files that the profile has writable and that are not there yet.
// What cannot be made the run does not get.
func (p *Profile) Prepare() {
	p.session()
	for _, dir := range p.Make {
		if os.MkdirAll(dir, 0o700) != nil || owner.Known && !owner.Dir(dir) { // made by others meanwhile
			p.drop(dir)
		}
	}
	p.plans()
	for _, name := range p.Touch {
		const asShells = 0o666
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, asShells)
		if err != nil {
			p.drop(name)
			continue
		}
		f.Close()
	}
}

// session makes the place of the sessions' own directories. If others have led it elsewhere, the run
// has the scratch directory alone.
func (p *Profile) session() {
	sessions, own := path.Dir(p.Own), p.Own
	if own == "" || os.MkdirAll(sessions, 0o700) == nil && (!owner.Known || owner.Dir(sessions)) {
		return
	}
	p.Own = ""
	p.Make = slices.DeleteFunc(p.Make, func(dir string) bool { return subpath.In(dir, own) })
	for i, v := range p.Set {
		p.Set[i] = strings.Replace(v, "="+own, "="+path.Dir(sessions), 1)
	}
}

// plans makes the directory in which the agent keeps its plans, where the project has its settings: what
// lies beside it stays, so that a run could not make it. A link out of the project is not followed.
func (p *Profile) plans() {
	if !slices.Contains(p.Write, p.project) {
		return
	}
	if root, err := os.OpenRoot(p.project); err == nil {
		_ = root.Mkdir(confighome.Dir+"/plans", 0o755) // mostly there, or no .claude
		_ = root.Close()
	}
}

func (p *Profile) drop(name string) {
	p.Write = slices.DeleteFunc(slices.Clone(p.Write), func(w string) bool { return w == name })
}
