package command_test

import "testing"

// TestScripts: what code without a reader of its own does in calls with literal arguments, and
// which code only prints.
func TestScripts(t *testing.T) {
	for line, want := range map[string]string{
		// Deletes, writes, programs.
		`perl -e 'unlink "/x"'`: `flags -e; ops -e=code:unlink "/x"; does ` +
			`delete(/x)`,
		`perl -e 'system("rm -rf /x")'`: `flags -e; ops -e=code:system("rm -rf /x"); ` +
			`shell[rm -rf /x]`,
		`perl -e 'system("rm","-r","/x")'`: `flags -e; ops -e=code:system("rm","-r","/x"); ` +
			`argv[rm -r /x]`,
		`perl -e 'open F,">/x"'`: `flags -e; ops -e=code:open F,">/x"; does ` +
			`write(/x)`,
		`perl -e 'open(F,"|sh -c id")'`: `flags -e; ops -e=code:open(F,"|sh -c id"); ` +
			`shell[sh -c id]`,
		`perl -e 'qx(rm /x)'`: `flags -e; ops -e=code:qx(rm /x); shell[rm /x]`,
		"ruby -e '`rm /x`'":   "flags -e; ops -e=code:`rm /x`; shell[rm /x]",
		`ruby -e 'IO.popen(%w[rm -r /x])'`: `flags -e; ops -e=code:IO.popen(%w[rm -r /x]); ` +
			`argv[rm -r /x]; code[IO.popen(%w[rm -r /x])]ruby`,
		`ruby -e 'File.open("/x","w")'`: `flags -e; ops -e=code:File.open("/x","w"); ` +
			`code[File.open("/x","w")]ruby; does write(/x)`,
		`ruby -e 'File.open("/x")'`: `flags -e; ops -e=code:File.open("/x"); ` +
			`code[File.open("/x")]ruby`,
		`ruby -e 'FileUtils.mv("/a","/b")'`: `flags -e; ops -e=code:FileUtils.mv("/a","/b"); ` +
			`does delete(/a) write(/b)`,
		`ruby -e 'puts "a/b".delete("/")'`: `flags -e; ops -e=code:puts "a/b".delete("/"); ` +
			`code[puts "a/b".delete("/")]ruby`,
		`php -r 'file_put_contents("/x","rm -rf /")'`: `flags -r; ops -r=code:file_put_contents("/` +
			`x","rm -rf /"); does write(/x)`,

		// Nothing but printing and filtering.
		`perl -e 'print 1+1, "\n"'`:  `flags -e; ops -e=code:print 1+1, "\n"; ro`,
		`php -r 'echo PHP_VERSION;'`: `flags -r; ops -r=code:echo PHP_VERSION;; ro`,
		`perl -ne 'print if /foo/' f`: `flags -n -e; ops -e=code:print if /foo/ read:f; does ` +
			`read(f); ro`,
		`perl -lane 'print $F[0]' f`: `flags -l -a -n -e; ops -e=code:print $F[0] read:f; does ` +
			`read(f); ro`,
		`perl -pe 's/a/$1b/g' f`: `flags -p -e; ops -e=code:s/a/$1b/g read:f; does read(f); ro`,
		`perl -pe 's/a/b/e' f`: `flags -p -e; ops -e=code:s/a/b/e read:f; code[s/a/b/e]perl; ` +
			`does read(f)`,
		`perl -pe 's/(?{system 1})//' f`: `flags -p -e; ops -e=code:s/(?{system 1})// read:f; ` +
			`code[s/(?{system 1})//]perl; does read(f)`,
		`perl -e 'print ENV'`:   `flags -e; ops -e=code:print ENV; code[print ENV]perl`,
		`perl -e 'print <F>'`:   `flags -e; ops -e=code:print <F>; ro`,
		`php -r 'echo id();'`:   `flags -r; ops -r=code:echo id();; code[echo id();]php`,
		`ruby -e 'puts "#{1}"'`: `flags -e; ops -e=code:puts "#{1}"; ro`,
	} {
		if got := describe(resolve(line)); got != want {
			t.Errorf("%s\n\t got %s\n\twant %s", line, got, want)
		}
	}
}
