package tasks

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// seeds are the worlds of a table.
func seeds(f *testing.F, name string) {
	t := &testing.T{}
	calls, files := tableCalls(t, name)
	for i, c := range calls {
		for _, text := range files[i] {
			f.Add(text, strings.Join(c.Names, " "))
		}
	}
}

// fuzzReader reads one file of any text. It must end, within the bounds, and a reading that is
// complete has no line with anything unknown.
func fuzzReader(f *testing.F, reader, tool, file string) {
	f.Fuzz(func(t *testing.T, source, names string) {
		for _, args := range [][]string{nil, {"x y", Word}} {
			c := &Call{Reader: reader, Tool: tool, Dir: "/p", Names: strings.Fields(names), Args: args}
			r := Read(c, tree{"/p/" + file: source})
			if len(r.Lines) > maxLines || len(r.Files) > maxFiles {
				t.Errorf("%d lines, %d files", len(r.Lines), len(r.Files))
			}
			for _, l := range r.Lines {
				if strings.ContainsAny(l.Text, unknown+Word) || l.Line < 1 || l.Dir == "" {
					t.Errorf("%+v", l)
				}
				if r.Complete() && strings.Contains(l.Text, unknownText) &&
					!strings.Contains(l.Text, unknownWord) && !strings.Contains(source, unknownText) {
					t.Errorf("complete, with %q", l.Text)
				}
			}
		}
	})
}

func FuzzPackageJSON(f *testing.F) {
	seeds(f, "testdata/package-json.txt")
	fuzzReader(f, "package-json", "npm", "package.json")
}

func FuzzMake(f *testing.F) {
	seeds(f, "testdata/make.txt")
	seeds(f, "testdata/make-real.txt")
	fuzzReader(f, "make", "make", "Makefile")
}

func FuzzJust(f *testing.F) {
	seeds(f, "testdata/just.txt")
	fuzzReader(f, "just", "just", "justfile")
}

func FuzzTaskfile(f *testing.F) {
	seeds(f, "testdata/taskfile.txt")
	fuzzReader(f, "taskfile", "task", "Taskfile.yml")
}

func FuzzMise(f *testing.F) {
	seeds(f, "testdata/mise.txt")
	fuzzReader(f, "mise", "mise", "mise.toml")
}

func FuzzPoe(f *testing.F) {
	seeds(f, "testdata/poe.txt")
	fuzzReader(f, "poe", "poe", "pyproject.toml")
}

func FuzzComposer(f *testing.F) {
	seeds(f, "testdata/other.txt")
	fuzzReader(f, "composer", "composer", "composer.json")
}

func FuzzDeno(f *testing.F) {
	seeds(f, "testdata/other.txt")
	fuzzReader(f, "deno", "deno", "deno.json")
}

// FuzzJSON holds the reader of JSON to the one of the standard library.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,-2.5e+3,"\u00e9\ud83d\ude00\ud800x",true,null]}`, `{}`, `[]`,
		`"x"`, `{"a":1,"a":2}`, `[1,]`, `01`, `"\x"`, "\"\t\"", ` {"a" : {"b" : []}} `} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		var want any
		err := json.Unmarshal([]byte(source), &want)
		v, ok := parseJSON(source, false)
		if strings.HasPrefix(source, "\ufeff") {
			return
		}
		if ok && err != nil {
			t.Fatalf("%q is read, and is no JSON: %v", source, err)
		}
		if ok && !same(v, want) {
			t.Fatalf("%q: %+v, want %+v", source, v, want)
		}
		if !ok && err == nil && len(source) < 1000 && utf8.ValidString(source) {
			t.Fatalf("%q is not read", source)
		}
	})
}

// FuzzTOML holds the reader of TOML to a library: what it reads, it reads alike.
func FuzzTOML(f *testing.F) {
	for _, name := range []string{"testdata/mise.txt", "testdata/poe.txt"} {
		t := &testing.T{}
		_, files := tableCalls(t, name)
		for _, tr := range files {
			for _, text := range tr {
				f.Add(text)
			}
		}
	}
	for _, s := range []string{
		"a.b = 1\na.c = 2\n[d]\n[d.e]\n[[x]]\ny = 1\n[[x]]\n[x.z]\nq = {a = 1, b.c = 'x'}\n",
		"a = \"\"\"x\\\n   y\"\"\"\"\n'k' = '''\nz'''\n", "[a]\n[a]\n", "a = 1\na = 2\n",
		"a = {}\na.b = 1",
		"[a.b]\n[a]\nb = 1\n", "a = []\n[[a]]\n", "[a]\nb.c = 1\n[a.b]\n", "a = 1979-05-27\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		v, ok := parseTOML(source)
		var want map[string]any
		if _, err := toml.Decode(source, &want); !ok || err != nil {
			return // what is no TOML stops the real tool
		}
		if !same(v, want) {
			t.Fatalf("%q: %s, want %+v", source, dump(v), want)
		}
	})
}

// same reports whether a value is that of a library. Of what is no text, list or mapping only the
// kind is compared.
func same(v *value, want any) bool {
	switch w := want.(type) {
	case map[string]any:
		for name, item := range w {
			if got := v.get(name); got == nil || !same(got, item) {
				return false
			}
		}
		for _, name := range v.names {
			if _, ok := w[name]; !ok && strings.ToValidUTF8(name, "") == name {
				return false
			}
		}
		return v.kind == mapping
	case string:
		return v.kind == text && (v.text == w || strings.ToValidUTF8(v.text, "\ufffd") != v.text)
	default:
		l := reflect.ValueOf(want)
		if want == nil || l.Kind() != reflect.Slice {
			return v.kind == other
		}
		if v.kind != list || l.Len() != len(v.items) {
			return false
		}
		for i, item := range v.items {
			if !same(item, l.Index(i).Interface()) {
				return false
			}
		}
		return true
	}
}

func dump(v *value) string {
	out := ""
	for i, item := range v.items {
		if v.kind == mapping {
			out += v.names[i] + "="
		}
		out += dump(item) + ";"
	}
	return "(" + v.text + out + ")"
}
