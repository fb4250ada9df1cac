package reads

import (
	"os"
	"path"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/shparse"
)

// maxList bounds the file whose text is looked at for names.
const maxList = 4096

// WrittenNames are the names that stand in files which a command reads, be they written by the line
// or there already: echo ~/.env > list; xargs -a list cat.
func WrittenNames(a *record.Call, c *fact.Command) (n *fact.Names) {
	for k := range c.Operands {
		o := &c.Operands[k]
		if !o.IsPath || !o.Path.Known || o.Path.Glob || o.Role != fact.RoleRead {
			continue
		}
		n = n.Or(namesInFile(a, &o.Path))
	}
	for k := range c.Redirects {
		if r := &c.Redirects[k]; r.Mode == fact.RedirRead && r.Path.Known && !r.Path.Glob && !r.Net {
			n = n.Or(namesInFile(a, &r.Path))
		}
	}
	return n
}

// namesInFile are the names in a file: as the line writes it, else as it is.
func namesInFile(a *record.Call, p *fact.Path) (n *fact.Names) {
	texts, _, _ := a.Shell.WrittenFile(path.Clean(p.Abs))
	for _, text := range texts {
		n = n.Or(shparse.NamesIn(text))
	}
	if len(texts) > 0 || a.Places == nil || record.Source(p.Abs) {
		return n
	}
	info, err := os.Stat(p.Abs)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 || info.Size() > maxList {
		return n
	}
	data, err := os.ReadFile(p.Abs)
	if err != nil {
		return n
	}
	return n.Or(shparse.NamesIn(string(data)))
}

// CodeNames adds the reads of the files whose names inline code takes from a file:
// open(open("list").read()).
func CodeNames(a *record.Call, c *fact.Command, dirs fact.Dirs, x *interp.Effect,
) {
	p := a.Path(dirs, &x.From)
	if !p.Known || p.Glob {
		return
	}
	names := namesInFile(a, &p)
	if names == nil {
		return
	}
	for k := range names.List {
		c.Find(pass, fact.Effect{Kind: x.Kind, Recursive: x.Recursive, Guess: true,
			InCode: true, Path: a.Path(dirs, &names.List[k])})
	}
}
