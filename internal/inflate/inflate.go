// Package inflate is the decoder of RFC 1951 with the frames of RFC 1950 and RFC 1952. The one of
// the standard library makes tables for its encoder whenever the program starts, which every call
// would pay for that has no archive.
package inflate

import (
	"errors"
	"io"
)

var errPacked = errors.New("malformed packed data")

const (
	windowSize = 32 << 10
	fastBits   = 9
)

// Reader reads a file in the format of gzip, members one after the other, or one stream of zlib. It
// does not compare checksums.
type Reader struct {
	in     io.ByteReader
	bits   uint32
	nbits  uint
	window [windowSize]byte
	at     int // next place in the window
	begin  int // first byte of the window that was not read yet

	state   state
	last    bool
	left    int // bytes of a stored block
	length  int // bytes of a match that are still to be copied
	dist    int
	filled  int // bytes of this member in the window
	lit     huffman
	pos     huffman
	started bool
	zlib    bool // one stream in the frame of RFC 1950
	err     error
}

type state uint8

const (
	inHeader state = iota
	inBlocks
	inStored
	inCodes
)

// Gzip returns a reader of gzip's format.
func Gzip(in io.ByteReader) *Reader { return &Reader{in: in} }

// Zlib makes g the reader of a stream in the format of zlib. What follows the stream is not read,
// but for a byte or two that the decoder has looked ahead.
func (g *Reader) Zlib(in io.ByteReader) {
	g.in, g.zlib = in, true
	g.bits, g.nbits, g.at, g.begin, g.filled = 0, 0, 0, 0, 0
	g.state, g.last, g.left, g.length, g.dist, g.started, g.err = inHeader, false, 0, 0, 0, false, nil
}

// Read implements io.Reader.
func (g *Reader) Read(p []byte) (int, error) {
	for g.begin == g.at && g.err == nil {
		g.step()
	}
	if g.begin == g.at {
		return 0, g.err
	}
	end := g.at
	if end < g.begin {
		end = windowSize
	}
	n := copy(p, g.window[g.begin:end])
	g.begin = (g.begin + n) % windowSize
	return n, nil
}

// room is the number of bytes that may be put into the window before they are read.
func (g *Reader) room() int { return windowSize - 1 - (g.at-g.begin+windowSize)%windowSize }

func (g *Reader) put(c byte) {
	g.window[g.at] = c
	g.at = (g.at + 1) % windowSize
	g.filled = min(g.filled+1, windowSize)
}

// step does a piece of work, so that there is something to read or an error.
func (g *Reader) step() {
	switch g.state {
	case inHeader:
		g.header()
	case inBlocks:
		g.block()
	case inStored:
		for g.left > 0 && g.room() > 0 && g.err == nil {
			g.put(g.byte())
			g.left--
		}
		if g.left == 0 {
			g.state = inBlocks
		}
	case inCodes:
		g.codes()
	}
}

// byte returns the next byte of the file, or the next whole one of the bits that were taken from it
// already.
func (g *Reader) byte() byte {
	if g.nbits >= 8 {
		return byte(g.take(8))
	}
	c, err := g.in.ReadByte()
	if err != nil && g.err == nil {
		g.err = errPacked
	}
	return c
}

// fill takes bytes from the file for at least n bits. There may be fewer at its end.
func (g *Reader) fill(n uint) {
	for g.nbits < n {
		c, err := g.in.ReadByte()
		if err != nil {
			return
		}
		g.bits |= uint32(c) << g.nbits
		g.nbits += 8
	}
}

func (g *Reader) take(n uint) int {
	if g.nbits < n {
		if g.fill(n); g.nbits < n {
			g.nbits = 0
			if g.err == nil {
				g.err = errPacked
			}
			return 0
		}
	}
	v := g.bits & (1<<n - 1)
	g.bits >>= n
	g.nbits -= n
	return int(v)
}

