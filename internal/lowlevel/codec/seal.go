package codec

import (
	"encoding/binary"
	"hash/crc32"
	"unsafe"
)

// Seal begins a file with magic, which says what the file is, and with a sum of the rest, which
// tells a damaged file from a whole one. It does not protect from whoever can write the file.
func Seal(magic, packed string) []byte {
	sum := crc32.ChecksumIEEE([]byte(packed))
	out := append(make([]byte, 0, len(magic)+sumSize+len(packed)), magic...)
	return append(binary.LittleEndian.AppendUint32(out, sum), packed...)
}

const sumSize = 4

// Unseal returns what was sealed. ok is false if data is something else, or damaged. The text is a
// part of data, which must not change after that.
func Unseal(magic string, data []byte) (packed string, ok bool) {
	n := len(magic) + sumSize
	if len(data) < n || string(data[:len(magic)]) != magic {
		return "", false
	}
	sum, rest := binary.LittleEndian.Uint32(data[len(magic):]), data[n:]
	return unsafe.String(unsafe.SliceData(rest), len(rest)), sum == crc32.ChecksumIEEE(rest)
}
