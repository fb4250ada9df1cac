package filelists

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"strings"
	"testing"
)

func FuzzPatch(f *testing.F) {
	f.Add("diff --git a/x b/x\n--- a/x\n+++ b/x\n", 1, "")
	f.Add("diff --git \"a/\\303\\244\" b/x y\nrename to \"q\nnew file mode 120000\n", -1, "p")
	f.Fuzz(func(t *testing.T, text string, strip int, prefix string) {
		l := Patch(text, Names{Strip: strip % 10, Prefix: prefix, Guess: true},
			fresh())
		for _, e := range l.Entries {
			if strange(e.Name) || len(e.Name) > maxName {
				t.Errorf("name %q", e.Name)
			}
		}
	})
}

// FuzzTar finds every name that the standard library finds, or gives up.
func FuzzTar(f *testing.F) {
	f.Add(tarOf(f, tar.Header{Name: "a", Size: 5}, tar.Header{Name: strings.Repeat("x/", 80),
		Format: tar.FormatGNU}))
	f.Add(tarOf(f, tar.Header{Name: strings.Repeat("x/", 80) + "b", Format: tar.FormatPAX}))
	f.Fuzz(func(t *testing.T, data []byte) {
		l := Tar(bytes.NewReader(data), fresh())
		if l.Why != "" {
			return
		}
		found := map[string]bool{}
		for _, e := range l.Entries {
			found[cleanName(e.Name)] = true
		}
		for r := tar.NewReader(bytes.NewReader(data)); ; {
			h, err := r.Next()
			if err != nil {
				return
			}
			if name := cleanName(h.Name); name != "" && name != "." && !found[name] {
				t.Errorf("the standard library finds %q, not among %v", h.Name, l.Entries)
			}
		}
	})
}

// FuzzZip finds every name that the standard library finds, or gives up.
func FuzzZip(f *testing.F) {
	f.Add(zipOf(f, member{name: "a"}, member{name: "d/"}, member{"l", true}))
	f.Fuzz(func(t *testing.T, data []byte) {
		l := Zip(bytes.NewReader(data), int64(len(data)), fresh())
		if l.Why != "" {
			return
		}
		found := map[string]bool{}
		for _, e := range l.Entries {
			found[e.Name] = true
		}
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		for _, m := range r.File {
			if !found[m.Name] {
				t.Errorf("the standard library finds %q, not among %v", m.Name, l.Entries)
			}
		}
	})
}