// align drops the bits up to the next whole byte.
func (g *Reader) align() {
	g.bits >>= g.nbits % 8
	g.nbits -= g.nbits % 8
}

// header reads the begin of a member (RFC 1952, 2.3). What follows the last member is none of the
// file.
func (g *Reader) header() {
	if g.zlib {
		g.zlibHeader()
		return
	}
	g.bits, g.nbits, g.filled, g.last = 0, 0, 0, false
	first, err := g.in.ReadByte() // the bits are used up: a member ends with whole bytes
	if err != nil {
		g.err = io.EOF
		if !g.started {
			g.err = errPacked
		}
		return
	}
	if second := g.byte(); first != 0x1f || second != 0x8b || g.byte() != 8 {
		g.err = errPacked
		return
	}
	flags := g.byte()
	for range 6 {
		g.byte()
	}
	if flags&4 != 0 {
		for n := int(g.byte()) | int(g.byte())<<8; n > 0 && g.err == nil; n-- {
			g.byte()
		}
	}
	for _, text := range [...]byte{8, 16} {
		for flags&text != 0 && g.byte() != 0 && g.err == nil {
		}
	}
	if flags&2 != 0 {
		g.byte()
		g.byte()
	}
	if flags&0xe0 != 0 && g.err == nil {
		g.err = errPacked
	}
	g.started, g.state = true, inBlocks
}

// zlibHeader reads the two bytes before a stream (RFC 1950, 2.2), or finds that it has ended.
func (g *Reader) zlibHeader() {
	if g.started {
		g.err = io.EOF
		return
	}
	method, flags := g.byte(), g.byte()
	if method&15 != 8 || flags&0x20 != 0 || (int(method)<<8+int(flags))%31 != 0 {
		g.err = errPacked
		return
	}
	g.started, g.state = true, inBlocks
}

// block begins a block (RFC 1951, 3.2.3), or ends the member.
func (g *Reader) block() {
	if g.last {
		if g.zlib { // the checksum behind it is not looked at
			g.state = inHeader
			return
		}
		g.align()
		for range 8 { // checksum and length
			g.byte()
		}
		g.state = inHeader
		return
	}
	g.last = g.take(1) == 1
	switch g.take(2) {
	case 0:
		g.align()
		n := int(g.byte()) | int(g.byte())<<8
		if c := int(g.byte()) | int(g.byte())<<8; n != c^0xffff && g.err == nil {
			g.err = errPacked
		}
		g.left, g.state = n, inStored
	case 1:
		g.fixed()
		g.state = inCodes
	case 2:
		g.dynamic()
		g.state = inCodes
	default:
		g.err = errPacked
	}
}

// fixed sets the codes of 3.2.6.
func (g *Reader) fixed() {
	var lengths [288]byte
	for i := range lengths {
		switch {
		case i < 144:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		case i < 280:
			lengths[i] = 7
		default:
			lengths[i] = 8
		}
	}
	var dists [30]byte
	for i := range dists {
		dists[i] = 5
	}
	g.lit.build(lengths[:])
	g.pos.build(dists[:])
}

