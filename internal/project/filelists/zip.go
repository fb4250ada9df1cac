package filelists

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
)

// The format of PKWARE's APPNOTE: a central directory at the end of the file lists the members, and
// a local header stands before the data of each. Programs read one or the other, so that both must
// have the same names.

const (
	endSize     = 22
	centralSize = 46
	localSize   = 30
	maxComment  = 1<<16 - 1
)

// Zip lists the members of a zip archive.
func Zip(in io.ReaderAt, size int64, b *Budget) List {
	var l List
	if !l.zip(in, size, b) && l.Why == "" {
		l.Why = whyBroken
	}
	if l.Why == "" && l.through() {
		l.Why = whyThrough
	}
	return l
}

// zip reports whether the archive could be read to its end.
func (l *List) zip(in io.ReaderAt, size int64, b *Budget) bool {
	tail := make([]byte, min(size, endSize+maxComment))
	if _, err := in.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF ||
		len(tail) < endSize {
		return false
	}
	sign := []byte("PK\x05\x06")
	at := bytes.LastIndex(tail, sign)
	if at < 0 || at+endSize > len(tail) { // programs look for the last one
		return false
	}
	end := tail[at:]
	count, dirSize, dirAt := le16(end[10:]), int64(le32(end[12:])), int64(le32(end[16:]))
	endAt := size - int64(len(tail)-at)
	switch {
	case le16(end[4:]) != 0 || le16(end[6:]) != 0 || le16(end[8:]) != count:
		return false // in several parts
	case count == 0xffff || dirSize == 0xffffffff || dirAt == 0xffffffff:
		return false // the form for large archives, which is read differently
	case dirAt+dirSize != endAt || at+endSize+le16(end[20:]) != len(tail):
		return false // something stands between, before or behind
	case dirSize > MaxUnpack:
		l.Why = whyMany
		return false
	}
	dir := make([]byte, dirSize)
	if _, err := in.ReadAt(dir, dirAt); err != nil && (err != io.EOF || dirSize > 0) {
		return false
	}
	for range count {
		rest, ok := l.central(in, dir, b)
		if !ok {
			return false
		}
		dir = rest
	}
	return len(dir) == 0
}

// central adds the member that a central directory begins with, and returns the rest.
func (l *List) central(in io.ReaderAt, dir []byte, b *Budget) (rest []byte, ok bool) {
	if len(dir) < centralSize || string(dir[:4]) != "PK\x01\x02" {
		return nil, false
	}
	n, extra, comment := le16(dir[28:]), le16(dir[30:]), le16(dir[32:])
	if len(dir) < centralSize+n+extra+comment {
		return nil, false
	}
	name := string(dir[centralSize : centralSize+n])
	kind := File
	switch mode := le32(dir[38:]) >> 16; {
	case strings.HasSuffix(name, "/"):
		kind = Dir
	case mode&0o170000 == 0o120000:
		kind = Link
	}
	if !sameLocal(in, int64(le32(dir[42:])), name) {
		l.Why = "its directory and its members have other names"
		return nil, false
	}
	names := append(unicodePath(dir[centralSize+n:centralSize+n+extra]), name)
	if strings.Contains(name, `\`) {
		names = append(names, strings.ReplaceAll(name, `\`, "/"))
	}
	for _, name := range names {
		if !l.add(b, name, kind) {
			return nil, false
		}
	}
	return dir[centralSize+n+extra+comment:], true
}

// sameLocal reports whether a local header has the name that the central directory says.
func sameLocal(in io.ReaderAt, at int64, name string) bool {
	head := make([]byte, localSize+len(name))
	if n, err := in.ReadAt(head, at); err != nil && (err != io.EOF || n < len(head)) {
		return false
	}
	return string(head[:4]) == "PK\x03\x04" && le16(head[26:]) == len(name) &&
		string(head[localSize:]) == name
}

// unicodePath returns the names of the extra field that Info-ZIP has for names in UTF-8.
func unicodePath(extra []byte) (names []string) {
	for len(extra) >= 4 {
		id, n := le16(extra), le16(extra[2:])
		if n > len(extra)-4 {
			return names
		}
		if data := extra[4 : 4+n]; id == 0x7075 && n > 5 {
			names = append(names, string(data[5:]))
		}
		extra = extra[4+n:]
	}
	return names
}

func le16(b []byte) int    { return int(binary.LittleEndian.Uint16(b)) }
func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
