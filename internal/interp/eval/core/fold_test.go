package core

import "testing"

func TestTexts(t *testing.T) {
	args := func(list ...*Value) []Arg { return argsOf(list) }
	table(t, []row{
		{"base64", FromBase64(Str("L2V0Yy9ob3N0cw==")), `"/etc/hosts"`},
		{"base64 of URLs, unpadded", FromBase64(Str("Pz8_")), `"???"`},
		{"no base64", FromBase64(Str("!")), "?"},
		{"unknown base64", FromBase64(Data), "?"},
		{"hexadecimal", FromHex(Str("2f 78")), `"/x"`},
		{"no hexadecimal", FromHex(Str("2")), "?"},
		{"a URL", Unquote(Str("%2fx%20y")), `"/x y"`},
		{"a broken URL", Unquote(Str("x%2")), "?"},
		{"rot13", DecodeAs(Str("/rgp"), "rot-13"), `"/etc"`},
		{"to hexadecimal", DecodeAs(Str("/x"), "hex"), `"2f78"`},
		{"an encoding that is unknown", DecodeAs(Str("x"), "ebcdic"), "?"},
		{"codes", FromCodes(ListOf(Num("47"), Num("0x78"))), `"/x"`},
		{"codes and more", FromCodes(some(Num("47"))), "?"},
		{"codes beyond ASCII", FromCodes(ListOf(Num("200"))), "?"},
		{"a path", JoinPath(args(Str("d"), Str("x")), true), `"d/x"`},
		{"a path that starts anew", JoinPath(args(Str("d"), Str("/x")), true), `"/x"`},
		{"a path that does not", JoinPath(args(Str("d"), Str("/x")), false), `"d//x"`},
		{"a path that may start anew", JoinPath(args(Str("d"), Data), true), `"…"`},
		{"one of two paths", JoinPath(args(Join(Str("d"), Str("e")), Str("x")), true), `"d/x"|"e/x"`},
		{"a path of unknown parts", JoinPath([]Arg{{Val: Str("d")}, {Val: Data, Spread: true}}, true),
			`"d/…"`},
		{"a clean path", CleanPath(Str("d//./x")), `"d/x"`},
		{"a path with links maybe", CleanPath(Str("d/../x")), `"d/../x"`},
		{"text with an unknown part", SplitUnknown("a FENCEPOST_UNKNOWN_0 b"), `"a … b"`},
	})
}
