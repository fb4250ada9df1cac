package gitobject

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// pack is a pack file with its index of version 2. Only the parts that are needed are read.
type pack struct {
	index, file string
	closed      bool // it is not what it should be
	size        int  // bytes of a name, once it was looked into
}

// packed reads an object from the packs.
func (r *Repo) packed(of id) (kind string, data []byte, ok bool) {
	r.listPacks()
	for _, p := range r.packs {
		if p.closed || !r.left.Spend(perFile) {
			continue
		}
		if at, found := p.find(of); found {
			return r.packedAt(p, at)
		}
	}
	return "", nil, false
}

func (r *Repo) listPacks() {
	if r.listed {
		return
	}
	r.listed = true
	dir := filepath.Join(r.common, "objects", "pack")
	f, err := os.Open(dir)
	if err != nil {
		return
	}
	defer f.Close()
	names, _ := f.Readdirnames(4 * maxPacks)
	for _, name := range names {
		base, is := strings.CutSuffix(name, ".idx")
		if !is || len(r.packs) == maxPacks {
			continue
		}
		r.packs = append(r.packs, &pack{index: filepath.Join(dir, name),
			file: filepath.Join(dir, base+".pack")})
	}
}

const fanOut = 8 + 256*4 // bytes before the names in an index

// find looks an object up in the index: two words, a table of how many names begin with a byte or a
// lower one, the names, their checksums, their places, and the places of 64 bits.
func (p *pack) find(of id) (at int64, ok bool) {
	f, good := openRegular(p.index)
	if !good {
		p.closed = true
		return 0, false
	}
	defer f.Close()
	var top [fanOut]byte
	if _, err := f.ReadAt(top[:], 0); err != nil || string(top[:8]) != "\xfftOc\x00\x00\x00\x02" {
		p.closed = true
		return 0, false
	}
	first := raw(of)
	n := int64(len(first))
	p.size = len(first)
	fan := func(i int) int64 { return int64(binary.BigEndian.Uint32(top[8+4*i:])) }
	total := fan(255)
	low, high := int64(0), fan(int(first[0]))
	if first[0] > 0 {
		low = fan(int(first[0]) - 1)
	}
	if info, err := f.Stat(); err != nil || low > high || high > total ||
		info.Size() < fanOut+total*(n+8)+2*n || info.Size() > fanOut+total*(n+16)+2*n {
		p.closed = true // or it holds names of another length
		return 0, false
	}
	name := make([]byte, n)
	for low < high {
		mid := (low + high) / 2
		if _, err := f.ReadAt(name, fanOut+mid*n); err != nil {
			return 0, false
		}
		switch c := bytes.Compare(name, first); {
		case c == 0:
			return place(f, fanOut+total*n+total*4, total, mid)
		case c < 0:
			low = mid + 1
		default:
			high = mid
		}
	}
	return 0, false
}

// place reads where in the pack the nth object is.
func place(f *os.File, table, total, n int64) (int64, bool) {
	var buf [8]byte
	if _, err := f.ReadAt(buf[:4], table+4*n); err != nil {
		return 0, false
	}
	at := binary.BigEndian.Uint32(buf[:4])
	if at&(1<<31) == 0 {
		return int64(at), true
	}
	if _, err := f.ReadAt(buf[:], table+4*total+8*int64(at&^(1<<31))); err != nil {
		return 0, false
	}
	far := int64(binary.BigEndian.Uint64(buf[:]))
	return far, far > 0
}

func openRegular(name string) (*os.File, bool) {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	f, err := os.Open(name)
	return f, err == nil
}

func raw(of id) []byte {
	out := make([]byte, len(of)/2)
	value := func(c byte) byte {
		if c >= 'a' {
			return c - 'a' + 10
		}
		return c - '0'
	}
	for i := range out {
		out[i] = value(of[2*i])<<4 | value(of[2*i+1])
	}
	return out
}

// The kinds of entries in a pack.
const (
	packCommit = 1
	packTree   = 2
	packBlob   = 3
	packTag    = 4
	packOffset = 6 // a delta; the base is that many bytes before it
	packRef    = 7 // a delta; the base has that name
)

