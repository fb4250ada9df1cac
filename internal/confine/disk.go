package confine

import (
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/fencepost/fencepost/internal/owner"
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
	for _, dir := range p.Make {
		if os.MkdirAll(dir, 0o700) != nil || owner.Known && !owner.Dir(dir) { // made by others meanwhile
			p.drop(dir)
		}
	}
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

func (p *Profile) drop(name string) {
	p.Write = slices.DeleteFunc(slices.Clone(p.Write), func(w string) bool { return w == name })
}
