package command_test

import "testing"

// TestLaunchers holds the commands that start another: where it begins, and which options make them
// more than that.
func TestLaunchers(t *testing.T) {
	check(t, []row{
		{`setarch -R rm x`, `flags -R; argv[rm x]; transparent`},
		{`arch -x86_64 rm x`, `flags -x86_64; argv[rm x]; transparent`},
		{`arch -e A=b rm x`, `flags -e; ops -e=none:A=b; argv[rm x]; does exec`},
		{`numactl --cpunodebind=0 -m 1 rm x`,
			`flags -N -m; ops -N=none:0 -m=none:1; argv[rm x]; transparent`},
		{`fakeroot -- rm x`, `argv[rm x]; transparent`},
		{`fakeroot -l ./x.so rm x`, `flags -l; ops -l=none:./x.so; argv[rm x]; does exec`},
		{`capsh --print -- -c 'rm x'`,
			`flags --print; ops shell-arg:-c shell-arg:rm x; argv[sh -c rm x]; does privilege; escalating`},
		{`start-stop-daemon -S -b -x /bin/rm -- -rf x`,
			`flags -S -b -x; ops -x=starts:/bin/rm none:-rf none:x; argv[/bin/rm -rf x]; does process; ` +
				`escalating`},
		{`start-stop-daemon --start --exec /bin/ls -a /bin/rm x`,
			`flags -S -x -a; ops -x=none:/bin/ls -a=starts:/bin/rm none:x; argv[/bin/rm x]; does process; ` +
				`escalating`},
		{`start-stop-daemon -K -x /bin/sleep`,
			`flags -K -x; ops -x=none:/bin/sleep; does process; escalating`},
		{`hyperfine -w 3 -p 'rm x' 'ls a' 'ls b'`,
			`flags -w -p; ops -w=none:3 -p=shell:rm x text:ls a text:ls b; shell[rm x]; shell[ls a]; ` +
				`shell[ls b]; transparent`},
		{`hyperfine -S ./x ls`, `flags -S; ops -S=none:./x text:ls; shell[ls]; does exec`},
		{`aws-vault exec -n prod -- rm x`,
			`flags -n; ops none:prod; argv[rm x]; does network(); escalating`},
		{`socat FILE:a,creat TCP:h:9`,
			`ops code:FILE:a,creat code:TCP:h:9; code[FILE:a,creat]socat; does network() exec`},
		{`gnuplot -e 'set output "p.png"; plot "in.dat"'`,
			`flags -e; ops -e=code:set output "p.png"; plot "in.dat"; does write(p.png) read(in.dat)`},
		{`gnuplot <<< plot "< rm x"`, `shell[rm x]`},
		{`sshfs -o 'ssh_command=rm x' h:d m`,
			`flags -o; ops -o=none:ssh_command=rm x host:h:d write:m; argv[rm x ...] remote; does ` +
				`network(h) write(m) system`},
		{`socat - EXEC:'rm x',pty`,
			`ops code:- code:EXEC:rm x,pty; code[EXEC:rm x,pty]socat; does network() exec`},
		{`parallel -I% 'rm x/%'`,
			`flags -I; ops -I=none:%; shell[rm x/$_ "$@"](rm x/$_ …); unknown[]; transparent; ` +
				`dynamic-payload`},
		{`fd . d -xrm -f`, `flags -x; ops pattern:. search:d; argv[rm -f d/**]; does read(d)/**`},
		{`fd . d --exec=rm`, `flags -x; ops pattern:. search:d; argv[rm d/**]; does read(d)/**`},
		{`coreutils --coreutils-prog=rm -r x`,
			`flags --coreutils-prog; ops --coreutils-prog=starts:rm none:-r none:x; argv[rm -r x]; does ` +
				`exec`},
		{`cross-env A=1 rm x`, `ops assign:A=1; argv[rm x]A=1; transparent`},
		{`nodemon -x 'rm x' a.js`,
			`flags -x; ops -x=shell:rm x script:a.js; shell[rm x]; file[a.js]; does exec(a.js) exec`},
		{`pee 'rm a' 'rm b'`, `ops text:rm a text:rm b; shell[rm a]; shell[rm b]; transparent`},
		{`watchexec 'rm x; ls'`, `shell[rm x; ls]; transparent`},
		{`watchexec -n rm x`, `flags -n; argv[rm x]; transparent`},
		{`mise exec -c 'rm x'`, `flags -c; ops -c=shell:rm x; shell[rm x]; does exec; transparent`},
		{`emulate -R sh -c 'rm x'`,
			`flags -R -c; ops none:sh -c=shell:rm x; shell[rm x] here; does exec`},
	})
}
