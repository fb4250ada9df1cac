package analyze

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/paths"
)

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
