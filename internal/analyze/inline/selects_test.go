package inline

import (
	"strings"
	"testing"
)

// TestSelected: what of the names of a directory code takes. "all" is any of them.
func TestSelected(t *testing.T) {
	for _, tt := range []struct{ code, want string }{
		{"for f in os.listdir('.'):\n  print(open(f).read())", "all"},
		{"for f in fs:\n  if f.endswith('.md'):\n    print(open(f).read())", ".md"},
		{"[open(f).read() for f in fs if f.endswith(('.md', '.txt'))]", ".md .txt"},
		{"for f in fs:\n  if not f.endswith('.md'): continue\n  print(open(f).read())", ".md"},
		{"for f in fs:\n  if f.endswith('.md'): continue\n  print(open(f).read())", "all"},
		{"for f in fs:\n  if not f.endswith('.md'):\n    print(open(f).read())", "all"},
		{"for f in fs:\n  if f.endswith('.md'):\n    pass\n  else:\n    print(open(f).read())", "all"},
		{"for f in fs:\n  if len(f) > 3: print(open(f).read())", "all"},
		{"for f in fs:\n  if f: print(open(f).read())", "all"},
		{"for f in fs:\n  if os.path.isfile(f): print(open(f).read())", "all"},
		{"for f in fs:\n  if os.path.isfile(f) and f.endswith('.md'): print(open(f).read())", ".md"},
		{"for f in fs:\n  if f.endswith('v'): print(open(f).read())", "v"},
		{"for f in fs:\n  if f.endswith(''): print(open(f).read())", "all"},
		{"for f in fs:\n  if f.endswith(x): print(open(f).read())", "all"},
		{"e = ('.ts', '.js')\nfor f in fs:\n  if f.endswith(e): print(open(f).read())", ".ts .js"},
		{"for p in d.iterdir():\n  if p.suffix == '.py': print(p.read_text())", ".py"},
		{"for p in d.iterdir():\n  if p.suffix != '.py': print(p.read_text())", "all"},
		{"fs.filter(f=>f.endsWith('.ts')).forEach(f=>console.log(r(f)))", ".ts"},
		{"fs.filter(f=>!f.endsWith('.ts')).forEach(f=>console.log(r(f)))", "all"},
		{"fs.filter(f=>/\\.ts$/.test(f)).forEach(f=>console.log(r(f)))", ".ts"},
		{"fs.filter(f=>/env$/.test(f)).forEach(f=>console.log(r(f)))", "env"},
		{"fs.filter(f=>/.*/.test(f)).forEach(f=>console.log(r(f)))", "all"},
		{"fs.filter(f=>/[a-z]/.test(f)).forEach(f=>console.log(r(f)))", "all"},
		{"fs.filter(f=>f).forEach(f=>console.log(r(f)))", "all"},
		{"for f in fs:\n  if f.endswith('.md') or len(f) > 3: print(open(f).read())", "all"},
		{"fs.filter(f=>f.endsWith('.ts')||f).forEach(f=>console.log(r(f)))", "all"},
		{"for f in fs:\n  if f.endswith('.md') or f.startswith('R'): print(open(f).read())", ".md R"},
		{"for f in fs:\n  if fnmatch.fnmatch(f, '*.py'): print(open(f).read())", ".py"},
		{"for f in fs:\n  if '.test.' in f: print(open(f).read())", ".test."},
	} {
		got := strings.ReplaceAll(strings.TrimPrefix(spelledNames(tt.code), "\x00"), "\x00", " ")
		if got == "" {
			got = "all"
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.code, got, tt.want)
		}
	}
}
