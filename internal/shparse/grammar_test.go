//go:build unix

package shparse_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// grammar makes a script from bytes: each byte chooses one way to go on. The scripts run nothing
// but stubs, write nothing but files in the current directory, and always end.
type grammar struct {
	bytes []byte
	depth int
	loops int  // names the variables of loops
	zsh   bool // forms that only zsh has, too
}

func (g *grammar) pick(n int) int {
	if len(g.bytes) == 0 {
		return 0
	}
	b := g.bytes[0]
	g.bytes = g.bytes[1:]
	return int(b) % n
}

func (g *grammar) of(list ...string) string { return list[g.pick(len(list))] }

// deeper limits the nesting.
func (g *grammar) deeper(f func() string, otherwise string) string {
	if g.depth > 4 || len(g.bytes) == 0 {
		return otherwise
	}
	g.depth++
	defer func() { g.depth-- }()
	return f()
}

func (g *grammar) script() string {
	var b strings.Builder
	for n := 0; n < 6 && len(g.bytes) > 0; n++ {
		if n > 0 {
			b.WriteString(g.of("; ", "\n", "; ", " && ", " || ", "; "))
		}
		b.WriteString(g.command())
	}
	return b.String()
}

func (g *grammar) name() string { return g.of("x", "y", "z") }

func (g *grammar) list() string {
	s := g.command()
	for n := g.pick(3); n > 0; n-- {
		s += g.of("; ", "\n", " && ", " || ") + g.command()
	}
	return s
}

func (g *grammar) command() string {
	if g.zsh && g.pick(3) == 0 {
		return g.deeper(g.zshForm, "aa")
	}
	switch g.pick(42) {
	case 0, 1, 2, 3, 4, 5:
		return g.simple()
	case 6, 7, 8:
		return g.name() + g.of("=", "=", "+=") + g.word()
	case 9:
		return g.deeper(func() string { return "{ " + g.list() + "; }" }, "aa")
	case 10:
		return g.deeper(func() string { return "(" + g.list() + ")" }, "aa")
	case 11:
		return g.deeper(func() string {
			return "if " + g.condition() + "; then " + g.list() + g.of("", "; else "+g.list()) + "; fi"
		}, "aa")
	case 12:
		return g.deeper(func() string {
			return "for " + g.name() + " in " + g.words(3) + "; do " + g.list() +
				g.of("", "; break", "; continue") + "; done"
		}, "aa")
	case 13:
		return g.deeper(func() string {
			g.loops++
			i := "i" + strconv.Itoa(g.loops)
			return i + "=0; while [ $" + i + " -lt 2 ]; do " + i + "=$((" + i + "+1)); " + g.list() +
				"; done"
		}, "aa")
	case 14:
		return g.deeper(func() string {
			return "case " + g.word() + " in " + g.word() + ") " + g.list() + ";; " +
				g.of("*", g.word()+"|b") + ") " + g.list() + ";; esac"
		}, "aa")
	case 15:
		return g.deeper(func() string { return "f" + g.of("1", "2") + "() { " + g.list() + "; }" }, "aa")
	case 16:
		return g.of("f1", "f2") + " " + g.words(2)
	case 17:
		return "set -- " + g.words(3)
	case 18:
		return g.of("shift", "unset "+g.name(), "export "+g.name()+"="+g.word(), "local "+g.name()+"="+
			g.word()+" 2>/dev/null")
	case 19:
		return "read " + g.of("", "-r ") + g.name() + " " + g.name() + " <<< " + g.quoted()
	case 20:
		return g.deeper(func() string { return "eval " + g.single() }, "aa")
	case 21:
		return g.deeper(func() string {
			return g.of("sh", "bash") + " -c " + g.single() + " " +
				g.words(2)
		}, "aa")
	case 22:
		return g.deeper(func() string { return g.command() + " | " + g.command() }, "aa")
	case 23:
		return g.of("cd sub", "cd ..", "cd sub/deep", "cd -", "pushd sub", "popd") + " >/dev/null 2>&1"
	case 24:
		return "echo " + g.quoted() + " | " + g.of("sh", "xargs aa", "{ read x; aa \"$x\"; }", "cat",
			"read y")
	case 25:
		return "sh <<" + g.of("E", "'E'") + "\naa " + g.words(2) + "\nE\n:"
	case 26:
		return g.of("env ", "nice ", "command ", "timeout 2 ") + g.simple()
	case 27:
		return "IFS=" + g.of(":", "' '", "", "_") + g.of("; ", "\n") + g.simple()
	case 28:
		return g.deeper(func() string { return "! " + g.command() }, "aa")
	case 30, 31, 32:
		return g.array()
	case 33, 34, 35:
		return g.deeper(g.declaration, "aa")
	case 36, 37:
		return g.deeper(g.found, "aa")
	case 38, 39, 40:
		return g.deeper(g.scope, "aa")
	case 41:
		return g.option()
	}
	return g.deeper(func() string { return g.name() + "=" + g.word() + " " + g.simple() }, "aa")
}

