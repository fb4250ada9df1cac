x=1; \let x+=1; aa $x
%%
x=1; \let x++; aa $x
%%
x=1; \let 'x = 5'; aa $x
%%
#only bash
x=1; builtin let x+=1; aa $x
%%
x=1; \let y=3,x=4; aa $x $y
%%
f() { local x=1; declare -g x=rm; aa $x; }; x=0; f; $x one
%%
#only bash
x=rm; f() { local x=aa; g; $x one; }; g() { unset x; }; f
%%
#only bash
x=rm; f() { local x=aa; g; }; g() { local x=bb; h; }; h() { unset x; unset x; $x one; }; f
%%
#only bash
x=rm; f() { local -I x; $x one; }; f
%%
#only bash
mapfile -tC 'aa' -c 1 arr <<< x
%%
#only bash
mapfile -t -c1 -C 'aa q' arr <<< x
%%
#only bash
cb() { aa "$2"; }; mapfile -t -c 1 -C cb arr <<< x
%%
#only bash
x=aa; mapfile -c 1 -C 'x=rm;:' arr <<< q; $x one
%%
rm() { aa; }; i=; while [ "$i" != xx ]; do rm one; unset -f rm; i=x$i; done
%%
f() { aa "$1"; }; f q; f=1; unset f; f one
%%
rm() { aa "$1"; }; rm q; rm=1; unset rm; rm one
%%
rm() { aa "$1"; }; rm q; unset rm; rm one
%%
#only bash
f() { rm $1; }; readonly -f f; f() { aa $1; } 2>/dev/null; f one
%%
#only bash
f() { rm $1; }; f p; declare -rf f; unset -f f; f one
%%
#only bash
rm() { aa "$1"; }; rm q; export -f rm; bash -c 'rm one'
%%
#only bash
rm() { aa "$1"; }; rm q; export -f rm; env bash -c 'rm two'
%%
#only bash
rm() { aa "$1"; }; rm q; declare -fx rm; bash -c 'bash -c "rm two"'
%%
#only bash
rm() { aa "$1"; }; rm q; set -a; rm() { bb "$1"; }; bash -c 'rm two'
%%
if zz; then f() { x=rm; }; else f() { x=aa; }; fi; f; $x one
%%
if zz; then f() { cd sub; }; else f() { :; }; fi; f; aa "$PWD"
%%
if zz; then OLDPWD=$PWD/sub; else OLDPWD=$PWD/sub/deep; fi; cd - >/dev/null; aa "$PWD"
%%
if zz; then HOME=$PWD/sub; else HOME=$PWD/sub/deep; fi; cd; aa "$PWD"
%%
#only bash
x=rm; read -t 0 x <<< aa; $x one
%%
#only bash
x=(rm); read 'x[0]' <<< aa; ${x[0]} one
%%
#only bash
x=(rm); read x[0] <<< aa; ${x[0]} one
%%
#only bash
n=$(tr a x <<< a); x=rm; printf -v "$n" aa; $x one
%%
n=$(tr a x <<< a); x=rm; read "$n" <<< aa; $x one
%%
n=$(tr a x <<< a); x=rm; eval "$n=aa"; $x one
%%
n=$(tr a x <<< a); x=rm; export "$n=aa"; $x one
%%
#only bash
n=$(tr a x <<< a); x=rm; declare -n r=$n; r=aa; $x one
%%
#only bash
n=$(tr a x <<< a); x=rm; for i in 1; do printf -v $n aa; done; $x one
%%
#only bash
n=$(tr a x <<< a); x=rm; mapfile -t "$n" <<< aa; $x one
%%
#only bash
n=$(tr a x <<< a); x=rm; getopts a "$n" -a; aa $x
%%
n=$(tr a x <<< a); x=rm; unset "$n"; ${x-aa} one
%%
n=$(tr a x <<< a); x=5; (( $n = 7 )); aa $x
%%
#only bash
x=rm; y=aa; declare -n r=z; for r in x y; do $r one; done
%%
#only bash
rm=q; x=rm; declare -n r=x; declare +n r; aa $r
%%
x=rm; export x; declare +x x; bash -c '${x-aa} one'
%%
x=rm; export x; typeset +x x; sh -c '${x-aa} one'
%%
unset x; [[ a == b && ${x:=rm} ]]; ${x-aa} one
%%
unset x; [[ a == a || ${x:=rm} ]]; ${x-aa} one
%%
unset x; y=; : ${y:+${x:=rm}}; ${x-aa} one
%%
unset x; y=1; : ${y:-${x:=rm}}; ${x-aa} one
%%
unset x; y=1; : "${y-${x=rm}}"; ${x-aa} one
%%
unset x; y=1; : ${y:?${x:=rm}}; ${x-aa} one
%%
unset x; (( 0 && ${x:=5} )); aa $x
%%
x=1; (( 0 && $((x=5)) )); aa $x
%%
x=1; y=$(( 1 || $((x=5)) )); aa $x
%%
x=1; y=$(( 1 ? 2 : (x=5) )); aa $x
%%
x=1; (( x ? y=3 : (x=5) )); aa $x $y
%%
x=1; [[ a == b && $((x=5)) ]]; aa $x
%%
#only bash
x=1; [[ a == b && x=5 -eq 5 ]]; aa $x
%%
#only bash
x=1; [[ x=5 -eq 5 ]]; aa $x
%%
#only bash
x=1; : ${HOME:x=5:1}; aa $x
%%
#only bash
x=1; a=(); : ${a[x=5]}; aa $x
%%
#only bash
x=1; a[x=5]=q; aa $x
%%
#only bash
x=1; [ 'x=5' -eq 5 ]; aa $x
%%
#only bash
x=1; declare -i y; y=x=5; aa $x
%%
#only bash
x=1; e='x=5'; ((e)); aa $x
%%
#only bash
x=1; e='x=5'; : $((e)); aa $x
%%
#only bash
x=1; e='x=5'; [[ e -eq 5 ]]; aa $x
%%
#only bash
x=1; e='x=5'; let e; aa $x
%%
#only bash
x=1; e='x=5'; a=(1 2); : ${a[e]}; aa $x
%%
#only bash
x=1; a=(1 2); test -v 'a[x=5]'; aa $x
%%
#only bash
x=1; unset 'a[x=5]'; aa $x
%%
#only bash
x=1; printf '%d' x=5; aa $x
%%
#only bash
x=1; e=x=5; for ((i=e; i<1; i++)); do :; done; aa $x
%%
z+="ab$(echo a)"$((7-x)); aa "$z"
%%
#only bash
k=(2 $x); aa "${k[*]}0"
