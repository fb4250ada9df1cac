package syntax

import "testing"

// TestUnescape: as Python 3.11 and Node.js 20 read the texts.
func TestUnescape(t *testing.T) {
	python, javascript := Escapes{Bell: true, Keep: true}, Escapes{Braces: true, Short: true}
	for _, tt := range []struct{ text, python, javascript string }{
		{`abc`, "abc", "abc"}, {``, "", ""},
		{`a\nb\tc\r\b\f\v`, "a\nb\tc\r\b\f\v", "a\nb\tc\r\b\f\v"},
		{`\a`, "\a", "a"}, {`\q`, `\q`, "q"}, {`\'\"\\`, `'"\`, `'"\`},
		{"a\\\nb", "ab", "ab"},
		{`\x2f`, "/", "/"}, {`\x2`, `\x2`, `\x2`}, {`\u002f`, "/", "/"}, {`\u{2f}`, `\u{2f}`, "/"},
		{`\u{2f`, `\u{2f`, `\u{2f`}, {`\u00`, `\u00`, `\u00`}, {`\U0000002f`, "/", "/"},
		{`\57`, "/", "/"}, {`\057`, "/", "/"}, {`\1`, "\x01", "\x01"}, {`\0`, "\x00", "\x00"},
		{`\477`, "Ŀ", "'7"}, {`\08`, "\x008", "\x008"},
		{`a\`, `a\`, `a\`}, {`\\n`, `\n`, `\n`}, {`é\x41`, "éA", "éA"},
	} {
		if got := python.Unescape(tt.text); got != tt.python {
			t.Errorf("Python reads %q as %q, want %q", tt.text, got, tt.python)
		}
		if got := javascript.Unescape(tt.text); got != tt.javascript {
			t.Errorf("JavaScript reads %q as %q, want %q", tt.text, got, tt.javascript)
		}
	}
}

// TestText: names that look alike to a language are the same.
func TestText(t *testing.T) {
	for _, tt := range []struct{ typ, text, want string }{
		{"identifier", "rm", "rm"}, {"identifier", "ｒｍ", "rm"}, {"identifier", "𝓇𝓂", "rm"},
		{"identifier", `\u0072m`, "rm"}, {"property_identifier", `r\u{6d}`, "rm"},
		{"string_content", "ｒｍ", "ｒｍ"}, {"string_content", `\u0072m`, `\u0072m`},
	} {
		n := &Node{Type: tt.typ, Src: tt.text, End: len(tt.text)}
		if got := n.Text(); got != tt.want {
			t.Errorf("%s %q: %q, want %q", tt.typ, tt.text, got, tt.want)
		}
	}
	for _, n := range []*Node{nil, {Src: "a", End: 2}, {Src: "a", Start: 1}, {Src: "a", Start: -1}} {
		if got := n.Text(); got != "" {
			t.Errorf("%+v: %q", n, got)
		}
	}
}

func TestNode(t *testing.T) {
	op := &Node{Type: "+", Field: "operator"}
	left, right := &Node{Type: "identifier", Field: "left"}, &Node{Type: "call", Field: "right"}
	n := &Node{Kids: []*Node{left, op, right}}
	switch {
	case n.Child("left") != left, n.Child("right") != right, n.Child("none") != nil:
		t.Error("a child by its place")
	case n.Kid("call") != right, n.Kid("none") != nil:
		t.Error("a child by its type")
	case n.Last() != right, left.Last() != nil:
		t.Error("the last child")
	case n.Operator() != "+", left.Operator() != "":
		t.Error("the operator")
	}
}
