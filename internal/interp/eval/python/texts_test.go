package python_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// TestTexts: a text is computed as Python does, or as much of it as is known.
func TestTexts(t *testing.T) {
	t.Parallel()
	evaltest.Check(t, "python", texts)
}

var texts = []evaltest.Row{
	// Formats.
	{Code: `import os
d, n = 'd', 7
os.remove(f'{d}/{n:03d}{d!r}.txt')`,
		Facts: []string{"import os", "os.remove: delete d/….txt"}, Run: true},
	{Code: `import os
n = 'x'
os.remove(f'{"d"}/{n if n else "y"}')`,
		Facts: []string{"import os", "os.remove: delete d/x, delete d/y"}, Run: true},
	{Code: `import os
os.remove('%s/%s' % ('d', 'x'))`,
		Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
os.remove('{}/{name}'.format('d', name='x'))`,
		Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
os.remove('{0.__class__.__name__}'.format('x'))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
print(f'{os.remove("x")}')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
p = 'a'
f'{p:{os.remove("x")}}'`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.remove('%(p)s' % {'p': 'x'})`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.remove('{p}'.format_map({'p': 'x'}))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `from string import Template
import os
os.remove(Template('$p').substitute(p='x'))`,
		Facts: []string{"import string", "import os", "os.remove: delete …"}, Run: true},

	// Methods and slices.
	{Code: `import os
p = 'abc'
os.remove(p[::-1][1:] + p[-1])`,
		Facts: []string{"import os", "os.remove: delete bac"}, Run: true},
	{Code: `import os
os.remove('x' * 3)`, Facts: []string{"import os", "os.remove: delete xxx"}, Run: true},
	{Code: `import os
os.remove(str(12) + chr(120) + '\x78' + r'\x')`,
		Facts: []string{"import os", `os.remove: delete 12xx\x`}, Run: true},
	{Code: `import os
os.remove('x'[::-1].join(['d/', '']))`,
		Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
os.remove('d-x'.replace('-', '/', 1).rstrip('/'))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('d/x/'.rpartition('/')[0])`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('X'.casefold().zfill(3))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('x'.center(5, '-'))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('d/' + 'xyz'.translate({121: None, 122: ''}))`,
		Facts: []string{"import os", "os.remove: delete d/…"}, Run: true},
	{Code: `import os
os.remove('d/' + 'y'.translate(str.maketrans('y', 'x')))`,
		Facts: []string{"import os", "os.remove: delete d/…"}, Run: true},

	// Paths.
	{Code: `import os
os.remove(b'x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `from pathlib import Path
('d' / Path('x')).unlink()`,
		Facts: []string{"import pathlib", "pathlib.Path.unlink: delete d/x"}, Run: true},
	{Code: `from pathlib import Path
Path(*['d', 'x']).unlink()`,
		Facts: []string{"import pathlib", "pathlib.Path.unlink: delete d/x"}, Run: true},
	{Code: `from pathlib import Path
(Path('d') / 'e' / '..' / 'x').unlink()`,
		Facts: []string{"import pathlib", "pathlib.Path.unlink: delete d/e/../x"}, Run: true},
	{Code: `from pathlib import Path
p = Path('d')
p /= 'x'
p.unlink()`, Facts: []string{"import pathlib", "pathlib.Path.unlink: delete d/x"}, Run: true},
	{Code: `from pathlib import Path
[p.unlink() for p in sorted(Path('d').iterdir(), key=str) if p.suffix != '.py']`,
		Facts: []string{
			"import pathlib",
			"pathlib.Path.iterdir: read d",
			"pathlib.Path.unlink: delete d/*",
			"pathlib.Path.unlink: delete d/.[!.]*",
		}, Run: true},
	{Code: `import os
os.remove('a/../x')`, Facts: []string{"import os", "os.remove: delete a/../x"}, Run: true},
}
