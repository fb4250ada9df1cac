package javascript_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// TestValues: a value is followed through patterns, operators and texts.
func TestValues(t *testing.T) {
	t.Parallel()
	evaltest.Check(t, "javascript", values)
}

var values = []evaltest.Row{
	// Patterns.
	{Code: "const {rmSync: del, ...rest} = require('fs'); rest.unlinkSync('x')",
		Facts: []string{"import fs", "fs.unlinkSync: delete x"}, Run: true},
	{Code: "const {promises: {rm}} = require('fs'); rm('x')",
		Facts: []string{"import fs", "fs.promises.rm: delete x"}, Run: true},
	{Code: "const [, second] = ['y', 'x']; fs.unlinkSync(second)",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const {a: {b: [p]}} = {a: {b: ['x']}}; fs.unlinkSync(p)",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const {p = 'x'} = {}; fs.unlinkSync(p)",
		Facts: []string{"fs.unlinkSync: delete …, delete x"}, Run: true},
	{Code: "const f = ({p, q = p}) => fs.unlinkSync(q); f({p: 'x'})",
		Facts: []string{"fs.unlinkSync: delete …, delete x"}, Run: true},
	{Code: "const f = (p, q = p + '/x') => fs.unlinkSync(q); f('d')",
		Facts: []string{"fs.unlinkSync: delete d/x"}, Run: true},
	{Code: "let p = 'y'; const f = (q = p) => fs.unlinkSync(q); p = 'x'; f()",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "let p; [p] = ['x']; fs.unlinkSync(p)",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "let p; ({p} = {p: 'x'}); fs.unlinkSync(p)",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "let a = 'x', b = 'y'; [a, b] = [b, a]; fs.unlinkSync(b)",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const k = 'p'; const {[k]: v} = {p: 'x'}; fs.unlinkSync(v)",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},

	// Optional chains and what stands in for nothing.
	{Code: "fs?.unlinkSync?.('x')", Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const o = {f: {g: fs.unlinkSync}}; o?.f?.['g']('x')",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const p = undefined ?? 'x'; fs.unlinkSync(p)",
		Facts: []string{"fs.unlinkSync: delete undefined, delete x"}, Run: true},
	{Code: "let p; p ??= 'x'; fs.unlinkSync(p)",
		Facts: []string{"fs.unlinkSync: delete undefined, delete x"}, Run: true},

	// Texts and templates.
	{Code: "const d = 'd'; fs.unlinkSync(`${d}/${['x'].join('')}`)",
		Facts: []string{"fs.unlinkSync: delete d/x"}, Run: true},
	{Code: "const tag = (s, ...v) => fs.unlinkSync(s.raw[0] + v[0]); tag`d/${'x'}`",
		Facts: []string{"fs.unlinkSync: delete …x"}, Run: true},
	{Code: "fs.unlinkSync(String.raw`d/x`)",
		Facts: []string{"fs.unlinkSync: delete d/x"}, Run: true},
	{Code: "fs.unlinkSync(Buffer.from('eA==', 'base64').toString())",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "fs.unlinkSync(decodeURIComponent('%78'))",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "fs.unlinkSync([...'dx'].join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync('' + ['d', 'x'])",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(['d', 'x'] + '')",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(`${['d', 'x']}`)",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync('d-x'.split('-').join('/'))",
		Facts: []string{"fs.unlinkSync: delete d/x"}, Run: true},
	{Code: "fs.unlinkSync('d'.concat('/', 'x'))",
		Facts: []string{"fs.unlinkSync: delete d/x"}, Run: true},
	{Code: "fs.unlinkSync('x'.padStart(3, 'd/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync('d-e-x'.replaceAll('-', '/'))",
		Facts: []string{"fs.unlinkSync: delete d/e/x"}, Run: true},
	{Code: "fs.unlinkSync('d-e-x'.replace('-', '/'))",
		Facts: []string{"fs.unlinkSync: delete d/e-x"}, Run: true},
	{Code: "fs.unlinkSync('d-x'.replace(/-/g, '/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync('xd'.split('').reverse().join('/'))",
		Facts: []string{"fs.unlinkSync: delete d/x"}, Run: true},

	// Numbers.
	{Code: "fs.unlinkSync(`${1 + 1}x`)", Facts: []string{"fs.unlinkSync: delete 2x"}, Run: true},
	{Code: "fs.unlinkSync('a' + 1 + 1)", Facts: []string{"fs.unlinkSync: delete a11"}, Run: true},
	{Code: "fs.unlinkSync(1 + 1 + 'a')", Facts: []string{"fs.unlinkSync: delete 2a"}, Run: true},
	{Code: "fs.unlinkSync('3' * 1 + 'a')", Facts: []string{"fs.unlinkSync: delete …a"}, Run: true},
	{Code: "fs.unlinkSync([1, 2] + 'a')", Facts: []string{"fs.unlinkSync: delete …a"}, Run: true},
	{Code: "fs.unlinkSync(0x10 + 'a')", Facts: []string{"fs.unlinkSync: delete 16a"}, Run: true},
	{Code: "fs.unlinkSync(1e3 + 'a')", Facts: []string{"fs.unlinkSync: delete …a"}, Run: true},
	{Code: "fs.unlinkSync(1.0 + 'a')", Facts: []string{"fs.unlinkSync: delete …a"}, Run: true},
	{Code: "fs.unlinkSync(.5 + 'a')", Facts: []string{"fs.unlinkSync: delete …a"}, Run: true},
	{Code: "fs.unlinkSync(1_000 + 'a')",
		Facts: []string{"fs.unlinkSync: delete 1000a"}, Run: true},
	{Code: "fs.unlinkSync(10n + 'a')", Facts: []string{"fs.unlinkSync: delete …a"}, Run: true},
	{Code: "fs.unlinkSync(`${0b11}`)", Facts: []string{"fs.unlinkSync: delete 3"}, Run: true},
	{Code: "fs.unlinkSync(`${null}`)", Facts: []string{"fs.unlinkSync: delete null"}, Run: true},
	{Code: "fs.unlinkSync(`${undefined}`)",
		Facts: []string{"fs.unlinkSync: delete undefined"}, Run: true},
	{Code: "fs.unlinkSync(`${true}`)", Facts: []string{"fs.unlinkSync: delete true"}, Run: true},
	{Code: "fs.unlinkSync(-1 + 'a')", Facts: []string{"fs.unlinkSync: delete -1a"}, Run: true},
	{Code: "fs.unlinkSync(String(1.50))", Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync((15).toString(16))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync((1).toFixed(2))", Facts: []string{"fs.unlinkSync: delete …"}, Run: true},

	// Objects and arrays.
	{Code: "const s = new Set(['x']); for (const p of s) fs.unlinkSync(p)",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "const m = new Map([['p', 'x']]); fs.unlinkSync(m.get('p'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "const o = {p: 'y'}; const q = o; q.p = 'x'; fs.unlinkSync(o.p)",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const a = ['y', 'x']; a.shift(); fs.unlinkSync(a[0])",
		Facts: []string{"fs.unlinkSync: delete y, delete x"}, Run: true},
	{Code: "const a = ['y']; a.length = 0; a.push('x'); fs.unlinkSync(a[0])",
		Facts: []string{"fs.unlinkSync: delete y, delete 0, delete x"}, Run: true},
	{Code: "const a = ['b', 'x'].sort().reverse(); fs.unlinkSync(a[0])",
		Facts: []string{"fs.unlinkSync: delete b, delete x"}, Run: true},
	{Code: "const o = {p: 'a'}; delete o.p; o.p = 'x'; fs.unlinkSync(o.p)",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const o = {p: 'a'}; const q = {...o}; q.p = 'x'; fs.unlinkSync(q.p)",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "const a = [['a']]; const b = [...a]; b[0][0] = 'x'; fs.unlinkSync(a[0][0])",
		Facts: []string{"fs.unlinkSync: delete a, delete x"}, Run: true},
	{Code: "const f = l => l.push('x'); const l = ['a']; f(l); fs.unlinkSync(l[1])",
		Facts: []string{"fs.unlinkSync: delete a, delete x"}, Run: true},
	{Code: "const o = {p: 'a'}; Object.freeze(o); o.p = 'y'; fs.unlinkSync(o.p)",
		Facts: []string{"fs.unlinkSync: delete a, delete y"}, Run: true},
	{Code: "const o = {get p() { return 'a' }}; o.p = 'y'; fs.unlinkSync(o.p)",
		Facts: []string{"fs.unlinkSync: delete …, delete y"}, Run: true},
	{Code: `const o = {};
Object.defineProperty(o, 'p', {value: 'a'});
o.p = 'y';
fs.unlinkSync(o.p)`, Facts: []string{"fs.unlinkSync: delete a, delete y"}, Run: true},
	{Code: "class A { get p() { return 'a' } } const o = new A(); o.p = 'y'; fs.unlinkSync(o.p)",
		Facts: []string{"fs.unlinkSync: delete a, delete y"}, Run: true},
	{Code: "const o = Object.freeze(['a']); o[0] = 'y'; fs.unlinkSync(o[0])",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
}
