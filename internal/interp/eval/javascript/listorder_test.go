package javascript_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// TestListOrder: the order of an array is known or not; it is never that of the source by chance.
func TestListOrder(t *testing.T) {
	t.Parallel()
	evaltest.Check(t, "javascript", listOrders)
}

var listOrders = []evaltest.Row{
	{Code: "fs.unlinkSync(['x', 'd'].sort().join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(['x', 'd'].reverse().join('/'))",
		Facts: []string{"fs.unlinkSync: delete d/x"}, Run: true},
	{Code: "fs.unlinkSync(['x', 'd'].toSorted().join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(['x', 'd'].toReversed().join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(Object.keys({d: 1, x: 2}).join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(Object.keys({d: 1, 1: 2}).join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(Object.values({b: 'd', 1: 'x'}).join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync([...new Set(['d', 'x'])].join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(['d', 'y', 'x'].filter(p => p != 'y').join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(['d', 'x'].with(1, 'a').join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(['d', ['x']].join('/'))",
		Facts: []string{"fs.unlinkSync: delete d/…"}, Run: true},
	{Code: "fs.unlinkSync(['d', null, 'x'].join('/'))",
		Facts: []string{"fs.unlinkSync: delete d//x"}, Run: true},
	{Code: "fs.unlinkSync('d-x'.split('-').join('/'))",
		Facts: []string{"fs.unlinkSync: delete d/x"}, Run: true},
	{Code: "const [a, b] = ['x', 'd'].sort(); fs.unlinkSync(a + '/' + b)",
		Facts: []string{"fs.unlinkSync: delete x/x, delete x/d, delete d/x, delete d/d"}, Run: true},
	{Code: "fs.unlinkSync(require('path').join(...['x', 'd'].reverse()))",
		Facts: []string{"import path", "fs.unlinkSync: delete d/x"}, Run: true},

	// Arrays that were changed.
	{Code: "const a = ['x']; a.unshift('d'); fs.unlinkSync(a.join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "const a = ['d', 'e', 'x']; a.splice(1, 1); fs.unlinkSync(a.join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "const a = ['d', 'y']; a[1] = 'x'; fs.unlinkSync(a.join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "const a = ['d', 'y']; a.pop(); a.push('x'); fs.unlinkSync(a.join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "const a = ['d', 'y', 'x']; a.copyWithin(1, 2); fs.unlinkSync(a.join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "const a = ['d', 'y']; a.fill('x', 1); fs.unlinkSync(a.join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "const a = ['d', 'x']; const f = b => b.reverse(); f(a); fs.unlinkSync(a.join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},

	// Arrays that are made of others, and words of a command.
	{Code: "const l = ['y', 'x']; l.reverse(); fs.unlinkSync(l.concat('z').join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "const l = ['y', 'x']; l.reverse(); fs.unlinkSync([...l, 'z'].join('/'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: `const l = ['ls', '/', '-rf', 'rm'].reverse();
require('child_process').spawnSync(l[0], l.slice(1))`,
		Facts: []string{"import child_process", "child_process.spawnSync: run rm -rf / ls"}, Run: true},
	{Code: "const l = ['a', '-l']; l.reverse(); require('child_process').execFileSync('ls', l)",
		Facts: []string{"import child_process", "child_process.execFileSync: run ls …*"}, Run: true},
	{Code: "const l = ['-l']; if (l) l.push('d'); require('child_process').execFileSync('ls', l)",
		Facts: []string{"import child_process", "child_process.execFileSync: run ls -l …*"}, Run: true},
	{Code: "fs.unlinkSync([...'xy'][1])", Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(Array(3).join('x'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(new Array('x', 'y').join(''))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(Array.of('x', 'y').join(''))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(['x', , 'y'].join('-'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(['x', 'y',].join('-'))",
		Facts: []string{"fs.unlinkSync: delete x-y"}, Run: true},
	{Code: "fs.unlinkSync([['x', 'y']].join('-'))",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(['x', 'y'].toString())",
		Facts: []string{"fs.unlinkSync: delete …"}, Run: true},
	{Code: "fs.unlinkSync(['x', true, 1].join(''))",
		Facts: []string{"fs.unlinkSync: delete xtrue1"}, Run: true},
}
