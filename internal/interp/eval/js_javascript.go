package eval

import "github.com/fencepost/fencepost/internal/interp"

// javascript is the machine with what only JavaScript has.
type javascript struct{ *machine }

var javascriptTraits = &traits{environ: "process.env", constructor: "constructor", call: "__call__", module: "default", replaces: true, nothing: &Value{kind: kNum, name: "None", none: true}}

var jsEscapes = escapes{braces: true, short: true}

// RunJavaScript interprets a snippet of JavaScript or TypeScript.
func RunJavaScript(in Input) *interp.Facts {
	return run(in, javascriptTraits, func(m *machine) language { return &javascript{machine: m} })
}

func (m *javascript) program(root *Node) { m.jsBlock(root.Kids) }

func (m *javascript) completion(root *Node) *Value { return m.jsCompletion(root) }

func (m *javascript) body(fn *function, args []arg) {
	m.jsBind(fn, args)
	m.jsBody(fn)
}