// zshForm is a command in a form that bash does not have.
func (g *grammar) zshForm() string {
	switch g.pick(12) {
	case 0, 1:
		return "for " + g.name() + " (" + g.words(3) + ") " + g.zshBody()
	case 2:
		return "for " + g.name() + " in " + g.words(3) + g.of("; ", "\n") + g.zshBody()
	case 3:
		return "foreach " + g.name() + " (" + g.words(2) + ") " + g.list() + "; end"
	case 4, 5:
		return "if " + g.delimited() + " { " + g.list() + " }" +
			g.of("", " else { "+g.list()+" }", " elif "+g.delimited()+" { "+g.list()+" }")
	case 6:
		return "if " + g.delimited() + " " + g.simple()
	case 7:
		g.loops++
		i := "i" + strconv.Itoa(g.loops)
		return i + "=0; " + g.of("while (( "+i+"++ < 2 )) ", "until [[ $"+i+" -gt 1 ]] ") + "{ " + i +
			"=$((" + i + "+1)); " + g.list() + " }"
	case 8:
		return "repeat " + g.of("1", "2", "1+1", "0") + " " + g.zshBody()
	case 9, 10:
		return "{ " + g.list() + " } always { " + g.list() + " }"
	}
	return g.of("()", "function") + " { " + g.list() +
		g.of("", "; return", "; local x=l; "+g.simple()) + " } " + g.words(2)
}

func (g *grammar) zshBody() string {
	return g.of("{ "+g.list()+" }", g.simple(), "do "+g.list()+"; done", "{ "+g.list()+"; break }",
		g.simple()+" && "+g.simple())
}

// delimited is a condition that ends by itself.
func (g *grammar) delimited() string {
	return g.of("[[ -n "+g.quoted()+" ]]", "[[ "+g.quoted()+" == a* ]]", "(( x ))", "(aa cond)",
		"! [[ -e one.txt ]]", "[[ -e one.txt ]] && [[ -z $q ]]")
}

func (g *grammar) condition() string {
	return g.of("true", "false", "[ -e one.txt ]", "[ "+g.quoted()+" = "+g.quoted()+" ]", "aa",
		"[ -n "+g.quoted()+" ]",
		"[[ "+g.param()+" == "+g.of("a*", "[bc]*", "*\"b c\"", g.part())+" ]]", "[[ -n "+g.param()+
			" && ! -e none ]]", "(( x > 1 ))",
		"[[ "+g.quoted()+" =~ ^a(.*)$ ]]")
}

func (g *grammar) simple() string {
	s := g.of("aa", "bb", "zz", "aa", "${q:-aa}", "'a'a", "a\"a\"", "$(echo bb)") + " " + g.words(3)
	return s + g.of("", "", "", "", " >o1", " 2>/dev/null", " </dev/null", " >>o1")
}

func (g *grammar) words(max int) string {
	list := make([]string, g.pick(max+1))
	for i := range list {
		list[i] = g.word()
	}
	return strings.Join(list, " ")
}

func (g *grammar) word() string {
	s := g.part()
	for n := g.pick(4) - 1; n > 0; n-- {
		s += g.part()
	}
	return s
}

func (g *grammar) quoted() string { return `"` + g.inner() + g.inner() + `"` }

// single is a script in single quotes.
func (g *grammar) single() string { return "'" + strings.ReplaceAll(g.list(), "'", `'\''`) + "'" }

func (g *grammar) inner() string {
	switch g.pick(8) {
	case 0, 1:
		return g.of("a", "b c", "a:b", "x_y", "")
	case 2, 3:
		return g.param()
	case 4:
		return "$(echo " + g.of("a", "'b  c'", "$x", "\"$y\"") + ")"
	case 5:
		return "$((" + g.of("1+2", "3*2", "x", "5%3") + "))"
	case 6:
		return g.of(`\"`, `\$x`, `\\`, "'", "*", "{a,b}")
	}
	return g.of("$*", "$#", "$1", "$@")
}

