package javascript_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// TestNames: a function is found by whatever name the code has for it.
func TestNames(t *testing.T) {
	t.Parallel()
	evaltest.Check(t, "javascript", names)
}

var names = []evaltest.Row{
	// By names that are computed, and by reflection.
	{Code: "fs['unlink' + 'Sync']('x')", Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const m = ['unlinkSync']; fs[m[0]]('x')",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "Reflect.get(fs, 'unlinkSync')('x')",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "Reflect.apply(fs.unlinkSync, fs, ['x'])",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "Function.prototype.call.call(fs.unlinkSync, null, 'x')",
		Facts: []string{"Function.prototype: exec"}, Run: true},
	{Code: "const f = fs.unlinkSync.bind(null); f('x')",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const p = new Proxy(fs, {get: (t, k) => t[k]}); p.unlinkSync('x')",
		Facts: []string{"?p.unlinkSync: exec"}, Run: true},
	{Code: "Object.entries(fs).forEach(([k, f]) => { if (k === 'unlinkSync') f('x') })",
		Facts: []string{": exec", "?f: exec"}, Run: true},
	{Code: "Object.getOwnPropertyDescriptor(fs, 'unlinkSync').value('x')",
		Facts: []string{": exec"}, Run: true},

	// By prototypes and properties.
	{Code: `const o = {};
Object.defineProperty(o, 'f', {get() { return fs.unlinkSync }});
o.f('x')`, Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const o = Object.create(fs); o.unlinkSync('x')",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const o = {}; Object.setPrototypeOf(o, fs); o.unlinkSync('x')",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "function A() {} A.prototype.go = function (p) { fs.unlinkSync(p) }; new A().go('x')",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "Array.prototype.go = function () { fs.unlinkSync(this[0]) }; ['x'].go()",
		Facts: []string{": exec", "fs.unlinkSync: delete …"}, Run: true},
	{Code: "String.prototype.rm = function () { fs.unlinkSync(String(this)) }; 'x'.rm()",
		Facts: []string{": exec", "fs.unlinkSync: delete …"}, Run: true},

	// Modules.
	{Code: "const r = require; r('fs').unlinkSync('x')",
		Facts: []string{"import fs", "fs.unlinkSync: delete x"}, Run: true},
	{Code: "const {createRequire} = require('module'); createRequire('/')('fs').unlinkSync('x')",
		Facts: []string{"import module", "import fs", "fs.unlinkSync: delete x"}, Run: true},
	{Code: "process.binding('fs')",
		Facts: []string{"process.binding: exec, unseen process.binding"}, Run: true},
	{Code: "import('f' + 's').then(({unlinkSync}) => unlinkSync('x'))",
		Facts: []string{"import fs", "fs.unlinkSync: delete x"}, Run: true},

	// In code that is text.
	{Code: `setTimeout("require('fs').unlinkSync('x')", 0)`,
		Facts: []string{"import fs", "fs.unlinkSync: delete x"}, Run: true},
	{Code: `eval('var p = "x"'); fs.unlinkSync(p)`,
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: `new Function('p', "require('fs').unlinkSync(p)")('x')`,
		Facts: []string{"import fs", "fs.unlinkSync: delete …"}, Run: true},
	{Code: `(() => {}).constructor("process.mainModule.require('fs').unlinkSync('x')")()`,
		Facts: []string{
			"constructor: exec, unseen constructor",
			"constructor: exec, unseen constructor",
		}, Run: true},
	{Code: `require('vm').runInNewContext("f('x')", {f: fs.unlinkSync})`,
		Facts: []string{"import vm", "f: exec"}, Run: true},

	// Names of another scope.
	{Code: "with (fs) { unlinkSync('x') }",
		Facts: []string{"with: exec, unseen with", "unlinkSync: exec"}, Run: true},
	{Code: "var p = 'y'; { let p = 'x'; fs.unlinkSync(p) }",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "fs.unlinkSync(p); var p = 'x'", Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "hoisted('x'); function hoisted(p) { fs.unlinkSync(p) }",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
}