// packedAt reads the object at a place of a pack: the deltas up to an object that is whole, and
// then back.
func (r *Repo) packedAt(p *pack, at int64) (kind string, data []byte, ok bool) {
	f, good := openRegular(p.file)
	if !good {
		return "", nil, false
	}
	defer f.Close()
	var top [12]byte
	if _, err := f.ReadAt(top[:], 0); err != nil || string(top[:4]) != "PACK" ||
		binary.BigEndian.Uint32(top[4:]) != 2 {
		return "", nil, false
	}
	var deltas [][]byte
	in := bufio.NewReaderSize(nil, 4096)
	for len(deltas) <= maxDeltas && at >= int64(len(top)) {
		in.Reset(io.NewSectionReader(f, at, 1<<62))
		e, good := entryHead(in, p.size)
		if !good {
			return "", nil, false
		}
		z, err := r.unpack(in)
		if err != nil {
			return "", nil, false
		}
		if data, good = r.take(z, e.size); !good {
			return "", nil, false
		}
		switch e.kind {
		case packCommit, packTree, packBlob, packTag:
			kind = [...]string{"", "commit", "tree", "blob", "tag"}[e.kind]
			data, ok = r.patched(data, deltas)
			return kind, data, ok
		case packOffset:
			if e.back <= 0 || e.back > at {
				return "", nil, false
			}
			at -= e.back
		default:
			base := hexadecimal(e.base)
			if at, good = p.find(base); !good {
				return "", nil, false // a pack on the disk holds the bases of its deltas
			}
		}
		deltas = append(deltas, data)
	}
	return "", nil, false
}

// head is what stands before the packed bytes of an entry.
type head struct {
	kind, size int
	back       int64  // for packOffset
	base       []byte // for packRef
}

// entryHead reads it: the kind and the size in pieces of seven bits, then the base of a delta.
func entryHead(in io.ByteReader, name int) (h head, ok bool) {
	c, err := in.ReadByte()
	if err != nil {
		return h, false
	}
	h.kind, h.size = int(c>>4&7), int(c&15)
	for shift := uint(4); c&0x80 != 0; shift += 7 {
		if c, err = in.ReadByte(); err != nil || shift > 28 {
			return h, false
		}
		h.size |= int(c&0x7f) << shift
	}
	switch h.kind {
	case packCommit, packTree, packBlob, packTag:
	case packOffset:
		if c, err = in.ReadByte(); err != nil {
			return h, false
		}
		h.back = int64(c & 0x7f)
		for c&0x80 != 0 {
			if c, err = in.ReadByte(); err != nil || h.back > 1<<48 {
				return h, false
			}
			h.back = (h.back+1)<<7 | int64(c&0x7f)
		}
	case packRef:
		h.base = make([]byte, name)
		for i := range h.base {
			if h.base[i], err = in.ReadByte(); err != nil {
				return h, false
			}
		}
		return h, name > 0
	default:
		return h, false
	}
	return h, true
}

// patched applies deltas to what they begin with, the last one first.
func (r *Repo) patched(data []byte, deltas [][]byte) ([]byte, bool) {
	for i := len(deltas) - 1; i >= 0; i-- {
		var ok bool
		if data, ok = r.patch(data, deltas[i]); !ok {
			return nil, false
		}
	}
	return data, true
}

// patch applies one delta: the sizes before and after, and then copies out of the base and bytes
// that are new.
func (r *Repo) patch(base, delta []byte) ([]byte, bool) {
	before, delta, ok := varint(delta)
	if !ok || before != len(base) {
		return nil, false
	}
	after, delta, ok := varint(delta)
	if !ok || after > maxObject || !r.left.Spend(after) {
		return nil, false
	}
	out := make([]byte, 0, after)
	for len(delta) > 0 {
		op := delta[0]
		delta = delta[1:]
		if op&0x80 == 0 {
			if n := int(op); n == 0 || n > len(delta) || len(out)+n > after {
				return nil, false
			}
			out, delta = append(out, delta[:op]...), delta[op:]
			continue
		}
		var from, n int
		if from, delta, ok = picked(delta, op, 4); !ok {
			return nil, false
		}
		if n, delta, ok = picked(delta, op>>4, 3); !ok {
			return nil, false
		}
		if n == 0 {
			n = 0x10000
		}
		if from > len(base) || n > len(base)-from || len(out)+n > after {
			return nil, false
		}
		out = append(out, base[from:from+n]...)
	}
	return out, len(out) == after
}

// picked reads a number of which the bits of op say what bytes are there.
func picked(delta []byte, op byte, most int) (n int, rest []byte, ok bool) {
	for i := range most {
		if op>>i&1 == 0 {
			continue
		}
		if len(delta) == 0 {
			return 0, nil, false
		}
		n |= int(delta[0]) << (8 * i)
		delta = delta[1:]
	}
	return n, delta, true
}

func varint(data []byte) (n int, rest []byte, ok bool) {
	for shift := uint(0); len(data) > 0 && shift <= 28; shift += 7 {
		c := data[0]
		data = data[1:]
		n |= int(c&0x7f) << shift
		if c&0x80 == 0 {
			return n, data, true
		}
	}
	return 0, nil, false
}
