package sniff

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// said is a client that says everything at once.
type said struct {
	io.Reader
	answer bytes.Buffer
}

func (s *said) Write(b []byte) (int, error) { return s.answer.Write(b) }

func TestReadSocks(t *testing.T) {
	for text, want := range map[string]string{
		"\x05\x01\x00\x05\x01\x00\x03\x09good.test\x01\xbb":                                "good.test:443",
		"\x05\x02\x02\x00\x05\x01\x00\x01\x0a\x00\x00\x01\x00\x50":                         "10.0.0.1:80",
		"\x05\x01\x00\x05\x01\x00\x04\xfe\x80" + string(make([]byte, 13)) + "\x01\x00\x50": "[fe80::1]:80",
		"\x05\x01\x00\x05\x01\x00\x03\x00\x00\x50":                                         ":80",
	} {
		s := &said{Reader: bytes.NewReader([]byte(text))}
		if got, err := ReadSocks(s); got != want || err != nil || s.answer.String() != "\x05\x00" {
			t.Errorf("%q: %q %v, answer %q", text, got, err, s.answer.String())
		}
	}
	for text, want := range map[string]byte{
		"\x05\x01\x00\x05\x02\x00\x01\x0a\x00\x00\x01\x00\x50": SocksNoCommand, // BIND
		"\x05\x01\x00\x05\x03\x00\x01\x0a\x00\x00\x01\x00\x50": SocksNoCommand, // UDP
		"\x05\x01\x00\x05\x01\x00\x02\x0a\x00\x00\x01\x00\x50": SocksNoAddress,
		"\x05\x01\x00\x05\x01\x01\x01\x0a\x00\x00\x01\x00\x50": SocksFailed,
		"\x05\x01\x00\x04\x01\x00\x01\x0a\x00\x00\x01\x00\x50": SocksFailed,
	} {
		_, err := ReadSocks(&said{Reader: bytes.NewReader([]byte(text))})
		var refused *SocksError
		if !errors.As(err, &refused) || refused.Code != want {
			t.Errorf("%q: %v, want code %d", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"\x04\x01\x00\x50\x00\x00\x00\x01me\x00a.test\x00": "\x00\x5b\x00\x00\x00\x00\x00\x00", // SOCKS4a
		"\x05\x01\x02":                          "\x05\xff", // a password is wanted
		"\x05\x00":                              "\x05\xff",
		"GET / HTTP":                            "\x00\x5b\x00\x00\x00\x00\x00\x00",
		"\x05":                                  "",
		"\x05\x01\x00\x05\x01\x00\x03\xffshort": "\x05\x00",
	} {
		s := &said{Reader: bytes.NewReader([]byte(text))}
		if got, err := ReadSocks(s); err == nil || s.answer.String() != want {
			t.Errorf("%q: %q, answer %q", text, got, s.answer.String())
		}
	}
}

func FuzzSocks(f *testing.F) {
	f.Add([]byte("\x05\x01\x00\x05\x01\x00\x03\x09good.test\x01\xbb"))
	f.Fuzz(func(t *testing.T, b []byte) {
		s := &said{Reader: bytes.NewReader(b)}
		if got, err := ReadSocks(s); err == nil && len(got) > 2+255+6 {
			t.Fatalf("%q", got)
		}
	})
}
