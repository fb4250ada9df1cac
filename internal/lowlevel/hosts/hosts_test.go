package hosts

import "testing"

func TestCanonical(t *testing.T) {
	for host, want := range map[string]string{
		"EVIL.Example.":      "evil.example",
		"evil\u3002example":  "evil.example",
		"evil%2eexample":     "",
		"2130706433":         "127.0.0.1",
		"0x7f.1":             "127.0.0.1",
		"017700000001":       "127.0.0.1",
		"1.2.3.256":          "1.2.3.256",
		"127.0.0.1.nip.test": "127.0.0.1.nip.test",
		"FE80::1%eth0":       "fe80::1%eth0",
	} {
		if got := Canonical(host); got != want {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
}

func TestMatch(t *testing.T) {
	const allow, deny = true, false
	for _, r := range []struct {
		pattern, host string
		allowing      bool
		want          bool
	}{
		{"good.test", "good.test", allow, true},
		{"Good.Test.", "good.test", allow, true},
		{"good.test", "good.test.evil.test", allow, false},
		{"*.good.test", "a.b.good.test", allow, true},
		{"*.good.test", "good.test", allow, false},
		{"*.good.test", "evilgood.test", allow, false},
		{"*", "1.2.3.4", allow, false},
		{"*", "1.2.3.4", deny, true},
		{"*.4", "1.2.3.4", allow, false},
		{"1.2.3.4", "1.2.3.4", allow, true},
		{"*:*", "fe80::1", allow, false},
		{"*:*", "fe80::1", deny, true},
	} {
		if got := Match(r.pattern, r.host, r.allowing); got != r.want {
			t.Errorf("%s, %s, allowing %v: %v", r.pattern, r.host, r.allowing, got)
		}
	}
}
