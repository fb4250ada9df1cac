//go:build cgo

package main

import (
	"math/rand"
	"runtime"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/callees"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// hostileMemory is how much one snippet may allocate in all: work that no count bounds shows in it.
const hostileMemory = 64 << 20

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Whatever the code is, there is an answer after a bounded amount of work, and code that was not read to the
// end says so.
func TestHostile(t *testing.T) {
	deep := func(open, close string, n int) string {
		return strings.Repeat(open, n) +
			strings.Repeat(close, n)
	}
	tests := []struct {
		name, lang, code string
		problem          bool // the answer has to say that it is not the whole
	}{
		{"brackets", "python", deep("[", "]", 10000), true},
		{"brackets", "javascript", deep("[", "]", 10000), true},
		{"parentheses", "python", deep("(", ")", 10000), true},
		{"braces", "javascript", deep("{", "}", 10000), true},
		{"open brackets", "python", strings.Repeat("[", 10000), true},
		{"calls of calls", "javascript", "f" + strings.Repeat("(f", 5000) + strings.Repeat(")", 5000),
			true},
		{"attributes", "python", "import os; os" + strings.Repeat(".a", 20000), true},
		{"invalid UTF-8", "python", "print('\xff\xfe')", false},
		{"invalid UTF-8", "javascript", "console.log('\xff\xc0\x80')", false},
		{"NUL", "python", "print('a')\x00import os; os.remove('x')", true},
		{"long line", "python", "x='" + strings.Repeat("a", 100_000) + "'", false},
		{"many statements", "python", strings.Repeat("x = x + 1\n", 10_000), false},
		{"many calls", "javascript", strings.Repeat("fs.rmSync('x');", 6_000), false},
		{"many branches", "python", "import os\n" + strings.Repeat("if a:\n  b=1\n", 8_000), false},
		{"nested loops", "python", loops(40), false},
		{"doubling", "python", "a='x'\n" + strings.Repeat("a=a+a\n", 200) + "open(a,'w')", false},
		{"doubling", "javascript", "let a='x';" + strings.Repeat("a=a+a;", 200) + "fs.rmSync(a)", false},
		{"alternatives", "python", "a='x'\n" + strings.Repeat("a=a+('y' if z else 'w')\n", 200), false},
		{"recursion", "python", "def f(x):\n  return f(x)+f(x)+f(x)\nf(1)", false},
		{"recursion", "javascript", "const f=x=>f(f(f(x))); f(1)", false},
		{"mutual recursion", "python", mutual(30), false},
		{"list of itself", "python", "a=[]\na.append(a)\nprint(a)", false},
		{"object of itself", "javascript", "const a={}; a.a=a; console.log(a)", false},
		{"eval of eval", "python", evals(12), false},
		{"growing list", "python", "a=[1]\nwhile 1:\n  a=a+a\n", false},
		{"fork bomb", "python", "import os\nwhile True: os.fork()", false},
		{"many functions", "javascript", strings.Repeat("function f(){g()} function g(){f()}", 1000),
			false},
		{"operators", "python", "x=" + strings.Repeat("-", 10000) + "1", true},
		{"comparison", "javascript", "x=" + strings.Repeat("1<", 10000) + "1", true},
		{"huge format", "python", "'{:>1000000000}'.format(1)*1000000000", false},
		{"empty", "python", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name+"/"+tt.lang, func(t *testing.T) {
			var f *interp.Facts
			if n := allocated(func() { f = factsOf(tt.lang, tt.code) }); n > hostileMemory {
				t.Errorf("allocated %d MB", n>>20)
			}
			if tt.problem && f.Problem == "" {
				t.Errorf("no problem: %d calls", len(f.Calls))
			}
			if body := interp.EncodeFacts(f); len(body) > 0 {
				if _, err := interp.DecodeFacts(body); err != nil {
					t.Errorf("the answer cannot be read: %v", err)
				}
			}
		})
	}
}

func loops(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "for a in b:\n" + strings.Repeat(" ", i+1) + "c=c+d\n")
	}
	return b.String()
}

func mutual(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("def f" + string(rune('a'+i%26)) + "(x):\n")
		for k := range 4 {
			b.WriteString("  f" + string(rune('a'+(i+k+1)%26)) + "(x)\n")
		}
	}
	return b.String() + "fa(1)\n"
}

func evals(n int) string {
	code := "print(1)"
	for range n {
		code = "eval(" + pyQuote(code) + ")"
	}
	return code
}

func pyQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

