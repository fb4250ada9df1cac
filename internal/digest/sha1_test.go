package digest

import (
	"crypto/sha1"
	"encoding/hex"
	"strings"
	"testing"
)

func TestSHA1(t *testing.T) {
	for n := range 200 {
		data := []byte(strings.Repeat("a", n))
		want := sha1.Sum(data)
		for _, cut := range []int{0, n / 3, n} {
			if got := SHA1(data[:cut], data[cut:]); got != hex.EncodeToString(want[:]) {
				t.Errorf("%d bytes in %d and the rest: %s", n, cut, got)
			}
		}
	}
}
