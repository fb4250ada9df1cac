#only zsh
typeset -A h; h=('a b' rm); aa "$h[a b]" $h[a\ b]
%%
#only zsh
x=(a rm); aa "$x[1 + 1]"
%%
#only zsh
aa ${x:-"}"} "${x:-"}"}" y
%%
#only zsh
aa ${x:-'}'} "${x:-'a'}" z
%%
#only zsh
aa ${x:-\}} ${x:-a b} "${x:-a b}"
%%
#only zsh
aa ${x:-$(echo '}')} ${x:-`echo a`}
%%
#only zsh
( ( rm one ) ) ; { { aa } }
%%
#only zsh
aa $#x $## ${#} $# $#1
%%
#only zsh
set -- q r; aa $$x $?x $-x $@x $*x $1x $0x
%%
#only zsh
set -- q r; aa "$#" "$#x" "${#}x" $#-1 $#+1
%%
#only zsh
x=q; aa $x-y $x.y $x/y $x:y $x@y $x%y $x=y $x+y
%%
#only zsh
x=q; aa $x:hy $x:gs/q/z/ $x:t:h $x:ty
%%
#only zsh
x=q; aa "$x:hy" "$x:y" "$x-[1]" "$x [1]"
%%
#only zsh
x=q; aa $x'y' $x"y" $x\y $x{a,b} {$x,b}
%%
#only zsh
x=q; aa $x$x[1] $x[1]$x
%%
#only zsh
x=q; aa "$x" "$x"[1] '$x'[1] 2>/dev/null; bb
%%
#only zsh
x=q; aa $x(N) y
%%
#only zsh
x=q; [[ $x = q(|r) ]] && aa; [[ $x = (q|r) ]] && bb; [[ $x == q* ]] && cc
%%
#only zsh
[[ a =~ ^(a|b)$ ]] && aa; [[ a =~ 'a' ]] && bb
%%
#only zsh
[[ a < b ]] && aa; [[ ! a > b ]] && bb; [[ ( a = a ) && ( b = b ) ]] && cc
%%
#only zsh
[[ -f one.txt && -d sub ]] && aa; [[ one.txt -nt sub || 1 -eq 1 ]] && bb
%%
#only zsh
[ a = a ] && aa; [ a '<' b ] && bb; test -n x -a -n y && cc
%%
#only zsh
[[ -z $(rm one) ]] && aa
%%
#only zsh
[[ $(rm one) -eq 0 ]] && aa
%%
#only zsh
[[ x == $(rm one) ]] || aa
%%
#only zsh
[[ -v x ]] || aa; [[ -o extendedglob ]] || bb; [[ -t 1 ]] || cc
%%
#only zsh
(( $(rm one; echo 1) )) && aa
%%
#only zsh
(( x = $(rm one; echo 1) )) && aa $x
%%
#only zsh
let "x=$(rm one; echo 1)"; aa $x
%%
#only zsh
for ((i=$(rm one; echo 0);i<1;i++)); do aa; done
%%
#only zsh
for x in $(rm one); do aa; done; for y in a$(bb); do cc; done
%%
#only zsh
case $(rm one) in $(aa)) bb;; *) cc;; esac
%%
#only zsh
case a in $(echo a)) rm one;; esac
%%
#only zsh
x=$(case a in a) rm one;; esac); aa
%%
#only zsh
x=$(case a in (a) rm one;; esac); aa
%%
#only zsh
x=`rm one`; y=`echo \`aa\``; bb
%%
#only zsh
aa `echo "a b"` "`echo 'c d'`" `echo \$x`
%%
#only zsh
aa "$(echo "a $(rm one) b")"
%%
#only zsh
aa "$(echo 'a)b')" $(echo a\)b)
%%
#only zsh
aa $(echo a # comment )
bb )
%%
#only zsh
aa $(cat <<X
rm $(bb)
X
)
%%
#only zsh
cat <<X | aa
$(rm one)
X
%%
#only zsh
cat <<'X Y' | aa
$(rm one)
X Y
%%
#only zsh
cat <<X"Y" | aa
$(rm one)
XY
%%
#only zsh
cat <<X; aa
\$(rm one) \\ ${y:-$(bb)}
X
%%
#only zsh
cat <<-X
	a
	X
