package hosts

import "testing"

func TestCanonical(t *testing.T) {
	for host, want := range map[string]string{
		"EVIL.Example.":            "evil.example",
		"evil\u3002example":        "evil.example",
		"evil%2eexample":           "",
		"2130706433":               "127.0.0.1",
		"0x7f.1":                   "127.0.0.1",
		"017700000001":             "127.0.0.1",
		"1.2.3.256":                "1.2.3.256",
		"127.0.0.1.nip.test":       "127.0.0.1.nip.test",
		"FE80::1%eth0":             "fe80::1%eth0",
		"\uff45vil.example":        "evil.example",
		"evil\uff0eexample":        "evil.example",
		"ev\u00adil.\u24d4xample":  "evil.example",
		"\uff11\uff12\uff17.1":     "127.0.0.1",
		"0":                        "0.0.0.0",
		"0.0.0.0":                  "0.0.0.0",
		"00":                       "0.0.0.0",
		"::":                       "::",
		"::0:0":                    "::",
		"::ffff:127.0.0.1":         "127.0.0.1",
		"::FFFF:7f00:1":            "127.0.0.1",
		"0:0:0:0:0:ffff:7f00:0001": "127.0.0.1",
		"::ffff:0.0.0.0":           "0.0.0.0",
		"0:0:0:0:0:0:0:1":          "::1",
		"0000::0001":               "::1",
		"2001:db8:0:0:1:0:0:1":     "2001:db8::1:0:0:1",
		"2001:DB8:0:0:0:0:0:0":     "2001:db8::",
		"1:2:3:4:5:6:7:8":          "1:2:3:4:5:6:7:8",
		"1:2:3:4:5:6:7:8:9":        "1:2:3:4:5:6:7:8:9",
		"1::2::3":                  "1::2::3",
		"64:ff9b::1.2.3.4":         "64:ff9b::102:304",
	} {
		if got := Canonical(host); got != want {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
}

func TestReached(t *testing.T) {
	for host, want := range map[string]string{"0.0.0.0": "127.0.0.1", "::": "::1", "::1": "::1",
		"10.0.0.0": "10.0.0.0", "zero.test": "zero.test"} {
		if got := Reached(host); got != want {
			t.Errorf("%s: %s, want %s", host, got, want)
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
		{"0:0::1", "::1", allow, true},
		{"::ffff:1.2.3.4", "1.2.3.4", deny, true},
		{"\uff45vil.test", "evil.test", deny, true},
		{"*:*", "fe80::1", allow, false},
		{"*:*", "fe80::1", deny, true},
	} {
		if got := Match(r.pattern, r.host, r.allowing); got != r.want {
			t.Errorf("%s, %s, allowing %v: %v", r.pattern, r.host, r.allowing, got)
		}
	}
}
