package python_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// TestCalls: a call reaches the function that it calls, with what it is handed.
func TestCalls(t *testing.T) {
	t.Parallel()
	evaltest.Check(t, "python", calls)
}

var calls = []evaltest.Row{
	// Decorators.
	{Code: `import os
def deco(f):
    return os.remove
@deco
def g(p): pass
g('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
def deco(path):
    def wrap(f):
        def inner(*a, **k):
            os.remove(path)
            return f(*a, **k)
        return inner
    return wrap
@deco('x')
def g(): pass
g()`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
@os.remove
def f(): pass`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os, functools
@functools.lru_cache
def f(p): os.remove(p)
f('x')`, Facts: []string{"import os", "import functools", "os.remove: delete x"}, Run: true},
	{Code: `import os, functools
@functools.wraps(print)
def f(p): os.remove(p)
f('x')`,
		Facts: []string{
			"import os",
			"import functools",
			"os.remove: delete …",
			"os.remove: delete x",
		}, Run: true},
	{Code: `import os, functools
@functools.singledispatch
def f(p): os.remove(p)
f('x')`,
		Facts: []string{
			"import os",
			"import functools",
			"os.remove: delete …",
			"os.remove: delete x",
			"?f: exec",
		}, Run: true},
	{Code: `import os, functools
class A:
    @functools.cached_property
    def p(self): return os.remove('x')
A().p`, Facts: []string{"import os", "import functools", "os.remove: delete x"}, Run: true},
	{Code: `import os
@(lambda f: f())
def g(): os.remove('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},

	// Arguments with stars and names.
	{Code: `import os
def f(*a, **k): os.remove(*a, **k)
f('x', dir_fd=None)`,
		Facts: []string{"import os", "os.remove: exec", ": exec, unseen os.remove"}, Run: true},
	{Code: `import os
def f(a, /, b, *, c): os.remove(a + b + c)
f('d', '/', c='x')`, Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
f = lambda *p, sep='/': os.remove(sep.join(p))
f('d', 'x')`, Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
args = {'path': 'x'}
os.remove(**args)`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
def f(a, b): os.remove(b)
f(*['a'], *('x',))`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},

	// Classes.
	{Code: `import os
class A:
    @property
    def p(self): os.remove('x')
A().p`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
class A:
    @staticmethod
    def s(p): os.remove(p)
    @classmethod
    def c(cls, p): cls.s(p)
A.c('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
class A:
    def __enter__(self): return 'x'
    def __exit__(self, *a): os.remove('a')
with A() as p:
    os.remove(p)`,
		Facts: []string{"import os", "os.remove: delete …", "os.remove: delete a"}, Run: true},
	{Code: `import os
class A:
    def __init__(self, p): self.p = p
    def __del__(self): os.remove(self.p)
A('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
class B:
    def go(self): os.remove(self.path())
class A(B):
    def path(self): return 'x'
A().go()`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
class B:
    def go(self, p): os.remove(p)
class A(B):
    def go(self, p): super().go(p + '/x')
A().go('d')`, Facts: []string{"import os", "os.remove: delete d/x"}, Run: true},
	{Code: `import os
class M(type):
    def __call__(cls, p): os.remove(p)
class A(metaclass=M): pass
A('x')`, Facts: []string{"import os", "?A: exec", "os.remove: delete …"}, Run: true},
	{Code: `import os
class A:
    def __init_subclass__(cls, path): os.remove(path)
class B(A, path='x'): pass`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
class A:
    def __new__(cls, p): os.remove(p)
A('x')`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},

	// What the language or a library calls.
	{Code: `import os
class A:
    def __init__(self, p): self.p = p
    def __del__(self): os.remove(self.p)
A('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
class A:
    def __getattr__(self, n): return getattr(os, n)
A().remove('x')`,
		Facts: []string{"import os", "?A.remove: exec", "getattr: exec, unseen getattr"}, Run: true},
	{Code: `import os
class A:
    def __add__(self, o): os.remove(o)
A() + 'x'`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
class A:
    def __iter__(self): yield 'x'
for p in A(): os.remove(p)`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
list(map(os.remove, ['x', 'a']))`,
		Facts: []string{"import os", "os.remove: delete x", "os.remove: delete a"}, Run: true},
	{Code: `import os
max(['x'], key=os.remove)`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
sorted(['x', 'a'], key=lambda p: os.remove(p) or 0)`,
		Facts: []string{"import os", "os.remove: delete x", "os.remove: delete a"}, Run: true},
	{Code: `from functools import reduce
import os
reduce(lambda a, p: os.remove(p), ['x', 'a'], 0)`,
		Facts: []string{
			"import functools",
			"import os",
			"os.remove: delete …, delete x, delete a",
		}, Run: true},
	{Code: `import os
class P:
    def __fspath__(self): return 'x'
os.remove(P())`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
class F:
    def __format__(self, s): os.remove(s)
f'{F():x}'`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
class F:
    def write(self, s): os.remove(s)
print('x', file=F(), end='')`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
class A:
    def __call__(self, p): os.remove(p)
A()('x')`, Facts: []string{"import os", "?A: exec", "os.remove: delete …"}, Run: true},
	{Code: `import os
class A(dict):
    def __missing__(self, k): os.remove(k)
A()['x']`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
class A:
    def __class_getitem__(cls, k): os.remove(k)
A['x']`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
class D:
    def __set_name__(self, o, n): os.remove(n)
class A:
    x = D()`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
class D:
    def __get__(self, o, t): return os.remove
class A:
    f = D()
A().f('x')`, Facts: []string{"import os", "?A.f: exec", "os.remove: delete …"}, Run: true},
	{Code: `import os
from dataclasses import dataclass, field
@dataclass
class A:
    p: str = 'x'
    def __post_init__(self): os.remove(self.p)
A()`, Facts: []string{"import os", "import dataclasses", "os.remove: delete …"}, Run: true},
	{Code: `import os
from dataclasses import dataclass, field
@dataclass
class A:
    p: str = field(default_factory=lambda: os.remove('x'))
A()`, Facts: []string{"import os", "import dataclasses", "os.remove: delete x"}, Run: true},
	{Code: `import os
from collections import defaultdict
d = defaultdict(lambda: os.remove('x'))
d['a']`, Facts: []string{"import os", "import collections", "os.remove: delete x"}, Run: true},
	{Code: `import os
iter(lambda: os.remove('x'), None).__next__()`,
		Facts: []string{"import os", "os.remove: delete x", "?iter.__next__: exec"}, Run: true},
	{Code: `import os
next(iter(lambda: os.remove('x'), 1))`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
list(filter(os.remove, ['x']))`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os, signal
signal.signal(signal.SIGINT, lambda *a: os.remove('x'))`,
		Facts: []string{
			"import os",
			"import signal",
			"signal: exec",
			"os.remove: delete x",
		}, Run: true},
	{Code: `import os, sys
sys.excepthook = lambda *a: os.remove('x')
1 / 0`,
		Facts: []string{
			"import os",
			"import sys",
			"setattr: exec, unseen setting sys.excepthook",
			"os.remove: delete x",
		}, Run: true},
	{Code: `import os, sys
sys.settrace(lambda *a: os.remove('x'))
(lambda: 0)()`, Facts: []string{"import os", "import sys", "os.remove: delete x"}, Run: true},
	{Code: `import os, threading
threading.Timer(0, os.remove, ['x']).start()`,
		Facts: []string{"import os", "import threading", "os.remove: delete x"}, Run: true},
	{Code: `import os
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor() as e: list(e.map(os.remove, ['x', 'a']))`,
		Facts: []string{
			"import os",
			"import concurrent.futures",
			"os.remove: delete x",
			"os.remove: delete a",
		}, Run: true},
	{Code: `import os
class A:
    def __eq__(self, o): os.remove('x')
A() == 1`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
class A:
    def __bool__(self): os.remove('x')
if A(): pass`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
class A:
    def __hash__(self): os.remove('x')
{A()}`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
class A:
    def __contains__(self, k): os.remove(k)
'x' in A()`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
class A:
    def __setattr__(self, k, v): os.remove(v)
A().p = 'x'`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
class A:
    def __setitem__(self, k, v): os.remove(v)
A()[0] = 'x'`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
class A:
    def __delattr__(self, k): os.remove(k)
del A().x`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
class A:
    def __repr__(self): os.remove('x')
print([A()])`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},

	// Text of a class of the code.
	{Code: `import os
class P(str): pass
os.remove(P('x'))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
from collections import namedtuple
N = namedtuple('N', 'p q')
n = N('x', 'y')
os.remove(n.p)`,
		Facts: []string{"import os", "import collections", "os.remove: delete …"}, Run: true},
}
