package javascript_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// TestCalls: a call reaches the function that it calls, with what it is handed.
func TestCalls(t *testing.T) {
	t.Parallel()
	evaltest.Check(t, "javascript", calls)
}

var calls = []evaltest.Row{
	// Classes.
	{Code: "class A { #p = 'x'; go() { fs.unlinkSync(this.#p) } } new A().go()",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "class A { static { fs.unlinkSync('x') } }",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "class A { static p = 'x'; static go() { fs.unlinkSync(this.p) } } A.go()",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: `class B { constructor(p) { fs.unlinkSync(p) } }
class A extends B { constructor() { super('x') } } new A()`,
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "class A { set p(v) { fs.unlinkSync(v) } } new A().p = 'x'",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: `let x = 'a';
class A { static p = x;
q = x } x = 'x';
fs.unlinkSync(A.p);
fs.unlinkSync(new A().q)`,
		Facts: []string{"fs.unlinkSync: delete a", "fs.unlinkSync: delete a, delete x"}, Run: true},
	{Code: "class B { p = 'x' } class A extends B { q = this.p } fs.unlinkSync(new A().q)",
		Facts: []string{"fs.unlinkSync: delete …, delete x"}, Run: true},
	{Code: "class A { q = fs.unlinkSync('x') } new A()",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},

	// What the language or a library calls.
	{Code: "const o = {set p(v) { fs.unlinkSync(v) }}; o.p = 'x'",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "const o = {valueOf() { fs.unlinkSync('x') }}; +o",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const o = {[Symbol.toPrimitive]() { fs.unlinkSync('x') }}; `${o}`",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const o = {then(r) { fs.unlinkSync('x') }}; (async () => { await o })()",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "JSON.stringify({toJSON() { fs.unlinkSync('x') }})",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: `JSON.parse('{"a": 1}', (k, v) => fs.unlinkSync('x'))`,
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "'a'.replace(/a/, () => fs.unlinkSync('x'))",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "['x'].map(p => fs.unlinkSync(p))",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "Array.from({length: 1}, () => fs.unlinkSync('x'))",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "[['x']].flat().forEach(p => fs.unlinkSync(p))",
		Facts: []string{"fs.unlinkSync: delete …, delete x"}, Run: true},
	{Code: "['x', 'a'].reduce((_, p) => fs.unlinkSync(p), 0)",
		Facts: []string{"fs.unlinkSync: delete x, delete a"}, Run: true},
	{Code: "setTimeout(fs.unlinkSync, 0, 'x')",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "queueMicrotask(() => fs.unlinkSync('x'))",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "process.on('exit', () => fs.unlinkSync('x'))",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: `new (class extends require('events') { go() { this.on('a', fs.unlinkSync);
this.emit('a', 'x') } })().go()`,
		Facts: []string{
			"import events",
			"fs.unlinkSync: delete …",
			"on: exec",
			"emit: exec",
		}, Run: true},
	{Code: "require('util').promisify(fs.unlink)('x')",
		Facts: []string{"import util", "fs.unlink: delete x"}, Run: true},

	// Arguments.
	{Code: "function f() { return arguments[1] } fs.unlinkSync(f('y', 'x'))",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const f = (...p) => fs.unlinkSync(p.at(-1)); f('y', 'x')",
		Facts: []string{"fs.unlinkSync: delete y, delete x"}, Run: true},
	{Code: "fs.unlinkSync(...['x'])", Facts: []string{"fs.unlinkSync: delete x"}, Run: true},

	// Programs.
	{Code: "const {exec} = require('child_process'); exec(['ls', '-l'].join(' '))",
		Facts: []string{"import child_process", "child_process.exec: shell ls -l"}, Run: true},
	{Code: "require('child_process').spawnSync('ls', {cwd: 'd', shell: true})",
		Facts: []string{"import child_process", "child_process.spawnSync: shell ls in d"}, Run: true},
	{Code: `const cp = require('child_process');
const args = [];
args.push('-l');
cp.execFileSync('ls', args)`,
		Facts: []string{"import child_process", "child_process.execFileSync: run ls -l"}, Run: true},
	{Code: "process.chdir('d'); require('child_process').execSync('ls', {cwd: '..'})",
		Facts: []string{
			"import child_process",
			"child_process.execSync in d: shell ls in d/..",
		}, Run: true},

	// TypeScript.
	{Code: "const f = (p: string): void => { (fs as any).unlinkSync(p!) }; f(<string>'x')",
		Lang: "typescript", Facts: []string{"fs.unlinkSync: delete x"}},
	{Code: `enum P { A = 'x' }
class A { constructor(private p: P) {} go() { fs.unlinkSync(this.p) } } new A(P.A).go()`,
		Lang: "typescript", Facts: []string{"fs.unlinkSync: delete x"}},
	{Code: "namespace N { export const p = 'x' } fs.unlinkSync(N.p satisfies string)",
		Lang: "typescript", Facts: []string{"fs.unlinkSync: delete x"}},
	{Code: "function rm(p: string): void; function rm(p: any) { fs.unlinkSync(p) } rm('x')",
		Lang: "typescript", Facts: []string{"fs.unlinkSync: delete x"}},
}
