package rule

import (
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

func TestGlob(t *testing.T) {
	tests := []struct {
		pattern, s string
		want       bool
	}{
		{"Read", "Read", true},
		{"Read", "ReadX", false},
		{"Read", "XRead", false},
		{"Read", "read", false},
		{"", "", true},
		{"", "x", false},
		{"*", "", true},
		{"*", "anything", true},
		{"**", "x", true},
		{"mcp__*", "mcp__a__b", true},
		{"mcp__*", "mcp_a", false},
		{"*__b", "mcp__a__b", true},
		{"*a*b", "xxaxxaxxb", true},
		{"*a*b", "xxaxxaxxbx", false},
		{"a*b*c", "abbbc", true},
		{"a*b*c", "acb", false},
		{"Notebook?dit", "NotebookEdit", true},
		{"Notebook?dit", "Notebookdit", false},
		{"?", "", false},
		{"?*", "x", true},
		{"*?", "", false},
		{"a*", "*", false},
		{"*", "*", true},
		{"a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false},
		{"[ab]", "a", false}, // a name glob knows no classes
		{"[ab]", "[ab]", true},
	}
	for _, test := range tests {
		if got := Glob(test.pattern, test.s); got != test.want {
			t.Errorf("Glob(%q, %q) = %v", test.pattern, test.s, got)
		}
	}
}

func TestGlobAny(t *testing.T) {
	tests := []struct {
		patterns, s string
		want        bool
	}{
		{"rm|rmdir", "rmdir", true},
		{"rm|rmdir", "rmx", false},
		{"cp | install", "install", true},
		{"cp | inst*", "install", true},
		{"cp", "cp", true},
		{"cp|", "", true},
		{"cp", "", false},
	}
	for _, test := range tests {
		if got := GlobAny(test.patterns, test.s); got != test.want {
			t.Errorf("GlobAny(%q, %q) = %v", test.patterns, test.s, got)
		}
	}
}

func TestOnKind(t *testing.T) {
	if !OnKind([]fact.EffectKind{fact.Delete, fact.Write}, fact.Append) {
		t.Error("an append is not a write")
	}
	if OnKind([]fact.EffectKind{fact.Append}, fact.Write) {
		t.Error("a write is an append")
	}
	if OnKind(nil, fact.Read) {
		t.Error("no kind is some kind")
	}
}

// fixed answers every question about a place alike.
type fixed struct{ written, target fact.Tri }

func (f fixed) Inside(*fact.Path, string, bool) (fact.Tri, fact.Tri) { return f.written, f.target }
func (f fixed) Glob(*fact.Path, string, bool) (fact.Tri, fact.Tri)   { return f.written, f.target }

// A link leads one reading of a path elsewhere: either reading suffices for a rule that restricts,
// an allowing rule needs both.
func TestTwoReadings(t *testing.T) {
	tests := []struct{ written, target, outside, outsideBoth, inside, insideEither fact.Tri }{
		{fact.Yes, fact.Yes, fact.No, fact.No, fact.Yes, fact.Yes},
		{fact.No, fact.No, fact.Yes, fact.Yes, fact.No, fact.No},
		{fact.Yes, fact.No, fact.Yes, fact.No, fact.No, fact.Yes},
		{fact.No, fact.Yes, fact.Yes, fact.No, fact.No, fact.Yes},
		{fact.Maybe, fact.Maybe, fact.Maybe, fact.Maybe, fact.Maybe, fact.Maybe},
		{fact.Yes, fact.Maybe, fact.Maybe, fact.No, fact.Maybe, fact.Yes},
	}
	for _, test := range tests {
		at := fixed{test.written, test.target}
		s := Subject{Command: &fact.Command{Places: at,
			Resolution: fact.Resolution{Operands: []fact.Operand{{IsPath: true}}}}}
		roots := []string{"."}
		got := [4]fact.Tri{s.AnyArgOutside(roots), s.AnyArgOutsideBoth(roots), s.AllArgsInside(roots),
			s.AllArgsInsideEither(roots)}
		want := [4]fact.Tri{test.outside, test.outsideBoth, test.inside, test.insideEither}
		if got != want {
			t.Errorf("written %v, target %v: got %v, want %v", test.written, test.target, got, want)
		}
	}
}

// link matches the glob in one way, and lies inside in another.
type link struct{ glob, inside fixed }

func (l link) Inside(*fact.Path, string, bool) (fact.Tri, fact.Tri) {
	return l.inside.written, l.inside.target
}

func (l link) Glob(*fact.Path, string, bool) (fact.Tri, fact.Tri) {
	return l.glob.written, l.glob.target
}

func (link) Glance(*fact.Path) fact.Glance { return fact.AnyGlance() }

// TestGlobOutside holds that one reading has to match and to lie outside: ~/.vimrc, a root, may
// lead to ~/dotfiles/vimrc, which does not match.
func TestGlobOutside(t *testing.T) {
	yes, no, maybe := fact.Yes, fact.No, fact.Maybe
	tests := []struct {
		at           link
		asks, allows fact.Tri
	}{
		{link{fixed{yes, yes}, fixed{no, no}}, yes, yes},
		{link{fixed{yes, yes}, fixed{yes, yes}}, no, no},
		{link{fixed{no, no}, fixed{no, no}}, no, no},
		{link{fixed{yes, no}, fixed{yes, no}}, no, no},
		{link{fixed{yes, yes}, fixed{yes, no}}, yes, no},
		{link{fixed{maybe, maybe}, fixed{no, no}}, maybe, maybe},
	}
	for _, test := range tests {
		asks := GlobOutside(&fact.Path{}, "~/.*/**", ".", test.at, false, false)
		allows := GlobOutside(&fact.Path{}, "~/.*/**", ".", test.at, false, true)
		if asks != test.asks || allows != test.allows {
			t.Errorf("%v: got %v and %v", test, asks, allows)
		}
	}
}

// Glance says that nothing is known.
func (fixed) Glance(*fact.Path) fact.Glance { return fact.AnyGlance() }
