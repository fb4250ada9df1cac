package python_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// TestFlow: whatever way the code goes, what stands there is seen.
func TestFlow(t *testing.T) {
	t.Parallel()
	evaltest.Check(t, "python", flow)
}

var flow = []evaltest.Row{
	// try and with.
	{Code: `import os
try:
    1 / 0
except ZeroDivisionError:
    os.remove('x')
else:
    os.remove('y')
finally:
    os.remove('a')`,
		Facts: []string{
			"import os",
			"os.remove: delete x",
			"os.remove: delete y",
			"os.remove: delete a",
		}, Run: true},
	{Code: `import os
p = 'y'
try:
    p = 'x'
    raise ValueError('a')
except ValueError as e:
    os.remove(e.args[0])
finally:
    os.remove(p)`,
		Facts: []string{
			"import os",
			"os.remove: delete …",
			"os.remove: delete y, delete x",
		}, Run: true},
	{Code: `import os
def f():
    try:
        return 'x'
    finally:
        os.remove('a')
os.remove(f())`,
		Facts: []string{"import os", "os.remove: delete a", "os.remove: delete x"}, Run: true},
	{Code: `import os
with open('in.txt') as f, open('x', 'w') as g:
    os.remove(g.name)`,
		Facts: []string{
			"import os",
			"open: read in.txt",
			"open: write x",
			"os.remove: delete …",
		}, Run: true},
	{Code: `import contextlib, os
with contextlib.suppress(OSError): os.remove('x')`,
		Facts: []string{"import contextlib", "import os", "os.remove: delete x"}, Run: true},
	{Code: `import contextlib, os
with contextlib.ExitStack() as s: s.callback(os.remove, 'x')`,
		Facts: []string{"import contextlib", "import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
def f():
    try: return os.remove('a')
    finally: return os.remove('x')
f()`, Facts: []string{"import os", "os.remove: delete a", "os.remove: delete x"}, Run: true},

	// async.
	{Code: `import asyncio, os
async def f(p):
    await asyncio.sleep(0)
    os.remove(p)
asyncio.run(f('x'))`,
		Facts: []string{"import asyncio", "import os", "os.remove: delete x"}, Run: true},
	{Code: `import asyncio, os
async def f(p): os.remove(p)
async def main(): await asyncio.gather(*(f(p) for p in ('x', 'a')))
asyncio.run(main())`,
		Facts: []string{
			"import asyncio",
			"import os",
			"os.remove: delete x",
			"os.remove: delete a",
		}, Run: true},
	{Code: `import asyncio, os
async def main():
    async with asyncio.timeout(1):
        async for p in g(): os.remove(p)
async def g():
    yield 'x'
asyncio.run(main())`,
		Facts: []string{"import asyncio", "import os", "os.remove: delete x"}, Run: true},

	// Loops and comprehensions.
	{Code: `import os
(a, *b), c = ('x', 'y', 'a'), 'd'
os.remove(b[-1])`,
		Facts: []string{"import os", "os.remove: delete x, delete y, delete a, delete …"}, Run: true},
	{Code: `import os
for i, (p, q) in enumerate([('x', 1), ('a', 2)]):
    os.remove(p)`,
		Facts: []string{"import os", "os.remove: delete x, delete 1, delete a, delete 2"}, Run: true},
	{Code: `import os
[p for p in ['x'] if os.remove(p)]`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
{k: os.remove(v) for k, v in {'a': 'x'}.items()}`,
		Facts: []string{"import os", "os.remove: delete …, delete x"}, Run: true},
	{Code: `import os
any(os.remove(p) for p in ('x', 'a'))`,
		Facts: []string{"import os", "os.remove: delete x", "os.remove: delete a"}, Run: true},
	{Code: `import os
[os.remove(p) for d in [['x']] for p in d]`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
while True:
    try:
        os.remove('x')
    except OSError:
        break
    else:
        os.remove('a')
        continue`,
		Facts: []string{"import os", "os.remove: delete x", "os.remove: delete a"}, Run: true},
	{Code: `import os
for p in ['a']: pass
else: os.remove('x')
os.remove(p)`,
		Facts: []string{"import os", "os.remove: delete x", "os.remove: delete a"}, Run: true},
	{Code: `import os
while False: pass
else: os.remove('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
for a, b in zip(['x'], ['a']): os.remove(a), os.remove(b)`,
		Facts: []string{"import os", "os.remove: delete x", "os.remove: delete a"}, Run: true},

	// Conditions and patterns.
	{Code: `import os
if (p := 'x'): os.remove(p)`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
match ['rm', 'x']:
    case ['rm', p]: os.remove(p)
    case {'a': q}: os.remove(q)`,
		Facts: []string{
			"import os",
			"os.remove: delete …, delete rm, delete x",
			"os.remove: delete …, delete rm, delete x",
		}, Run: true},
	{Code: `import os
match {'op': 'rm', 'p': 'x'}:
    case {'op': 'rm', 'p': p}: os.remove(p)`,
		Facts: []string{"import os", "os.remove: delete …, delete rm, delete x"}, Run: true},
	{Code: `import os
assert os.remove('x') is None, os.remove('a')`,
		Facts: []string{"import os", "os.remove: delete x", "os.remove: delete a"}, Run: true},
	{Code: `import os
x = [os.remove('x'), os.remove('a')][0] if True else None`,
		Facts: []string{"import os", "os.remove: delete x", "os.remove: delete a"}, Run: true},
	{Code: `import os
not_used = lambda: os.remove('x')`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
if 0:
    os.remove('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
def f(): return
    
f() or os.remove('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
True and os.remove('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.remove('x') if os.path.exists('x') else None`,
		Facts: []string{"import os", "os.path.exists: read x", "os.remove: delete x"}, Run: true},

	// Generators.
	{Code: `import os
def g():
    p = yield 'x'
    os.remove(p)
i = g()
next(i)
i.send('a')`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
def g(): yield from ['x']
os.remove(next(g()))`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
i = iter(['x', 'a'])
next(i)
os.remove(next(i))`, Facts: []string{"import os", "os.remove: delete x, delete a"}, Run: true},

	// Scopes and recursion.
	{Code: `import os
def f():
    global p
    p = 'x'
f()
os.remove(p)`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
def f():
    p = 'y'
    def g():
        nonlocal p
        p = 'x'
    g()
    os.remove(p)
f()`, Facts: []string{"import os", "os.remove: delete y, delete x"}, Run: true},
	{Code: `import os
x = 'x'
def outer():
    x = 'a'
    return [lambda: os.remove(x)]
outer()[0]()`, Facts: []string{"import os", "os.remove: delete a"}, Run: true},
	{Code: `import os
def walk(d, depth=0):
    for n in os.listdir(d):
        if depth < 3: walk(d + '/' + n, depth + 1)
        os.remove(d + '/' + n)
walk('d')`,
		Facts: []string{
			"import os",
			"os.listdir: read d",
			"os.listdir: read d/*, read d/.[!.]*",
			"os.listdir: read …",
			"os.remove: delete …",
			"os.remove: delete d/*/*, delete d/*/.[!.]*, delete d/.[!.]*/*, delete d/.[!.]*/.[!.]*",
			"os.remove: delete d/*, delete d/.[!.]*",
		}, Run: true},
	{Code: `import os
def f(n): return 'x' if n == 0 else f(n - 1)
os.remove(f(3))`, Facts: []string{"import os", "os.remove: delete x, delete …"}, Run: true},
	{Code: `import os
x = 'a'
class A:
    x = 'x'
    y = [x for _ in [1]]
    os.remove(x)`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
def f(n, p='a'):
    if n: return f(n - 1, p + 'x')
    os.remove(p)
f(3)`,
		Facts: []string{
			"import os",
			"os.remove: delete a, delete …",
			"os.remove: delete ax",
			"os.remove: delete a",
		}, Run: true},
	{Code: `import os
l = ['x', 'a']
while l: os.remove(l.pop(0))`,
		Facts: []string{"import os", "os.remove: delete x, delete a"}, Run: true},
	{Code: `import os
i = 0
while i < 2:
    os.remove('xy'[i])
    i += 1`,
		Facts: []string{"import os", "os.remove: delete x", "os.remove: delete …"}, Run: true},
	{Code: `import os
for i in range(2): os.remove('xy'[i])`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
for i, c in enumerate('xy'): os.remove(c + str(i))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},

	// Directories.
	{Code: `import os, subprocess
os.chdir('d')
subprocess.run('ls', cwd='e')`,
		Facts: []string{
			"import os",
			"import subprocess",
			"subprocess.run in d: run ls in d/e",
		}, Run: true},
}
