package filelists

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// fresh is the budget of a call.
func fresh() *Budget { return NewBudget(time.Time{}) }

// spent is a budget of which nothing is left.
func spent() *Budget { return new(Budget) }

func names(l List) string {
	var out []string
	for _, e := range l.Entries {
		out = append(out, e.Name)
	}
	slices.Sort(out)
	text := strings.Join(slices.Compact(out), " ")
	if l.Why != "" {
		text += "!"
	}
	return text
}

func TestPatch(t *testing.T) {
	git := Names{Strip: 1, Guess: true}
	for _, tt := range []struct {
		name string
		text string
		how  Names
		want string
	}{
		{"unified by git",
			"diff --git a/x/y.c b/x/y.c\n--- a/x/y.c\n+++ b/x/y.c\n@@ -1 +1 @@\n-a\n+b\n", git, "x/y.c"},
		{"a new empty file", "diff --git a/e b/e\nnew file mode 100644\nindex 000..e69\n", git, "e"},
		{"a name with blanks",
			"diff --git a/x y b/x y\nnew file mode 100644\n--- /dev/null\n+++ b/x y\n", git,
			"x x y x y b/x y"},
		{"a quoted name", "diff --git \"a/\\303\\244\" \"b/\\303\\244\"\n", git, "ä"},
		{"a quoted name with a quote", "+++ \"b/.cl\\141ude/settings.json\"\n", Names{Strip: 1},
			".claude/settings.json"},
		{"a rename", "diff --git a/o b/n\nsimilarity index 100%\nrename from o/a\nrename to n/b\n",
			Names{}, "a/o b/n n/b o/a"},
		{"a copy", "copy from c/a\ncopy to c/b\n", Names{}, "c/a c/b"},
		{"strip two", "--- a/b/c/d\n+++ a/b/c/d\n", Names{Strip: 2}, "c/d"},
		{"strip none", "--- a/b\n+++ a/b\n", Names{}, "a/b"},
		{"strip not known", "--- a/b/c\n+++ a/b/c\n", Names{Strip: -1}, "a/b/c b/c c"},
		{"guessed without git's header", "--- .claude/settings.json\n+++ .claude/settings.json\n", git,
			".claude/settings.json settings.json"},
		{"a prefix", "+++ b/x\n", Names{Strip: 1, Prefix: "sub/"}, "sub/x"},
		{"a date behind a tab", "--- x/a\t2024-01-01 00:00:00\n+++ x/b\t2024-01-01\n", Names{},
			"x/a x/b"},
		{"a date behind a blank", "+++ x/b Mon Jan 1\n", Names{}, "x/b x/b Mon Jan 1"},
		{"context", "*** a/x 2020\n--- b/x 2020\n***************\n*** 1 ****\n--- 1 ----\n",
			Names{Strip: 1}, "x x 2020"},
		{"an index line", "Index: src/a.c\n===\n", Names{}, "src/a.c"},
		{"indented", "   --- a/x\n   +++ b/x\n", Names{Strip: 1}, "x"},
		{"quoted in a mail", "- --- a/x\n- +++ b/x\n", Names{Strip: 1}, "x"},
		{"behind X", "X+++ b/x\n", Names{Strip: 1}, "x"},
		{"ends with CR LF", "+++ b/x\r\n", Names{Strip: 1}, "x"},
		{"several slashes", "+++ b//x\n", Names{Strip: 1}, "x"},
		{"an encoded mail", "Content-Transfer-Encoding: base64\n\nLS0tIGEvYgo=\n", Names{Mail: true},
			"!"},
		{"a plain mail", "Content-Transfer-Encoding: 8bit\n\n+++ b/x\n", Names{Strip: 1, Mail: true},
			"x"},
		{"text without a header", "1c1\n< a\n---\n> b\n", git, "!"},
		{"nothing", "", git, ""},
		{"a control character", "+++ b/x\x01y\n", Names{Strip: 1}, "!"},
		{"a link and a name below it",
			"diff --git a/l b/l\nnew file mode 120000\n+++ b/l\ndiff --git a/l/x b/l/x\n+++ b/l/x\n", git,
			"l l/x!"},
	} {
		if got := names(Patch(tt.text, tt.how, fresh())); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func tarOf(t testing.TB, headers ...tar.Header) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, h := range headers {
		h.Mode = 0o644
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(make([]byte, h.Size)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTar(t *testing.T) {
	long := strings.Repeat("d/", 120) + "x"
	plain := tarOf(t, tar.Header{Name: "a"}, tar.Header{Name: "d/b", Size: 700})
	broken := bytes.Clone(plain)
	broken[0] ^= 1
	for _, tt := range []struct {
		name string
		data []byte
		want string
	}{
		{"plain", plain, "a d/b"},
		{"a directory", tarOf(t, tar.Header{Name: "d/", Typeflag: tar.TypeDir}), "d/"},
		{"pax", tarOf(t, tar.Header{Name: long, Format: tar.FormatPAX}, tar.Header{Name: "z"}),
			long[:100] + " " + long + " z"},
		{"ustar with a prefix", tarOf(t, tar.Header{Name: strings.Repeat("p", 90) + "/" +
			strings.Repeat("n", 90), Format: tar.FormatUSTAR}),
			strings.Repeat("p", 90) + "/" + strings.Repeat("n", 90)},
		{"a link", tarOf(t, tar.Header{Name: "l", Typeflag: tar.TypeSymlink, Linkname: "/etc"}), "l"},
		{"below a link", tarOf(t, tar.Header{Name: "l", Typeflag: tar.TypeSymlink, Linkname: "/etc"},
			tar.Header{Name: "./l/x"}), "./l/x l!"},
		{"a hard link", tarOf(t, tar.Header{Name: "h", Typeflag: tar.TypeLink, Linkname: "a"}), "a h"},
		{"no end", plain[:1024], "a d/b!"},
		{"cut", plain[:700], "a!"},
		{"a wrong checksum", broken, "!"},
		{"another archive behind the end", append(bytes.Clone(plain), plain...), "a d/b!"},
		{"a zip archive", append([]byte("PK\x03\x04"), make([]byte, 2000)...), "!"},
		{"nothing", nil, "!"},
		{"zeros", make([]byte, 1024), "!"},
	} {
		got := names(Tar(bytes.NewReader(tt.data), fresh()))
		if tt.name == "pax" {
			if !strings.HasSuffix(got, " z") || !strings.Contains(got, long+" ") &&
				!strings.HasPrefix(got, long+" ") {
				t.Errorf("pax: got %q", got)
			}
			continue
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTarLongNames(t *testing.T) {
	long := strings.Repeat("d/", 120) + "x"
	got := names(Tar(bytes.NewReader(tarOf(t, tar.Header{Name: long, Format: tar.FormatGNU},
		tar.Header{Name: "z"})), fresh()))
	if !strings.Contains(got, long) || !strings.HasSuffix(got, " z") {
		t.Errorf("got %q", got)
	}
}

type member struct {
	name string
	link bool
}

func zipOf(t testing.TB, members ...member) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate}
		if m.link {
			h.SetMode(os.ModeSymlink | 0o777)
		}
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, "some text, some text"); err != nil &&
			!strings.HasSuffix(m.name, "/") {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestZip(t *testing.T) {
	plain := zipOf(t, member{name: "a"}, member{name: "d/b"})
	// The name in the local header is another one than that of the directory.
	other := bytes.Clone(plain)
	copy(other[30:], "z")
	for _, tt := range []struct {
		name string
		data []byte
		want string
	}{
		{"plain", plain, "a d/b"},
		{"a directory", zipOf(t, member{name: "d/"}), "d/"},
		{"empty", zipOf(t), ""},
		{"backslashes", zipOf(t, member{name: `d\b`}), `d/b d\b`},
		{"a link", zipOf(t, member{"l", true}, member{name: "m"}), "l m"},
		{"below a link", zipOf(t, member{"l", true}, member{name: "L/x"}), "L/x l!"},
		{"two names for one member", other, "!"},
		{"cut", plain[:len(plain)-3], "!"},
		{"something before", append([]byte("#!/bin/sh\n"), plain...), "!"},
		{"something behind", append(bytes.Clone(plain), 'x'), "!"},
		{"a NUL in a name", zipOf(t, member{name: "a\x00b"}), "!"},
		{"a tar archive", tarOf(t, tar.Header{Name: "a"}), "!"},
		{"nothing", nil, "!"},
	} {
		if got := names(Zip(bytes.NewReader(tt.data), int64(len(tt.data)), fresh())); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestPackedTar: the names of an archive that is packed with gzip are read, and none of one that is
// damaged.
func TestPackedTar(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(tarOf(t, tar.Header{Name: "a"}, tar.Header{Name: "d/b"})); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	whole := packed.Bytes()
	wrongSum := bytes.Clone(whole)
	wrongSum[len(wrongSum)-5] ^= 1
	for _, tt := range []struct {
		name string
		data []byte
		want string
	}{
		{"whole", whole, "a d/b"},
		{"no header", whole[:5], "!"},
		{"cut", whole[:len(whole)/2], "!"},
		{"a wrong checksum", wrongSum, "a d/b!"},
		{"more behind it", append(bytes.Clone(whole), 'x'), "a d/b!"},
	} {
		file := filepath.Join(t.TempDir(), "a.tgz")
		if err := os.WriteFile(file, tt.data, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := names(TarFile(file, fresh())); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestWalk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "d/b", "d/e/.claude/settings.json"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(dir, filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	if got, want := names(Walk(dir, fresh())),
		"a d d/b d/e d/e/.claude d/e/.claude/settings.json loop"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := names(Walk(filepath.Join(dir, "missing"), fresh())); got != "!" {
		t.Errorf("missing: got %q", got)
	}
	if got := Walk(dir, spent()); got.Why == "" {
		t.Errorf("with nothing left: got %v", got)
	}
}

// TestBudget holds what is read to its bounds.
func TestBudget(t *testing.T) {
	var b strings.Builder
	for i := range MaxEntries + 10 {
		fmt.Fprintf(&b, "+++ b/f%d\n", i)
	}
	budget := fresh()
	l := Patch(b.String(), Names{Strip: 1}, budget)
	if len(l.Entries) > MaxEntries || l.Why == "" {
		t.Errorf("%d names, %q", len(l.Entries), l.Why)
	}
	if l := Patch("+++ b/x\n", Names{Strip: 1}, budget); l.Why == "" {
		t.Errorf("the bound is one for all trees of a call: %v", l)
	}
	bomb := tarOf(t, tar.Header{Name: "big", Size: 1 << 20})
	if l := Tar(io.MultiReader(bytes.NewReader(bomb[:512]), zeros{}), fresh()); l.Why == "" {
		t.Errorf("no end: %v", l)
	}
	if l := Patch("+++ b/x\n", Names{}, spent()); l.Why == "" {
		t.Errorf("with nothing left: %v", l)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
