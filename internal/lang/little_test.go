package lang

import "testing"

// TestLittle holds what texts in little languages do. A question mark says that it may not be all.
func TestLittle(t *testing.T) {
	for _, row := range []struct{ lang, text, want string }{
		{"sed", `s/a/b/g;w out`, "write out"},
		{"sed", `/x/r in`, "read in"},
		{"sed", `1e date`, "shell date"},
		{"sed", `s/a/date/e`, "shell date, exec the sed script runs commands?"},
		{"awk", `{ print $1 > "out" }`, "write out"},
		{"awk", `{ print | "sort" }`, "shell sort, exec the awk program runs commands?"},
		{"awk", `BEGIN { getline x < "in"; print ENVIRON["HOME"] }`, "read in, show HOME"},
		{"ex", `w! out | q`, "code w! out | q?"},
		{"ex", `call system("date")`, `code call system("date")?`},
		{"ex", `set nu! | wq!`, "?"},
		{"sqlite", `select 1`, ""},
		{"sqlite", `.output out`, "code .output out?"},
		{"sqlite", `insert into t values (1)`, "?"},
		{"sqlite", `select writefile ('out', 1)`, "code select writefile ('out', 1)?"},
		{"sqlite", `select 1; attach 'out' as x`, "code select 1; attach 'out' as x?"},
		{"sqlite", `vacuum into 'out'`, "code vacuum into 'out'?"},
		{"psql", `select 1 \g |sort`, `code select 1 \g |sort?`},
		{"psql", `\copy t to program 'date'`, `code \copy t to program 'date'?`},
		{"psql", `\d t \g`, "?"},
		{"mysql", `select 1; system date`, "code select 1; system date?"},
		{"mysql", `select system from t`, "?"},
		{"gdb", `shell date`, "code shell date?"},
		{"gdb", `python print(1)`, "code python print(1)?"},
		{"gdb", `print x`, "?"},
		{"gdb", "print x\nshell date", "code print x\nshell date?"},
		{"lldb", `platform shell -t 5 date`, "code platform shell -t 5 date?"},
		{"tcl", `exec date; file delete out`, "?"},
		{"sftp", "ls\n-put in x", "code ls\n-put in x?"},
		{"sftp", "ls x", "?"},
		{"socat", `OPEN:out,creat`, "code OPEN:out,creat?"},
		{"socat", `UNIX-CONNECT:out`, "?"},
		{"less", `G`, ""},
		{"less", `!date`, "shell date, exec runs a command of the pager?"},
		{"gnuplot", `set output "p.png"; plot "in.dat" using 1:2`, "write p.png, read in.dat"},
		{"gnuplot", `plot "< date" with lines; !ls`, "shell date, shell ls"},
		{"gnuplot", `set title "x;y"; print 1 # z`, ""},
		{"gnuplot", `x = system("date")`, "shell date?"},
		{"gnuplot", `load "f"`, "?"},
		{"gnuplot", `print 'a\'; !ls`, "shell ls"},
		{"gnuplot", `do for [i=1:2] { load "f" }`, "?"},
		{"gnuplot", `set fit script "ls"`, "?"},
		{"jq", `.a | env.HOME, .env`, "show HOME"},
		{"jq", `"a\($ENV["X"])b"`, "show X"},
		{"jq", `{env: env}`, "show"},
		{"jq", `import "m" as m; m::f`, "read m.jq, read m.json"},
		{"groovy", `println "date".execute().text`, "shell date?"},
		{"elixir", `File.rm!("out")`, "delete out?"},
		{"elixir", `IO.puts(System.version())`, ""},
		{"elixir", `[1, 2] |> Enum.map(fn x -> x * 2 end) |> IO.inspect(label: "x")`, ""},
		{"elixir", `IO.puts(File.read!("in"))`, "read in"},
		{"elixir", `IO.puts("#{System.halt()}")`, "?"},
		{"elixir", `m = :os; m.cmd("date")`, "shell date?"},
		{"elixir", `x = ?"; f.("date"); "`, "?"},
		{"elixir", `Enum.map(["x"], &System.shell/1)`, "?"},
		{"erlang", `io:format("~p~n", [lists:sum([X || X <- [1]])]), halt().`, ""},
		{"erlang", `M = os, M:cmd("date").`, "shell date?"},
		{"erlang", `X = $", os:cmd("date"), Y = $".`, "?"},
		{"erlang", `F = fun os:cmd/1, F("date").`, "shell date?"},
		{"julia", `using Pkg, Dates; x = [1 2]; println(sum(x .^ 2)); @show now()`, ""},
		{"julia", `println(readlines("in"))`, "read in"},
		{"julia", `readlines("in")`, "read in"},
		{"julia", `#= a =# run(x)`, "?"},
		{"julia", `println("$(f())")`, "?"},
		{"julia", `map(run, x)`, "?"},
		{"julia", `using Other`, "?"},
		{"octave", `x = linspace(0, 1, 3); disp(x(2)), printf("%g\n", sum(x))`, ""},
		{"octave", `x = 1'; system('date'); y = 1'`, "?"},
		{"octave", `f = @system; f('date')`, "?"},
		{"octave", "%{\n%}\nsystem('date')", "shell date?"},
		{"octave", `if 0, run = 1; end, run('date')`, "shell date?"},
		{"perl-module", `List::Util=sum`, ""},
		{"perl-module", `Evil`, "?"},
		{"ruby-library", `json`, ""},
		{"events", `cycles,faults`, ""},
		{"events", `./x.o`, "?"},
	} {
		a := Scan(row.lang, row.text, Options{})
		got := shown(a.List)
		if !a.Complete {
			got += "?"
		}
		if got != row.want {
			t.Errorf("%s: %s: got %q, want %q", row.lang, row.text, got, row.want)
		}
	}
}
