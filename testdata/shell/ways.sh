f() { if zz; then local x; fi; x=rm; }; x=aa; f; $x one
%%
f() { zz && { x=rm; return; }; local x=aa; }; x=bb; f; $x one
%%
f() { for i in 1; do local x=aa; done; }; x=rm; f; $x one
%%
f() { echo | { local x=zz; }; }; x=rm; f; $x one
%%
f() { (local x=zz; x=cc); x=aa; }; x=rm; f; $x one
%%
f() { y=$(local x=zz; echo q); x=aa; }; x=rm; f; $x one
%%
y=bb; zz || y=aa; for i in 1; do . /dev/stdin <<< 'continue'; done; r=$y; $r one
%%
y=bb; g() { :; }; for i in 1 2; do y=aa; eval 'g; break'; y=rm; done; $y one
%%
x=aa; if zz; then export x=aa; fi; sh -c '${x-rm} one'
%%
x=aa; export x </nonexist; sh -c '${x-rm} one'
%%
#only bash
x=rm; zz && declare -n r=x; r=aa; $x one
%%
#only bash
x=rm; y=bb; if zz; then declare -n r=x; else declare -n r=y; fi; r=aa; $x one; $y two
%%
#only bash
x=rm; zz && declare -n r=x; unset r; ${x-aa} one
%%
#only bash
x=rm; zz && declare -n r=x; read r <<< aa; $x one
%%
if x=rm; zz; then :; elif x=aa; then :; fi; $x one
%%
while x=rm; zz; do x=aa; break; done; $x one
%%
until x=rm; zz; do x=aa; break; done; $x one
%%
case rm in aa) x=bb;; rm) x=aa;& q) x=$x$x;; esac; aa "$x"
%%
x=rm; case $x in r?) x=aa;; esac; $x one
%%
#only bash
shopt -s nocasematch; x=RM; case $x in rm) aa one;; esac; [[ $x == rm ]] && bb two
%%
#only bash
x=rm-one; [[ $x =~ ^(.*)-(.*)$ ]]; ${BASH_REMATCH[1]} ${BASH_REMATCH[2]}
%%
#only bash
BASH_REMATCH=(aa bb); [[ rm =~ r(.) ]]; aa "${BASH_REMATCH[0]}"
%%
#only bash
a=(aa rm one); unset 'a[0]'; "${a[@]}"
%%
#only bash
a=([2]=one [0]=rm); "${a[@]}"
%%
#only bash
a[5]=one; a[1]=rm; "${a[@]}"
%%
#only bash
a=(rm one); a=("${a[@]}" two); "${a[@]}"
%%
#only bash
a=(one); a+=(two); a=(rm "${a[@]:1}"); "${a[@]}"
%%
#only bash
declare -A h=([a]=rm [b]=one); ${h[a]} ${h[b]}; k=b; aa "${h[$k]}"
%%
#only bash
declare -A h=([a]=rm); h[a]=aa; unset 'h[b]'; ${h[a]} one
%%
#only bash
declare -i n=1; n+=2; aa $n
%%
#only bash
declare -l x; read x <<< RM; $x one
%%
#only bash
declare -u x; printf -v x %s rm; aa $x
%%
#only bash
x=r; f() { local x+=m; $x one; }; f 2>/dev/null; aa "$x"
%%
#only bash
export x=r; export x+=m; $x one
%%
IFS=: read a b <<< rm:one; $a $b
%%
set -- a; shift 2 2>/dev/null; aa "$1"
%%
set -- rm one; eval 'set -- aa two'; $1 $2
%%
f() { set -- aa two; }; set -- rm one; f; $1 $2
%%
#only bash
x=rm & wait; ${x-aa} one
%%
x=aa; x=rm | cat; $x one
%%
#only bash
x=aa; shopt -s lastpipe; echo rm | read x; $x one
%%
x=aa; echo | f() { :; }; f 2>/dev/null; $x one
%%
! x=rm; $x one
%%
#only bash
time x=rm; $x one
%%
{ x=rm; } 2>/dev/null || x=aa; $x one
%%
x=$(false) || x=rm; $x one
%%
x=aa; false && x=rm || x=bb; $x one
%%
x=aa; (x=rm; exit 0) && $x one
%%
x=aa; $(x=rm; $x one); $x two
%%
f() { f() { aa two; }; rm one; }; f; f
%%
f() { unset -f f; rm one; }; f; f 2>/dev/null; aa
%%
cd() { builtin cd sub; }; cd nosuch; aa "$PWD"
%%
command() { aa "$@"; }; command rm one
%%
#only bash
builtin() { aa "$@"; }; builtin cd sub; bb "$PWD"
%%
#only bash
function -x() { aa one; }; -x
%%
a.b() { aa one; }; a.b; \a.b
%%
#only bash
function a/b { aa one; }; a/b
%%
export -f nosuch 2>/dev/null; aa
%%
f() { return $1; }; f 0 && aa one; f 1 || bb two
%%
f() { trap 'x=rm' INT; }; x=aa; f; $x one
%%
trap 'aa $x' EXIT; f() { local x=5; exit; }; x=1; f
%%
trap 'aa "$PWD"' EXIT; cd sub
%%
trap 'f' EXIT; f() { aa one; }; f() { rm one; }
%%
for i in 1 2 3; do [ $i = 2 ] && continue; x=$i; done; aa $x
%%
for i in a b; do for j in 1 2; do case $j in 2) continue 2;; esac; x=$i$j; done; x=no; done; aa $x
%%
i=0; while [ $i -lt 3 ]; do i=$((i+1)); [ $i = 2 ] && break; done; aa $i
%%
x=aa; for x in; do :; done; $x one
%%
x=aa; f() { x=rm; return 1; }; f || $x one
%%
x=aa; f() { x=rm; return 1; }; if f; then :; else $x one; fi
%%
x=rm; exec 3<one.txt && x=aa; $x one
%%
exec 3<nosuch; aa one
%%
x=aa; . ./nosuch.sh 2>/dev/null; $x one
%%
sh -c 'x=aa; . ./nosuch.sh; $x one' 2>/dev/null; bb
%%
sh -c 'f() { break; }; for i in 1 2; do x=aa; f; x=rm; done; $x one'
%%
bash -c 'x=$1; shift; $x "$@"' _ rm one two
%%
env -S 'bash -c "x=rm; \$x one"'
%%
echo one | xargs sh -c 'rm "$1" "$0"' q
%%
x=rm; export x; env -u x bash -c '${x-aa} one'; $x two
%%
x=bb; while x=aa; zz; do x=cc; break; done; $x one
%%
x=bb; until x=aa; zz; do x=cc; break; done; $x one
