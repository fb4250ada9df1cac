package command

import (
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

func TestHost(t *testing.T) {
	for url, want := range map[string]string{
		"https://EVIL.Example./x":        "evil.example",
		"https://me@evil.example:8443/x": "evil.example",
		"http://evil\u3002example/":      "evil.example",
		"http://a\uff0eb\uff61c/":        "a.b.c",
		"http://evil%2eexample/":         "",
		"http://2130706433/":             "127.0.0.1",
		"http://0x7f.1/":                 "127.0.0.1",
		"http://0251.0376.0251.0376/":    "169.254.169.254",
		"http://169.254.43518/":          "169.254.169.254",
		"http://1.2.3.4:80/":             "1.2.3.4",
		"http://1.2.3.256/":              "1.2.3.256",
		"http://4294967296/":             "4294967296",
		"http://1_0.2/":                  "1_0.2",
		"http://0b1.2/":                  "0b1.2",
		"http://127.0.0.1.nip.example/":  "127.0.0.1.nip.example",
		"http://[::1]:3000/":             "::1",
		"http://[fe80::1%25eth0]/":       "fe80::1%25eth0",
		"git@github.com:a/b.git":         "github.com",
		"3com.example":                   "3com.example",
	} {
		w := fact.Lit(url)
		if got := Host(&w); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}
