package inline

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// relink looks again where the paths of inline code lead, because a tree that the code copies or
// moves has links. In which order it does things is not known. The tree itself, whose effects
// follow the first n, does not go through its links:
//
//	os.rename("d", "e"); open("e/link/f", "w")
func (a *Inline) relink(c *fact.Command, n int) {
	for k := range c.Effects[:n] {
		if e := &c.Effects[k]; e.InCode && e.Kind.HasPath() {
			e.Path = a.Call.Linked(e.Path)
		}
	}
	for i := range c.Code {
		facts := c.Code[i].Facts
		for k := range facts {
			f := &facts[k]
			for n := range f.Args {
				f.Args[n].Path = a.Call.Linked(f.Args[n].Path)
			}
			if f.Kind == fact.CodeWrite && f.Path.Known {
				f.Path = a.Call.Linked(f.Path)
				unknownPath(f, &fact.Effect{Path: f.Path}, "writes to")
			}
		}
	}
}

// codeTree is the tree that a call in inline code writes: shutil.copytree, fs.cpSync,
// ZipFile.extractall.
func codeTree(call *interp.Call, x *interp.Effect, dirs fact.Dirs, e *fact.Effect) fact.Tree {
	t := fact.Tree{Kind: x.Tree, Deep: true, Bare: true, Into: e.Path, InCode: true,
		Command: e.Command}
	t.From = []fact.Operand{{Word: x.From, Path: paths.Path(dirs, &x.From), IsPath: true}}
	for i := range call.Effects {
		r := &call.Effects[i]
		if r.Word.Text == x.From.Text && (r.Kind == fact.Delete || r.Kind == fact.Read && !r.Recursive) {
			t.Bare = false // what is moved, and a single file, may get into a directory
		}
	}
	return t
}
