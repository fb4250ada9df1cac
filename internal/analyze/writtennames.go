package analyze

import (
	"os"
	"path"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/shparse"
)

// maxList bounds the file whose text is looked at for names.
const maxList = 4096

// writtenNames are the names that stand in files which a command reads, be they written by the line
// or there already: echo ~/.env > list; xargs -a list cat.
func (a *Analyzer) writtenNames(in *shparse.Interp, c *fact.Command) (n *fact.Names) {
	for k := range c.Operands {
		o := &c.Operands[k]
		if !o.IsPath || !o.Path.Known || o.Path.Glob || o.Role != fact.RoleRead {
			continue
		}
		n = n.Or(a.namesInFile(in, &o.Path))
	}
	for k := range c.Redirects {
		if r := &c.Redirects[k]; r.Mode == fact.RedirRead && r.Path.Known && !r.Path.Glob && !r.Net {
			n = n.Or(a.namesInFile(in, &r.Path))
		}
	}
	return n
}

// namesInFile are the names in a file: as the line writes it, else as it is.
func (a *Analyzer) namesInFile(in *shparse.Interp, p *fact.Path) (n *fact.Names) {
	texts, _, _ := in.WrittenFile(path.Clean(p.Abs))
	for _, text := range texts {
		n = n.Or(shparse.NamesIn(text))
	}
	if len(texts) > 0 || a.Places == nil || source(p.Abs) {
		return n
	}
	info, err := os.Stat(p.Abs)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxList {
		return n
	}
	data, err := os.ReadFile(p.Abs)
	if err != nil {
		return n
	}
	return n.Or(shparse.NamesIn(string(data)))
}

// codeNames adds the reads of the files whose names inline code takes from a file:
// open(open("list").read()).
func (a *Analyzer) codeNames(
	in *shparse.Interp, c *fact.Command, dirs fact.Dirs, x *interp.Effect,
) {
	p := a.Path(dirs, &x.From)
	if !p.Known || p.Glob {
		return
	}
	names := a.namesInFile(in, &p)
	if names == nil {
		return
	}
	for k := range names.List {
		c.Effects = append(c.Effects, fact.Effect{Kind: x.Kind, Recursive: x.Recursive, Guess: true,
			InCode: true, Path: a.Path(dirs, &names.List[k])})
	}
}
