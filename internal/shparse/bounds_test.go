//go:build unix

package shparse_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/fact"
)

// maxMemory bounds what the answer about any text holds at a time, and maxAllocated what it takes in
// all: work that no count bounds shows in it.
const (
	maxMemory    = 200 << 20
	maxAllocated = 400 << 20
)

// bombs are texts that are meant to take too long or too much. Each begins with a command that must
// be reported whatever happens to the rest, unless the whole text cannot be parsed safely.
func bombs() map[string]string {
	return map[string]string{
		"nested substitutions": "rm -rf x\n" + strings.Repeat("$(", 3<<20/2),
		"closed substitutions": "rm -rf x; " + strings.Repeat("$(", 350) + strings.Repeat(")", 350),
		"long line":            "rm -rf x; echo " + strings.Repeat("a", 10<<20),
		"semicolons":           "rm -rf x" + strings.Repeat(";", 1<<20),
		"commands":             strings.Repeat("rm -rf x;", 50000),
		"parentheses":          strings.Repeat("(", 1<<20),
		"braces":               "rm -rf x; echo " + strings.Repeat("{a,b}", 60),
		"nested braces": "rm -rf x; echo " + strings.Repeat("{a,", 390) +
			strings.Repeat("}", 390),
		"sequence":             "rm -rf x; echo {1..1000000000}",
		"product of sequences": "rm -rf x; echo {1..1000}{1..1000}{1..1000}",
		"step of nothing":      "rm -rf x; echo {-9223372036854775808..9223372036854775807}",
		"backticks":            "rm -rf x; " + strings.Repeat("`", 1<<18),
		"escaped backticks":    "rm -rf x; " + strings.Repeat("\\`", 1<<18),
		"quotes":               "rm -rf x; " + strings.Repeat(`"$("`, 1<<16),
		"loop over many": "rm -rf x; for i in {1..900}; do for j in {1..900}; do for k in " +
			"{1..900}; do aa $i $j $k; done; done; done",
		"unrolled loops": "rm -rf x; " +
			strings.Repeat("for i in 1 2 3 4 5 6 7 8 9 10 11 12; do ", 12) + "aa" +
			strings.Repeat("; done", 12),
		"nested while": "rm -rf x; " + strings.Repeat("while x=$x$y; do ", 60) + "y=$x" +
			strings.Repeat("; done", 60),
		"doubling value": "rm -rf x; x=aaaaaaaaaaaaaaaa; " + strings.Repeat("x=$x$x; ", 64) +
			"aa $x",
		"doubling list": "rm -rf x; set -- a b c d; " +
			strings.Repeat(`set -- "$@" "$@"; `, 40) + `aa "$@"`,
		"recursion":      "rm -rf x; f() { f; f; f; }; f",
		"many functions": "rm -rf x; " + functions(200),
		"fork bomb":      "rm -rf x; :(){ :|:& };:",
		"choices": "rm -rf x; " + strings.Repeat("[ $RANDOM ] && x=$RANDOM || y=$x$y; ",
			400) + `aa "${x:-$y}${y:-$x}" "${x-1}" "${y+2}"`,
		"branches": "rm -rf x; " +
			strings.Repeat("if aa; then v=1; cd a; else v=2; cd b; fi; ", 500) + "bb $v",
		"alternatives":         "rm -rf x; " + strings.Repeat("aa ${a:-${b:-${c:-${d:-e}}}}; ", 2000),
		"eval of eval":         "rm -rf x; x='eval \"$x\"; eval \"$x\"'; eval \"$x\"",
		"shells in shells":     "rm -rf x; f='sh -c \"$f\"'; export f; sh -c \"$f\"",
		"unfinished documents": "rm -rf x\n" + strings.Repeat("cat <<E\n", 5000),
		"documents on a line":  "rm -rf x; cat " + strings.Repeat("<<E ", 5000),
		"arithmetic parentheses": "rm -rf x; (( " + strings.Repeat("(", 395) + "1" +
			strings.Repeat(")", 395) + " ))",
		"arithmetic of names": "rm -rf x; a=b; b=a; aa $((a+b)) $((" + strings.Repeat("a+", 20000) +
			"1))",
		"arithmetic of text": "rm -rf x; a='b+b'; b='c+c'; c='d+d'; d='e+e'; e='f+f'; f='a+a'; aa " +
			"$((a+a+a+a))",
		"patterns": "rm -rf x; x=" + strings.Repeat("a", 400) + "; aa ${x//" +
			strings.Repeat("*a", 100) + "b/z} ${x##" + strings.Repeat("*a", 100) + "b}",
		"case patterns": "rm -rf x; case " + strings.Repeat("a", 500) + " in " +
			strings.Repeat(strings.Repeat("*a", 60)+"b) aa;; ", 200) + "esac",
		"string power": "rm -rf x; aa $((9**9**9)) $((1<<99999)) $((2**63/-1))",
		"operators":    "rm -rf x; [[ " + strings.Repeat("! ", 100000) + "a ]]",
		"dollar signs": "rm -rf x; " + strings.Repeat("$", 1<<20),
		"parameter nests": "rm -rf x; echo " + strings.Repeat("${a:-", 300) + "b" +
			strings.Repeat("}", 300),
		"process substitutions": "rm -rf x; cat " + strings.Repeat("<(cat ", 300) +
			strings.Repeat(")", 300),
		"written files":      "rm -rf x; " + strings.Repeat("echo 'sh s' >> s; sh s; ", 200),
		"script that writes": "rm -rf x; echo 'cat s s >t; cat t >s; sh s' >s; sh s",
		"links in a ring": "rm -rf x; ln -s a b; ln -s b/x a; ln -s a/y b; " +
			strings.Repeat("cat a/b/c; ", 300),
		"xargs":                   "rm -rf x; printf '%s\\n' {1..1000} | xargs -n1 sh -c 'xargs -n1 aa'",
		"backslashes":             "rm -rf x; echo " + strings.Repeat(`\`, 1<<18),
		"newlines after document": "rm -rf x; cat <<E\n" + strings.Repeat("\\\n", 1<<17) + "E",
		"comments":                "rm -rf x; " + strings.Repeat("# x\n", 1<<16),
		"pipes":                   "rm -rf x" + strings.Repeat(" | aa", 20000),
		"nested if": "rm -rf x; " + strings.Repeat("if aa; then ", 6300) + "bb" +
			strings.Repeat("; fi", 6300),
		"nested case": "rm -rf x; " + strings.Repeat("case a in (a) ", 6300) + "bb" +
			strings.Repeat(";; esac", 6300),
		"nested loops": "rm -rf x; " + strings.Repeat("while x=$x$y; do ", 6300) + "y=$x" +
			strings.Repeat("; done", 6300),
		"nested keywords": "rm -rf x; " + strings.Repeat("time ", 6300) + "bb",
		"unfinished if":   "rm -rf x; " + strings.Repeat("if aa; then ", 6300),
		"joined comments": "rm -rf x; " + strings.Repeat("ls # x \\\n", 20000),
		"nested backquotes": "rm -rf x; " +
			strings.Repeat("echo `echo \\`echo \\\\\\`echo a\\\\\\`\\``\n", 5000),
		"traps": "rm -rf x; " +
			strings.Repeat("x=$x$y; trap 'f; echo $x' EXIT; f() { aa $x; }\n", 3000),
		"functions and a trap": "rm -rf x; " + strings.Repeat("if aa; then f() { bb; }; fi; ", 1000) +
			"trap f EXIT",
		"starting points": "rm -rf x; find" + strings.Repeat(" a", 2000) +
			strings.Repeat(" -exec ls {} \\;", 200),
		"and lists": "rm -rf x" + strings.Repeat(" && cd a", 5000),
	}
}

// TestLongDocument: the words of another language in a here-document are no nesting.
func TestLongDocument(t *testing.T) {
	text := "cat > a.py <<'E'\n" + strings.Repeat("if x:\n    for y in z:\n        while a: pass\n",
		2000) + "E\n"
	for i := range analyzed(text).Hazards {
		t.Errorf("%+v", analyzed(text).Hazards[i])
	}
}

func functions(n int) string {
	var b strings.Builder
	b.WriteString("f0() { aa; }; ")
	for i := 1; i < n; i++ {
		a, z := string(rune('a'+i%26))+strings.Repeat("x", i/26), string(rune('a'+(i-1)%26))+
			strings.Repeat("x", (i-1)/26)
		b.WriteString("f_" + a + "() { f_" + z + "; f_" + z + "; }; ")
	}
	return b.String() + "f_x"
}

// TestBounds holds the answer about each of them to the limits. What was found before a bound was
// hit still counts.
func TestBounds(t *testing.T) {
	for name, text := range bombs() {
		t.Run(name, func(t *testing.T) {
			runtime.GC()
			peak := watch()
			before := allocated()
			f := analyzed(text)
			if n := allocated() - before; n > maxAllocated {
				t.Errorf("allocated %d MB, want at most %d", n>>20, maxAllocated>>20)
			}
			if used := peak(); used > maxMemory {
				t.Errorf("used %d MB, want at most %d", used>>20, maxMemory>>20)
			}
			if len(f.Commands) == 0 && len(f.Hazards) == 0 {
				t.Error("nothing was reported")
			}
			if !reports(f, "rm", "-rf", "x") && !failed(f) {
				t.Error("neither the first command nor a failure was reported")
			}
		})
	}
}

// allocated is how many bytes were allocated so far.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func reports(f *fact.Facts, argv ...string) bool {
	return covered(f, argv, false) == named
}

// failed reports whether the text is said not to have been checked.
func failed(f *fact.Facts) bool {
	for _, h := range f.Hazards {
		if h.ID.Kind() == fact.Failure {
			return true
		}
	}
	return false
}

// watch samples the size of the heap until the returned function is called, which returns the
// largest.
func watch() (peak func() uint64) {
	done, result := make(chan bool), make(chan uint64)
	go func() {
		var most uint64
		var m runtime.MemStats
		for {
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse)
			select {
			case <-done:
				result <- most
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	return func() uint64 {
		close(done)
		return <-result
	}
}
