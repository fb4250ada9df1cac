package compile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/fencepost/fencepost/internal/lowlevel/sshsig/sshsigtest"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/handout"
	"github.com/fencepost/fencepost/internal/policy/store"
)

var signer = sshsigtest.New("acme")

// signedPolicy is a policy of files with these texts.
func signedPolicy(texts ...string) *policy.HandedOut {
	var files []handout.File
	for i, text := range texts {
		files = append(files, handout.File{Name: fmt.Sprintf("f%d.yaml", i), Data: []byte(text)})
	}
	data := handout.Encode("1", files)
	return &policy.HandedOut{File: "/p", Key: signer.Key(), Data: data,
		Signature: signer.Sign(handout.Namespace, data)}
}

// TestBundle: what is read is what was written, every field of every file; and cut off anywhere it
// is not read.
func TestBundle(t *testing.T) {
	b := Policy(signedPolicy(
		"meta: {title: T, description: D}\nbaked: {name: acme, version: '1', enforced: true}\n"+
			"parts: [{name: p, match: x}]\ntools: {bash: {deny: [a b], checks: [{test: '^(?&p) (?!y)'}]}}\n",
		"default: deny\ntools: {bash: {allow: [c]}}\n"))
	if len(b.Errors) > 0 {
		t.Fatal(b.Errors)
	}
	b.Program = "p"
	data := store.Encode(b)
	got, ok := store.Decode(data)
	if !ok || got.Program != "p" || !slices.Equal(got.Of, b.Of) || len(got.Members) != 2 {
		t.Fatalf("%v: %+v", ok, got)
	}
	for i, m := range got.Members {
		want := b.Members[i]
		if m.Name != want.Name || m.Hash != want.Hash {
			t.Errorf("%q %q, want %q %q", m.Name, m.Hash, want.Name, want.Hash)
		}
		if where := differ(reflect.ValueOf(m.Document.Packed.Whole()),
			reflect.ValueOf(want.Document), "Document"); where != "" {
			t.Errorf("%s of file %d is another one", where, i)
		}
	}
	for n := range data {
		if _, ok := store.Decode(data[:n]); ok {
			t.Errorf("cut off at %d it is read", n)
		}
	}
}

func countedBundles(dir string) (s *store.Store, made *int) {
	made = new(int)
	s = &store.Store{Dir: dir, Program: "test"}
	s.MakePolicy = func(h *policy.HandedOut) ([]byte, error) {
		*made++
		b := Policy(h)
		b.Program = s.Program
		_ = s.Keep(b)
		return store.Encode(b), nil
	}
	return s, made
}

// bundleSays is what a policy says by a store, as short text.
func bundleSays(s *store.Store, h *policy.HandedOut) string {
	members, problems := s.ReadHandedOut(h)
	text := fmt.Sprint(problems)
	for _, m := range members {
		text += fmt.Sprint(m.Name, m.Document.Packed.Whole().Tools.Bash.Deny)
	}
	return text
}

// TestBundleStore: what is kept counts for exactly one file, signature and key, and an edit of any
// of the three is seen at the next call, whatever lies in the store.
func TestBundleStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "compiled")
	s, made := countedBundles(dir)
	policyOf := func(i int) *policy.HandedOut {
		return signedPolicy(fmt.Sprintf("tools: {bash: {deny: [tool-%d]}}\n", i))
	}
	other := sshsigtest.New("other")
	for i := range 200 {
		h := policyOf(i)
		switch i % 5 {
		case 1:
			h.Key = other.Key()
		case 2:
			h.Signature = policyOf(i - 1).Signature
		case 3:
			h.Signature = other.Sign(handout.Namespace, h.Data)
		case 4:
			h.Data = append(h.Data[:len(h.Data)-5:len(h.Data)-5], 'x')
		}
		fresh := &store.Store{Program: "test", MakePolicy: s.MakePolicy}
		want := bundleSays(fresh, h)
		*made = 0
		if (i%5 == 0) != (want == fmt.Sprintf("[][{tool-%d [tool-%d] {1 23}}]", i, i)) {
			t.Fatalf("edit %d: %s", i, want)
		}
		for range 2 {
			if got := bundleSays(s, h); got != want {
				t.Fatalf("edit %d: got %s, want %s", i, got, want)
			}
		}
		if *made > 1 {
			t.Fatalf("edit %d: it is made %d times", i, *made)
		}
	}
}

// TestBundleDamage: what is damaged in the store, or was made by another program, is made anew.
func TestBundleDamage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "compiled")
	s, made := countedBundles(dir)
	h := signedPolicy("tools: {bash: {deny: [x]}}\n")
	want := bundleSays(s, h)
	file := s.File(h.File)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if err := os.WriteFile(file, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if got := bundleSays(s, h); got != want {
			t.Fatalf("cut off at %d: %s", n, got)
		}
	}
	if *made != len(whole)+1 {
		t.Errorf("it was made %d times, want %d", *made, len(whole)+1)
	}
	if err := os.Chmod(file, 0o666); err != nil {
		t.Fatal(err)
	}
	*made = 0
	if got := bundleSays(s, h); got != want || *made != 1 && runtime.GOOS != "windows" {
		t.Errorf("a file that everybody can write: %s, made %d times", got, *made)
	}
	b := Policy(h)
	b.Program = "another one"
	if err := os.WriteFile(file, store.Encode(b), 0o600); err != nil {
		t.Fatal(err)
	}
	*made = 0
	if got := bundleSays(s, h); got != want || *made != 1 {
		t.Errorf("another program's: %s, made %d times", got, *made)
	}
	s.MakePolicy = func(*policy.HandedOut) ([]byte, error) { return nil, errors.New("nobody is there") }
	h.Signature = append(h.Signature, '\n')
	if got := bundleSays(s, h); got != "[: it could not be checked: nobody is there (run fencepost verify)]" {
		t.Errorf("nobody checks: %s", got)
	}
}
