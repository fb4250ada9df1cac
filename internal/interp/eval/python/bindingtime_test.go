package python_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// TestBindingTime: Python reads a default when the function is defined, and a variable when the function
// runs.
func TestBindingTime(t *testing.T) {
	t.Parallel()
	evaltest.Check(t, "python", bindingTimes)
}

var bindingTimes = []evaltest.Row{
	// Defaults.
	{Code: `import os
r = os.remove
def f(g=r): g('x')
f()`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
fs = [lambda p=p: os.remove(p) for p in ('x', 'a')]
for f in fs: f()`,
		Facts: []string{"import os", "os.remove: delete x", "os.remove: delete a"}, Run: true},
	{Code: `import os
p = 'a'
def f(q=p): os.remove(q)
p = 'x'
f()`, Facts: []string{"import os", "os.remove: delete a"}, Run: true},
	{Code: `import os
p = 'a'
f = lambda q=p: os.remove(q)
p = 'x'
f()`, Facts: []string{"import os", "os.remove: delete a"}, Run: true},
	{Code: `import os
def make(p):
    def f(q=p): os.remove(q)
    p = 'x'
    return f
make('a')()`, Facts: []string{"import os", "os.remove: delete a"}, Run: true},
	{Code: `import os
fs = []
for p in ('x', 'a'):
    fs.append(lambda p=p: os.remove(p))
fs[0]()`,
		Facts: []string{
			"import os",
			"os.remove: delete x, delete …",
			"os.remove: delete x, delete …, delete …",
			"os.remove: delete a, delete …, delete …",
			"os.remove: delete a, delete …, delete …",
			"os.remove: delete x",
		}, Run: true},
	{Code: `import os
r = os.remove
class A:
    def go(self, g=r): g('x')
r = print
A().go()`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
def f(p, acc=[]):
    acc.append(p)
    os.remove(acc[0])
f('x')
f('a')`,
		Facts: []string{
			"import os",
			"os.remove: delete x",
			"os.remove: delete x, delete a",
		}, Run: true},
	{Code: `import os
def f(q=os.remove('x')): pass`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
def f(*, q=os.getcwd() + '/x'): os.remove(q)
os.chdir('/')
f()`,
		Facts: []string{
			"import os",
			"os.remove in /: delete /home/u/x",
			"os.remove in …: delete /home/u/x, delete …",
		}, Run: true},
	{Code: `import os
p = 'a'
@print
def f(q=p): os.remove(q)
p = 'x'`, Facts: []string{"import os", "os.remove: delete a, delete …"}, Run: true},
	{Code: `import os
def f(p=None):
    p = p or 'x'
    os.remove(p)
f()`, Facts: []string{"import os", "os.remove: delete None, delete x"}, Run: true},

	// Generators and coroutines run later, each with its own variables.
	{Code: `import os
g = (os.remove(q) for q in ['x'])
list(g)`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
l = ['a']
g = (os.remove(q) for q in l)
l = ['x']
list(g)`,
		Facts: []string{
			"import os",
			"os.remove: delete a",
			"os.remove: delete x, delete a",
		}, Run: true},
	{Code: `import os
p = 'a'
g = (os.remove(p) for _ in [1])
p = 'x'
list(g)`,
		Facts: []string{
			"import os",
			"os.remove: delete a",
			"os.remove: delete x, delete a",
		}, Run: true},
	{Code: `import os
p = 'd'
def mk(p):
    def g():
        yield
        os.remove(p)
    i = g()
    next(i)
    p = p + 'x'
    list(i)
mk('d')
mk('a')`,
		Facts: []string{
			"import os",
			"os.remove: delete d",
			"os.remove: delete a",
			"os.remove: delete dx, delete d",
			"os.remove: delete ax, delete a",
		}, Run: true},
	{Code: `import os, asyncio
async def main(p):
    async def g(): os.remove(p)
    c = g()
    p = p + 'x'
    await c
asyncio.run(main('d'))
asyncio.run(main('a'))`,
		Facts: []string{
			"import os",
			"import asyncio",
			"os.remove: delete d",
			"os.remove: delete a",
			"os.remove: delete dx, delete d",
			"os.remove: delete ax, delete a",
		}, Run: true},

	// Functions see the variables of the time at which they run.
	{Code: `import os, functools
p = 'a'
f = functools.partial(os.remove, p)
p = 'x'
f()`, Facts: []string{"import os", "import functools", "os.remove: delete a"}, Run: true},
	{Code: `import os
class A:
    def __init__(self, p): self.p = p
    def go(self): os.remove(self.p)
f = A('a').go
A('x')
f()`, Facts: []string{"import os", "os.remove: delete a, delete x"}, Run: true},
	{Code: `import os
class A: pass
A.p = 'x'
a = A()
A.p = 'a'
os.remove(a.p)`, Facts: []string{"import os", "os.remove: delete a, delete x"}, Run: true},
	{Code: `import os
p = 'a'
def f(): os.remove(p)
p = 'x'
f()
p = 'd/x'`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
fs = []
for p in ('x', 'a'): fs.append(lambda: os.remove(p))
fs[0]()`,
		Facts: []string{
			"import os",
			"os.remove: delete x",
			"os.remove: delete a",
			"os.remove: delete a, delete x",
		}, Run: true},
	{Code: `import os
fs = {p: (lambda q: lambda: os.remove(q))(p) for p in ('x', 'a')}
fs['x']()`,
		Facts: []string{"import os", "os.remove: delete x", "os.remove: delete a"}, Run: true},

	// Assignments, from the right to the left.
	{Code: `import os
a, b = 'a', 'x'
a, b = b, a
os.remove(a)`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
i = 0
i, l = 1, ['a', 'x']
os.remove(l[i])`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
l = ['a', 'x']
i = l[0] = 'd/x'
os.remove(l[0])`,
		Facts: []string{"import os", "os.remove: delete a, delete x, delete d/x"}, Run: true},

	// Attributes and the environment.
	{Code: `import os
class A: p = 'a'
A().p
a = A()
a.p = 'x'
os.remove(a.p)`, Facts: []string{"import os", "os.remove: delete a, delete x"}, Run: true},
	{Code: `import os
class A: p = 'a'
class B(A): pass
A.p = 'x'
os.remove(B.p)`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
class A:
    l = []
A.l.append('x')
os.remove(A().l[0])`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
class A:
    def __init__(self, l=[]): self.l = l
A().l.append('x')
os.remove(A().l[0])`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.environ['P'] = 'x'
os.remove(os.environ['P'])`,
		Facts: []string{"import os", "os.remove: delete …, delete x"}, Run: true},
	{Code: `import os
os.environ['P'] = 'x'
os.remove(os.path.expandvars('$P'))`,
		Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
os.environ.setdefault('P', 'x')
os.remove(os.getenv('P'))`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
}
