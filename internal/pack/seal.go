package pack

import (
	"math/bits"
	"unsafe"
)

// Seal begins a file with what it is, in as many bytes as magic has, and with a sum of the rest, so
// that a damaged file is told from a whole one. It is no protection from whoever can write the file.
func Seal(magic, packed string) []byte {
	sum := checksum(packed)
	out := append(make([]byte, 0, len(magic)+sumSize+len(packed)), magic...)
	out = append(out, byte(sum), byte(sum>>8), byte(sum>>16), byte(sum>>24))
	return append(out, packed...)
}

const sumSize = 4

// Unseal returns what was sealed; ok is false where it is something else, or damaged. The text is a
// part of data, which must not change any more.
func Unseal(magic string, data []byte) (packed string, ok bool) {
	text := asString(data)
	n := len(magic) + sumSize
	if len(text) < n || text[:len(magic)] != magic {
		return "", false
	}
	packed = text[n:]
	return packed, uint32(offset(text[len(magic):n])) == checksum(packed)
}

// asString returns bytes that nobody changes any more as a string, without a copy.
func asString(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }

// checksum mixes in eight bytes at a time, of four parts at once, because each step waits for the
// one before. (Package hash/crc32 makes a table of 8 KB first.)
func checksum(data string) uint32 {
	const prime = 0x9e3779b97f4a7c15 // 2⁶⁴ divided by the golden ratio, odd
	sum := uint64(len(data))
	a, b, c := sum+1, sum+2, sum+3
	for len(data) >= 32 {
		sum = bits.RotateLeft64((sum^u64(data))*prime, 29)
		a = bits.RotateLeft64((a^u64(data[8:]))*prime, 29)
		b = bits.RotateLeft64((b^u64(data[16:]))*prime, 29)
		c = bits.RotateLeft64((c^u64(data[24:]))*prime, 29)
		data = data[32:]
	}
	for _, lane := range [...]uint64{a, b, c} {
		sum = bits.RotateLeft64((sum^lane)*prime, 29)
	}
	for len(data) >= 8 {
		sum = bits.RotateLeft64((sum^u64(data))*prime, 29)
		data = data[8:]
	}
	var last uint64
	for i := range len(data) {
		last = last<<8 | uint64(data[i])
	}
	sum = (sum ^ last) * prime
	return uint32(sum>>32) ^ uint32(sum)
}

func u64(s string) uint64 {
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
