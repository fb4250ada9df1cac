//go:build unix

package cmdoutput_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/shparse/cmdoutput"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// The real shells and tools say what is right: whatever is computed as known must be what they
// print.

// inputs are standard inputs for filters.
var inputs = []string{"ls\n", "ls", "", "a:b:c\n", "ab cd\nef\n", "6c73\n", "6c7\n", "6c 73\n",
	"bHM=\n", "bHM\n",
	"YQ==YQ==\n", "a\tb\tc\n", "x-y_z\n", "äö\n", "#\n", "\n", "\n\na\n",
	"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "a\\b\n", "AbC\n"}

// filters are commands with their words.
func filters() (list [][]string) {
	add := func(words ...string) { list = append(list, words) }
	sets := []string{"a", "ls", "a-c", "a-z", "A-Z", "0-9", "l-s", "c-a", "a-c-e", "-a", "a-", "-",
		"--", "\\n", "\\t", "\\\\", "\\164",
		"\\0164", "\\0164ls", "\\16", "\\-", "[a-z]", "[:upper:]", "aa", "aab", "", ":", "_-", "xprm",
		"xlsh", "a-C", "!-~", "ä", "\\x6c"}
	for _, a := range sets {
		add("tr", "-d", a)
		for _, b := range sets {
			add("tr", a, b)
		}
	}
	for _, o := range []string{"-s", "-cd", "-c", "-t"} {
		add("tr", o, "a", "b")
		add("tr", o, "a")
	}
	lists := []string{"1", "2", "1-2", "2-", "-2", "0", "-", "2-1", "1,2", "9", "5-", "00", "1-1-1",
		"999999", "9999999999999999999"}
	for _, l := range lists {
		for _, o := range []string{"-c", "-b", "-f"} {
			add("cut", o, l)
			add("cut", o+l)
			add("cut", o+l, o+l)
			add("cut", "-d:", o, l)
			add("cut", "-d", ":", o+l)
			add("cut", "-d", ":", "-d", " ", o+l)
			add("cut", o, l, "-s")
			add("cut", "--", o, l)
			add("cut", "-s"+o[1:]+l)
		}
	}
	add("cut", "-d", "", "-f1")
	add("cut", "-d", "\n", "-f1")
	add("cut", "-d:", "-f1", "-c1")
	add("cut", "-d:")
	for _, n := range []string{"1", "0", "00", "2", "-1", "+2", "1k", "99", "010", "9999999", "1 ",
		""} {
		for _, c := range []string{"head", "tail"} {
			add(c, "-n", n)
			add(c, "-n"+n)
			add(c, "-"+n)
			add(c, "-c", n)
			add(c, "-n", n, "-n", "1")
		}
	}
	for _, o := range [][]string{{}, {"-r", "-p"}, {"-p", "-r"}, {"-rp"}, {"-pr"}, {"-r", "-ps"},
		{"-r"}, {"-r", "-r"}, {"-p"}, {"-ps", "-p"}, {"-r", "-plain"}} {
		add(append([]string{"xxd"}, o...)...)
	}
	for _, o := range [][]string{{}, {"-d"}, {"--decode"}, {"--dec"}, {"-di"}, {"-D"}, {"-w0"},
		{"-d", "-"}, {"-w", "0"}} {
		add(append([]string{"base64"}, o...)...)
	}
	for _, c := range []string{"cat", "tee", "rev", "head", "tail"} {
		add(c)
		add(c, "-")
		add(c, "-n")
		add(c, "--")
	}
	for _, script := range []string{"s/a/b/", "s/a/b/g", "s|l|r|", "s/l/r/;s/s/m/", "s/a/b/ ; s/b/c/g",
		"s/a/&/", "s/a.b/x/", "s/A/x/I", "s/a/b/2",
		"s/x-y/z/", "s/_/ /g", "s:b:d:", "s,a,b,", "s;a;b;", "s;a;b;g", "s/a//g", "s//b/", "s/^/x/",
		"s/$/y/", "s/a/.b./", "s,^,/h/.,g", "s/^/a/;s/$/b/", "s/^a/x/", "s/a$/x/", "s/^/&/", "s/$/z/2",
		"s/a/b", "1d", "s/a/b/w x", "s/a/b/e", "y/a/b/",
		"s/a/\\n/", "s/ /-/g", "s#a#b#g", "s'a'b'", "s/a/b/;", "s+a+b+", "s/1/2/g;s/2/3/"} {
		add("sed", script)
		add("sed", "-e", script)
		add("sed", "-E", script)
		add("sed", "-n", script)
	}
	return list
}

// builtins are words for echo and printf.
func builtins() (list [][]string) {
	words := []string{"a", "-n", "-e", "-E", "-ne", "-nE", "-", "--", "-x", `\n`, `a\tb`, `\0164`,
		`\164`, `\0`, `\01`, `\0777`, `\x6c`, `\x6cs`, `\x`,
		`\e`, `\E`, `\c`, `\u0041`, `\q`, `\\`, `\`, `a\`, "%s", "", " ", `\18`, `\08`, "ä", `\"`}
	for _, a := range words {
		list = append(list, []string{"echo", a})
		for _, b := range words {
			list = append(list, []string{"echo", a, b})
		}
	}
	formats := []string{"a", "%s", "%s\\n", "%s-%s", "%b", "%d", "%i", "%u", "%c", "%%", "%", "%q",
		"%5s", "%-d", "%.0s", "%x", `\0164`, `\164`,
		`\1641`, `\0`, `\x6c`, `\x6cs`, `\c`, `\\`, `\`, "-n", "--", "%s%", "%%%s", "%(%F)T", "a%sb%dc",
		`\e`, `\400`, `\777`, `\"`, `\8`}
	values := [][]string{{}, {"a"}, {"a", "b"}, {"7"}, {"-7"}, {"+7"}, {"08"}, {" 7"}, {"0x10"},
		{"9223372036854775807"}, {"9223372036854775808"},
		{"-0"}, {""}, {"", "x"}, {`\0164`}, {`\164`}, {`\01641`}, {`\x6c`}, {`\c`, "x"}, {`\\`}, {"ä"},
		{"1", "2", "3"}, {`\0777`}, {"-n"}, {"1.5"}}
	for _, f := range formats {
		for _, v := range values {
			list = append(list, append([]string{"printf", f}, v...))
			list = append(list, append([]string{"printf", "--", f}, v...))
		}
	}
	for _, n := range []string{"a", "a/b", "a//b//", "/", "//", "///", "/a", "a/", ".", "..", "../a",
		"a/..", "", "-a", "a b/c d", "/a//b", "a.c", ".c", "x/.c"} {
		list = append(list, []string{"basename", n}, []string{"basename", n, ".c"},
			[]string{"basename", n, "b"}, []string{"basename", n, ""},
			[]string{"dirname", n}, []string{"dirname", n, "x"}, []string{"basename", "-a", n},
			[]string{"basename", n, "-a"})
	}
	return list
}

// row is a command of the batch with what was computed for it.
type row struct {
	words []string
	input string
	want  string
}

// compare runs the rows in a shell, all in one, and reports those that print something else.
func compare(t *testing.T, shell string, env []string, rows []row) {
	t.Helper()
	path := testkit.Installed(t, shell)
	dir := t.TempDir()
	var script strings.Builder
	for i, r := range rows {
		fmt.Fprintf(&script, "printf %%s %s | { ", quoted(r.input))
		for _, w := range r.words {
			script.WriteString(quoted(w) + " ")
		}
		fmt.Fprintf(&script, "; } >%d 2>/dev/null\n", i)
	}
	// An input with escapes must reach the pipe as it is: %s leaves it alone.
	file := filepath.Join(dir, "script")
	if err := os.WriteFile(file, []byte(script.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, file)
	if shell == "zsh" {
		cmd = exec.Command(path, "-f", file)
	}
	cmd.Dir, cmd.Env = dir, append(env, "PATH="+os.Getenv("PATH"))
	cmd.Run() // the status is that of the last row
	for i, r := range rows {
		got, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(i)))
		if err != nil {
			t.Fatalf("%s: %q was not run: %v", shell, r.words, err)
		}
		if string(got) != r.want {
			t.Errorf("%s: %q with input %q prints %q, computed %q", shell, r.words, r.input, got, r.want)
		}
	}
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// known are the rows of which the output is computed.
func known(shell dialect.Dialect, commands [][]string, inputs []string) (rows []row) {
	for _, words := range commands {
		for _, input := range inputs {
			c := cmdoutput.Call{Name: words[0], Args: words[1:], Shell: shell, Input: input, Piped: true}
			if text, ok := c.Print(); ok {
				rows = append(rows, row{words, input, text})
			}
		}
	}
	return rows
}

// TestBuiltins compares echo, printf, basename and dirname in each shell.
func TestBuiltins(t *testing.T) {
	for _, s := range []struct {
		name  string
		shell dialect.Dialect
	}{{"bash", dialect.Bash}, {"zsh", dialect.Zsh}, {"dash", dialect.POSIX}, {"bash", dialect.POSIX}} {
		rows := known(s.shell, builtins(), []string{""})
		if len(rows) < 100 {
			t.Errorf("%s: only %d outputs are computed", s.name, len(rows))
		}
		compare(t, s.name, []string{"LC_ALL=C.UTF-8"}, rows)
	}
}

// TestFilters compares the filters in two locales.
func TestFilters(t *testing.T) {
	rows := known(dialect.Bash, filters(), inputs)
	if len(rows) < 1000 {
		t.Errorf("only %d outputs are computed", len(rows))
	}
	some := rows
	if !testkit.IsNightly() { // each row starts two programs
		some = some[:0:0]
		for i := 0; i < len(rows); i += 17 {
			some = append(some, rows[i])
		}
	}
	compare(t, "bash", []string{"LC_ALL=C"}, some)
	compare(t, "bash", []string{"LC_ALL=C.UTF-8"}, some)
}

// TestDoubtfulOutputIsNotComputed holds what must not be computed, each for a reason that once was
// overlooked.
func TestDoubtfulOutputIsNotComputed(t *testing.T) {
	for _, c := range []cmdoutput.Call{
		{Name: "tr", Args: []string{"[:lower:]", "x"}, Input: "ls\n"},
		{Name: "tr", Args: []string{"-d", "-c", "a"}, Input: "ls\n"},
		{Name: "cut", Args: []string{"-c1", "-c1"}, Input: "#\n"}, // an error
		{Name: "cut", Args: []string{"-d:", "-d ", "-f1"}, Input: "a\n"},
		{Name: "xxd", Args: []string{"-rp"}, Input: "6c73\n"}, // not -r -p
		{Name: "rev", Input: "äö\n"},
		{Name: "base64", Args: []string{"-di"}, Input: "bHM=\n"},
		{Name: "head", Args: []string{"-n", "-1"}, Input: "a\n"},
		{Name: "printf", Args: []string{`\400`}},
		{Name: "printf", Args: []string{"%d", "08"}},
		{Name: "echo", Args: []string{`a\nb`}, Shell: dialect.POSIX},
		{Name: "echo", Args: []string{"-n", "a"}, Shell: dialect.POSIX},
	} {
		c.Piped = true
		if text, ok := c.Print(); ok {
			t.Errorf("%s %q is taken to print %q", c.Name, c.Args, text)
		}
	}
	// \016 and 4, not the t of \164.
	tr := cmdoutput.Call{Name: "tr", Args: []string{`\0164ls`, "xlsh"}, Input: "ls\n", Piped: true}
	if text, ok := tr.Print(); ok && text != "sh\n" {
		t.Errorf("tr prints %q", text)
	}
	// In a format an octal number has three digits at most, zeros included.
	c := cmdoutput.Call{Name: "printf", Args: []string{`\0164`}}
	if text, ok := c.Print(); ok && text != "\x0e4" {
		t.Errorf("printf \\0164 prints %q", text)
	}
}
