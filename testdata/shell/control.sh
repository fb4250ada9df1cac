if true; then aa 1; else bb 2; fi
%%
if false; then aa 1; else bb 2; fi
%%
if false; then aa 1; elif true; then bb 2; else cc 3; fi
%%
if aa x; then bb; fi
%%
if ! aa x; then bb; else cc; fi
%%
if aa x && bb y; then cc; fi
%%
if [ -e one.txt ]; then aa; fi
%%
if [ -e nope ]; then aa; else bb; fi
%%
if [[ -e one.txt && ! -e nope ]]; then aa; fi
%%
if ((1+1)); then aa; fi
%%
if test a = a; then aa; fi
%%
if x=$(echo rm); then $x one; fi
%%
if true; then x=1; else x=2; fi; aa $x
%%
if [ -e one.txt ]; then x=rm; else x=aa; fi; $x one
%%
if [ -e nope ]; then x=rm; fi; ${x:-aa} one
%%
if [ -e one.txt ]; then cd sub; fi; aa "$PWD"
%%
x=1; if false; then x=2; fi; aa $x
%%
if aa; then :; fi; bb
%%
if true
then
aa 1
fi
%%
if true; then if true; then aa; fi; fi
%%
if { aa; bb; }; then cc; fi
%%
if (aa); then bb; fi
%%
if aa | bb; then cc; fi
%%
if aa <one.txt; then bb; fi >x
%%
if true; then aa; fi | bb
%%
if true; then aa; fi & wait
%%
while false; do aa; done; bb
%%
while true; do aa; break; done; bb
%%
while aa; do bb; break; done
%%
until true; do aa; done; bb
%%
until aa; do bb; break; done
%%
i=0; while [ $i -lt 2 ]; do aa $i; i=$((i+1)); done; bb $i
%%
i=0; until [ $i -ge 2 ]; do aa $i; i=$((i+1)); done
%%
i=3; while ((i--)); do aa $i; done
%%
x=a; while [ "$x" != aaa ]; do x=a$x; aa $x; done; bb $x
%%
x=rm; while [ "$x" != q ]; do $x one; x=q; done
%%
x=q; for i in 1 2; do $x one; x=aa; done 2>/dev/null
%%
c=true; while $c; do aa; c=false; done
%%
while read x; do aa $x; done <one.txt
%%
while :; do aa; break; bb; done; cc
%%
while true; do while true; do aa; break 2; done; bb; done; cc
%%
for i in a b c; do aa $i; done
%%
for i in a b c; do [ $i = b ] && continue; aa $i; done
%%
for i in a b c; do [ $i = b ] && break; aa $i; done; bb $i
%%
for i in a b c; do if [ $i = b ]; then break; fi; aa $i; done; bb
%%
for i in a b; do for j in 1 2; do aa $i$j; done; done
%%
for i in a b; do for j in 1 2; do [ $j = 2 ] && continue 2; aa $i$j; done; bb; done
%%
for i in a b; do for j in 1 2; do break 2; done; aa; done; bb $i $j
%%
for i in; do aa; done; bb
%%
for i in ''; do aa "$i"; done
%%
for i in "a b" c; do aa $i "$i"; done
%%
for i in $(echo a b); do aa $i; done
%%
#only bash
x='a b'; for i in $x; do aa $i; done
%%
#only zsh
x='a b'; for i in $x; do aa $i; done
%%
for i in "$x"; do aa "$i"; done
%%
for i in *.txt; do aa "$i"; done
%%
for i in *.none; do aa "$i"; done 2>/dev/null; bb
%%
for i in a b; do x=$i; done; aa $x $i
%%
for i in rm aa; do $i one; done
%%
for i in 'rm one' 'aa two'; do eval $i; done
%%
for i in "rm one" "aa two"; do eval "$i"; done
%%
for i in {1..3}; do aa $i; done
%%
for i in $(seq 1 3); do aa $i; done
%%
for i in 1 2 3; do aa $((i*2)); done
%%
for ((i=0;i<3;i++)); do aa $i; done
%%
for ((i=0,j=9;i<2;i++,j--)); do aa $i $j; done
%%
for ((;;)); do aa; break; done
%%
#only bash
for ((i=0;i<2;i++)) { aa $i; }
%%
#only bash
for i in a b; { aa $i; }
%%
for i
in a b
do
aa $i
done
%%
for i in a \
 b; do aa $i; done
