package digest

import (
	"encoding/binary"
	"math/bits"
)

// SHA1 returns the sum of FIPS 180-4, 6.1, of the parts as one text, in hexadecimal digits: the
// names that git gives to objects. For nothing else it is good enough today.
func SHA1(parts ...[]byte) string {
	h := [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}
	var rest [2 * block]byte
	held, total := 0, uint64(0)
	for _, data := range parts {
		total += uint64(len(data))
		if held > 0 {
			n := copy(rest[held:block], data)
			held, data = held+n, data[n:]
			if held < block {
				continue
			}
			mixSHA1(&h, rest[:block])
		}
		for len(data) >= block {
			mixSHA1(&h, data[:block])
			data = data[block:]
		}
		held = copy(rest[:block], data)
	}
	clear(rest[held:])
	rest[held] = 0x80
	end := block
	if held >= block-8 {
		end = 2 * block
	}
	binary.BigEndian.PutUint64(rest[end-8:], total*8)
	for at := 0; at < end; at += block {
		mixSHA1(&h, rest[at:at+block])
	}
	const digits = "0123456789abcdef"
	var out [40]byte
	for i, word := range h {
		for k := range 8 {
			out[8*i+k] = digits[word>>(28-4*k)&15]
		}
	}
	return string(out[:])
}

// mixSHA1 works one block into the state.
func mixSHA1(h *[5]uint32, data []byte) {
	var w [80]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(data[4*i:])
	}
	for i := 16; i < 80; i++ {
		w[i] = bits.RotateLeft32(w[i-3]^w[i-8]^w[i-14]^w[i-16], 1)
	}
	a, b, c, d, e := h[0], h[1], h[2], h[3], h[4]
	for i := range 80 {
		var f, k uint32
		switch {
		case i < 20:
			f, k = b&c|^b&d, 0x5a827999
		case i < 40:
			f, k = b^c^d, 0x6ed9eba1
		case i < 60:
			f, k = b&c|b&d|c&d, 0x8f1bbcdc
		default:
			f, k = b^c^d, 0xca62c1d6
		}
		a, b, c, d, e = bits.RotateLeft32(a, 5)+f+e+k+w[i], a, bits.RotateLeft32(b, 30), c, d
	}
	h[0], h[1], h[2], h[3], h[4] = h[0]+a, h[1]+b, h[2]+c, h[3]+d, h[4]+e
}
