package lang

import (
	"slices"
	"strings"
	"testing"
)

// TestHarmIsNotTakenForComputing holds pieces of code that delete or write something, or come near to it,
// in ways that a reader may miss. None may be taken for code that only computes.
func TestHarmIsNotTakenForComputing(t *testing.T) {
	for _, row := range []struct{ lang, code string }{
		{"perl", `floor / 1; unlink("v"); floor / -2`},
		{"perl", `sub f_ { unlink @_ } f_("v")`},
		{"perl", `$x="SIG"; $x->{__WARN__}="CORE::unlink"; warn "v"`},
		{"perl", `"x" =~ ("("."?{unlink 'v'})")`},
		{"perl", `print "x" =~ "(?{unlink 'v'})"`},
		{"perl", `my $s="(?{unlink 'v'})"; "x" =~ /$s/`},
		{"perl", `use re "eval"; `},
		{"perl", `for (@ARGV) {unlink}`},
		{"perl", `@x=("v"); for (@x) {unlink}`},
		{"perl", `map {unlink} "v"`},
		{"perl", `$_="v"; unlink`},
		{"perl", `print {unlink("v")} 1`},
		{"perl", `$x = { s => unlink("v") }`},
		{"perl", `"$h{unlink('v')}"`},
		{"perl", `print "a@{[unlink('v')]}"`},
		{"perl", `"CORE::unlink"->("v")`},
		{"perl", `&{"CORE::unlink"}("v")`},
		{"perl", `"x"->$c("v")`},
		{"perl", `sort $c "v","w"`},
		{"perl", `$c="CORE::unlink"; sort $c "v","w"`},
		{"perl", `syscall(87,"v")`},
		{"perl", `sub syscall { 1 } syscall(87,"v")`},
		{"perl", `my $k = "SIG"; $$k{__WARN__} = "CORE::unlink"; warn "v"`},
		{"perl", `@{"SIG"}{__WARN__}=("CORE::unlink"); warn "v"`},
		{"perl", `print STDOUT <<E, unlink("v");`},
		{"perl", `1 if/"/; unlink("v"); /"/`},
		{"perl", `1if/"/; unlink("v"); /"/`},
		{"perl", `$x{unlink "v"}`},
		{"perl", `print $x{ unlink "v" }`},
		{"perl", `s/x/unlink("v")/ee`},
		{"perl", `$_="x"; s/x/unlink("v")/e`},
		{"perl", `$_="a";tr/a-z/b/e;unlink("v")`},
		{"perl", `print 1 x unlink("v")`},
		{"perl", `shift / 1; unlink("v"); 1 / 1`},
		{"perl", `time / 1; unlink("v"); 1 / 1`},
		{"perl", `%h = (1); print %h / 1; unlink("v"); 1 /1`},
		{"perl", `format STDOUT =`},
		{"perl", `-e "v" && unlink("v")`},
		{"perl", `if (1) {unlink "v"}`},
		{"perl", `if ($x) {unlink}`},
		{"perl", `y{a}{b};unlink("v")`},
		{"perl", `print "$x[unlink 'v']"`},
		{"perl", `/$x[unlink 'v']/`},
		{"perl", `/(?{unlink 'v'})/`},
		{"perl", `use lib "."; use Evil;`},
		{"perl", `require "v.pl"`},
		{"perl", `do "v"`},
		{"perl", `eval "unlink 'v'"`},
		{"perl", `eval 'unlink "v"'`},
		{"perl", `local $SIG{ALRM}="CORE::unlink"`},
		{"perl", `print Foo->can("x")`},
		{"perl", `new IO::File ">w"`},
		{"perl", `open(F, ">w"); print F 1`},
		{"perl", `open F, ">w"`},
		{"perl", "print \"a\" . `touch w`"},
		{"perl", `print qx/touch w/`},
		{"perl", "print <`touch w`>"},
		{"perl", `exec {"touch"} "touch","w"`},
		{"perl", `@ARGV=("touch w|"); while(<>){}`},
		{"perl", `push @ARGV,"touch w|"; print <>`},
		{"perl", `${\unlink("v")}`},
		{"perl", `goto &CORE::unlink`},
		{"perl", `print for grep { unlink } "v"`},
		{"ruby", `eval = 1; eval("x")`},
		{"ruby", `eval "x"; eval = 1`},
		{"ruby", `["id"].map(&"system".to_sym)`},
		{"ruby", `["/v"].each(&File.method(:delete))`},
		{"ruby", `["x","id"].inject(:system)`},
		{"ruby", `["x","id"].inject("system")`},
		{"ruby", `x = ?"; system("id"); "`},
		{"ruby", `puts "#{system("id")}"`},
		{"ruby", `puts "#{eval %q(1)}"`},
		{"ruby", `Kernel.send(:system, "id")`},
		{"ruby", `open("|id")`},
		{"ruby", `x /1; eval("a")/ 1`},
		{"ruby", `$-i = ".b"`},
		{"ruby", `File.read("|id")`},
		{"ruby", `IO.read("|id")`},
		{"ruby", `"x".send("system","id")`},
		{"ruby", "puts <<E\n#{1}\nE"},
		{"ruby", `ARGV << "x"`},
		{"ruby", `fork.x; x = 1; eval -"id"; eval = 2`},
		{"ruby", `"x".instance_eval("system(1)")`},
		{"ruby", `def x; end`},
		{"ruby", `->(x){}.("id")`},
		{"php", `("system")("id");`},
		{"php", `"system"("id");`},
		{"php", `$f="system"; $f("id");`},
		{"php", "$f=\"system\"; $f\n(\"id\");"},
		{"php", `$f["a"]("id");`},
		{"php", `echo "{${system('id')}}";`},
		{"php", `array_map("system",["id"]);`},
		{"php", `eval("1");`},
		{"php", `include "x";`},
		{"php", `new Foo;`},
		{"php", `$x->y();`},
		{"php", `Foo::x();`},
		{"php", `echo 1; // ?> <?php system("id")`},
		{"php", `$$x = 1;`},
		{"php", `use function system as strlen; strlen("id");`},
		{"php", `file_get_contents("http://x/");`},
		{"php", `usort($a,"system");`},
		{"lua", `local r=os.remove; r("v")`},
		{"lua", `os["remove"]("v")`},
		{"lua", `_G.os.remove("v")`},
		{"lua", `load("x")()`},
		{"lua", `load = 1; local f = load("x"); f()`},
		{"lua", `pcall(os.execute,"id")`},
		{"lua", `("x"):rep(1)("y")`},
		{"lua", `print(string["dump"])`},
		{"lua", `dofile("x")`},
		{"lua", `local s = string; s.x()`},
		{"lua", `require"x"`},
		{"lua", `io.output("v")`},
		{"r", `sapply("id", system)`},
		{"r", `sapply("id","system")`},
		{"r", `"system"("id")`},
		{"r", `print <- system; print("id")`},
		{"r", `if (F) system <- 1; (print = system); print("id")`},
		{"r", `"print" <- system; print("id")`},
		{"r", `system -> "print"; print("id")`},
		{"r", `do.call("system",list("id"))`},
		{"r", `cat("x", file="v")`},
		{"r", `source("x")`},
		{"r", `base::system("id")`},
		{"r", "`system`(\"id\")"},
		{"r", `eval(parse(text="1"))`},
		{"r", `readLines("http://x/")`},
		{"applescript", `do shell script "id"`},
		{"applescript", `run script "x"`},
		{"applescript", `tell application "Finder" to delete x`},
		{"applescript", `return (do shell script "id")`},
	} {
		if a := Scan(row.lang, row.code, Options{}); a.Complete && len(a.List) == 0 {
			t.Errorf("%s: %s is said to do nothing", row.lang, row.code)
		}
	}
}

