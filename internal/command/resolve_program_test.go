package command_test

import "testing"

// TestPrograms holds options and settings that name a program: constant ones are nested, the others
// stay code that is not seen.
func TestPrograms(t *testing.T) {
	check(t, []row{
		{`git -c core.pager=cat log`, `git log!; flags -c; ops -c=none:core.pager=cat; ro`},
		{`git -c core.pager=sh log`, `git log!; flags -c; ops -c=none:core.pager=sh; shell[sh]`},
		{`git -c pager.log='rm x' log`, `git log!; flags -c; ops -c=none:pager.log=rm x; shell[rm x]`},
		{`git -c core.pager=$X log`, `git log!; flags -c; ops -c=none:core.pager=$X; does exec`},
		{`git -c $X log`, `git log!; flags -c; ops -c=none:$X; does exec`},
		{`git -c color.ui=never log`, `git log!; flags -c; ops -c=none:color.ui=never; ro`},
		{`git -c core.editor='vi x' commit`,
			`git commit!; flags -c; ops -c=none:core.editor=vi x; shell[vi x "$@"](vi x …); does write(/p)`},
		{`git -c core.askPass=cat fetch`,
			`git fetch!; flags -c; ops -c=none:core.askPass=cat; argv[cat ...] remote; does write(/p) ` +
				`network()`},
		{`git -c core.askPass='a b' fetch`,
			`git fetch!; flags -c; ops -c=none:core.askPass=a b; shell[a b] remote; does write(/p) ` +
				`network() exec`},
		{`git -c credential.helper=store fetch`,
			`git fetch!; flags -c; ops -c=none:credential.helper=store; does write(/p) network() exec`},
		{`git -c credential.helper= fetch`,
			`git fetch!; flags -c; ops -c=none:credential.helper=; does write(/p) network()`},
		{`git -c credential.helper='!rm x' fetch`,
			`git fetch!; flags -c; ops -c=none:credential.helper=!rm x; shell[rm x "$@"](rm x …) remote; ` +
				`does write(/p) network()`},
		{`git -c filter.a.clean='rm %f' add .`,
			`git add .!; flags -c; ops -c=none:filter.a.clean=rm %f read:.; shell[rm ${_} "$@"](rm ${_} …); ` +
				`does read(/p) write(/p)`},
		{`git -c core.hooksPath=h commit`,
			`git commit!; flags -c; ops -c=none:core.hooksPath=h; does write(/p) exec`},
		{`git -c include.path=x log`, `git log!; flags -c; ops -c=none:include.path=x; does exec`},
		{`git -c alias.x='reset --hard' x HEAD~`,
			`git x HEAD~!; flags -c; ops -c=none:alias.x=reset --hard none:x none:HEAD~; argv[git -c ` +
				`alias.x=reset --hard reset --hard HEAD~]; does exec exec`},
		{`git -C sub -c alias.X='push -f' x o`,
			`git x o!; flags -C -c; ops -C=dir:sub -c=none:alias.X=push -f none:x none:o; argv[git -C sub ` +
				`-c alias.X=push -f push -f o]; does read(sub) exec exec`},
		{`git -c alias.x='log "a b"' x`,
			`git x!; flags -c; ops -c=none:alias.x=log "a b" none:x; shell[git log "a b" "$@"](git log "a ` +
				`b" …); does exec exec`},
		{`git -c alias.x=x x`, `git x!; flags -c; ops -c=none:alias.x=x none:x; does exec exec`},
		{`git -c alias.x='!rm' y`, `git y!; flags -c; ops -c=none:alias.x=!rm none:y; does exec exec`},
		{`git -c alias.x='!rm' $X`,
			`git $X!; flags -c; ops -c=none:alias.x=!rm none:$X; shell[rm] in …; does exec exec`},
		{`git -c alias.log='!rm' log`, `git log!; flags -c; ops -c=none:alias.log=!rm; does exec`},
		{`git -c alias.x=$X x`, `git x!; flags -c; ops -c=none:alias.x=$X none:x; does exec exec`},
		{`git difftool -x 'rm x' HEAD`,
			`flags -x; ops -x=shell:rm x none:HEAD; shell[rm x "$@"](rm x …)`},
		{`git difftool HEAD`, `ops none:HEAD; does exec`},
		{`git grep -O x`, `flags -O; ops pattern:x; does exec`},
		{`git grep -O'rm x' x`, `flags -O; ops -O=shell:rm x pattern:x; shell[rm x "$@"](rm x …)`},
		{`git ls-remote --exec='rm x' .`,
			`flags --upload-pack; ops --upload-pack=shell:rm x url:.; shell[rm x "$@"](rm x …) remote; ` +
				`does read(/p)/** network()`},
		{`git clone -c core.sshCommand='rm x' h:x`,
			`flags -c; ops -c=none:core.sshCommand=rm x url:h:x; shell[rm x "$@"](rm x …) remote; does ` +
				`network(h) write(/p)`},
		{`git fetch 'ext::sh -c rm'`,
			`ops url:ext::sh -c rm; argv[sh -c rm ...] remote; does exec write(/p) network()`},
		{`tar --checkpoint-action=exec='rm x' -cf a b`,
			`flags --checkpoint-action -c -f; ops --checkpoint-action=none:exec=rm x -f=write:a search:b; ` +
				`shell[rm x]; does write(a) read(b)/**`},
		{`tar --checkpoint-action=dot -cf a b`,
			`flags --checkpoint-action -c -f; ops --checkpoint-action=none:dot -f=write:a search:b; does ` +
				`write(a) read(b)/**`},
		{`tar --checkpoint-action=$X -cf a b`,
			`flags --checkpoint-action -c -f; ops --checkpoint-action=none:$X -f=write:a search:b; does ` +
				`write(a) read(b)/** exec`},
		{`tar -I zstd -cf a b`,
			`flags -I -c -f; ops -I=words:zstd -f=write:a search:b; argv[zstd]; argv[zstd -d]; does ` +
				`write(a) read(b)/**`},
		{`tar -I 'rm x; y' -cf a b`,
			`flags -I -c -f; ops -I=words:rm x; y -f=write:a search:b; shell[rm x; y]; does write(a) ` +
				`read(b)/** exec`},
		{`tar -I $X -cf a b`,
			`flags -I -c -f; ops -I=words:$X -f=write:a search:b; unknown[$X]; does write(a) read(b)/** ` +
				`exec; dynamic-payload`},
		{`tar -I 'A=1 rm x' -cf a b`,
			`flags -I -c -f; ops -I=words:A=1 rm x -f=write:a search:b; shell[A=1 rm x]; does write(a) ` +
				`read(b)/** exec`},
		{`tar --rsh-command=x -cf h:a b`,
			`flags --rsh-command -c -f; ops --rsh-command=program:x -f=write:h:a search:b; argv[x ...]; ` +
				`does write(h:a) read(b)/**`},
		{`rsync -e 'ssh -o "A b"' a h:b`,
			`flags -e; ops -e=words:ssh -o "A b" read:a write:h:b; shell[ssh -o "A b"] remote; does ` +
				`read(a) network(h) exec`},
		{`rsync --rsync-path='rm x;' a h:b`,
			`flags --rsync-path; ops --rsync-path=shell:rm x; read:a write:h:b; shell[rm x; "$@"](rm x; ` +
				`…) remote; does read(a) network(h)`},
		{`scp -S cat a h:b`, `flags -S; ops -S=program:cat read:a write:h:b; argv[cat ...] remote; ` +
			`does read(a) network(h)`},
		{`sftp -o ProxyCommand='rm x' h`,
			`flags -o; ops -o=none:ProxyCommand=rm x url:h; shell[rm x] remote; does network() exec`},
		{`ssh -o 'ProxyCommand none' h`,
			`flags -o; ops -o=none:ProxyCommand none host:h; does network(h); escalating`},
		{`ssh -o ' proxycommand = nc %h %%' h`,
			`flags -o; ops -o=none: proxycommand = nc %h %% host:h; shell[nc ${_} %] remote; does ` +
				`network(h); escalating`},
		{`ssh -o PKCS11Provider=x h`,
			`flags -o; ops -o=none:PKCS11Provider=x host:h; does network(h) exec; escalating`},
		{`ssh -o BatchMode=yes h`,
			`flags -o; ops -o=none:BatchMode=yes host:h; does network(h) exec; escalating`},
		{`sort --compress-program='rm x' a`,
			`flags --compress-program; ops --compress-program=program:rm x read:a; shell[rm x]; does ` +
				`read(a) exec`},
		{`split --filter='rm x' a`,
			`flags --filter; ops --filter=shell:rm x read:a; shell[rm x]; does read(a) write(/p)`},
		{`man -P 'rm x' ls`, `flags -P; ops -P=words:rm x read:ls; argv[rm x]; does read(ls)`},
		{`man -P 'rm x;' ls`, `flags -P; ops -P=words:rm x; read:ls; shell[rm x;]; does read(ls) exec`},
		{`zip -T -TT 'rm {}' a b`,
			`flags -T -TT; ops -TT=shell:rm {} write:a read:b; shell[rm ${_} "$@"](rm ${_} …); does write(a) ` +
				`read(b)`},
	})
}

