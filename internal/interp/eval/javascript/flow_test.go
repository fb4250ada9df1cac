package javascript_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// TestFlow: whatever way the code goes, what stands there is seen, with the variables of that time.
func TestFlow(t *testing.T) {
	t.Parallel()
	evaltest.Check(t, "javascript", flow)
}

var flow = []evaltest.Row{
	{Code: "try { throw 'x' } catch (p) { fs.unlinkSync(p) } finally { fs.unlinkSync('a') }",
		Facts: []string{"fs.unlinkSync: delete …", "fs.unlinkSync: delete a"}, Run: true},
	{Code: "try { throw {p: 'x'} } catch ({p}) { fs.unlinkSync(p) }",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: `const f = () => { try { return 'x' } finally { fs.unlinkSync('a') } };
fs.unlinkSync(f())`,
		Facts: []string{"fs.unlinkSync: delete a", "fs.unlinkSync: delete x"}, Run: true},
	{Code: "out: for (const a of ['x']) { for (;;) { fs.unlinkSync(a); break out } }",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "switch ('a') { case 'b': fs.unlinkSync('y'); default: fs.unlinkSync('x') }",
		Facts: []string{"fs.unlinkSync: delete y", "fs.unlinkSync: delete x"}, Run: true},
	{Code: "(async () => { for await (const p of ['x']) fs.unlinkSync(p) })()",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "Promise.all([Promise.resolve('x')]).then(([p]) => fs.unlinkSync(p))",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "(async () => { const p = await Promise.resolve('x'); fs.unlinkSync(p) })()",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: `function* g() { const p = yield 'y';
fs.unlinkSync(p) } const i = g();
i.next();
i.next('x')`, Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "const [p] = (function* () { yield 'x' })(); fs.unlinkSync(p)",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "label: { fs.unlinkSync('x'); break label; fs.unlinkSync('y') }",
		Facts: []string{"fs.unlinkSync: delete x", "fs.unlinkSync: delete y"}, Run: true},
	{Code: "const fns = []; for (let p of ['x', 'a']) fns.push(() => fs.unlinkSync(p)); fns[0]()",
		Facts: []string{
			"fs.unlinkSync: delete x",
			"fs.unlinkSync: delete a",
			"fs.unlinkSync: delete a, delete x",
		}, Run: true},
	{Code: "void (0, fs.unlinkSync)('x'), fs.unlinkSync('a')",
		Facts: []string{"fs.unlinkSync: delete x", "fs.unlinkSync: delete a"}, Run: true},

	// What runs later, each with its own variables.
	{Code: `const mk = p => { async function f() { await 0;
fs.unlinkSync(p) } f();
p += 'x' };
mk('d');
mk('a')`,
		Facts: []string{
			"fs.unlinkSync: delete d",
			"fs.unlinkSync: delete a",
			"fs.unlinkSync: delete dx, delete d",
			"fs.unlinkSync: delete ax, delete a",
		}, Run: true},
	{Code: "const mk = p => { setTimeout(() => fs.unlinkSync(p)); p += 'x' }; mk('d'); mk('a')",
		Facts: []string{
			"fs.unlinkSync: delete d",
			"fs.unlinkSync: delete a",
			"fs.unlinkSync: delete dx, delete d",
			"fs.unlinkSync: delete ax, delete a",
		}, Run: true},
	{Code: `const mk = p => { function* g() { yield;
fs.unlinkSync(p) } const i = g();
i.next();
p += 'x';
i.next() };
mk('d');
mk('a')`,
		Facts: []string{
			"fs.unlinkSync: delete d",
			"fs.unlinkSync: delete a",
			"fs.unlinkSync: delete dx, delete d",
			"fs.unlinkSync: delete ax, delete a",
		}, Run: true},
	{Code: `const mk = p => { Promise.resolve().then(() => fs.unlinkSync(p));
p += 'x' };
mk('d');
mk('a')`,
		Facts: []string{
			"fs.unlinkSync: delete d",
			"fs.unlinkSync: delete a",
			"fs.unlinkSync: delete dx, delete d",
			"fs.unlinkSync: delete ax, delete a",
		}, Run: true},
	{Code: `const mk = p => { const o = {go: () => fs.unlinkSync(p)};
p += '/x';
return o };
mk('d').go();
mk('a').go()`,
		Facts: []string{"fs.unlinkSync: delete d/x", "fs.unlinkSync: delete a/x"}, Run: true},
	{Code: "for (var i = 0, p = 'y'; i < 2; i++) setTimeout(() => fs.unlinkSync(p)); p = 'x'",
		Facts: []string{"fs.unlinkSync: delete y", "fs.unlinkSync: delete x, delete y"}, Run: true},
	{Code: "let x = 'a'; const o = {get p() { return x }}; x = 'x'; fs.unlinkSync(o.p)",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "let d = 'a'; const o = {[d]: 'x'}; d = 'b'; fs.unlinkSync(o.a)",
		Facts: []string{"fs.unlinkSync: delete x"}, Run: true},
	{Code: "let s = 'a'; const t = `${s}`; s = 'x'; fs.unlinkSync(t)",
		Facts: []string{"fs.unlinkSync: delete a"}, Run: true},
	{Code: "let s = 'a'; const f = fs.unlinkSync.bind(null, s); s = 'x'; f()",
		Facts: []string{"fs.unlinkSync: delete a"}, Run: true},
}
