package compile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"sync"
	"testing"

	"github.com/fencepost/fencepost/internal/lowlevel/codec"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/store"
)

// counted is a store that counts what it has to make.
func counted(dir string, keep bool) (s *store.Store, made *int) {
	made = new(int)
	s = &store.Store{Dir: dir, Program: "test"}
	s.Make = func(file string, data []byte) ([]byte, error) {
		*made++
		u := Config(file, data)
		u.Program = s.Program
		if keep {
			_ = s.Keep(u)
		}
		return store.Encode(u), nil
	}
	return s, made
}

// says is what a config says by a store, as short text.
func says(t *testing.T, s *store.Store, file, text string) string {
	t.Helper()
	doc, errs, warnings := s.Read(file, []byte(text))
	if doc.Packed != nil {
		doc = doc.Packed.Whole()
	}
	return fmt.Sprint(doc.Default, doc.Tools.Bash.Allow, errs, warnings)
}

// wants is the same by the interpreter.
func wants(file, text string) string {
	u := Config(file, []byte(text))
	if len(u.Errors) > 0 { // of which no rule is asked
		return fmt.Sprint(u.Members[0].Document.Default, []policy.Prefix(nil), u.Errors, u.Warnings)
	}
	return fmt.Sprint(u.Members[0].Document.Default, u.Members[0].Document.Tools.Bash.Allow, u.Errors, u.Warnings)
}

// TestEdits: an edit is in force at the next call, whatever it makes of the config.
func TestEdits(t *testing.T) {
	s, made := counted(filepath.Join(t.TempDir(), "compiled"), true)
	for i := range 200 {
		text := fmt.Sprintf("default: %s\ntools: {bash: {allow: [tool-%d]}}\n",
			[]string{"ask", "deny", "nonsense"}[i%3], i)
		for range 2 {
			if got := says(t, s, "/x/f.yaml", text); got != wants("/x/f.yaml", text) {
				t.Fatalf("edit %d: got %s", i, got)
			}
		}
	}
	if *made != 200 {
		t.Errorf("%d of 200 edits were compiled, each is looked at twice", *made)
	}
}

// TestStores: without a store that can be used each call compiles, and nothing else changes.
func TestStores(t *testing.T) {
	text := "default: deny\ntools: {bash: {allow: [a]}}\n"
	want := wants("/f.yaml", text)
	base := t.TempDir()
	open := filepath.Join(base, "open")
	if err := errors.Join(os.Mkdir(open, 0o700), os.Chmod(open, 0o777)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(base, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	dirs := map[string]string{"none": "", "a file": filepath.Join(base, "file")}
	if runtime.GOOS != "windows" {
		dirs["one that others can write"] = open
	}
	for name, dir := range dirs {
		s, made := counted(dir, true)
		for range 3 {
			if got := says(t, s, "/f.yaml", text); got != want {
				t.Errorf("%s: got %s, want %s", name, got, want)
			}
		}
		if *made != 3 {
			t.Errorf("%s: made %d times", name, *made)
		}
	}
}

// TestDamagedStore: whatever is left of a compiled file, the answer is the interpreter's.
func TestDamagedStore(t *testing.T) {
	text := "default: deny\ntools: {bash: {allow: [a, b c], checks: [{test: '^x (?!y)'}]}}\n"
	want := wants("/f.yaml", text)
	s, made := counted(filepath.Join(t.TempDir(), "compiled"), false)
	u := Config("/f.yaml", []byte(text))
	u.Program = "test"
	if err := s.Keep(u); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(s.File("/f.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if got := says(t, s, "/f.yaml", text); got != want || *made != 0 {
		t.Fatalf("whole: got %s, made %d times", got, *made)
	}
	for n := range whole {
		if err := os.WriteFile(s.File("/f.yaml"), whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if got := says(t, s, "/f.yaml", text); got != want || *made != n+1 {
			t.Fatalf("cut off at %d: got %s, made %d times", n, got, *made)
		}
	}
	for name, change := range map[string]func(*store.Unit){
		"another program": func(u *store.Unit) { u.Program = "other" },
		"another file":    func(u *store.Unit) { u.File = "/g.yaml" },
		"another text":    func(u *store.Unit) { u.Of = []string{u.Of[0] + " "} },
	} {
		other := *u
		change(&other)
		if err := os.WriteFile(s.File("/f.yaml"), store.Encode(&other), 0o600); err != nil {
			t.Fatal(err)
		}
		before := *made
		if got := says(t, s, "/f.yaml", text); got != want || *made != before+1 {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

// TestNobodyCompiles: a config that cannot be compiled is a broken one.
func TestNobodyCompiles(t *testing.T) {
	for _, answer := range [][]byte{nil, []byte("nonsense"), store.Encode(Config("/g.yaml", nil))} {
		s := &store.Store{Program: "test", Make: func(string, []byte) ([]byte, error) {
			return answer, errors.New("there is no such program")
		}}
		doc, errs, _ := s.Read("/f.yaml", []byte("default: allow\n"))
		if len(errs) != 1 || doc == nil || errs[0].Mend == "" {
			t.Errorf("got %v, %v", doc, errs)
		}
	}
}

// TestTwoAtOnce: processes that compile one file at the same time do not disturb each other.
func TestTwoAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "compiled")
	var wg sync.WaitGroup
	for p := range 4 {
		wg.Go(func() {
			s, _ := counted(dir, true)
			for i := range 50 {
				text := fmt.Sprintf("default: ask\ntools: {bash: {allow: [tool-%d]}}\n", (i+p)%7)
				if got := says(t, s, "/f.yaml", text); got != wants("/f.yaml", text) {
					t.Errorf("got %s", got)
				}
			}
		})
	}
	wg.Wait()
	names, err := os.ReadDir(dir)
	if err != nil || len(names) != 1 {
		t.Errorf("%v, %v", names, err)
	}
}

// TestTrees: a tree is kept for the text that it was made of, and for no other.
func TestTrees(t *testing.T) {
	s, _ := counted(filepath.Join(t.TempDir(), "compiled"), true)
	if _, ok := s.Tree("yaml", "a: b"); ok {
		t.Error("there is a tree at first")
	}
	for i := range 600 {
		source := fmt.Sprintf("a: %d", i)
		if err := s.KeepTree("yaml", source, "tree of "+source); err != nil {
			t.Fatal(err)
		}
		if tree, ok := s.Tree("yaml", source); !ok || tree != "tree of "+source {
			t.Fatalf("got %q, %v", tree, ok)
		}
	}
	names, err := filepath.Glob(filepath.Join(s.Dir, "tree-*"))
	if err != nil || len(names) > 256 || len(names) < 200 {
		t.Errorf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data[:len(data)-1], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 600 {
		if tree, ok := s.Tree("yaml", fmt.Sprintf("a: %d", i)); ok {
			t.Fatalf("cut off, it is read: %q", tree)
		}
	}
}

// FuzzDecode reads files that anybody could have written.
func FuzzDecode(f *testing.F) {
	f.Add(store.Encode(Config("f.yaml", everyKey(f))))
	magic := string(store.Encode(Config("f.yaml", nil))[:len("fencepst\x00")])
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > len(magic)+4 { // with the right sum
			store.Decode(codec.Seal(magic, string(data[len(magic)+4:])))
		}
		u, ok := store.Decode(data)
		if !ok {
			return
		}
		if again, ok := store.Decode(data); !ok || !reflect.DeepEqual(again.Errors, u.Errors) {
			t.Error("read twice, it says two things")
		}
	})
}