// TestSwitches holds values with which an option is not given, and others that only look like them.
func TestSwitches(t *testing.T) {
	check(t, []row{
		{`grep --regexp=none f`, `flags -e; ops -e=pattern:none read:f; does read(f); ro`},
		{`grep --regexp=$X f`, `flags -e; ops -e=pattern:$X read:f; does read(f); ro`},
		{`sort --files0-from=false a`,
			`flags --files0-from; ops --files0-from=read:false read:a; does read(false) read(a); ro`},
		{`kubectl delete pod x --dry-run=none`,
			`flags --dry-run; ops none:pod none:x --dry-run=none:none; does network()`},
		{`kubectl delete pod x --dry-run=$X`,
			`flags --dry-run; ops none:pod none:x --dry-run=none:$X; does network()`},
		{`kubectl delete pod x --dry-run=client`,
			`flags --dry-run; ops none:pod none:x --dry-run=none:client; does network()`},
		{`kubectl delete pod x --now=1`, `flags --now; ops none:pod none:x; does network()`},
		{`kubectl delete pod x --now=false`, `flags --now; ops none:pod none:x; does network()`},
		{`find . --exec=$X`, `ops search:.; unknown[]; does read(/p)/**; dynamic-payload`},
	})
}

// TestStarters holds debuggers and profilers, which start the program that they watch, and commands
// that start a shell.
func TestStarters(t *testing.T) {
	check(t, []row{
		{`perf record -g -F 99 rm x`,
			`flags -g -F; ops -F=none:99; argv[rm x]; does write(perf.data); transparent`},
		{`perf record -o p.data -- rm -rf x`,
			`flags -o; ops -o=write:p.data; argv[rm -rf x]; does write(p.data); transparent`},
		{`perf stat -e a rm x`, `flags -e; ops -e=none:a; argv[rm x]; transparent`},
		{`perf stat -e ./a.c rm x`, `flags -e; ops -e=none:./a.c; argv[rm x]; does exec`},
		{`perf stat --pre 'rm x' ls`,
			`flags --pre; ops --pre=shell:rm x; argv[ls]; shell[rm x]; transparent`},
		{`perf stat --frob rm x`, `flags --frob?; argv[rm x]; unknown[]; transparent; unknown-option`},
		{`valgrind --db-command=x ls`,
			`flags --db-command; ops --db-command=none:x; argv[ls]; does exec`},
		{`faketime --date-prog=./d '2020-01-01' ls`,
			`flags --date-prog; ops --date-prog=none:./d none:2020-01-01; argv[ls]; does exec`},
		{`python3 -m timeit`, `flags -m; ops -m=none:timeit; does exec`},
		{`python3 -m timeit $X`, `flags -m; ops -m=none:timeit any:$X; does exec`},
		{`python3 -W error -m timeit x`,
			`flags -W -m; ops -W=none:error -m=none:timeit any:x; does exec`},
		{`perf trace -i p.data`, `flags -i; ops -i=read:p.data; does read(p.data)`},
		{`perf sched record rm x`, `argv[rm x]; does write(perf.data); transparent`},
		{`perf report`, `ops none:report; does exec exec`},
		{`perf $X rm x`, `perf $X rm x!; ops none:$X none:rm none:x; does exec exec`},
		{`gdb --args rm -rf x`, `flags -args; argv[rm -rf x]; does exec`},
		{`gdb -batch -ex run -args rm x`,
			`flags -batch -ex -args; ops -ex=code:run; argv[rm x]; does exec`},
		{`gdb -ex 'shell rm x' a.out core`,
			`flags -ex; ops -ex=code:shell rm x read:a.out none:core; code[shell rm x]gdb; does read(a.out) ` +
				`exec`},
		{`gdb -ex !rm a.out`,
			`flags -ex; ops -ex=code:!rm read:a.out; code[!rm]gdb; does read(a.out) exec`},
		{`gdb -ex $X a.out`, `flags -ex; ops -ex=code:$X read:a.out; unknown[$X]; does read(a.out) ` +
			`exec; dynamic-payload`},
		{`gdb -x s.gdb a.out`,
			`flags -x; ops -x=script:s.gdb read:a.out; file[s.gdb]; does exec(s.gdb) read(a.out) exec`},
		{`gdb -ex 'python import os' a.out`,
			`flags -ex; ops -ex=code:python import os read:a.out; code[python import os]gdb; does ` +
				`read(a.out) exec`},
		{`gdb -ex 'call system("rm x")' a.out`,
			`flags -ex; ops -ex=code:call system("rm x") read:a.out; code[call system("rm x")]gdb; does ` +
				`read(a.out) exec`},
		{`gdb -ex 'target remote | rm x' a.out`,
			`flags -ex; ops -ex=code:target remote | rm x read:a.out; code[target remote | rm x]gdb; ` +
				`does read(a.out) exec`},
		{`lldb -- rm -rf x`, `argv[rm -rf x]; does exec`},
		{`lldb rm -- -rf x`, `argv[rm -rf x]; does exec`},
		{`lldb -o 'platform shell -t 5 rm x' a.out`,
			`flags -o; ops -o=code:platform shell -t 5 rm x; argv[a.out]; code[platform shell -t 5 rm ` +
				`x]lldb; does exec`},
		{`entr -r rm /_`, `flags -r; argv[rm /_]; transparent`},
		{`entr -s 'rm x'`, `flags -s; shell[rm x]; transparent`},
		{`sg g -c 'rm x'`, `flags -c; ops none:g -c=shell:rm x; shell[rm x]; does privilege; escalating`},
		{`sg g 'rm x'`, `ops none:g; shell[rm x]; does privilege; escalating`},
		{`newgrp g <<< rm x`, `ops none:g; shell[rm x]; does privilege; escalating`},
		{`| newgrp`, `unknown[]; does privilege; escalating; dynamic-payload`},
		{`sudo -s <<< rm x`, `flags -s; shell[rm x]; does privilege; escalating`},
		{`| sudo -s`, `flags -s; unknown[]; does privilege; escalating; dynamic-payload`},
		{`| sudo -v`, `flags -v; does privilege; escalating`},
		{`su - u <<< rm x`, `ops none:- shell-arg:u; shell[rm x]; does privilege; escalating`},
		{`su - u -- -c 'rm x'`,
			`ops none:- shell-arg:u shell-arg:-c shell-arg:rm x; argv[sh -c rm x]; does privilege; ` +
				`escalating`},
		{`su u script.sh a`, `ops none:u shell-arg:script.sh shell-arg:a; argv[sh script.sh a]; does ` +
			`privilege; escalating`},
		{`ssh h <<< rm x`, `ops host:h; shell[rm x] remote; does network(h); escalating`},
		{`ssh -N h <<< rm x`, `flags -N; ops host:h; does network(h); escalating`},
		{`chroot d <<< rm x`, `ops read:d; shell[rm x] remote; does read(d) privilege; escalating`},
		{`unshare -r <<< rm x`, `flags -r; shell[rm x]; does privilege; escalating`},
		{`script -q f rm x`, `flags -q; ops write:f; argv[rm x]; does write(f) exec; transparent`},
		{`script <<< rm x`, `shell[rm x]; does exec; transparent`},
		{`systemd-run -p ExecStopPost=-+/bin/rm ls`,
			`flags -p; ops -p=none:ExecStopPost=-+/bin/rm; argv[ls]; shell[/bin/rm]; does privilege ` +
				`system; escalating`},
		{`expect -c 'spawn rm x'`, `flags -c; ops -c=code:spawn rm x; code[spawn rm x]tcl`},
		{`expect -c 'exec {*}[list rm x]'`,
			`flags -c; ops -c=code:exec {*}[list rm x]; code[exec {*}[list rm x]]tcl`},
		{`tclsh <<< exec rm x`, `code[exec rm x]tcl`},
		{`less '+!rm x' f`, `ops none:+!rm x read:f; shell[rm x]; does exec read(f)`},
		{`less +5 f`, `ops none:+5 read:f; does read(f); ro`},
		{`strace -o '|rm x' ls`, `flags -o; ops -o=shell:|rm x; argv[ls]; shell[rm x]; transparent`},
		{`strace -o f ls`, `flags -o; ops -o=write:f; argv[ls]; does write(f); transparent`},
		{`make -f - all`, `flags -f; ops -f=read:- none:all; does exec; dynamic-payload`},
	})
}
