package powershell

import (
	"os"
	"path"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

// world is one in which a few cmdlets are known.
type world struct{ ran []string }

func (w *world) Canonical(name string) string {
	switch name = strings.ToLower(name); name {
	case "iex":
		return "invoke-expression"
	case "cd", "sl":
		return "set-location"
	case "%", "foreach":
		return "foreach-object"
	case "?", "where":
		return "where-object"
	case "gci", "dir":
		return "get-childitem"
	case "ri", "del":
		return "remove-item"
	case "echo":
		return "write-output"
	case "invoke-expression", "set-location", "foreach-object", "where-object", "get-childitem",
		"remove-item", "push-location", "set-alias",
		"set-variable", "select-object", "sort-object", "write-output", "out-file", "write-host",
		"get-content":
		return name
	}
	return ""
}

func (w *world) Home() string { return "/home/u" }

func (w *world) Chdir(dirs fact.Dirs, to *fact.Word) fact.Dirs {
	if !to.Known() || !dirs.Known {
		return fact.Dirs{}
	}
	var list []string
	for _, d := range dirs.List {
		if path.IsAbs(to.Text) {
			d = "/"
		}
		list = append(list, path.Join(d, to.Text))
	}
	return fact.Dirs{List: list, Known: true}
}

// Run notes a command as NAME and its arguments, with its input, variables and directories where
// there are some.
func (w *world) Run(c *Command) Value {
	var b strings.Builder
	show := func(x *fact.Word) {
		b.WriteString(x.Text)
		if x.Kind == fact.Partial {
			b.WriteString("…" + x.Suffix)
		}
	}
	show(&c.Name)
	for i := range c.Args {
		a := &c.Args[i]
		b.WriteByte(' ')
		switch {
		case a.Param != "" && a.Colon:
			b.WriteString("-" + a.Param + ":")
		case a.Param != "":
			b.WriteString("-" + a.Param)
		case a.Block:
			b.WriteString("{}")
		}
		for k := range a.Words {
			if k > 0 {
				b.WriteByte(',')
			}
			if !a.Block {
				show(&a.Words[k])
			}
		}
	}
	for _, x := range c.Env {
		b.WriteString(" [" + x.Name + "=" + x.Value.Text + "]")
	}
	for _, name := range c.Takes {
		b.WriteString(" [takes " + name + "]")
	}
	if c.Input != nil && c.Input.Kind != Any {
		b.WriteString(" <")
		for i := range c.Input.Words {
			b.WriteByte(' ')
			show(&c.Input.Words[i])
		}
	}
	if !c.Dirs.Known {
		b.WriteString(" @?")
	} else if len(c.Dirs.List) > 1 || c.Dirs.List[0] != "/p" {
		b.WriteString(" @" + strings.Join(c.Dirs.List, ","))
	}
	if c.Lost {
		b.WriteString(" lost")
	}
	w.ran = append(w.ran, b.String())
	switch w.Canonical(c.Name.Text) {
	case "get-childitem":
		return Value{Kind: Files, Words: []fact.Word{{Text: "./*", Glob: true}}}
	case "write-output":
		v := Value{Kind: Text}
		for i := range c.Args {
			v.Words = append(v.Words, c.Args[i].Words...)
		}
		return v
	}
	return unknown("")
}

func read(text string) (ran []string, problems []Problem) {
	w := &world{}
	s := Read(text, Options{World: w, Dirs: fact.Dirs{List: []string{"/p"}, Known: true}})
	return w.ran, s.Problems
}

// TestCommandsOfTexts holds the reader to testdata/read.txt: a text, a line with a percent sign, the
// commands that run in it, one a line, and an empty line. A line with an exclamation mark says that a part
// of the text is not read.
func TestCommandsOfTexts(t *testing.T) {
	data, err := os.ReadFile("testdata/read.txt")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimRight(string(data), "\n"), "\n\n")
	if len(rows) < 100 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		text, want, ok := strings.Cut(row, "\n%\n")
		if !ok {
			text, want = strings.TrimSuffix(row, "\n%"), ""
		}
		text = strings.NewReplacer("⏎", "\n", "␍", "\r").Replace(text)
		ran, problems := read(text)
		got := strings.Join(ran, "\n")
		if len(problems) > 0 {
			got += "\n!"
		}
		if got = strings.TrimLeft(got, "\n"); got != want {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s\n%v", text, got, want, problems)
		}
	}
}

// FuzzRead reads any text. A text that is read as a whole never hides the statement behind it: a
// reader that took a part of it for a string or a comment would.
func FuzzRead(f *testing.F) {
	data, err := os.ReadFile("testdata/read.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, row := range strings.Split(string(data), "\n\n") {
		text, _, _ := strings.Cut(row, "\n%")
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		if _, problems := read(text); len(problems) > 0 || strings.Contains(text, "zz-last") {
			return
		}
		ran, problems := read(text + "\nzz-last")
		if len(problems) > 0 {
			return
		}
		for _, line := range ran {
			if strings.HasPrefix(line, "zz-last") {
				return
			}
		}
		t.Errorf("%q hides what stands behind it: %q", text, ran)
	})
}

// TestBounded: what nests, grows or repeats ends in a problem, and soon.
func TestBounded(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(", 5000), strings.Repeat("{ ", 5000), strings.Repeat("$(", 5000), `"` +
			strings.Repeat(`$("`, 3000),
		strings.Repeat("if (1) { ", 500), strings.Repeat("@{a=", 3000), strings.Repeat("!", 5000) + "1",
		strings.Repeat("[int]", 5000) + "1",
		strings.Repeat("1..3 | % { ", 40) + strings.Repeat("}", 40), "function f { f }; f",
		"function f { g; g }; function g { f; f }; f",
		`$a = 'iex $a'; iex $a`, "$x = 1" + strings.Repeat("; $x = $x, $x", 200), "$s = 'ab'" +
			strings.Repeat("; $s = $s + $s", 200),
		"$h = @{a=1}" + strings.Repeat("; $h = @{a=$h;b=$h}; $h = $h + $h", 100), strings.Repeat("x;",
			60000),
		"$a.b" + strings.Repeat(".c", 20000), strings.Repeat("a | ", 20000) + "b",
		strings.Repeat("while (1) { ", 30) + strings.Repeat("}", 30),
	} {
		read(text)
	}
}
