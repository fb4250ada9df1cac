package codec

import (
	"hash/crc32"
	"unsafe"
)

// Seal begins a file with what it is, in as many bytes as magic has, and with a sum of the rest, so
// that a damaged file is told from a whole one. It is no protection from whoever can write the file.
func Seal(magic, packed string) []byte {
	sum := crc32.ChecksumIEEE([]byte(packed))
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
	return packed, uint32(offset(text[len(magic):n])) == crc32.ChecksumIEEE(data[n:])
}

// asString returns bytes that nobody changes any more as a string, without a copy.
func asString(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }
