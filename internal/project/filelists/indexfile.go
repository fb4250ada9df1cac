package filelists

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"iter"
	"os"
	"path/filepath"
)

// Index is the index of a repository, as its file holds it (gitformat-index). To read it here takes
// a fifth of the time in which git starts and prints it.
type Index struct {
	data  []byte
	count uint32
}

// IndexEntry is an entry of an index.
type IndexEntry struct {
	Name string // below the top of the work tree
	mode uint32
	id   []byte // of the object: its hash
}

const (
	maxIndex    = 8 << 20 // bytes of an index that is read
	indexHeader = 12
	indexFixed  = 62 // bytes of an entry before its name
)

// OpenIndex reads the index of the work tree at top. ok is false where the work tree is a linked
// one, and for a format that is not known here: another version or hash, an index in two files, or
// one with whole directories as entries.
func OpenIndex(top string) (x Index, ok bool) {
	data, err := os.ReadFile(filepath.Join(top, ".git/index"))
	if err != nil || len(data) < indexHeader+sha1.Size || len(data) > maxIndex {
		return x, false
	}
	body := data[:len(data)-sha1.Size]
	if sum := sha1.Sum(body); !bytes.Equal(sum[:], data[len(body):]) || string(data[:4]) != "DIRC" {
		return x, false
	}
	if version := binary.BigEndian.Uint32(data[4:]); version != 2 && version != 3 {
		return x, false
	}
	x = Index{data: body, count: binary.BigEndian.Uint32(data[8:])}
	at := indexHeader
	for range x.count {
		if _, _, at = x.name(at); at < 0 {
			return x, false
		}
	}
	return x, x.plainRest(at)
}

// Entries are the entries, those of an unfinished merge included.
func (x Index) Entries() iter.Seq[IndexEntry] {
	return func(yield func(IndexEntry) bool) {
		at := indexHeader
		var e IndexEntry
		for range x.count {
			if e, at = x.entry(at); !yield(e) {
				return
			}
		}
	}
}

// entry reads the entry at an offset, and returns the next one's; -1 where there is none.
func (x Index) entry(at int) (e IndexEntry, next int) {
	begin, end, next := x.name(at)
	if next < 0 {
		return e, next
	}
	return IndexEntry{Name: string(x.data[begin:end]), mode: binary.BigEndian.Uint32(x.data[at+24:]),
		id: x.data[at+40 : at+60]}, next
}

// name returns where the name of the entry at an offset lies, and the offset of the next one; -1
// where there is none.
func (x Index) name(at int) (begin, end, next int) {
	if at+indexFixed > len(x.data) {
		return 0, 0, -1
	}
	flags := binary.BigEndian.Uint16(x.data[at+indexFixed-2:])
	begin = at + indexFixed
	if flags&0x4000 != 0 { // an extended entry
		begin += 2
	}
	n := bytes.IndexByte(x.data[min(begin, len(x.data)):], 0)
	if n < 0 {
		return 0, 0, -1
	}
	return begin, begin + n, at + (begin-at+n+8)&^7
}

// plainRest reports whether the extensions behind the entries are such as a reader may leave out:
// their names begin with a capital letter.
func (x Index) plainRest(at int) bool {
	for at < len(x.data) {
		if at+8 > len(x.data) || x.data[at] < 'A' || x.data[at] > 'Z' {
			return false
		}
		at += 8 + int(binary.BigEndian.Uint32(x.data[at+4:]))
	}
	return at == len(x.data)
}

// modeRegular is the kind of a file in the mode of an entry.
const modeRegular = 0o100000

func (e *IndexEntry) regular() bool { return e.mode&^0o7777 == modeRegular }
