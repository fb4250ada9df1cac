package lang

import (
	"slices"
	"testing"
)

// lasts is a statement for the end of a piece of code that deletes the file zz, on a line of its
// own.
var lasts = map[string]string{
	"perl": "\n;unlink('zz');", "ruby": "\n;File.delete('zz')", "php": "\n;unlink('zz');",
	"lua": "\n;os.remove('zz')", "r": "\n;unlink('zz')",
	"applescript": "\ndo shell script \"zz\"",
}

// FuzzScan reads any text as code. Code that is known never hides the statement behind it: a
// reader that took a part of the code for a string, a comment or a pattern would.
func FuzzScan(f *testing.F) {
	for _, row := range []struct{ lang, code string }{
		{"perl", `print 1+1`}, {"perl",
			`my %h; $h{$1}++ while "a b" =~ /(\w)/g; print join ",", sort keys %h`},
		{"perl", `s/a/b/; print if $. < 3`},
		{"perl", `open(my $f, "<", "a") or die; print <$f>`},
		{"perl", `print "a" . q{b} . qw(c d)[0], 1 / 2 # x`},
		{"ruby", `puts [1, 2].map { |x| x * 2 }.sum`}, {"ruby", `File.write("a", "b") if true # x`},
		{"ruby", `puts "#{1 + 1} #{'a'}" / 2`},
		{"php", `echo json_encode([1, "a" => 2]); // x`}, {"php", `foreach ([1] as $x) { echo "$x"; }`},
		{"lua", `for i = 1, 3 do print(i, "a" .. 'b') end -- x`},
		{"r", `x <- c(1, 2); cat(mean(x), "\n") # x`},
		{"applescript", `display dialog "x" -- y`},
	} {
		f.Add(row.lang, row.code, false)
		f.Add(row.lang, row.code, true)
	}
	f.Fuzz(func(t *testing.T, lang, code string, loop bool) {
		var o Options
		if loop && lang == "perl" {
			o.Given = option("-n")
		}
		known := Scan(lang, code, o)
		for _, a := range known.List {
			if known.Complete && a.Kind != Operands && a.Text == "" && len(a.Words) == 0 {
				t.Errorf("%s %q: an action of kind %d on nothing", lang, code, a.Kind)
			}
		}
		if !known.Complete || lasts[lang] == "" {
			return
		}
		all := Scan(lang, code+lasts[lang], o)
		zz := func(a Action) bool { return a.Text == "zz" }
		if all.Complete && !slices.ContainsFunc(all.List, zz) {
			t.Errorf("%s %q hides what stands behind it", lang, code)
		}
	})
}

// option is the only option that is given.
type option string

func (o option) AnyOption(f func(name, value string) bool) bool { return f(string(o), "") }