func (g *grammar) part() string {
	switch g.pick(16) {
	case 0, 1, 2:
		return g.of("a", "b", "rm", "-x", "one.txt", "a:b", "x_y", "c.d")
	case 3:
		return g.of("'a b'", "''", `\ `, `"q r"`, `'$x'`, `$'a\tb'`)
	case 4, 5:
		return g.param()
	case 6, 7:
		return g.quoted()
	case 8:
		return g.deeper(func() string {
			return "$(" +
				g.of("echo "+g.words(2), "printf '%s ' "+g.words(2), g.list()) + ")"
		}, "k")
	case 9:
		return "$((" + g.of("1+1", "2*3", "7-x", "x+y") + "))"
	case 10:
		return g.of("{a,b}", "{1..3}", "x{,y}z", "{a,b}{c,d}", "{'p q',r}")
	case 11:
		return g.of("*.txt", "o*", "[ot]*", "?", "*.none", "sub/*")
	case 12:
		return g.of(`"$@"`, "$@", "$*", "$1", "$2", "$#")
	case 13:
		return g.of("~/h", "$HOME", "\"$PWD\"", "~+", `~/a\ b`, `~"/h"`, `\~/h`, "~", "a:~/h")
	case 14:
		return g.rare()
	}
	return g.of("m", "n", "0")
}

func (g *grammar) param() string {
	n := g.name()
	return g.of("$"+n, "${"+n+"}", "${"+n+":-d e}", "${"+n+"-w}", "${"+n+":+v}", "${"+n+"#a}", "${"+
		n+"%b*}", "${#"+n+"}",
		"${"+n+"/a/Q}", "${"+n+"//[ab]/_}", "${"+n+":1}", "${"+n+":=s}", "${"+n+"##*:}", "${"+n+"%%_*}",
		"${"+n+":0:2}", "${"+n+"/#a/b}", "${"+n+"^^}", "${!"+n+"}", "${"+n+"@Q}", "${"+n+":-$(echo a b)}",
		"${"+n+"-'q  r'}", "${"+n+"+\"$y\"}", "${"+n+": -1}")
}

// FuzzGrammar holds the interpreter to what the real shells run.
func FuzzGrammar(f *testing.F) {
	rigs := map[string]*rig{}
	for _, shell := range []string{"bash", "zsh"} {
		rigs[shell] = newRig(f, shell)
	}
	for seed := range 64 {
		b := make([]byte, 40)
		for i := range b {
			b[i] = byte(seed*37 + i*i*(seed+3))
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 || len(b) > 200 {
			return
		}
		g := &grammar{bytes: b[1:], zsh: b[0]%4 == 3}
		text := g.script()
		if text == "" || len(text) > 2000 || !valid(text) {
			return
		}
		for _, r := range rigs {
			if g.zsh && r.dialect != dialect.Zsh {
				continue
			}
			if o := r.judge(t, text); o.problem != "" {
				t.Error(r.shell, o.problem)
			}
		}
	})
}

// TestZshGrammar runs a sample of scripts with forms that only zsh has.
func TestZshGrammar(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("GRAMMAR_SCRIPTS"))
	start, _ := strconv.Atoi(os.Getenv("GRAMMAR_SEED"))
	r := newRig(t, "zsh")
	seed := uint32(start) + 7
	for range max(n, 150) {
		b := make([]byte, 60)
		for i := range b {
			seed = seed*1664525 + 1013904223
			b[i] = byte(seed >> 24)
		}
		g := &grammar{bytes: b, zsh: true}
		if o := r.judge(t, g.script()); o.problem != "" {
			t.Error(o.problem)
		}
	}
}

// TestGrammar runs a sample of the grammar's scripts: GRAMMAR_SCRIPTS of them, from GRAMMAR_SEED
// on.
func TestGrammar(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("GRAMMAR_SCRIPTS"))
	start, _ := strconv.Atoi(os.Getenv("GRAMMAR_SEED"))
	for _, shell := range []string{"bash", "zsh"} {
		t.Run(shell, func(t *testing.T) {
			r := newRig(t, shell)
			seed := uint32(start)
			for range max(n, 150) {
				b := make([]byte, 60)
				for i := range b {
					seed = seed*1664525 + 1013904223
					b[i] = byte(seed >> 24)
				}
				g := &grammar{bytes: b}
				if o := r.judge(t, g.script()); o.problem != "" {
					t.Error(o.problem)
				}
			}
		})
	}
}
