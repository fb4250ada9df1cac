package hookjson

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestInputIsReadWhole(t *testing.T) {
	big := strings.Repeat("x", MaxInput)
	for _, in := range []string{"", "a", strings.Repeat("b", 8<<10), strings.Repeat("c", 100_000),
		big} {
		for name, r := range map[string]io.Reader{"at once": strings.NewReader(in),
			"in halves": iotest.HalfReader(strings.NewReader(in))} {
			if got, err := Read(r); err != nil || string(got) != in {
				t.Errorf("Read of %d bytes %s: %d bytes, %v", len(in), name, len(got), err)
			}
		}
	}
	if _, err := Read(strings.NewReader(big + "x")); err != ErrTooLarge {
		t.Errorf("Read of one byte too many: %v", err)
	}
	if _, err := Read(iotest.ErrReader(io.ErrUnexpectedEOF)); err != io.ErrUnexpectedEOF {
		t.Errorf("Read of a broken pipe: %v", err)
	}
}

func TestLimit(t *testing.T) {
	const maxText = 9999
	for _, tt := range []struct{ in, want string }{
		{strings.Repeat("a", maxText), strings.Repeat("a", maxText)},
		{strings.Repeat("a", maxText+1), strings.Repeat("a", maxText-1) + "…"},
		{strings.Repeat("é", maxText), strings.Repeat("é", maxText)},
		{strings.Repeat("é", maxText+1), strings.Repeat("é", maxText-1) + "…"},
		{strings.Repeat("🔒", maxText/2) + "a", strings.Repeat("🔒", maxText/2) + "a"},
		{strings.Repeat("🔒", maxText/2) + "ab", strings.Repeat("🔒", maxText/2) + "…"},
		{strings.Repeat("🔒", maxText/2+1), strings.Repeat("🔒", maxText/2) + "…"},
	} {
		if got := Limit(tt.in, maxText); got != tt.want {
			t.Errorf("limit of %d bytes: %d bytes, want %d", len(tt.in), len(got), len(tt.want))
		}
	}
}
