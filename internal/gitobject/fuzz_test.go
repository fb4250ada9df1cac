package gitobject

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

// FuzzPack reads an index and a pack that could be anything: the reader gives up, and returns no
// object that has another name than it was asked for.
func FuzzPack(f *testing.F) {
	data := []byte("hello\n")
	name := hashOf("blob", data, 40)
	index := append([]byte("\xfftOc\x00\x00\x00\x02"), make([]byte, 1024)...)
	for i := int(raw(name)[0]); i < 256; i++ {
		binary.BigEndian.PutUint32(index[8+4*i:], 1)
	}
	index = append(index, raw(name)...)
	index = append(index, 0, 0, 0, 0, 0, 0, 0, 12)
	index = append(index, make([]byte, 40)...)
	pack := append([]byte("PACK\x00\x00\x00\x02\x00\x00\x00\x01\x36"), packedBytes(data)...)
	f.Add(index, pack, string(name))
	f.Add(index, append([]byte("PACK\x00\x00\x00\x02\x00\x00\x00\x01\x66\x0c"), pack...), string(name))
	f.Fuzz(func(t *testing.T, index, pack []byte, name string) {
		if !id(name).valid() {
			return
		}
		dir := t.TempDir()
		must(t, os.MkdirAll(filepath.Join(dir, "objects/pack"), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, "objects/pack/p.idx"), index, 0o644))
		must(t, os.WriteFile(filepath.Join(dir, "objects/pack/p.pack"), pack, 0o644))
		r := &Repo{common: dir}
		for _, kind := range []string{"blob", "tree", "commit"} {
			if got, ok := r.object(id(name), kind); ok && hashOf(kind, got, len(name)) != id(name) {
				t.Errorf("%s is %q", name, got)
			}
		}
	})
}

func packedBytes(data []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Bytes()
}

// FuzzDelta applies a delta that could be anything.
func FuzzDelta(f *testing.F) {
	f.Add([]byte("abcdef"), []byte("\x06\x05\x90\x03\x02xy"))
	f.Fuzz(func(t *testing.T, base, delta []byte) {
		r := &Repo{}
		if out, ok := r.patch(base, delta); ok && len(out) > maxObject {
			t.Errorf("%d bytes", len(out))
		}
	})
}

// FuzzObject reads trees and loose objects that could be anything.
func FuzzObject(f *testing.F) {
	f.Add([]byte("100644 a\x00aaaaaaaaaaaaaaaaaaaa"), "a")
	f.Add([]byte("blob 6\x00hello\n"), "b")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		for _, size := range []int{20, 32} {
			if _, to := entry(data, name, size); to != "" && !to.valid() {
				t.Errorf("%q", to)
			}
		}
		r := &Repo{}
		if kind, got, ok := r.header(bytes.NewReader(packedBytes(data))); ok &&
			!bytes.HasSuffix(data, got) {
			t.Errorf("%s %q of %q", kind, got, data)
		}
		_, _, _ = r.header(bytes.NewReader(data))
		entryHead(bufio.NewReader(bytes.NewReader(data)), 20)
	})
}
