// Package digest is SHA-256 of texts and of lists of texts, in hexadecimal digits.
package digest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// Size is the length of a sum in bytes.
const Size = sha256.Size

// Text returns the sum of a text.
func Text(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// List returns the sum of a list of texts. Each goes in behind its length, so that no two lists are
// the same text.
func List(texts ...[]byte) string {
	h := sha256.New()
	for _, text := range texts {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(text)))
		h.Write(n[:])
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil))
}
