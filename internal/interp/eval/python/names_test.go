package python_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// TestNames: a function is found by whatever name the code has for it.
func TestNames(t *testing.T) {
	t.Parallel()
	evaltest.Check(t, "python", names)
}

var names = []evaltest.Row{
	// By names that are computed.
	{Code: `import os
getattr(os, 're' 'move')('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
name = 'remove'
getattr(os, name, print)('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
f = [getattr(os, n) for n in ('remove', 'rmdir')]
f[0]('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import operator, os
operator.methodcaller('remove', 'x')(os)`,
		Facts: []string{"import operator", "import os", "os.remove: delete x"}, Run: true},
	{Code: "vars(__import__('os'))['remove']('x')",
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
for k, v in vars(os).items():
    if k == 'remove':
        v('x')`, Facts: []string{"import os", "?v: exec"}, Run: true},
	{Code: `import importlib
getattr(importlib.import_module('o' + 's'), 'remove')('x')`,
		Facts: []string{"import importlib", "import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
os.__getattribute__('remove')('x')`,
		Facts: []string{
			"import os",
			"__getattribute__: exec, unseen __getattribute__",
			"__getattribute__: exec, unseen __getattribute__",
		}, Run: true},
	{Code: `import os
object.__getattribute__(os, 'remove')('x')`,
		Facts: []string{
			"import os",
			"__getattribute__: exec, unseen __getattribute__",
			"__getattribute__: exec, unseen __getattribute__",
		}, Run: true},

	// In code that is text.
	{Code: `import os
eval('os.re' + 'move')('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `exec("\n".join(["import os", "os.remove('x')"]))`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
eval("(lambda p: os.remove(p))")('x')`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `code = compile("__import__('os').remove('x')", 'c', 'exec')
exec(code)`, Facts: []string{"import os", "compile: read c", "os.remove: delete x"}, Run: true},
	{Code: `import os
with open('x', 'w') as f: print('import os', file=f)
exec(open('x').read())`,
		Facts: []string{
			"import os",
			"import  (foreign)",
			"open: write x",
			"open: read x",
			"exec: exec, unseen exec",
		}, Run: true},
	{Code: `import os
exec('p = "x"')
os.remove(p)`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
ns = {}
exec('import os\ndef f(p): os.remove(p)', ns)
ns['f']('x')`, Facts: []string{"import os", "os.remove: delete …"}, Run: true},
	{Code: `import os
locals()['p'] = 'x'
os.remove(p)`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},

	// By other names for the same thing.
	{Code: `import os
a = b = os
b.remove('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
class A:
    pass
a = A()
b = a
b.f = os.remove
a.f('x')`,
		Facts: []string{"import os", "os.remove: delete …", "os.remove: delete x"}, Run: true},
	{Code: `import os
d = {'rm': os.remove}
e = d
e['rm']('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
l = []
m = l
m.append('x')
os.remove(l[0])`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import builtins
f = builtins.open
f('x', mode='a')`, Facts: []string{"import builtins", "open: append x"}, Run: true},
	{Code: `import os
import os.path as remove
remove.os.remove('x')`,
		Facts: []string{"import os", "import os.path", "os.remove: delete x"}, Run: true},
	{Code: `from os import *
remove('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import os
try: import nothing as n
except ImportError: n = os
n.remove('x')`,
		Facts: []string{
			"import os",
			"import nothing (foreign)",
			"os.remove: delete x",
			"nothing.remove: exec",
		}, Run: true},

	// Among the modules and the variables.
	{Code: `import os, sys
sys.modules['os'].remove('x')`,
		Facts: []string{"import os", "import sys", "os.remove: delete x"}, Run: true},
	{Code: `import sys
sys.modules[__name__].__builtins__['open']('x', 'w')`,
		Facts: []string{"import sys", "sys.modules: exec, unseen sys.modules"}, Run: true},
	{Code: `import os
globals().update(p='x')
os.remove(p)`,
		Facts: []string{"import os", "globals.update: exec", "os.remove: delete …"}, Run: true},
	{Code: `import os
setattr(os, 'f', os.remove)
os.f('x')`,
		Facts: []string{
			"import os",
			"setattr: exec, unseen setting os.f",
			"os.remove: delete …",
			"os.remove: delete x",
			"os.f: exec",
		}, Run: true},
	{Code: `import os
class A: pass
setattr(A, 'go', lambda self: os.remove('x'))
A().go()`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},

	// Names that mean something else now.
	{Code: `import os
os.remove = print
os.remove('x')`,
		Facts: []string{
			"import os",
			"setattr: exec, unseen setting os.remove",
			"os.remove: delete x",
		}, Run: true},
	{Code: `import os
print = os.remove
print('x')`, Facts: []string{"import os", "os.remove: delete x"}, Run: true},

	// Without a name, or from outside of Python.
	{Code: `import os
def rm(p): os.remove(p)
rm.__call__('x')`,
		Facts: []string{
			"import os",
			"__call__: exec, unseen __call__",
			"os.remove: delete …",
		}, Run: true},
	{Code: `import types, os
types.FunctionType((lambda: os.remove('x')).__code__, globals())()`,
		Facts: []string{
			"import types",
			"import os",
			"types.FunctionType: exec, unseen types.FunctionType",
			"__code__: exec, unseen __code__",
			"?types.FunctionType: exec",
			"os.remove: delete x",
		}, Run: true},
	{Code: `import os
type('A', (), {'go': lambda self: os.remove('x')})().go()`,
		Facts: []string{"import os", "os.remove: delete x"}, Run: true},
	{Code: `import ctypes
ctypes.CDLL(None).unlink(b'x')`,
		Facts: []string{"import ctypes", "ctypes.CDLL: exec", "clibrary.unlink: exec, delete x"},
		Run:   true},
	{Code: `import pickle
pickle.loads(b"cos\nsystem\n(S'ls'\ntR.")`,
		Facts: []string{"import pickle", "pickle.loads: exec"}, Run: true},
}
