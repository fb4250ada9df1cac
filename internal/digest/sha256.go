// Package digest is SHA-256 (FIPS 180-4). The standard library's initialises itself when a program
// starts, before every call of the agent; this one is plain code that only projects with a config
// of their own reach.
package digest

import (
	"encoding/binary"
	"math/bits"
)

// Size is the length of a sum in bytes.
const Size = 32

const block = 64

// Hash takes text in parts. The zero Hash is not ready: New returns one.
type Hash struct {
	state [8]uint32
	rest  [block]byte // what does not fill a block yet
	held  int
	total uint64
}

// New returns a hash of nothing.
func New() *Hash {
	return &Hash{state: [8]uint32{
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}}
}

// Write adds data.
func (h *Hash) Write(data []byte) {
	h.total += uint64(len(data))
	if h.held > 0 {
		n := copy(h.rest[h.held:], data)
		h.held, data = h.held+n, data[n:]
		if h.held < block {
			return
		}
		h.mix(h.rest[:])
		h.held = 0
	}
	for len(data) >= block {
		h.mix(data[:block])
		data = data[block:]
	}
	h.held = copy(h.rest[:], data)
}

// Part adds data behind its length, so that no two lists of parts are the same text.
func (h *Hash) Part(data []byte) {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(data)))
	h.Write(n[:])
	h.Write(data)
}

// Sum returns the sum of what was written, in hexadecimal digits. The hash is of no use afterwards.
func (h *Hash) Sum() string {
	length := h.total * 8
	var pad [block + 8]byte
	pad[0] = 0x80
	n := block - 8 - h.held
	if n <= 0 {
		n += block
	}
	binary.BigEndian.PutUint64(pad[n:], length)
	h.Write(pad[:n+8])
	const digits = "0123456789abcdef"
	var out [2 * Size]byte
	for i, word := range h.state {
		for k := range 8 {
			out[8*i+k] = digits[word>>(28-4*k)&15]
		}
	}
	return string(out[:])
}

// mix works one block into the state (FIPS 180-4, 6.2.2).
func (h *Hash) mix(data []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(data[4*i:])
	}
	for i := 16; i < 64; i++ {
		x, y := w[i-15], w[i-2]
		small0 := bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3
		small1 := bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10
		w[i] = w[i-16] + small0 + w[i-7] + small1
	}
	s := h.state
	for i := range 64 {
		a, e := s[0], s[4]
		big1 := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
		first := s[7] + big1 + (e&s[5] ^ ^e&s[6]) + constants[i] + w[i]
		big0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
		second := big0 + (a&s[1] ^ a&s[2] ^ s[1]&s[2])
		s = [8]uint32{first + second, a, s[1], s[2], s[3] + first, e, s[5], s[6]}
	}
	for i := range s {
		h.state[i] += s[i]
	}
}

// constants are the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
var constants = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
