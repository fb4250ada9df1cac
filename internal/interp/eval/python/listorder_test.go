package python_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// TestListOrder: the order of a list is known or not; it is never that of the source by chance.
func TestListOrder(t *testing.T) {
	t.Parallel()
	evaltest.Check(t, "python", listOrders)
}

var listOrders = []evaltest.Row{
	{Code: `import os
os.remove('/'.join(sorted(['x', 'd'])))`,
		Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
l = ['x', 'd']
l.sort()
os.remove('/'.join(l))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
l = ['x', 'd']
l.reverse()
os.remove('/'.join(l))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('/'.join(reversed(['x', 'd'])))`,
		Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
os.remove('/'.join(['x', 'd'][::-1]))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('/'.join(['d', *['x']]))`,
		Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
l = ['d'] + ['x']
os.remove('/'.join(l))`, Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
l = ['d'] * 2
os.remove('/'.join(l))`, Facts: []string{"import os", "os.remove: delete d…"}, Run: true},
	{Code: `import os
(lambda *p: os.remove('/'.join(p)))('d', 'x')`,
		Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
def f(**k): os.remove('/'.join(k))
f(d=1, a=2)`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
def f(**k): os.remove('/'.join(k.values()))
f(z='d', a='x')`, Facts: []string{"import os", "os.remove: delete d/x…"}, Run: true},
	{Code: `import os
a, b = sorted(['x', 'd'])
os.remove(a + '/' + b)`, Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
for p in reversed(['a', 'x']): os.remove(p)`,
		Facts: []string{"import os", "os.remove: delete x", "os.remove: delete a"}, Run: true},
	{Code: `import os
os.remove('/'.join('d x'.split()))`,
		Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
os.remove('d,y,x'.split(',')[2])`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},

	// Sets.
	{Code: `import os
os.remove('/'.join({'d', 'x'}))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('/'.join(set(['d', 'x', 'd'])))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('/'.join(frozenset(('d', 'x'))))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('/'.join(list({'d', 'x'})))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
a, b = {'d', 'x'}
os.remove(a)`, Facts: []string{"import os", "os.remove: delete d, delete x"}, Run: true},
	{Code: `import os
s = {'x'} | set()
for p in s: os.remove(p)`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove(', '.join(sorted({'b', 'a'})))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},

	// Lists that were changed.
	{Code: `import os
l = ['x']
l.insert(0, 'd')
os.remove('/'.join(l))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
l = ['x', 'd', 'e']
l.pop()
os.remove('/'.join(l))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
l = ['d', 'e', 'x']
l.remove('e')
os.remove('/'.join(l))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
l = ['d', 'e', 'x']
del l[1]
os.remove('/'.join(l))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
l = ['d', 'y']
l[1] = 'x'
os.remove('/'.join(l))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
l = ['d', 'y']
l[-1:] = ['x']
os.remove('/'.join(l))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os, random
l = ['d', 'x']
random.shuffle(l)
os.remove('/'.join(l))`,
		Facts: []string{"import os", "import random", "os.remove: delete …"}, Run: true},
	{Code: `import os
from collections import deque
l = deque(['x'])
l.appendleft('d')
os.remove('/'.join(l))`,
		Facts: []string{"import os", "import collections", "os.remove: delete …"}, Run: true},
	{Code: `import os, heapq
l = ['x', 'd']
heapq.heapify(l)
os.remove('/'.join(l))`,
		Facts: []string{"import os", "import heapq", "os.remove: delete …"}, Run: true},
	{Code: `import os
l = ['d', 'x']
l.clear()
os.remove('/'.join(l) or 'x')`,
		Facts: []string{"import os", "os.remove: delete …, delete x"}, Run: true},
	{Code: `import os
l = ['d', 'x']
def f(m): m.reverse()
f(l)
os.remove('/'.join(l))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
l = ['x', 'd']
for i in range(2): l.append(l.pop(0))
os.remove('/'.join(l))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
l = ['x', 'd']
l.sort(reverse=True)
os.remove(l[0])`,
		Facts: []string{"import os", "os.remove: delete x, delete d, delete True"}, Run: true},
	{Code: `import os
p = ['x']
del p[0]
p.append('a')
os.remove(p[0])`, Facts: []string{"import os", "os.remove: delete x, delete a"}, Run: true},
	{Code: `import os
a = [1, 2]
a[0:1] = ['x']
os.remove(a[0])`,
		Facts: []string{"import os", "os.remove: delete 1, delete 2, delete …, delete x"}, Run: true},

	// Lists that are made of others.
	{Code: `import os
l = ['/etc', 'x']
l.reverse()
os.remove('/'.join(l + ['y']))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
l = ['y', 'x']
l.reverse()
os.remove('/'.join([*l, 'z']))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
l = ['y', 'x']
l.reverse()
os.remove('/'.join(['z', *l]))`,
		Facts: []string{"import os", "os.remove: delete z…"}, Run: true},
	{Code: `import os
l = ['d'] + os.listdir('d') + ['y']
os.remove(l[1])`,
		Facts: []string{"import os", "os.listdir: read d", "os.remove: delete …"}, Run: true},
	{Code: `import os
l = ['a', 'a']
l.append('b') if l else None
os.remove('/'.join(list(l)))`,
		Facts: []string{"import os", "os.remove: delete a/a/b"}, Run: true},
	{Code: `import os
l = ['d']
for i in range(3): l.append('e')
os.remove('/'.join(tuple(l) + ('x',)))`,
		Facts: []string{"import os", "os.remove: delete d…"}, Run: true},
	{Code: `import os
m = l = ['y']
l += ['x']
os.remove(m[1])`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},

	// Words of a command.
	{Code: `import subprocess
l = ['ls', '/', '-rf', 'rm']
l.reverse()
subprocess.run(l)`, Facts: []string{"import subprocess", "subprocess.run: run …*"}, Run: true},
	{Code: `import subprocess
l = ['ls']
if l: l.append('-l')
l.append('d')
subprocess.run(l)`,
		Facts: []string{"import subprocess", "subprocess.run: run ls …*"}, Run: true},
	{Code: `import subprocess
def f():
    l = ['ls']
    l.append('-l')
    subprocess.run(l + ['d'])
f()`, Facts: []string{"import subprocess", "subprocess.run: run ls …*"}, Run: true},
	{Code: `import subprocess
l = ['ls']
for p in ['a', 'b']: l += ['-x', p]
subprocess.run(l)`,
		Facts: []string{"import subprocess", "subprocess.run: run ls -x a -x b"}, Run: true},
	{Code: `import subprocess
l = ['ls']
l.extend(f'-{c}' for c in 'abc')
subprocess.run(l)`,
		Facts: []string{"import subprocess", "subprocess.run: run ls …*"}, Run: true},
	{Code: `import subprocess
cmd = ['ls']
cmd += ['-l', 'd']
subprocess.run(cmd)`,
		Facts: []string{"import subprocess", "subprocess.run: run ls -l d"}, Run: true},
	{Code: `import subprocess, shlex
subprocess.check_call(shlex.split('ls -l "d e"'))`,
		Facts: []string{
			"import subprocess",
			"import shlex",
			"subprocess.check_call: shell …",
		}, Run: true},
	{Code: `import os, json
os.execvp('rm', json.load(open('in.txt')))`,
		Facts: []string{
			"import os",
			"import json",
			"open: read in.txt",
			"os.execvp: run rm …*",
		}, Run: true},
	{Code: `import os
l = ['-rf', '/', 'x']
l.reverse()
os.execv('/bin/rm', l)`, Facts: []string{"import os", "os.execv: run /bin/rm …*"}, Run: true},
	{Code: `import os
os.execv('/bin/rm', ['rm'] + os.listdir('.'))`,
		Facts: []string{"import os", "os.listdir: read .", "os.execv: run /bin/rm …*"}, Run: true},
	{Code: `import subprocess
l = ['-rf', 'rm']
l.reverse()
subprocess.run(l, executable='/bin/rm')`,
		Facts: []string{"import subprocess", "subprocess.run: run …*, run /bin/rm …*"}, Run: true},
	{Code: `import os
l = ['x', 'rm']
l.reverse()
os.spawnv(os.P_WAIT, '/bin/rm', l)`,
		Facts: []string{"import os", "os.spawnv: run /bin/rm …*"}, Run: true},
	{Code: `import os
os.execv('/bin/rm', ('rm', '-rf', 'x'))`,
		Facts: []string{"import os", "os.execv: run /bin/rm -rf x"}, Run: true},

	// Dictionaries.
	{Code: `import os
os.remove('/'.join(dict.fromkeys(['d', 'x', 'd'])))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('/'.join({'d': 1, 'x': 2}))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.remove('/'.join(sorted({'x': 1, 'd': 2})))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
d = {}
d.setdefault('p', 'x')
os.remove(d['p'])`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
d = {**{'p': 'a'}, 'p': 'x'}
os.remove(d['p'])`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
d = {'p': 'a'} | {'p': 'x'}
os.remove(d['p'])`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
d = {'p': 'a', 'q': 'x'}
d.popitem()
os.remove(list(d)[0])`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
d = {'p': 'a'}
k, v = d.popitem()
os.remove(v)`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
def f(d): d['p'] = 'x'
d = {'p': 'a'}
f(d)
os.remove(d['p'])`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
def f(d): d.clear(); d.update({'p': 'x'})
d = {'p': 'a'}
f(d)
os.remove(d['p'])`, Facts: []string{"import os", "os.remove: delete a, delete x"}, Run: true},
	{Code: `import os
d = {'p': 'a'}
del d['p']
d['p'] = 'x'
os.remove(d['p'])`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
d = {'p': 'a'}
e = dict(d)
e['p'] = 'x'
os.remove(e['p'])`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
d = {'l': ['a']}
d['l'][0] = 'x'
os.remove(d['l'][0])`,
		Facts: []string{"import os", "os.remove: delete a, delete x"}, Run: true},
	{Code: `import os
l = [['a']]
m = l.copy()
m[0][0] = 'x'
os.remove(l[0][0])`, Facts: []string{"import os", "os.remove: delete a, delete x"}, Run: true},
}
