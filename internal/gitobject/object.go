package gitobject

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"io"
	"os"
	"path/filepath"
)

// object returns what an object of a kind holds, loose or in a pack. Its name is that of what was
// read.
func (r *Repo) object(of id, kind string) ([]byte, bool) {
	got, data, ok := r.loose(of)
	if !ok {
		got, data, ok = r.packed(of)
	}
	if !ok || got != kind || hashOf(kind, data, len(of)) != of {
		return nil, false
	}
	return data, true
}

// loose reads an object that has a file of its own: a stream of zlib with kind, blank, size, NUL,
// and what the object holds.
func (r *Repo) loose(of id) (kind string, data []byte, ok bool) {
	if !r.left.Spend(perFile) || !of.valid() {
		return "", nil, false
	}
	name := filepath.Join(r.common, "objects", string(of[:2]), string(of[2:]))
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return "", nil, false
	}
	f, err := os.Open(name)
	if err != nil {
		return "", nil, false
	}
	defer f.Close()
	return r.header(f)
}

// maxHeader bounds what stands before the first NUL of a loose object.
const maxHeader = 32

func (r *Repo) header(in io.Reader) (kind string, data []byte, ok bool) {
	z, err := r.unpack(bufio.NewReaderSize(in, 4096))
	if err != nil {
		return "", nil, false
	}
	var head [maxHeader]byte
	n := 0
	for ; n < maxHeader; n++ {
		if _, err := io.ReadFull(z, head[n:n+1]); err != nil {
			return "", nil, false
		}
		if head[n] == 0 {
			break
		}
	}
	word, digits, found := bytes.Cut(head[:n], []byte(" "))
	size, good := number(digits)
	if n == maxHeader || !found || !good {
		return "", nil, false
	}
	data, ok = r.take(z, size)
	return string(word), data, ok
}

func number(digits []byte) (n int, ok bool) {
	for _, c := range digits {
		if c < '0' || c > '9' || n > maxObject {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, len(digits) > 0
}

// unpack makes a stream readable. There is one decoder, which is large.
func (r *Repo) unpack(in *bufio.Reader) (io.Reader, error) {
	if again, ok := r.zlib.(zlib.Resetter); ok {
		return r.zlib, again.Reset(in, nil)
	}
	var err error
	r.zlib, err = zlib.NewReader(in)
	return r.zlib, err
}

// take reads exactly that many bytes, which are all that there are.
func (r *Repo) take(in io.Reader, size int) ([]byte, bool) {
	if size < 0 || size > maxObject || !r.left.Spend(size) {
		return nil, false
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(in, data); err != nil {
		return nil, false
	}
	var more [1]byte
	n, err := in.Read(more[:])
	return data, n == 0 && err == io.EOF
}