// TestScan holds what is known of everyday code: "" where it only computes, "?" where it is not
// understood.
func TestScan(t *testing.T) {
	for _, row := range []struct{ lang, code, want string }{
		{"perl", `print 1+1`, ""},
		{"perl", `my $d = decode_json(join "", <STDIN>); print $d->{version}, "\n"`, ""},
		{"perl", `for my $l (<STDIN>) { next unless $l =~ m{^(\w+)/x$}i; printf "%-10s %s\n", $1, uc ` +
			`$l }`, ""},
		{"perl", `unlink "a", "b" or die "no"; rename("c", "d")`, "delete a, delete b, move c d"},
		{"perl", `system("make test") == 0 or exit 1`, "shell make test"},
		{"perl", `system "ls", "-l"`, "argv ls -l"},
		{"perl", `open(my $f, "<:encoding(UTF-8)", "a") or die; print while <$f>`, "read a"},
		{"perl", `open F, ">>", "log"; print F "x\n"; close F`, "append log"},
		{"perl", `$h{$1}++ while <STDIN> =~ /(\d+)/g; print "$_ $h{$_}\n" for sort { $h{$b} <=> $h{$a} ` +
			`} keys %h`, ""},
		{"perl", `s/(\d+)/sprintf("%03d", $1 + 1)/ge; print`, ""},
		{"perl", `use strict; my @l = <STDIN>; my @a = map { [split /,/] } @l; print $a[0][1]`, ""},
		{"perl", `sub My_f { return $_[0] * 2 } print My_f(2)`, ""},
		{"perl", `print "yes" if -e "go.mod"`, ""},
		{"ruby", `x = 5; y = x * 2; puts y - 2 if y > 3`, ""},
		{"ruby", `h = Hash.new`, "?"},
		{"ruby", `puts(%w[a b].map(&:upcase).join("-"))`, ""},
		{"ruby", `$stdin.each_line { |l| puts l.split(",")[1] }`, ""},
		{"ruby", `File.write("a", "b")`, "write a"},
		{"ruby", `puts "n: #{[1,2].sum}"`, ""},
		{"php", `$x = json_decode(file_get_contents("a.json"), true); foreach ($x as $k => $v) { echo ` +
			`"$k\n"; }`, "read a.json"},
		{"php", `unlink("a");`, "delete a"},
		{"php", "echo `ls`;", "shell ls"},
		{"lua", `local t = {1,2} for i, v in ipairs(t) do print(i, v) end`, ""},
		{"lua", `os.execute[[ls]]`, "shell ls"},
		{"lua", `local f = io.open("a", "w") f:write("x") f:close()`, "write a"},
		{"r", `x <- c(1, 2); y = mean(x); cat(y, "\n", sep = "")`, ""},
		{"r", `unlink("a", recursive = TRUE)`, "delete a"},
		{"applescript", `return 1 + 1`, ""},
	} {
		a := Scan(row.lang, row.code, Options{})
		got := shown(a.List)
		if !a.Complete {
			got = "?"
		}
		if got != row.want {
			t.Errorf("%s: %s: got %q, want %q", row.lang, row.code, got, row.want)
		}
	}
}

var kindNames = [...]string{"read", "write", "append", "delete", "move", "mkdir", "meta", "shell",
	"argv",
	"code", "exec", "show", "contact", "operands"}

// shown shows actions in one line: "delete a, move b c".
func shown(actions []Action) string {
	var list []string
	for _, a := range actions {
		words := append([]string{kindNames[a.Kind], a.Text, a.To}, a.Words...)
		list = append(list, strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }),
			" "))
	}
	return strings.Join(list, ", ")
}
