package script

import (
	"slices"
	"testing"
)

// last is a statement for the end of a piece of code that deletes the file zz, on a line of its
// own.
var last = map[string]string{
	"perl": "\n;unlink('zz');", "ruby": "\n;File.delete('zz')", "php": "\n;unlink('zz');", "lua": "\n;os.remove('zz')", "r": "\n;unlink('zz')",
	"applescript": "\ndo shell script \"zz\"",
}

// FuzzParse reads any text as code. Code that is known never hides the statement behind it: a
// reader that took a part of the code for a string, a comment or a pattern would.
func FuzzParse(f *testing.F) {
	for _, row := range []struct{ lang, code string }{
		{"perl", `print 1+1`}, {"perl", `my %h; $h{$1}++ while "a b" =~ /(\w)/g; print join ",", sort keys %h`}, {"perl", `s/a/b/; print if $. < 3`},
		{"perl", `open(my $f, "<", "a") or die; print <$f>`}, {"perl", `print "a" . q{b} . qw(c d)[0], 1 / 2 # x`},
		{"ruby", `puts [1, 2].map { |x| x * 2 }.sum`}, {"ruby", `File.write("a", "b") if true # x`}, {"ruby", `puts "#{1 + 1} #{'a'}" / 2`},
		{"php", `echo json_encode([1, "a" => 2]); // x`}, {"php", `foreach ([1] as $x) { echo "$x"; }`},
		{"lua", `for i = 1, 3 do print(i, "a" .. 'b') end -- x`}, {"r", `x <- c(1, 2); cat(mean(x), "\n") # x`},
		{"applescript", `display dialog "x" -- y`},
	} {
		f.Add(row.lang, row.code, false)
		f.Add(row.lang, row.code, true)
	}
	f.Fuzz(func(t *testing.T, lang, code string, loop bool) {
		o := Options{Loop: loop && lang == "perl"}
		facts, ok := Parse(lang, code, o)
		for _, a := range facts.Acts {
			if len(a.Args) == 0 || slices.Contains(a.Args, "") && a.Kind != Argv && a.Kind != Shell {
				t.Errorf("%s %q: an act of kind %d on %q", lang, code, a.Kind, a.Args)
			}
		}
		if !ok || last[lang] == "" {
			return
		}
		all, ok := Parse(lang, code+last[lang], o)
		if ok && !slices.ContainsFunc(all.Acts, func(a Act) bool { return slices.Contains(a.Args, "zz") }) {
			t.Errorf("%s %q hides what stands behind it", lang, code)
		}
	})
}
