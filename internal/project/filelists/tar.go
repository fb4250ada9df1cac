package filelists

import (
	"bytes"
	"io"
	"strconv"
	"strings"
)

// tarReader reads the headers of a tar archive: POSIX ustar and pax (IEEE 1003.1 pax), and those of
// GNU tar.
type tarReader struct {
	in   io.Reader
	list *List
	b    *Budget

	block   [512]byte
	read    int
	targets []string // where the next member points to, as extended headers say
	names   []string // what extended headers say of the next member
	size    int64    // likewise; -1: nothing
	waiting bool     // an extended header has not been followed by a member yet
}

// Tar lists the members of a tar archive.
func Tar(in io.Reader, b *Budget) List {
	var l List
	t := &tarReader{in: in, list: &l, b: b, size: -1}
	first := true
	for l.Why == "" && t.next(first) {
		first = false
	}
	if l.Why == "" && l.through() {
		l.Why = whyThrough
	}
	return l
}

const whyThrough = "names in it lie below links in it"

func (t *tarReader) broken() bool {
	if t.list.Why == "" {
		t.list.Why = whyBroken
	}
	return false
}

// fill reads the next block.
func (t *tarReader) fill() bool {
	if t.read += len(t.block); t.read > MaxUnpack || !t.b.steps.Spend(1) {
		t.list.Why = whyMany
		return false
	}
	_, err := io.ReadFull(t.in, t.block[:])
	return err == nil
}

// next reads one header with what belongs to it. It reports whether there may be another.
func (t *tarReader) next(first bool) bool {
	if !t.fill() {
		return t.broken() // a usual archive ends with blocks of zeros
	}
	if t.block == [512]byte{} {
		if first || t.waiting {
			return t.broken()
		}
		return t.trailer()
	}
	size, ok := t.number(t.block[124:136])
	if !ok || !t.checked() {
		return t.broken()
	}
	if t.size >= 0 && t.block[156] != 'x' && t.block[156] != 'L' && t.block[156] != 'K' {
		size = t.size
	}
	switch kind := t.block[156]; kind {
	case 'L', 'K', 'x', 'g':
		t.waiting = true
		return t.extended(kind, size)
	case 'V':
		return t.skip(size)
	case 0, '0', '1', '2', '3', '4', '5', '6', '7', 'S', 'D':
		return t.member(kind, size)
	}
	return t.broken()
}

// trailer reads what follows the first block of zeros: programs differ on where an archive ends, so
// nothing else may.
func (t *tarReader) trailer() bool {
	for {
		if t.read += len(t.block); t.read > MaxUnpack || !t.b.steps.Spend(1) {
			t.list.Why = whyMany
			return false
		}
		n, err := io.ReadFull(t.in, t.block[:])
		for _, c := range t.block[:n] {
			if c != 0 {
				return t.broken()
			}
		}
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			return false
		default:
			return t.broken()
		}
	}
}

// checked compares the checksum of a header.
func (t *tarReader) checked() bool {
	want, ok := t.number(t.block[148:156])
	sum := int64(8 * ' ')
	for i, c := range t.block {
		if i < 148 || i >= 156 {
			sum += int64(c)
		}
	}
	return ok && sum == want
}

// number reads an octal number, or one in base 256 as GNU tar writes large ones.
func (t *tarReader) number(field []byte) (int64, bool) {
	if field[0] == 0x80 {
		var n int64
		for _, c := range field[1:] {
			if n > 1<<40 {
				return 0, false
			}
			n = n<<8 | int64(c)
		}
		return n, true
	}
	text := strings.Trim(string(field), " \x00")
	if text == "" {
		return 0, true
	}
	n, err := strconv.ParseInt(text, 8, 64)
	return n, err == nil && n >= 0
}

// member adds the names of a member and skips its data.
func (t *tarReader) member(kind byte, size int64) bool {
	name := text(t.block[:100])
	magic := string(t.block[257:263])
	if prefix := text(t.block[345:500]); prefix != "" && magic == "ustar\x00" {
		name = prefix + "/" + name
	}
	names := append(t.names, name)
	if kind == '1' { // another name for a file: what is written under one is written under both
		names = append(append(names, t.targets...), text(t.block[157:257]))
	}
	as := File
	switch {
	case kind == '5' || kind == 'D' || strings.HasSuffix(name, "/"):
		as = Dir
	case kind == '2':
		as = Link
	}
	for _, n := range names {
		if n == "" || (n == "./" || n == ".") && as == Dir {
			continue
		}
		if !t.list.add(t.b, n, as) {
			return false
		}
	}
	t.names, t.targets, t.size, t.waiting = nil, nil, -1, false
	if kind == 'S' && t.block[482] != 0 && !t.sparse() {
		return false
	}
	switch kind {
	case '2', '3', '4', '5', '6':
		return size == 0 || t.broken() // whether data follows is read differently
	case '1':
		return size == 0 || t.broken()
	}
	return t.skip(size)
}

// sparse skips the further maps of an old sparse file.
func (t *tarReader) sparse() bool {
	for {
		if !t.fill() {
			return t.broken()
		}
		if t.block[504] == 0 {
			return true
		}
	}
}

// maxExtended bounds one extended header.
const maxExtended = 1 << 20

// extended reads a long name of GNU tar, or a header of pax.
func (t *tarReader) extended(kind byte, size int64) bool {
	if size > maxExtended {
		return t.broken()
	}
	data := make([]byte, 0, size+512)
	for int64(len(data)) < size {
		if !t.fill() {
			return t.broken()
		}
		data = append(data, t.block[:]...)
	}
	data = data[:size]
	switch kind {
	case 'L':
		t.names = append(t.names, text(data))
		return true
	case 'K':
		t.targets = append(t.targets, text(data))
		return true
	}
	return t.pax(data, kind == 'g')
}

// pax reads the records of an extended header: LENGTH KEY=VALUE and a line feed.
func (t *tarReader) pax(data []byte, global bool) bool {
	for len(data) > 0 {
		blank := bytes.IndexByte(data, ' ')
		if blank < 0 {
			return t.broken()
		}
		n, err := strconv.Atoi(string(data[:blank]))
		if err != nil || n <= blank+1 || n > len(data) || data[n-1] != '\n' {
			return t.broken()
		}
		key, value, found := strings.Cut(string(data[blank+1:n-1]), "=")
		data = data[n:]
		switch {
		case !found:
			return t.broken()
		case key == "path", key == "GNU.sparse.name":
			t.names = append(t.names, value)
		case key == "linkpath":
			t.targets = append(t.targets, value)
		case key == "size":
			if t.size, err = strconv.ParseInt(value, 10, 64); err != nil || t.size < 0 {
				return t.broken()
			}
		}
		if global && (key == "path" || key == "size" || strings.HasPrefix(key, "GNU.sparse")) {
			return t.broken() // for all members
		}
	}
	return true
}

// skip passes over the data of a member.
func (t *tarReader) skip(size int64) bool {
	for ; size > 0; size -= int64(len(t.block)) {
		if !t.fill() {
			return t.broken()
		}
	}
	return true
}

// text is a field up to its first NUL.
func text(field []byte) string {
	if i := bytes.IndexByte(field, 0); i >= 0 {
		field = field[:i]
	}
	return string(field)
}