// Code that is cut, doubled or mixed at random never brings the process down.
func TestMutations(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for _, lang := range []string{"python", "javascript"} {
		rows := evaltest.Snippets(t, lang)
		for range 1500 {
			a, b := rows[rng.Intn(len(rows))].Code, rows[rng.Intn(len(rows))].Code
			code := a[:rng.Intn(len(a)+1)] + b[rng.Intn(len(b)+1):]
			f := factsOf(lang, code)
			if f.Problem == "the analysis of the code failed" {
				t.Fatalf("%s: panic for %q", lang, code)
			}
		}
	}
}

// Every destructive call of the tables is found in each way to spell it.
func TestSpellings(t *testing.T) {
	n := 0
	for _, m := range (callees.Python{}).Modules() {
		if strings.HasPrefix(m, "pathlib.") || m == "builtins" || !isModule(m) {
			continue
		}
		entries, _ := callees.Python{}.Module(m)
		for _, d := range destructive(entries) {
			args := d.positional("'/v%d'")
			keyword := d.keyword("%s='/v%d'")
			for _, code := range []string{
				"import " + m + "\n" + m + "." + d.name + "(" + args + ")",
				"import " + m + " as q\nq." + d.name + "(" + args + ")",
				"from " + m + " import " + d.name + "\n" + d.name + "(" + args + ")",
				"from " + m + " import " + d.name + " as q\nq(" + args + ")",
				"import " + m + "\nq=" + m + "." + d.name + "\nq(" + args + ")",
				"import " + m + "\ngetattr(" + m + ",'" + d.name + "')(" + args + ")",
				"import " + m + "\ngetattr(" + m + ",'" + d.name[:1] + "'+'" + d.name[1:] + "')(" + args + ")",
				"import importlib\nimportlib.import_module('" + m + "')." + d.name + "(" + args + ")",
				"import " + m + "\n" + m + "." + d.name + "(" + keyword + ")",
				"import " + m + "\nv='v'\n" + m + "." + d.name + "(" + d.positional("f'/{v}%d'") + ")",
				"import " + m + "\n" + m + "." + d.name + "(" + d.positional("'/%%s' %% 'v%d'") + ")",
				"import " + m + "\n" + m + "." + d.name + "(" + d.positional("'/{}'.format('v%d')") + ")",
				"import " + m + "\n" + m + "." + d.name + "(*[" + args + "])",
				"import " + m + "\n(lambda f: f(" + args + "))(" + m + "." + d.name + ")",
			} {
				n++
				d.check(t, "python", code)
			}
		}
	}
	for _, m := range []string{"fs", "fs-extra", "Deno"} {
		entries, _ := callees.JavaScript{}.Module(m)
		for _, d := range destructive(entries) {
			names := []string{d.name}
			if m == "fs" {
				names = append(names, d.name+"Sync")
			}
			for _, name := range names {
				for _, code := range spellingsJS(m, name, &d) {
					n++
					d.check(t, "javascript", code)
				}
			}
		}
	}
	if n < 800 {
		t.Errorf("only %d spellings", n)
	}
}

func isModule(m string) bool {
	last := m[strings.LastIndexByte(m, '.')+1:]
	switch last {
	case "file", "iostream", "pycode", "type", "memory", "pyobject", "dirent", "tempdir", "response",
		"url", "netobject", "stdobject", "executor":
		return false
	}
	return !(last[0] >= 'A' && last[0] <= 'Z') && m != "socket.socket"
}

func spellingsJS(m, name string, d *destroyer) []string {
	args := d.positional("'/v%d'")
	get := "require('" + m + "')"
	if m == "Deno" {
		get = "Deno"
	}
	return []string{
		get + "." + name + "(" + args + ")",
		"const q=" + get + "; q." + name + "(" + args + ")",
		"const {" + name + "}=" + get + "; " + name + "(" + args + ")",
		"const {" + name + ": q}=" + get + "; q(" + args + ")",
		"const q=" + get + "." + name + "; q(" + args + ")",
		get + "['" + name + "'](" + args + ")",
		get + "['" + name[:1] + "'+'" + name[1:] + "'](" + args + ")",
		get + "[`" + name + "`](" + args + ")",
		get + "?." + name + "?.(" + args + ")",
		"const v='v'; " + get + "." + name + "(" + d.positional("`/${v}%d`") + ")",
		get + "." + name + "(" + d.positional("'/'+'v%d'") + ")",
		get + "." + name + ".call(null," + args + ")",
		get + "." + name + ".apply(null,[" + args + "])",
		"((f)=>f(" + args + "))(" + get + "." + name + ")",
	}
}
