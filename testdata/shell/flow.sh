#only bash
readonly x=rm; export x=aa 2>/dev/null; $x one
%%
#only bash
readonly x=rm; f() { local x=aa; $x one; }; f 2>/dev/null
%%
#only bash
readonly x=rm; read x <<< aa 2>/dev/null; $x one
%%
#only bash
readonly x=rm; printf -v x aa 2>/dev/null; $x one
%%
#only bash
declare -r x=rm; declare x=aa 2>/dev/null; $x one
%%
#only bash
readonly x=rm; unset x 2>/dev/null; ${x-aa} one
%%
#only bash
readonly x=rm; eval 'x=aa' 2>/dev/null; $x one
%%
#only bash
readonly x=rm; (x=aa) 2>/dev/null; $x one
%%
#only bash
readonly x=rm; for x in aa; do :; done 2>/dev/null; $x one
%%
#only bash
x=rm; readonly x; x=aa true 2>/dev/null; $x one
%%
#only bash
x=q; coproc x { sleep 0.1; }; aa "${x[0]}"
%%
#only bash
COPROC_PID=q; coproc { sleep 0.1; }; aa "${COPROC_PID-none}"
%%
#only bash
fd=q; exec {fd}>o1; aa $fd
%%
fd=q; exec {fd}<one.txt; aa $fd
%%
#only bash
fd=q; : {fd}>o1; aa $fd
%%
REPLY=q; select n in a b; do aa $REPLY $n; break; done <<< 2
%%
#only bash
f() { local -; set -f; }; f; aa *
%%
#only bash
f() { local - x=1; set +B; }; f; aa {p,q}
%%
#only bash
shopt -s execfail; x=rm; exec nosuch 2>/dev/null || x=aa; $x one
%%
#only bash
x=rm; exit 2>/nonexist/z || x=aa; $x one
%%
x=rm; { x=aa; } </nonexist/f; $x one
%%
#only bash
x=rm; export x=aa </nonexist/f; $x one
%%
#only bash
x=rm; eval 'x=aa' </nonexist/f; $x one
%%
x=rm; unset x </nonexist/f; ${x-aa} one
%%
set -f; set +f </nonexist/f; aa *
%%
#only bash
f() { x=aa; }; x=rm; f </nonexist/f; $x one
%%
#only bash
x=rm; f() { x=aa; } </nonexist/f; f; $x one
%%
x=rm; if true; then x=aa; fi </nonexist/f; $x one
%%
x=rm; for i in 1; do x=aa; done >/nonexist/f; $x one
%%
x=rm; { x=aa; } >&9; $x one
%%
set -C; x=rm; { x=aa; } >one.txt; $x one
%%
x=rm; { x=aa; } >sub; $x one
%%
x=rm; { x=aa; } </nonexist/f && zz; $x one
%%
x=aa; bb && { x=rm; break; }; $x one
%%
x=aa; bb && { x=rm; return; }; $x one
%%
x=aa; bb && { x=rm; continue; }; $x one
%%
x=rm; f() { for i in 1; do :; done; bb && { x=aa; break; }; $x one; }; f
%%
#only bash
f() { source /dev/stdin <<< 'x=rm; return; x=aa'; $x one; }; f
%%
x=aa; source /dev/stdin <<< 'x=rm; return; x=aa'; $x one
%%
f() { . /dev/stdin <<E
x=rm; bb && return
x=aa
E
$x one; }; f
%%
f() { break; }; for i in 1 2; do x=aa; f; x=rm; done 2>/dev/null; $x one
%%
f() { continue; }; for i in 1 2; do x=aa; f; x=rm; done 2>/dev/null; $x one
%%
for i in 1 2; do x=aa; eval break; x=rm; done; $x one
%%
for i in 1 2; do x=aa; (break); x=rm; done; $x one
%%
for i in 1 2; do for j in 1 2; do x=aa; break 2; x=rm; done; x=zz; done; $x one
%%
for i in 1 2; do for j in 1 2; do x=aa; continue 2; done; x=zz; done; $x one
%%
n=2; for i in 1 2; do for j in 1 2; do x=aa; break $n; done; x=zz; done; $x one
%%
for i in 1 2; do x=aa; break 9; x=rm; done; $x one
%%
#only bash
for i in 1 2; do x=aa; break 0; x=rm; done 2>/dev/null; $x one
%%
#only bash
x=rm; while true; do bb || x=aa; $x one; break </nonexist; [ "$y" ] && break; y=1; done 2>/dev/null