%%
for i in a b; do aa $i; done | bb
%%
for i in a b; do aa $i & done; wait
%%
for i in a b; do (x=$i; aa $x); done
%%
for i in a b; do aa $i >o$i; done
%%
for x in rm; do $x one; done; $x two
%%
for _ in 1 2; do aa; done
%%
for i in 1 2; do cd sub 2>/dev/null; aa "$PWD"; done
%%
for i in a b; do set -- $i; aa $1; done; aa $1
%%
for d in sub .; do (cd $d && aa "$PWD"); done
%%
for f in one two; do cp $f.txt $f.bak; done
%%
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33; do aa $i; done
%%
#only bash
select x in a b; do aa $x; break; done <<<1
%%
#only bash
select x in a b; do aa "$x" $REPLY; break; done <<<2
%%
case x in x) aa;; esac
%%
case x in y) aa;; *) bb;; esac
%%
case x in x|y) aa;; *) bb;; esac
%%
case xy in x*) aa;; *) bb;; esac
%%
case x in ?) aa;; *) bb;; esac
%%
case b in [a-c]) aa;; *) bb;; esac
%%
case b in [!a]) aa;; *) bb;; esac
%%
case "a b" in "a b") aa;; *) bb;; esac
%%
case a* in 'a*') aa;; *) bb;; esac
%%
case ab in 'a*') aa;; a*) bb;; esac
%%
x=v; case $x in v) aa;; *) bb;; esac
%%
x=v; case v in $x) aa;; *) bb;; esac
%%
x='v*'; case vw in $x) aa;; *) bb;; esac
%%
x='v*'; case vw in "$x") aa;; *) bb;; esac
%%
case $UNKNOWN_X in a) aa;; *) bb;; esac
%%
case x in x) y=rm;; *) y=aa;; esac; $y one
%%
case $(echo q) in q) aa;; *) bb;; esac
%%
case x in x) aa;& y) bb;; z) cc;; esac
%%
case x in x) aa;;& x) bb;; y) cc;; *) zz;; esac
%%
case x in (x) aa;; (y) bb;; esac
%%
case x in x) ;; esac; aa
%%
case x in esac; aa
%%
case x in
x)
aa
bb
;;
esac
%%
case "$1" in "") aa;; *) bb;; esac
%%
set -- go; case $1 in go) aa;; stop) bb;; esac
%%
case x in x) case y in y) aa;; esac;; esac
%%
case ~ in "$HOME") aa;; *) bb;; esac
%%
case $? in 0) aa;; *) bb;; esac
%%
#only bash
case x in @(x|y)) aa;; *) bb;; esac
%%
#only bash
shopt -s extglob; case xx in +(x)) aa;; *) bb;; esac
%%
case a/b in */*) aa;; *) bb;; esac
%%
case .x in *) aa;; esac
%%
case '' in '') aa;; esac
%%
case \\ in \\) aa;; *) bb;; esac
%%
case x in [xy]) aa;; esac | cat
%%
case é in ?) aa;; *) bb;; esac
%%
case "[" in "[") aa;; esac
%%
case x in "x" ) aa ;; esac
%%
aa && bb
%%
aa || bb
%%
aa && bb || cc
%%
aa || bb && cc
%%
true && aa; false && bb
%%
false || aa; true || bb
%%
aa && { bb; cc; }
%%
{ aa; } && (bb)
%%
aa &&
bb
%%
aa |
bb
%%
aa ||

bb
%%
! aa && bb
%%
! aa || bb
%%
aa; bb; cc
%%
aa
bb
cc
%%
aa;
bb
%%
aa & bb; wait
%%
aa & bb & wait
%%
{ aa; bb; } & wait
%%
(aa; bb) & wait
%%
(aa &) ; wait
%%
x=1; { x=2; }; aa $x
%%
x=1; (x=2); aa $x
%%
x=1; (x=2; aa $x); aa $x
%%
x=1; x=2 | cat; aa $x
%%
x=1; { x=2; } | cat; aa $x
%%
x=1; { x=2; } & wait; aa $x
%%
x=1; echo | { x=2; aa $x; }; aa $x
%%
x=1; $(x=2); aa $x
%%
x=1; aa $(x=2; echo $x) $x
%%
x=1; y=$(x=2); aa $x
%%
x=1 && aa $x
%%
x=1 || x=2; aa $x
%%
false && x=1; aa "${x-none}"
%%
true && x=1 || x=2; aa $x
%%
x=; [ "$x" ] && aa || bb
%%
[ a ] && x=1; aa $x
%%
[ -n "$UNKNOWN" ] && x=rm; ${x-aa} one
%%
aa && x=1; bb "${x-0}"
%%
aa || x=1; bb "${x-0}"
%%
(aa) (bb) 2>/dev/null
%%
((aa) ; (bb))
%%
( ( aa ) )
%%
{ { aa; }; }
%%
{ (aa); }
%%
(cd sub; aa "$PWD"); aa "$PWD"
%%
(exit 1); aa
%%
(exit 1) || aa
%%
exit; aa
%%
exit 0; aa
%%
aa; exit; bb
%%
(aa; exit; bb); cc
%%
{ aa; exit; }; bb
%%
true && exit; aa
%%
false && exit; aa
%%
if aa; then exit; fi; bb
%%
aa || exit; bb
%%
return 2>/dev/null; aa
%%
break 2>/dev/null; aa
%%
exec aa x; bb
%%
exec >o1; aa x
%%
exec 2>/dev/null; aa x
%%
exec 3>o3; aa x >&3
%%
exec 3<one.txt; aa x <&3
%%
exec </dev/null; aa x
%%
exec -a q aa x
%%
#only bash
exec -c env aa x
%%
exec env aa x; bb
%%
exec nosuchprogram 2>/dev/null; aa
%%
(exec aa x); bb
%%
exec sh -c 'aa x'
%%
: aa x; bb
%%
: $(aa x); bb
%%
: "${x:=$(aa q)}"; bb
%%
: <(aa x); bb
%%
true $(aa x)
%%
[ "$(aa x)" ]; bb
%%
[[ $(aa x) ]]; bb
%%
(( $(aa x; echo 1) )); bb
%%
x=$(aa q) ; bb
%%
x=$(aa q) bb
%%
x=`aa q`; bb $x
%%
export x=$(aa q); bb
%%
local x=$(aa q) 2>/dev/null; bb
%%
x[$(aa q; echo 1)]=1 2>/dev/null; bb
%%
#only bash
x=($(aa q) y); bb
%%
aa $(bb $(cc))
%%
aa "$(bb "$(cc "$(zz)")")"
%%
aa `bb \`cc\``
%%
aa <(bb) >/dev/null; cc
%%
aa >(bb); sleep 0.05
%%
cat <(aa x) <(bb y)
%%
aa ${x:-$(bb y)}
%%
aa ${HOME:+$(bb y)}
%%
aa ${HOME:-$(bb y)}
%%
aa ${x#$(bb y)}
%%
#only bash
aa ${HOME/$(bb y)/z}
%%
#only bash
aa ${HOME:$(bb y; echo 0)}
%%
aa $(( $(bb y; echo 1) + 1 ))
%%
aa <<E
$(bb y)
E
%%
aa <<'E'
$(bb y)
E
%%
aa <<<$(bb y)
%%
aa > $(bb y; echo o1)
%%
case $(aa x) in $(bb y)) cc;; esac
%%
for i in $(aa x) z; do bb $i; done
%%
while [ "$(aa x)" ]; do bb; done
%%
if [ "$(aa x)" ]; then bb; fi
%%
[ -n "$(aa x)" -o -z "$(bb y)" ]; cc
%%
f() { aa $(bb x); }; f
%%
trap 'aa bye' EXIT; bb
%%
trap 'aa bye' 0; bb
%%
trap "aa $HOME" EXIT
%%
trap 'x=1; aa $x' EXIT; x=2
%%
trap aa EXIT
%%
trap 'aa x' EXIT; trap - EXIT; bb
%%
trap '' EXIT; bb
%%
trap 'aa dbg' DEBUG; bb
%%
trap 'aa err' ERR; false; bb
%%
trap 'aa sig' USR1; kill -USR1 $$; bb
%%
trap 'aa sig' INT TERM; bb
%%
#only bash
trap 'aa ret' RETURN; f() { bb; }; f
%%
trap 'aa $x' EXIT; x=late
%%
c='rm one'; trap "$c" EXIT
%%
(trap 'aa sub' EXIT); bb
%%
trap -- 'aa x' EXIT
%%
sh -c "trap 'aa x' 0; bb"
%%
time aa; bb
%%
time { aa; bb; }
%%
time (aa)
%%
time sh -c 'aa x'
%%
#only bash
coproc aa x; wait
%%
#only bash
coproc { aa x; }; wait
%%
#only bash
coproc N { aa x; }; wait
%%
#only bash
coproc N (aa x); wait
%%
{ aa; bb; } >o1 2>&1
%%
{ aa; bb; } <one.txt | cat
%%
(aa; bb) 2>/dev/null | cat
%%
{ aa; } 3>&1 4<&0
%%
aa |& bb
%%
aa 2>&1 | bb
%%
! aa | bb
%%
aa | bb | cc
%%
aa | { bb; cc; }
%%
aa | (bb; cc)
%%
aa | while read x; do bb $x; done
%%
aa | if true; then bb; fi
%%
echo x | aa y
%%
echo 'rm one' | cat
%%
let x=1 && aa $x
%%
[[ a < b ]] && aa
%%
[[ a == a* && b != c ]] && aa
%%
[[ -z "" || -n "" ]] && aa
%%
[[ ! a == b ]] && aa
%%
[[ (a == a) ]] && aa
%%
[[ a =~ ^a$ ]] && aa
%%
[[ 1 -lt 2 ]] && aa
%%
[[ x -nt y ]] || aa
%%
wait; aa
%%
aa; wait $!; bb
%%
kill $! 2>/dev/null; aa
%%
umask 022; aa
%%
ulimit -n >/dev/null; aa
%%
type aa >/dev/null; bb
%%
command -v aa; bb
%%
command -V aa >/dev/null; bb
%%
hash aa; aa x
%%
hash -r; aa x
%%
times >/dev/null; aa
%%
#only bash
enable -n echo; echo x >/dev/null; aa
%%
#only bash
help >/dev/null; aa
%%
#only bash
caller; aa
%%
#only bash
compgen -W 'a b' >/dev/null; aa
%%
#only bash
complete -W 'x' aa; aa y
%%
#only bash
bind -x '"x":aa' 2>/dev/null; bb
%%
#only bash
history >/dev/null; aa
%%
#only bash
fc -l 2>/dev/null; aa
%%
#only bash
disown 2>/dev/null; aa
%%
#only bash
suspend --help >/dev/null; aa
%%
#only bash
dirs >/dev/null; aa
%%
jobs; aa
%%
#only bash
(( n[$(aa q; echo 1)] )); bb
%%
#only bash
(( n[$(aa q; echo 1)]++ )); bb
%%
#only bash
(( n[$(aa q; echo 1)] += 2 )); bb
%%
#only bash
(( n[$(aa q; echo 1)] = 2 )); bb
%%
#only bash
n=(1 2); (( n[$(aa q; echo 1)] )); bb
%%
#only bash
echo $(( n[$(aa q; echo 1)] )); bb
%%
#only bash
: ${n[$(aa q; echo 1)]}; bb
%%
#only bash
: ${n[$(aa q; echo 1)]:-x}; bb
%%
#only bash
n[$(aa q; echo 1)]+=x; bb
%%
#only bash
for ((i=n[$(aa q; echo 0)];i<1;i++)); do bb; done
%%
#only bash
: ${x:n[$(aa q; echo 0)]}; bb
%%
#only bash
[[ n[$(aa q; echo 0)] -eq 0 ]]; bb
%%
#only bash
let "n[$(aa q; echo 0)]=1"; bb
%%
#only bash
((x = 1 ? $(aa q; echo 3) : $(bb; echo 4))); cc $x
%%
#only bash
((0 && $(aa q; echo 3))); bb
%%
cat <<`x`
y
`x`
aa
%%
cd -P . && aa x; cd sub && aa "$PWD"
%%
cd -P sub; cd deep; aa "$PWD"