aa
%%
#only zsh
cat << X
 X
X
aa
%%
#only zsh
aa <<X <<Y
1 $(rm one)
X
2 $(bb)
Y
%%
#only zsh
cat <<X && { rm one }
a
X
%%
#only zsh
if true; then cat <<X; fi
a
X
aa
%%
#only zsh
f() { cat <<X }
a
X
f; aa
%%
#only zsh
x=$(cat <<X
rm one
X
); eval $x
%%
#only zsh
zsh -f <<X
rm one
X
%%
#only zsh
zsh -f <<'X'
x=rm; $x one
X
%%
#only zsh
y=rm; zsh -f <<X
x=aa; $y \$x
X
%%
#only zsh
source /dev/stdin <<X
rm one
X
%%
#only zsh
. <(echo '$1 one') rm; aa
%%
#only zsh
echo 'rm one' > f.sh; . ./f.sh; aa
%%
#only zsh
echo 'rm one' > f.sh; source f.sh; aa
%%
#only zsh
echo 'return; rm one' > f.sh; . ./f.sh; aa
%%
#only zsh
eval x=rm \; '$x one'
%%
#only zsh
eval "$(echo x=rm)"; $x one
%%
#only zsh
eval $(echo 'rm one; aa')
%%
#only zsh
eval "eval \"rm one\""
%%
#only zsh
eval 'f() { rm one }'; f
%%
#only zsh
eval 'for x (rm) $x one'
%%
#only zsh
eval '() { $1 one } rm'
%%
#only zsh
eval 'aa' 'bb' ';' cc
%%
#only zsh
eval ${(q):-rm one} 2>/dev/null; aa
%%
#only zsh
x='a b; rm one'; eval "aa $x"
%%
#only zsh
!aa; !rm one; ! aa
%%
#only zsh
aa ! b; aa !; ! { rm one }
%%
#only zsh
{ rm one } 2>&1 | aa; (rm two) 2>&1; { aa }
%%
#only zsh
aa {; bb
%%
#only zsh
aa {}; bb a{}b {}x
%%
#only zsh
aa & bb; cc && aa || bb & wait
%%
#only zsh
aa;bb&cc;wait
%%
#only zsh
aa&&bb||cc;aa|bb|&cc
%%
#only zsh
aa \
  x \
  y; bb
%%
#only zsh
aa |
bb &&
cc
%%
#only zsh
aa &&

bb
%%
#only zsh
aa # c \
bb
%%
#only zsh
aa 'x
y' "z
w"; bb
%%
#only zsh
aa >o1 x >o2 y 2>&1 <one.txt
%%
#only zsh
2>o1 aa x; 3>&1 bb; >&2 cc
%%
#only zsh
aa 2 >o1; bb 2>o1; cc x2>o1
%%
#only zsh
aa >&o1 x; bb &>o1 y; cc >&- z; aa <&- w
%%
#only zsh
aa <<<a<<<b; bb <<< 'x y'z
%%
#only zsh
aa > "o 1" > 'o$x'; bb >$x"o2"
%%
#only zsh
aa|bb<one.txt>o1|cc
%%
#only zsh
function f { aa } ; f;function g() { bb };g
%%
#only zsh
f(){aa};f 2>/dev/null; bb
%%
#only zsh
f () { aa } ; f
%%
#only zsh
f()
{ aa }
f
%%
#only zsh
f()

aa
f
%%
#only zsh
f() { aa; } 2>&1; f
%%
#only zsh
function f

{ aa }
f
%%
#only zsh
f() aa; f; g() bb x; g
%%
#only zsh
f() g() aa; f; g
%%
#only zsh
f() { g() { aa } }; f; g
%%
#only zsh
f=rm; f() { aa }; f; $f one
%%
#only zsh
rm=aa; rm one; $rm two
%%
#only zsh
f() { $0 one 2>/dev/null }; aa
%%
#only zsh
f() { shift; $1 one }; f aa rm
%%
#only zsh
f() { set -- rm; $1 one }; set -- aa; f; $1 two
%%
#only zsh
f() { typeset -g x=rm; }; f; $x one
%%
#only zsh
f() { REPLY=rm; }; f; $REPLY one
%%
#only zsh
f() { reply=(rm one); }; f; $reply
%%
#only zsh
f() { local x=aa; g; $x one; }; g() { x=rm; }; f
%%
#only zsh
f() { local -h x=rm; $x one; }; f
%%
#only zsh
f() { for x in "$@"; do $x one; done; }; f rm aa
%%
#only zsh
f() { return 0; rm one; }; f; aa
%%
#only zsh
f() { [[ $1 == a ]] && return; rm $1; }; f a; f b
%%
#only zsh
while true; do rm one; break; aa; done; bb
%%
#only zsh
for x in 1 2; do for y in 3 4; do break 2; done; aa; done; bb
%%
#only zsh
f() { break; }; for x in 1 2; do f; aa $x; done; bb
%%
#only zsh
f() { continue; }; for x in 1 2; do f; aa $x; done; bb
%%
#only zsh
while (( i++ < 2 )); do aa $i; done
%%
#only zsh
until (( ++i > 2 )) { aa $i }
%%
#only zsh
repeat 2 { (( i++ )); aa $i }
%%
#only zsh
(exit); rm one
%%
#only zsh
exec aa; rm one
%%
#only zsh
exec 2>/dev/null; rm one
%%
#only zsh
if aa; then bb; fi&& cc
%%
#only zsh
for x in a;do aa $x;done;for y in b
do bb $y
done
%%
#only zsh
while false;do aa;done;until true;do bb;done;cc
%%
#only zsh
f() { case $1 in a) rm one ;; esac }; f a
%%
#only zsh
{ case a in a) rm one;; esac }
%%
#only zsh
for x (a) case $x in a) rm one;; esac
%%
#only zsh
for x (a) if true; then rm $x; fi
%%
#only zsh
for x (a) { for y (b) { rm $x $y } }; aa
%%
#only zsh
for x (a b) (aa $x); bb
%%
#only zsh
for x (a b) [[ $x = a ]] && aa $x; bb
%%
#only zsh
for x (a b) aa $x | bb; cc
%%
#only zsh
for x (a b); aa $x; bb
%%
#only zsh
for x in a b; aa $x; bb
%%
#only zsh
for x (a b)
aa $x
bb
%%
#only zsh
for x in a b
aa $x
%%
#only zsh
while [[ -z $y ]]; { aa; y=1 }
%%
#only zsh
while { false } do aa; done; bb
%%
#only zsh
if [[ a ]] { aa } else { bb } && cc
%%
#only zsh
if ((1)) { aa } elif ((0)) { bb } else { cc } ; rm one
%%
#only zsh
repeat 1 { aa } | bb
%%
#only zsh
repeat 1 aa | bb
%%
#only zsh
repeat 1 aa && bb
%%
#only zsh
repeat 1; { aa }
%%
#only zsh
repeat 1
aa
%%
#only zsh
repeat 2 for x (a b) aa $x
%%
#only zsh
case a in a) ;; esac; aa
%%
#only zsh
case "a b" in "a b") aa;; esac
%%
#only zsh
case a
in
a)
aa
;;
esac
%%
#only zsh
case a in a ) aa; ;; b) bb ;; esac; cc
%%
#only zsh
case $((1+1)) in <2-3>) aa;; esac
%%
#only zsh
case a in ^b) aa;; *) bb;; esac
%%
#only zsh
setopt extendedglob; case a in ^b) rm one;; *) bb;; esac
%%
#only zsh
select x in; do aa; done; bb
%%
#only zsh
{ aa } always { bb } > o1; cc
%%
#only zsh
{ aa } always { bb } | cc
%%
#only zsh
{ { aa } always { bb } } always { cc }
%%
#only zsh
{ aa; return } always { bb }; cc
%%
#only zsh
{ aa } always { exit }; bb
%%
#only zsh
{ x=rm } always { $x one }
%%
#only zsh
{ x=aa; false; x=rm } always { $x one }
%%
#only zsh
() { aa $1 } rm; () { $1 one } rm
%%
#only zsh
() { aa } a | bb
%%
#only zsh
() { local x=$1; $x one } rm
%%
#only zsh
() { return 1 } || rm one
%%
#only zsh
() for x (a b) aa $x
%%
#only zsh
() (aa)
%%
#only zsh
function { local -a x; x=($@); $x } rm one
%%
#only zsh
() { set -- rm; $1 one }; aa
%%
#only zsh
() { aa "$@"; shift; bb "$@" } a b
%%
#only zsh
() { aa } <one.txt >o1; bb
%%
#only zsh
() { aa $# } "" ''
%%
#only zsh
() { aa $# } $nosuch
%%
#only zsh
x=(a 'b c'); () { aa "$@" } $x
%%
#only zsh
x=(a 'b c'); () { aa "$@" } "${x[@]}" *.txt
%%
#only zsh
() { eval "$1" } 'rm one'
%%
#only zsh
() { trap 'rm one' EXIT; aa }; bb
%%
#only zsh
f() { trap 'rm one' EXIT; aa }; f; bb
%%
#only zsh
TRAPEXIT() { rm one }; f() { TRAPEXIT() { aa } ; bb }; f
%%
#only zsh
trap 'rm one' EXIT; trap - EXIT; aa
%%
#only zsh
trap "rm one" 0; aa
%%
#only zsh
trap -- 'rm one' EXIT INT; aa
%%
#only zsh
trap 'rm one' SIGEXIT 2>/dev/null; aa
%%
#only zsh
trap 'rm one' ERR; false; aa
%%
#only zsh
TRAPZERR() { rm one }; false; aa
%%
#only zsh
TRAPDEBUG() { rm one }; aa
%%
#only zsh
TRAPUSR1() { rm one }; kill -USR1 $$; aa
%%
#only zsh
trap 'rm one' USR1; kill -s USR1 $$; aa
%%
#only zsh
trap f EXIT; f() { rm one }; aa
%%
#only zsh
x='rm one'; trap "$x" EXIT; aa
%%
#only zsh
zshexit() { rm one }; aa
%%
#only zsh
zshexit_functions=(f); f() { rm one }; aa
%%
#only zsh
precmd() { rm one }; aa
%%
#only zsh
preexec() { rm one }; aa
%%
#only zsh
periodic() { rm one }; PERIOD=1; aa
%%
#only zsh
command_not_found_handler() { rm $1 }; nosuch; aa
%%
#only zsh
nosuch=rm; $nosuch one; ${nosuch} two
%%
#only zsh
coproc aa; coproc bb; wait; cc
%%
#only zsh
aa | read x; bb $x
%%
#only zsh
echo rm | read x; $x one
%%
#only zsh
echo rm one | read x y; $x $y
%%
#only zsh
read -r x <<< rm; $x one
%%
#only zsh
read x <<E
rm
E
$x one
%%
#only zsh
read -k1 x <<<q; aa $x
%%
#only zsh
x=$(echo rm); $x one; x=$(<one.txt); aa $x
%%
#only zsh
x=$(echo rm | cat); $x one
%%
#only zsh
mapfile=(x); aa
%%
#only zsh
typeset -T A a; a=(rm one); aa $A
%%
#only zsh
typeset -UT A a; a=(rm rm); aa $A
%%
#only zsh
export -T A a; a=(x y); env sh -c 'aa $A'
%%
#only zsh
export x=rm; env sh -c '$x one'
%%
#only zsh
x=rm env sh -c '$x one'
%%
#only zsh
typeset -x x=rm; sh -c '$x one'
%%
#only zsh
set -a; x=rm; sh -c '$x one'
%%
#only zsh
setopt allexport; x=rm; sh -c '$x one'
%%
#only zsh
x=rm; export x; unset x; sh -c '${x:-aa} one'
%%
#only zsh
export x=rm; typeset +x x; sh -c '${x:-aa} one'
%%
#only zsh
export x=aa; f() { local -x x=rm; sh -c '$x one' }; f
%%
#only zsh
export x=aa; f() { x=rm sh -c '$x one' }; f; sh -c '$x two'
%%
#only zsh
(export x=rm); sh -c '${x:-aa} one'
%%
#only zsh
integer -x x=3+4; sh -c 'aa $x'
%%
#only zsh
path=($PWD/sub $path); export PATH; sh -c aa
%%
#only zsh
export PATH=$PWD/sub:$PATH; aa
%%
#only zsh
x=rm; zsh -fc '$x one' 2>/dev/null; aa
%%
#only zsh
x=rm zsh -fc '$x one'
%%
#only zsh
zsh -fc '$0 $1' rm one
%%
#only zsh
zsh -fc '"$@"' x rm one
%%
#only zsh
zsh -fc 'f() { rm one }; f'
%%
#only zsh
f() { rm one }; zsh -fc f 2>/dev/null; aa
%%
#only zsh
f() { rm one }; export -f f 2>/dev/null; bash -c f; aa
%%
#only zsh
f() { rm one }; x=$(f); aa; (f); f | aa
%%
#only zsh
f() { aa }; f=(f); $f; "$f"
%%
#only zsh
echo one | xargs rm; echo aa bb | xargs -n1 rm
%%
#only zsh
env rm one; nice rm two; nohup rm three 2>/dev/null; timeout 5 rm four
%%
#only zsh
env -i PATH=$PATH rm one
%%
#only zsh
env x=rm sh -c '$x one'
%%
#only zsh
find . -name one.txt -exec rm {} \;
%%
#only zsh
find . -name one.txt -exec rm {} +
%%
#only zsh
find . -name 'one*' -exec sh -c 'rm $1' _ {} \;
%%
#only zsh
xargs rm <<<one; xargs -I% rm % <<<two
%%
#only zsh
tee >(xargs rm) <<<one >/dev/null; sleep 0.2
%%
#only zsh
aa ${(z):-'a b'} ${(Q)${:-"'x'"}}
%%
#only zsh
lines=("${(@f)$(<one.txt)}"); for l in $lines; do aa $l; done
%%
#only zsh
for f in **/*(.); do aa $f; done
%%
#only zsh
for f in *(/) *.txt; do aa $f; done
%%
#only zsh
for f (**/*.txt(N)) aa $f
%%
#only zsh
for i in $(seq 2); do aa $i; done
%%
#only zsh
for i in {a..c}{1,2}; aa $i
%%
#only zsh
files=(*.txt); for f in $files; do aa $f:t ${f:r}; done
%%
#only zsh
files=(*.txt(N)); (( $#files )) && aa $files
%%
#only zsh
[[ -e one.txt ]] && rm one.txt
%%
#only zsh
ls | while read f; do aa $f; done; bb
%%
#only zsh
aa $(ls) "$(ls)"
%%
#only zsh
git add -A && git commit -m "x: y (z)" ; aa
%%
#only zsh
git commit -m 'a
b'; git log --oneline HEAD~1..HEAD^
%%
#only zsh
git show HEAD^:a HEAD@{1} 'x{y}' a..b
%%
#only zsh
curl -s 'http://x/y?a=b&c=d' | grep -E 'a|b' > o1
%%
#only zsh
curl http://x/y?a=b 2>/dev/null; aa
%%
#only zsh
make CFLAGS="-O2 -g" x=~/y z=$HOME/q
%%
#only zsh
make x=~/y --prefix=~/z -I~/w
%%
#only zsh
chmod +x one.txt; chmod u=rw,g=r one.txt
%%
#only zsh
grep foo\(bar . ; grep -v ^# one.txt
%%
#only zsh
sort -t: -k1,1 one.txt; sort -t, -k2n
%%
#only zsh
repeat 2 for x (a b) aa $x
%%
#only zsh
repeat 1 if true; then rm one; fi
%%
#only zsh
repeat 1 { rm one }
%%
#only zsh
repeat 1 ! rm one
%%
#only zsh
repeat 1 [[ -n a ]] && rm one
%%
#only zsh
repeat 1 eval 'rm one'
%%
#only zsh
repeat 1 repeat 1 for x (a) rm $x
%%
#only zsh
repeat 1 noglob rm *
%%
#only zsh
repeat 1 function f { rm one }; f
%%
#only zsh
repeat 1 () { rm one }
%%
#only zsh
repeat 1 f() { rm one }; f
%%
#only zsh
nocorrect () { rm one }
%%
#only zsh
nocorrect x=y rm one
%%
#only zsh
coproc for x (a b) aa $x; wait
%%
#only zsh
time { rm one }; time (rm one); time [[ a ]]
%%
#only zsh
time repeat 2 aa
%%
#only zsh
builtin repeat 2 aa 2>/dev/null; bb
%%
#only zsh
\repeat 2 aa 2>/dev/null; bb
%%
#only zsh
'for' x (a) 2>/dev/null; bb
%%
#only zsh
foreach x (rm) $x one; end
%%
#only zsh
foreach x (rm)
 $x one
end
%%
#only zsh
f() { foreach x ($@) $x one; end }; f rm
%%
#only zsh
export x=rm; typeset +x x; sh -c '${x:-aa} one'
%%
#only zsh
export x=rm; declare +x x; $x one
%%
#only zsh
export x=rm; typeset +x x=aa; sh -c '${x:-bb} one'; $x two
%%
#only zsh
aa ${${${x:-rm}}} ${${(U)${:-a}}:l}
%%
#only zsh
aa ${x:-${y:-${z:-rm}}} ${${x:-a}:-b}
%%
#only zsh
x=y; y=z; z=rm; aa ${(P)x} ${(P)${(P)x}}
%%
#only zsh
x='a$(rm one)b'; print -P $x; setopt promptsubst; aa
%%
#only zsh
x='$(rm one)'; print -P -- "$x"; aa
%%
#only zsh
PS4='$(rm one)'; set -x; aa
%%
#only zsh
PS3='$(rm one)'; setopt promptsubst; select x in a; do break; done <<<1; aa
%%
#only zsh
setopt promptsubst; SPROMPT='$(rm one)'; aa
%%
#only zsh
TIMEFMT='$(rm one)'; time aa
%%
#only zsh
setopt promptsubst; TIMEFMT='$(rm one)'; time aa
%%
#only zsh
emulate ksh; PS4='$(rm one)'; set -x; aa
%%
#only zsh
PROMPT_SUBST=1; PS4='$(rm one)'; set -x; aa
%%
#only zsh
bash -xc 'aa' ; PS4='$(rm one)' bash -xc 'bb'
%%
#only zsh
export PS4='$(rm one)'; bash -xc 'aa'
%%
#only zsh
PS4='$(rm one)' sh -xc 'aa'
%%
#only zsh
PS4='$(rm one)' zsh -fxc 'aa'