// dynamic reads the codes of 3.2.7.
func (g *Reader) dynamic() {
	nlit, ndist, ncode := g.take(5)+257, g.take(5)+1, g.take(4)+4
	var lengths [320]byte
	order := [19]byte{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	for _, at := range order[:ncode] {
		lengths[at] = byte(g.take(3))
	}
	if !g.lit.build(lengths[:19]) {
		g.err = errPacked
		return
	}
	lengths = [320]byte{}
	for i := 0; i < nlit+ndist && g.err == nil; {
		symbol := g.symbol(&g.lit)
		if symbol < 16 {
			lengths[i] = byte(symbol)
			i++
			continue
		}
		var value byte
		var times int
		switch symbol {
		case 16:
			if i == 0 {
				g.err = errPacked
				return
			}
			value, times = lengths[i-1], 3+g.take(2)
		case 17:
			times = 3 + g.take(3)
		default:
			times = 11 + g.take(7)
		}
		if i+times > nlit+ndist {
			g.err = errPacked
			return
		}
		for ; times > 0; times-- {
			lengths[i] = value
			i++
		}
	}
	if g.err == nil && (lengths[256] == 0 || !g.lit.build(lengths[:nlit]) ||
		!g.pos.build(lengths[nlit:nlit+ndist])) {
		g.err = errPacked
	}
}

// codes decodes until the window is full or the block ends.
func (g *Reader) codes() {
	for g.err == nil {
		for g.length > 0 {
			if g.room() == 0 {
				return
			}
			g.put(g.window[(g.at-g.dist+windowSize)%windowSize])
			g.length--
		}
		if g.room() == 0 {
			return
		}
		symbol := g.symbol(&g.lit)
		switch {
		case g.err != nil:
		case symbol < 256:
			g.put(byte(symbol))
		case symbol == 256:
			g.state = inBlocks
			return
		default:
			g.match(symbol - 257)
		}
	}
}

// match reads the rest of a length and a distance (3.2.5).
func (g *Reader) match(code int) {
	switch {
	case code < 8:
		g.length = code + 3
	case code < 28:
		extra := uint(code/4 - 1)
		g.length = 3 + (4+code%4)<<extra + g.take(extra)
	case code == 28:
		g.length = 258
	default:
		g.err = errPacked
	}
	d := g.symbol(&g.pos)
	switch {
	case d < 4:
		g.dist = d + 1
	case d < 30:
		extra := uint(d/2 - 1)
		g.dist = 1 + (2+d%2)<<extra + g.take(extra)
	default:
		g.err = errPacked
	}
	if g.dist > g.filled {
		g.err = errPacked
	}
}

// huffman is a canonical code: the symbols in the order of their codes, and a table for short
// codes.
type huffman struct {
	count  [16]uint16
	symbol [320]uint16
	fast   [1 << fastBits]uint16 // length << 9 | symbol; 0: longer
}

// build makes the code from the lengths of its symbols. It reports whether they are those of a
// code.
func (h *huffman) build(lengths []byte) bool {
	*h = huffman{}
	for _, n := range lengths {
		h.count[n]++
	}
	h.count[0] = 0
	var next, code [16]uint16
	left, sum := 1, uint16(0)
	for n := 1; n < 16; n++ {
		left = left<<1 - int(h.count[n])
		if left < 0 {
			return false
		}
		next[n] = sum
		sum += h.count[n]
		code[n] = (code[n-1] + h.count[n-1]) << 1
	}
	for s, n := range lengths {
		if n == 0 {
			continue
		}
		h.symbol[next[n]] = uint16(s)
		next[n]++
		if n <= fastBits {
			for at := reverse(code[n], uint(n)); int(at) < len(h.fast); at += 1 << n {
				h.fast[at] = uint16(n)<<9 | uint16(s)
			}
		}
		code[n]++
	}
	return left == 0 || sum <= 1 // a code of one symbol may be incomplete
}

func reverse(code uint16, n uint) (r uint16) {
	for range n {
		r = r<<1 | code&1
		code >>= 1
	}
	return r
}

// symbol reads one symbol. At the end of the input there may be fewer bits than the table looks at.
func (g *Reader) symbol(h *huffman) int {
	if g.nbits < fastBits {
		g.fill(fastBits)
	}
	if g.nbits >= fastBits {
		if e := h.fast[g.bits&(1<<fastBits-1)]; e != 0 {
			n := uint(e >> 9)
			g.bits >>= n
			g.nbits -= n
			return int(e & 511)
		}
	}
	code, first, index := 0, 0, 0
	for n := 1; n < 16; n++ {
		code |= g.take(1)
		count := int(h.count[n])
		if code-first < count {
			return int(h.symbol[index+code-first])
		}
		index += count
		first = (first + count) << 1
		code <<= 1
		if g.err != nil {
			return 0
		}
	}
	g.err = errPacked
	return 0
}
