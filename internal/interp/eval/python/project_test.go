package python_test

import (
	"slices"
	"testing"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// TestModules: the files of the project that are loaded run, once and in scopes of their own.
func TestModules(t *testing.T) {
	t.Parallel()
	files := []interp.Module{
		{File: 1, Name: "m", Lang: "python", Path: evaltest.Home + "/m.py", Code: `import os
P = 'a'
def f(p=P): os.remove(p)
if __name__ == '__main__': os.remove('never')
os.rmdir('d')`},
		{File: 2, Name: "p", Lang: "python", Path: evaltest.Home + "/p/__init__.py", Package: true,
			Code: "from .sub import g"},
		{File: 3, Name: "p.sub", Lang: "python", Path: evaltest.Home + "/p/sub.py",
			Code: "import os\ng = os.unlink"},
		{File: 4, Name: "q", Lang: "python", Path: evaltest.Home + "/q.py", Opaque: true},
		{File: 5, Name: evaltest.Home + "/r.py", Lang: "python", Path: evaltest.Home + "/r.py",
			Code: "import os; os.remove('r')"},
	}
	for _, tt := range []struct {
		code string
		want []string
	}{
		{"import m, m", []string{"import os", "os.rmdir: delete d"}},
		{"import m; m.f()", []string{"import os", "os.rmdir: delete d", "os.remove: delete a"}},
		{"from m import f as g; g('x')", []string{"import os", "os.rmdir: delete d",
			"os.remove: delete x"}},
		{"from m import *; f(P)", []string{"import os", "os.rmdir: delete d", "os.remove: delete a"}},
		{"import p; p.g('x')", []string{"import os", "os.unlink: delete x"}},
		{"from p import sub; sub.g('x')", []string{"import os", "os.unlink: delete x"}},
		{"import q", []string{"import: exec, unseen a file that is not read to its end"}},
		{"exec(open('r.py').read())", []string{"import os", "open: read r.py",
			"os.remove: delete r"}},
	} {
		got := evaltest.Show(evaltest.Facts(t, "python", tt.code, files...))
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.code, got, tt.want)
		}
	}
}
