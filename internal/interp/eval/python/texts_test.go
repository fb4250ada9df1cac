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
	// Numbers.
	{Code: `import os
os.remove('a' + str(0x10))`, Facts: []string{"import os", "os.remove: delete a16"}, Run: true},
	{Code: `import os
os.remove('a' + str(1.0))`, Facts: []string{"import os", "os.remove: delete a…"}, Run: true},
	{Code: `import os
os.remove('a' + str(1e3))`, Facts: []string{"import os", "os.remove: delete a…"}, Run: true},
	{Code: `import os
os.remove('a' + str(1_000))`,
		Facts: []string{"import os", "os.remove: delete a1000"}, Run: true},
	{Code: `import os
os.remove(f'{0b11}')`, Facts: []string{"import os", "os.remove: delete 3"}, Run: true},
	{Code: `import os
os.remove(f'{1_0}')`, Facts: []string{"import os", "os.remove: delete 10"}, Run: true},
	{Code: `import os
os.remove(f'{True}{None}')`,
		Facts: []string{"import os", "os.remove: delete TrueNone"}, Run: true},
	{Code: `import os
os.remove('%d' % 0x10)`, Facts: []string{"import os", "os.remove: delete 16"}, Run: true},
	{Code: `import os
os.remove('{}'.format(0o17))`, Facts: []string{"import os", "os.remove: delete 15"}, Run: true},
	{Code: `import os
os.remove(str(-1))`, Facts: []string{"import os", "os.remove: delete -1"}, Run: true},
	{Code: `import os
os.remove(str(+1))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('x' + str(2 ** 3))`, Facts: []string{"import os", "os.remove: delete x…"}, Run: true},
	{Code: `import os
os.remove('x' + str(7 // 2))`, Facts: []string{"import os", "os.remove: delete x…"}, Run: true},
	{Code: `import os
os.remove('x' + str(1 + 1))`, Facts: []string{"import os", "os.remove: delete x2"}, Run: true},
	{Code: `import os
os.remove('x' + str(5 - 7))`, Facts: []string{"import os", "os.remove: delete x-2"}, Run: true},
	{Code: `import os
os.remove('x' + str(True + 1))`,
		Facts: []string{"import os", "os.remove: delete x…"}, Run: true},
	{Code: `import os
os.remove('x' + hex(255))`, Facts: []string{"import os", "os.remove: delete x…"}, Run: true},
	{Code: `import os
os.remove('x' + str(len('abc')))`,
		Facts: []string{"import os", "os.remove: delete x…"}, Run: true},
	{Code: `import os
os.remove('x' + str(round(1.5)))`,
		Facts: []string{"import os", "os.remove: delete x…"}, Run: true},
	{Code: `import os
os.remove('x' + str(int('7')))`,
		Facts: []string{"import os", "os.remove: delete x…"}, Run: true},

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
	{Code: `import os
os.remove('x' 'y' f'{"z"}')`, Facts: []string{"import os", "os.remove: delete xyz"}, Run: true},
	{Code: `import os
os.remove(f'{"x"!s}')`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove(f'{"x":>3}')`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
p = 'x'
os.remove(f'{p=}')`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('{{}}{}'.format('x'))`,
		Facts: []string{"import os", "os.remove: delete {}x"}, Run: true},
	{Code: `import os
os.remove('%%%s' % 'x')`, Facts: []string{"import os", "os.remove: delete %x"}, Run: true},
	{Code: `import os
os.remove('%s' % ('x',))`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.remove('%5s' % 'x')`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('%-3sx' % 'a')`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('{:>3}'.format('x'))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('{0}{1}{0}'.format('x', 'y'))`,
		Facts: []string{"import os", "os.remove: delete xyx"}, Run: true},

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
	{Code: `import os
os.remove(''.join(reversed('yx')))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove(''.join(chr(ord(c) + 1) for c in 'w'))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove(bytes([120]).decode())`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.remove(bytearray(b'x').decode())`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.remove(str(b'x', 'ascii'))`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.remove(repr('x'))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('{a[0]}'.format(a=['x']))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('A'.swapcase())`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('ab'.replace('a', 'x').replace('b', ''))`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.remove('aXb'.split('X')[-1])`,
		Facts: []string{"import os", "os.remove: delete b"}, Run: true},
	{Code: `import os
os.remove('a b'.title())`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('ax'.removeprefix('a'))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('x.py'.removesuffix('.py'))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('x/'.rstrip('/'))`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.remove('aax'.lstrip('a'))`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.remove('xax'.strip('x'))`, Facts: []string{"import os", "os.remove: delete a"}, Run: true},
	{Code: `import os
os.remove('ß'.upper())`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('İ'.lower())`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('a\u0300'.upper())`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('a\tb'.expandtabs(2))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('xyz'[1])`, Facts: []string{"import os", "os.remove: delete y"}, Run: true},
	{Code: `import os
os.remove('xyz'[-2:])`, Facts: []string{"import os", "os.remove: delete yz"}, Run: true},
	{Code: `import os
os.remove('xyz'[::2])`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('xyz'[slice(1, 2)])`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
a, *b = 'xyz'
os.remove(b[0])`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},

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
	{Code: `import os
os.remove(os.sep.join(['d', 'x']))`,
		Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
os.remove(os.path.join('d', os.pardir, 'x'))`,
		Facts: []string{"import os", "os.remove: delete d/../x"}, Run: true},
	{Code: `import os
os.remove(os.path.abspath('x'))`,
		Facts: []string{"import os", "os.remove: delete /home/u/x"}, Run: true},
	{Code: `import os
os.remove(os.path.realpath('x'))`,
		Facts: []string{"import os", "os.remove: delete /home/u/x"}, Run: true},
	{Code: `import os
os.remove(os.path.basename('d/x'))`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.remove(os.path.splitext('x.py')[0])`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.remove(os.path.relpath('d/x', 'd'))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove(os.path.commonpath(['x/a', 'x/b']))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove(os.path.normpath('d/../x'))`,
		Facts: []string{"import os", "os.remove: delete d/../x"}, Run: true},
	{Code: `import os
os.remove(os.path.dirname('x/y'))`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `from pathlib import Path
Path('d').joinpath('x').unlink()`,
		Facts: []string{"import pathlib", "pathlib.Path.unlink: delete d/x"}, Run: true},
	{Code: `from pathlib import Path
Path('d/x').rename('y')`,
		Facts: []string{
			"import pathlib",
			"pathlib.Path.rename: read tree d/x, delete d/x, write y",
		}, Run: true},
	{Code: `from pathlib import Path
(Path('d') / 'a' / '/x').unlink()`,
		Facts: []string{"import pathlib", "pathlib.Path.unlink: delete /x"}, Run: true},
	{Code: `from pathlib import Path
Path('x.py').with_suffix('').unlink()`,
		Facts: []string{"import pathlib", "pathlib.Path.unlink: delete ./x"}, Run: true},
	{Code: `from pathlib import Path
Path('d/a').parent.joinpath('x').unlink()`,
		Facts: []string{"import pathlib", "pathlib.Path.unlink: delete d/x"}, Run: true},
	{Code: `from pathlib import Path
Path('d/x').relative_to('d').unlink()`,
		Facts: []string{"import pathlib", "pathlib.Path.unlink: delete …"}, Run: true},
	{Code: `from pathlib import Path
Path('d', 'x').absolute().unlink()`,
		Facts: []string{"import pathlib", "pathlib.Path.unlink: delete /home/u/d/x"}, Run: true},
	{Code: `from pathlib import Path
Path('d/a').with_stem('x').unlink()`,
		Facts: []string{"import pathlib", "pathlib.Path.unlink: delete d/x"}, Run: true},
	{Code: `from pathlib import Path
Path(Path('d/x').name).unlink()`,
		Facts: []string{"import pathlib", "pathlib.Path.unlink: delete x"}, Run: true},
	{Code: `from pathlib import Path
Path('/'.join(Path('d/x').parts)).unlink()`,
		Facts: []string{"import pathlib", "pathlib.Path.unlink: delete …"}, Run: true},
	{Code: `from pathlib import Path
Path('d/x').parents[0].joinpath('y').unlink()`,
		Facts: []string{
			"import pathlib",
			"?Path.parents.joinpath: exec",
			"?Path.parents.joinpath.unlink: exec",
		}, Run: true},
}
