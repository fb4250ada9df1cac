package eval

import "github.com/fencepost/fencepost/internal/interp"

// python is the machine with what only Python has.
type python struct {
	*machine
	searched bool // sys.path was changed: a module may be found elsewhere
}

var pythonTraits = &traits{environ: "os.environ", constructor: "__init__", getters: []string{"__getattr__", "__getattribute__"}, call: "__call__", keywords: true, nothing: &Value{kind: kNum, name: "None", none: true}}

// RunPython interprets a snippet of Python.
func RunPython(in Input) *interp.Facts {
	return run(in, pythonTraits, func(m *machine) language { return &python{machine: m} })
}

func (m *python) program(root *Node) { m.pyBlock(root.Kids) }

func (m *python) completion(root *Node) *Value { return m.pyCompletion(root) }

func (m *python) body(fn *function, args []arg) {
	m.pyBind(fn, args)
	m.pyBody(fn)
}
