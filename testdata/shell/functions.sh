f() { aa x; }; f
%%
f() { aa "$1"; }; f 'a b'; f c
%%
function f { aa x; }; f
%%
function f() { aa x; }; f
%%
f() (aa x); f
%%
f() if true; then aa x; fi; f
%%
f() { aa "$@"; } >/dev/null; f a b
%%
f() { aa x; }; f & wait
%%
f() { aa x; }; f | bb
%%
f() { aa x; }; $(echo f)
%%
f() { aa x; }; g() { f; bb; }; g
%%
f() { g; }; g() { aa late; }; f
%%
f() { aa one; }; f; f() { aa two; }; f
%%
f() { f() { aa two; }; aa one; }; f; f
%%
rm() { aa shadow "$@"; }; rm x
%%
ls() { rm -rf one; }; ls
%%
rm() { command rm -i "$@"; }; rm x
%%
aa() { bb x; }; aa; command aa y; \aa z
%%
aa() { bb x; }; 'aa' q; "aa" r
%%
aa() { bb x; }; unset -f aa; aa y
%%
aa() { bb x; }; env aa y; nice aa z
%%
aa() { bb x; }; (unset -f aa; aa p); aa q
%%
echo() { rm "$@"; }; echo one
%%
cd() { aa "$@"; }; cd sub; bb "$PWD"
%%
cd() { builtin cd "$@"; aa "$PWD"; }; cd sub
%%
test() { aa x; }; test -f y
%%
true() { aa x; }; true
%%
:() { aa x; }; :
%%
[() { aa x; }; [ -f y ]
%%
printf() { aa "$@"; }; printf x
%%
#only bash
export() { aa "$@"; }; export x=1
%%
#only bash
eval() { aa "$@"; }; eval 'rm x'
%%
exit() { aa "$@"; }; exit 3; bb
%%
read() { aa "$@"; }; read x
%%
#only bash
set() { aa "$@"; }; set -- q; bb $1
%%
if() { aa x; } 2>/dev/null; bb
%%
f-g() { aa x; }; f-g
%%
f.g() { aa x; }; f.g
%%
#only bash
./f() { aa x; }; ./f
%%
#only bash
a/b() { aa x; }; a/b
%%
f(){ aa x;}; f
%%
f () { aa x; }; f
%%
f()
{
aa x
}
f
%%
f() { x=in; }; x=out; f; aa $x
%%
f() { local x=in; aa $x; }; x=out; f; aa $x
%%
f() { local x; x=in; aa $x; }; x=out; f; aa $x
%%
f() { local x; aa "${x-unset}"; }; x=out; f; aa $x
%%
#only bash
f() { declare x=in; aa $x; }; x=out; f; aa $x
%%
#only bash
f() { declare -g x=in; aa $x; }; x=out; f; aa $x
%%
f() { typeset x=in; aa $x; }; x=out; f; aa $x
%%
f() { local x=1; g; aa $x; }; g() { x=2; }; f; aa "${x-none}"
%%
f() { local x=1; g; }; g() { aa $x; }; x=0; f
%%
f() { local x=$1 y=$2; aa $y $x; }; f p q
%%
f() { local x=1 y=$x; aa "$y"; }; x=0; f
%%
f() { local a b c=3; a=1; b=2; aa $a $b $c; }; f; aa "${a-}${b-}${c-}x"
%%
f() { local IFS=,; aa "$*"; }; f a b
%%
f() { unset x; }; x=1; f; aa "${x-gone}"
%%
f() { local x=2; unset x; aa "${x-gone}"; }; x=1; f; aa $x
%%
f() { export E=1; }; f; sh -c 'aa $E'
%%
f() { readonly R=1; }; f; aa $R
%%
f() { echo out; }; aa $(f)
%%
f() { echo $((1+$1)); }; aa $(f 2)
%%
f() { echo "$1-$2"; }; x=$(f a b); aa $x
%%
f() { printf %s rm; }; $(f) one
%%
f() { echo rm one; }; $(f)
%%
f() { x=5; echo y; }; aa $(f) "${x-none}"
%%
f() { return 0; aa never; }; f; bb
%%
f() { aa x; return 1; }; f && bb; cc
%%
f() { aa x; return 1; }; f || bb; cc
%%
f() { if [ "$1" ]; then aa $1; return; fi; bb; }; f x; f
%%
f() { [ $# -eq 0 ] && return; aa $1; shift; f "$@"; }; f a b c
%%
f() { for i in 1 2; do [ $i = 2 ] && return; aa $i; done; bb; }; f; cc
%%
f() { while true; do aa x; break; done; bb; }; f
%%
f() { cd sub; }; f; aa "$PWD"
%%
f() (cd sub; aa "$PWD"); f; bb "$PWD"
%%
f() { (exit 3); }; f; aa x
%%
f() { aa x; exit; bb; }; f; cc
%%
f() { eval "$1"; }; f 'aa x'
%%
f() { "$@"; }; f rm one
%%
f() { $1 $2; }; f rm one
%%
f() { $*; }; f rm one
%%
f() { cmd=$1; shift; $cmd "$@"; }; f rm one two
%%
f() { case $1 in a) aa a;; b) bb b;; *) cc c;; esac; }; f a; f b; f z
%%
f() { local n=$1; if [ $n -gt 0 ]; then aa $n; f $((n-1)); fi; }; f 2
%%
f() { aa ${1:-default} "${2-none}"; }; f; f x; f x y
%%
f() { aa "${@:2}" x; }; f a b c
%%
f() { aa "$#"; }; f "$@"; f '' ''
%%
f() { aa $0; }; f | bb
%%
f() { alias q=rm; }; f; aa x
%%
f() { trap 'aa bye' EXIT; }; f; bb
%%
f() { set -- $1; aa $#; }; f 'a b'
%%
f() { shift; aa "$@"; }; f a b
%%
f() { g() { aa inner; }; }; f; g
%%
f() { unset -f f; aa x; }; f; f 2>/dev/null; bb
%%
f() { aa $1; } ; for x in 1 2 3; do f $x; done
%%
f() { read x; aa "$x"; }; echo v | f; f <<<w
%%
f() { cat; }; aa "$(echo z | f)"
%%
f() { aa x; } 2>/dev/null; f; f y
%%
f() { x=$1; }; f rm; $x one
%%
f() { x=$1; }; if true; then f rm; else f aa; fi; $x one
%%
f() { eval "$1=\$2"; }; f v rm; $v one
%%
f() { eval "g() { aa \"\$1\"; }"; }; f; g x
%%
eval 'f() { aa x; }'; f
%%
eval "f() { aa $HOME; }"; f
%%
if true; then f() { aa 1; }; else f() { bb 2; }; fi; f
%%
case x in x) f() { aa 1; };; esac; f
%%
true && f() { aa x; }; f
%%
false || f() { aa x; }; f
%%
(f() { aa x; }; f); f 2>/dev/null; bb
%%
{ f() { aa x; }; }; f
%%
f() { aa x; } | cat; f 2>/dev/null; bb
%%
for i in 1; do f() { aa x; }; done; f
%%
x=1 f() { aa x; } 2>/dev/null; f 2>/dev/null; bb
%%
f() { aa "$x"; }; x=1 f
%%
f() { aa "$x"; }; x=1; x=2 f; aa $x
%%
f() { sh -c 'aa "$x"'; }; x=2 f
%%
f() { aa x; }; g() { bb y; }; h() { f; g; }; h
%%
f() { return; }; f; aa x
%%
f() { aa $1 && bb $1 || cc $1; }; f 1
%%
f() { ! aa x; }; f && bb; f || cc
%%
f() { aa x & wait; }; f
%%
f() { time aa x; }; f
%%
f() [[ -n $1 ]]; f x; aa y
%%
#only bash
f() ((1)); f; aa y
%%
#only bash
f() for i in 1 2; do aa $i; done; f
%%
f() { aa <<E
text
E
}; f
%%
f() { cat <<E | aa
$1
E
}; f x
%%
#only bash
command_not_found_handle() { aa "$@"; }; nosuchcmd x
%%
#only zsh
command_not_found_handler() { aa "$@"; }; nosuchcmd x
%%
#only zsh
() { aa x $1; } y
%%
#only zsh
() { aa x; }
%%
#only zsh
function { aa "$@"; } p q
%%
#only zsh
function f g { aa $0; }; f; g
%%
#only zsh
f g() { aa x; }; f; g
%%
#only zsh
f() aa x; f
%%
#only zsh
f() { aa x }; f
%%
#only zsh
function f aa x; f
%%
#only zsh
f() { aa $argv[1]; }; f q
%%
#only zsh
functions[f]='aa x'; f
%%
#only zsh
autoload -U nofn 2>/dev/null; aa x
%%
#only zsh
chpwd() { aa "$PWD"; }; cd sub
%%
#only zsh
TRAPEXIT() { aa x; }; bb
%%
#only zsh
TRAPINT() { aa x; }; bb
%%
#only zsh
f() { TRAPEXIT() { aa x; }; }; f; bb
%%
#only zsh
f() { emulate -L sh; x='a b'; aa $x; }; f; bb $x
%%
#only zsh
f() { setopt localoptions shwordsplit; x='a b'; aa $x; }; f; bb $x
%%
#only zsh
f() { private x=1 2>/dev/null; aa k; }; f
%%
#only zsh
f() { { aa x; } always { bb y; } }; f
%%
#only zsh
unfunction f 2>/dev/null; f() { aa x; }; unfunction f; f 2>/dev/null; bb
%%
#only zsh
f() { aa x; }; unset -f f; f 2>/dev/null; bb
%%
#only zsh
f() { aa $1; }; f =aa 
%%
#only zsh
repeat 2 aa x
%%
#only zsh
repeat 2; do aa x; done
%%
#only zsh
repeat 2 { aa x; bb; }
%%
#only zsh
for x (a b) aa $x
%%
#only zsh
for x (a b) { aa $x; }
%%
#only zsh
for x (a b); do aa $x; done
%%
#only zsh
for x in a b; { aa $x; }
%%
#only zsh
for x in a b { aa $x }
%%
#only zsh
for ((i=0;i<2;i++)) aa $i
%%
#only zsh
for ((i=0;i<2;i++)); { aa $i; }
%%
#only zsh
foreach x (a b); aa $x; end
%%
#only zsh
foreach x in a b; aa $x; end
%%
#only zsh
foreach x (a b)
aa $x
end
%%
#only zsh
if true; { aa x; }
%%
#only zsh
if [[ -n x ]] { aa x; } else { bb y; }
%%
#only zsh
if [[ -z x ]] { aa x } elif [[ -n x ]] { cc z } else { bb y }
%%
#only zsh
if (( 1 )) { aa x; }
%%
#only zsh
if [[ -n x ]] aa x
%%
#only zsh
if (( 1 )) aa x
%%
#only zsh
if (true) { aa x }
%%
#only zsh
if { true } { aa x }
%%
#only zsh
while [[ -z ${y-} ]] { aa x; y=1; }
%%
#only zsh
while ((i++ < 2)) { aa x; }
%%
#only zsh
while ((i++ < 2)) aa x
%%
#only zsh
until [[ -n ${y-} ]] { aa x; y=1; }
%%
#only zsh
case x { x) aa 1;; *) bb 2;; }
%%
#only zsh
case x { (x) aa 1 ;; (*) bb 2 ;; }
%%
#only zsh
case x in (x) aa 1;; esac
%%
#only zsh
case x in x|y) aa 1;| *) bb 2;; esac
%%
#only zsh
{ aa x } always { bb y }
%%
#only zsh
{ aa x; } always { bb y; }
%%
#only zsh
{ false } always { bb y }
%%
#only zsh
{ aa x }; bb y
%%
#only zsh
(aa x); bb y
%%
#only zsh
{ aa x } | { bb y }
%%
#only zsh
select x (a b) { aa $x; break } <<<1
%%
#only zsh
select x in a b; do aa $x; break; done <<<1
%%
#only zsh
coproc aa x; wait
%%
#only zsh
aa x &!
%%
#only zsh
aa x &|
%%
#only zsh
aa x |& bb
%%
#only zsh
aa x >! o1; bb
%%
#only zsh
aa x >>! o1; bb
%%
#only zsh
aa x >&! o1; bb
%%
#only zsh
aa x > o1 > o2
%%
#only zsh
aa < one.txt < two.txt
%%
#only zsh
< one.txt >/dev/null; aa
%%
#only zsh
- aa x
%%
#only zsh
noglob aa x*
%%
#only zsh
nocorrect aa x
%%
#only zsh
command aa x
%%
#only zsh
exec aa x
%%
#only zsh
builtin echo x; aa
%%
#only zsh
- rm one
%%
#only zsh
exec -a name aa x
%%
#only zsh
aa x; # c
%%
#only zsh
aa x # y
%%
#only zsh
setopt interactivecomments; aa x # y
%%
#only zsh
unsetopt interactivecomments; aa x # y
%%
#only zsh
[[ -n x ]] && aa x
%%
#only zsh
[[ x = (x|y) ]] && aa x
%%
#only zsh
[[ x == x* ]] && aa x
%%
#only zsh
((1)) && aa x
%%
#only zsh
print -r -- x | aa
%%
#only zsh
print x | read y; aa $y
%%
#only zsh
echo x | read y; aa $y
%%
#only zsh
x=5; echo | x=6; aa $x
%%
#only zsh
aa $(( 1 + 1 )) $((3#12)) $(( 0x10 ))
%%
#only zsh
aa ${(l:5::0:)7-}
%%
#only zsh
aa <<<x
%%
#only zsh
aa <(echo x) >/dev/null; bb
%%
#only zsh
cat =(echo x) >/dev/null; aa
%%
#only zsh
cat <(echo x) | aa
%%
#only zsh
. =(echo aa x)
%%
#only zsh
source <(echo aa x)
%%
#only zsh
eval 'aa x'
%%
#only zsh
eval aa x \; bb y
%%
#only zsh
emulate sh -c 'x="a b"; aa $x'
%%
#only zsh
emulate sh; x='a b'; aa $x
%%
#only zsh
zmodload zsh/system; aa x
%%
#only zsh
[[ -o nomatch ]] && aa x
%%
#only zsh
hash -d q=$PWD/sub; aa ~q
%%
#only zsh
q=$PWD/sub; aa ~q
%%
#only zsh
aa ~0 ~+ ~-
%%
#only zsh
cd sub; cd -; aa $PWD
%%
#only zsh
cd sub; aa ~-
%%
#only zsh
cd sub; cd deep; cd -1 2>/dev/null; aa x
%%
#only zsh
setopt autocd; sub; aa $PWD
%%
#only zsh
setopt autopushd; cd sub; popd; aa $PWD
%%
#only zsh
cd one two 2>/dev/null; aa x
%%
#only zsh
cd sub; cd sub nosuch 2>/dev/null; aa $PWD
%%
#only zsh
cdpath=($PWD/sub); cd deep >/dev/null; aa $PWD
%%
#only zsh
typeset x=1; aa $x; typeset -g y=2; aa $y
%%
#only zsh
local x=1; aa $x
%%
#only zsh
float f=1; aa q
%%
#only zsh
let x=3; aa $x
%%
#only zsh
(( x = 4 )); aa $x
%%
#only zsh
x=3; aa $[x+1] $((x*2))
%%
#only zsh
setopt cshnullglob; aa *.none x; bb
%%
#only zsh
setopt nonomatch; aa *.none
%%
#only zsh
aa *.none; bb
%%
#only zsh
setopt rcquotes; aa 'it''s'
%%
#only zsh
setopt ignorebraces; aa {a,b}
%%
#only zsh
setopt shortloops; for x (a) aa $x
%%
#only zsh
setopt kshglob; aa @(one|two).txt
%%
#only zsh
setopt extendedglob; aa (one|two).txt
%%
#only zsh
aa (one|two).txt
%%
#only zsh
aa one.(txt|md)
%%
#only zsh
setopt globdots; aa *
%%
#only zsh
setopt promptsubst; print -P '$(aa x)'
%%
#only zsh
aa ${(%):-'$(bb x)'} x
%%
#only zsh
set -o shwordsplit; x='a b'; aa $x
%%
#only zsh
set -y; x='a b'; aa $x
%%
#only zsh
set -F; aa *
%%
#only zsh
unsetopt glob; aa *
%%
#only zsh
setopt no_glob; aa *
%%
#only zsh
setopt NOGLOB; aa *
%%
#only zsh
x='a b'; aa ${=x}; bb ${==x}
%%
#only zsh
ksh_emul() { emulate -L ksh; a=(x y); aa ${a[0]}; }; ksh_emul
%%
#only zsh
disable -r if; aa x
%%
#only zsh
disable echo; aa x
%%
#only zsh
enable -f x 2>/dev/null; aa y
%%
#only zsh
trap 'aa x' EXIT; bb
%%
#only zsh
trap 'aa x' ZERR; false
%%
#only zsh
trap 'aa x' DEBUG; bb
%%
#only zsh
sched +1 aa; bb
%%
#only zsh
fc -p 2>/dev/null; aa x
%%
#only zsh
zparseopts -D a=o -- -a; aa $o
%%
#only zsh
vared -c x </dev/null 2>/dev/null; aa y
%%
#only zsh
zstyle x y z; aa q
%%
#only zsh
printf '%s' x | aa
%%
#only zsh
pushln x 2>/dev/null; aa
%%
#only zsh
whence aa >/dev/null; aa
%%
#only zsh
which aa; where aa; bb
%%
#only zsh
type aa; bb
%%
f() { y=one; } && aa $y
%%
f() { y=one; } && f && aa $y
%%
aa() { bb x; } && aa y
%%
true || aa() { bb x; } && aa y
%%
f() { aa() { bb x; }; } && aa y
%%
f() { cd /; } | aa
%%
aa | f() { bb; } | cc && dd
%%
! f() { aa; } && bb || cc
%%
time f() { aa; } && bb
%%
f() { aa; } > out || bb
%%
bb $(f() { aa() { :; }; } && aa x)
%%
f() if true; then aa; fi && f
%%
f() { aa; } && g() { f; bb; } && g
%%
function f { aa x; } && f || cc
%%
f() (aa) && (f; g() { cc; } || g)
%%
if f() { aa; } && bb; then f; fi
%%
while f() { aa; } && bb; do break; done
%%
f() { aa; } && bb & wait
%%
f() {
aa
} &&
bb
%%
x=$(( $(f() { aa; } && bb) + 1 ))
%%
#only zsh
() { y=one; } && aa $y
%%
#only zsh
f() aa one && bb
%%
#only zsh
f g() { aa; } && g
