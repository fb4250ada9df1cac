set -- a b c; aa $1 $2 $3 $4 $#
%%
set -- a b c; aa "$@"; bb "$*"; cc $@ $*
%%
set -- 'a b' c; aa "$@"; bb "$*"
%%
#only bash
set -- 'a b' c; aa $@; bb $*
%%
#only zsh
set -- 'a b' c; aa $@; bb $*
%%
set -- 'a b' c; aa x"$@"y
%%
set --; aa "$@" $# x
%%
set -- ''; aa "$@" $#
%%
#only zsh
set -- ''; aa $@ x
%%
#only bash
set -- ''; aa $@ x
%%
set -- a b c; shift; aa "$@"
%%
set -- a b c; shift 2; aa "$@"
%%
set -- a b c; shift 5 2>/dev/null; aa "$@"
%%
set -- a b c; shift 0; aa "$@"
%%
n=2; set -- a b c; shift $n; aa "$@"
%%
set -- a b c; shift; shift; aa $1 "$*"
%%
set a b; aa $1
%%
set - a b; aa $1 $2
%%
set -f -- a; aa * $1
%%
set -f; aa *; set +f; bb *.txt
%%
set -o noglob; aa *; set +o noglob; bb o*
%%
set -fu; aa *
%%
set -u; aa x; aa ${x-y}
%%
set -u; x=1; aa $x
%%
set -u; aa "$NOPE"; bb never
%%
set -e; aa x; false; bb y
%%
set -e; false || aa x; bb y
%%
set -eu; aa x
%%
set -x; aa y 2>/dev/null
%%
set +x; aa y
%%
set -o pipefail; aa | bb
%%
set -euo pipefail; aa x
%%
set -o posix; aa x
%%
set -v; aa x
%%
set -n; aa x
%%
set -o noexec; aa x
%%
#only bash
set -k; aa x=1 y
%%
set -a; x=1; aa $x
%%
#only bash
set -B; aa {a,b}
%%
#only bash
set -h; aa x
%%
#only bash
set -P; cd sub; aa $PWD
%%
set -C; aa >x1; bb
%%
set "a b"; aa "$1"
%%
#only bash
set -- {a,b}; aa $2
%%
set -- *.txt; aa "$@" $#
%%
set -- "$@" x; aa $1
%%
set -- x "$@" y; aa "$@" $#
%%
set -- $(echo a b); aa $#
%%
x='p q'; set -- $x; aa "$1"
%%
#only bash
x='p q'; set -- $x; aa "$1" $#
%%
set -- a b; set -- "$2" "$1"; aa "$@"
%%
set -- a b; for i; do aa $i; done
%%
set -- a b; for i in "$@"; do aa $i; done
%%
set -- a b; for i do aa $i; done
%%
for i; do aa $i; done; bb
%%
set -- 1 2 3 4 5 6 7 8 9 t e; aa $10 ${10} ${11} $1
%%
set -- a; aa ${1:-x} ${2:-y} ${2-z} ${1:+w}
%%
set -- abc; aa ${1#a} ${1%c} ${1:1} ${#1}
%%
set -- rm one; $1 $2
%%
set -- rm one; "$@"
%%
set -- rm one; $@; $*
%%
set -- rm one; "$1" two
%%
set -- -rf one; rm "$@"
%%
aa "$0"; bb $0
%%
f() { aa $# "$@"; }; f a 'b c'
%%
f() { aa $1; shift; aa "$1"; }; f a b
%%
f() { set -- x y; aa $1; }; set -- p; f; aa $1
%%
f() { shift; }; set -- p q; f 1 2; aa $1
%%
bash -c 'aa $0 $1 "$@"' x y z
%%
bash -c 'aa "$@"' x y z
%%
bash -c 'aa $#' x y
%%
sh -c 'rm "$1"' -- one
%%
sh -c '"$@"' - rm one
%%
sh -c '$0 "$@"' rm one two
%%
sh -c '$0' rm
%%
sh -c 'shift; aa "$@"' x y z
%%
zsh -fc 'aa $1' x y
%%
dash -c 'aa $1' x y
%%
sh -c 'for i; do aa $i; done' x y z
%%
sh -c "aa $1" x y
%%
set -- v; sh -c "aa $1"
%%
set -- v; sh -c 'aa "$1"' s "$1"
%%
sh -c 'set -- p; aa $1'
%%
sh -c 'eval "$1"' s 'rm one'
%%
sh -c 'eval "$@"' s rm one
%%
x=5; sh -c 'aa "$x"' 
%%
x=5; export x; sh -c 'aa $x'
%%
x=5 sh -c 'aa $x'
%%
export x=5; bash -c 'aa $x; x=6; aa $x'; aa $x
%%
f() { aa in; }; bash -c 'f' 2>/dev/null; bb
%%
#only bash
f() { aa in; }; export -f f; bash -c f
%%
#only bash
shopt -s expand_aliases
alias k=rm
k one
%%
#only bash
alias k=rm; k one 2>/dev/null; aa
%%
#only bash
shopt -s expand_aliases; alias k='rm one'
k
%%
#only bash
shopt -s expand_aliases
alias k='rm '
alias t=one
k t
%%
#only bash
shopt -s expand_aliases
alias aa='bb x'
aa y
%%
#only bash
shopt -s expand_aliases
alias aa='bb x'
\aa y; 'aa' z
%%
#only bash
shopt -s expand_aliases
alias aa='aa x'
aa y
%%
#only bash
shopt -s expand_aliases
alias k=rm
unalias k
k one 2>/dev/null; aa
%%
#only bash
shopt -s expand_aliases
alias k=rm
unalias -a
aa x
%%
#only bash
shopt -s expand_aliases
alias k='aa x; bb'
k y
%%
#only bash
shopt -s expand_aliases
alias k='aa x |'
k bb
%%
#only bash
shopt -s expand_aliases
alias k='aa "x'
k y"
%%
#only bash
shopt -s expand_aliases
alias if=aa
if x
%%
#only bash
shopt -s expand_aliases
alias w='for i in 1 2; do'
w aa $i; done
%%
#only bash
shopt -s expand_aliases
alias g='git commit'
g -m "a b"
%%
#only bash
shopt -s expand_aliases
alias g='git'
x=1 g y
%%
#only bash
shopt -s expand_aliases
alias n='>x'
n aa y
%%
#only bash
shopt -s expand_aliases; alias k=rm; eval 'k one'
%%
#only bash
shopt -s expand_aliases
f() { alias k=rm; }
f
k one
%%
#only bash
shopt -s expand_aliases
if true; then alias k=rm; fi
k one
%%
#only bash
shopt -u expand_aliases
alias k=rm
k one 2>/dev/null; aa
%%
#only bash
shopt -s expand_aliases
alias k=rm l=aa
k x; l y
%%
#only bash
shopt -s expand_aliases
x=rm
alias k="$x one"
k
%%
#only bash
shopt -s expand_aliases
alias k='$x one'
x=rm
k
%%
#only bash
shopt -s expand_aliases
alias k="rm'"
k one'
%%
#only bash
BASH_ALIASES[k]=rm; shopt -s expand_aliases
k one
%%
#only zsh
alias k=rm
eval 'k one'
%%
#only zsh
alias -g G='| bb'
eval 'aa x G'
%%
#only zsh
alias -s txt=aa
eval './one.txt'
%%
#only zsh
aliases[k]=rm; eval 'k one'
%%
#only zsh
alias k='rm '; alias t=one; eval 'k t'
%%
#only bash
shopt -s nullglob; aa x *.none y
%%
#only bash
shopt -s failglob; aa x *.none; bb
%%
#only bash
shopt -s dotglob; aa *
%%
#only bash
shopt -s globstar; aa **/*.txt
%%
#only bash
shopt -s extglob
aa @(one|two).txt !(one).txt
%%
#only bash
shopt -s extglob
aa +(o|n)e.txt *(x)one.txt ?(t)wo.txt
%%
#only bash
shopt -s extglob
x=aab; aa ${x##+(a)} ${x/@(a|b)/X}
%%
#only bash
shopt -s nocaseglob; aa ONE.*
%%
#only bash
shopt -s nocasematch; case A in a) aa 1;; *) bb 2;; esac
%%
#only bash
shopt -s lastpipe; echo v | read x; aa "$x"
%%
#only bash
shopt -s autocd 2>/dev/null; aa
%%
#only bash
shopt -s cdspell; cd sbu 2>/dev/null; aa "$PWD"
%%
#only bash
shopt -s cdable_vars; d=sub; cd d; aa "$PWD"
%%
#only bash
shopt -s xpg_echo; aa "$(echo 'a\tb')"
%%
#only bash
shopt -s compat44 2>/dev/null; aa x
%%
#only bash
shopt -so noglob; aa *
%%
#only bash
GLOBIGNORE='one*'; aa *.txt
%%
aa *.txt
%%
aa *.none
%%
aa o*e.txt ?wo.txt [ot]*.txt [!o]*.txt
%%
aa "*.txt" \*.txt '*'.txt
%%
aa sub/* */three.txt */*.txt
%%
aa ./*.txt $PWD/*.txt
%%
aa .d* .[a-z]*
%%
aa *"e.txt" *'.txt' "o"*
%%
aa [o]ne.txt [[:lower:]]*.txt
%%
aa dir*
%%
aa *\ two
%%
x=one; aa $x*.txt "$x"*
%%
x='*'; aa "$x".txt
%%
#only bash
x='*'; aa $x.txt
%%
aa */ .*/
%%
aa [a aa] a[b]c
%%
cat *.none 2>/dev/null; aa
%%
/bin/../bin/echo x; aa
%%
./aa 2>/dev/null; aa x
%%
r[m] one 2>/dev/null; aa
%%
IFS=:; x=a:b; aa $x
%%
#only bash
IFS=:; x=a:b:; aa $x
%%
#only bash
IFS=:; x=:a::b; aa $x
%%
#only bash
IFS=' :'; x='a : b'; aa $x
%%
#only bash
IFS=; x='a b'; aa $x
%%
#only bash
IFS=x; x=axb; aa $x "$x"
%%
#only bash
IFS=,; set -- a b; aa "$*" $*
%%
#only bash
IFS=; set -- a b; aa "$*" $*
%%
#only bash
unset IFS; x='a b'; aa $x; set -- p q; aa "$*"
%%
#only bash
IFS=_; c=rm_one; $c
%%
#only bash
IFS=_ c=rm_one; $c
%%
#only bash
c=rm_one; IFS=_; $c; IFS=' '; aa x_y
%%
#only bash
c=rm_one; IFS=_ $c 2>/dev/null; aa
%%
#only bash
IFS=$'\n'; x=$'a b\nc'; aa $x
%%
#only bash
IFS=0; aa $((100))
%%
#only bash
IFS=1; x=5152; aa $x $((212))
%%
#only bash
x=a,b; OIFS=$IFS; IFS=,; set -- $x; IFS=$OIFS; aa $1 $2
%%
#only bash
IFS=/; x=a/b/c; set -- $x; aa "$3"
%%
#only bash
IFS=-; aa $(echo a-b) "$(echo a-b)"
%%
#only bash
IFS=:; aa a:b "a:b" ${x:-c:d}
%%
#only bash
IFS=' 	'; x=$'a\nb'; aa $x
%%
#only bash
f() { local IFS=:; x=a:b; aa $x; }; f; x=a:b; aa $x
%%
#only bash
IFS=: ; for i in $PWD; do aa "$i"; done
%%
#only bash
x=a:b:c; (IFS=:; aa $x); aa $x
%%
#only bash
IFS=é; x=aéb; aa $x
%%
#only zsh
IFS=:; x=a:b; aa $x ${=x} $(echo c:d)
%%
unset y; aa "${y@Q}" ${y@Q} x
%%
bash -c 'read y <f; sh <<< "aa ${y-q}"' ${z:-d}
%%
read y <f; eval "for i in ${y-a}; do aa $y ${y-u}; done" ${z:-}
%%
#only bash
readonly x=aa; declare x=rm 2>/dev/null; $x one
%%
#only bash
readonly x=aa; export x=rm 2>/dev/null; $x one
%%
#only bash
readonly x=aa; unset x 2>/dev/null; $x one
%%
#only bash
readonly x=aa; x=rm bb 2>/dev/null; $x one
%%
#only bash
readonly x=aa; f() { local x=rm 2>/dev/null; $x one; }; f
%%
#only bash
unset x; : ${x=aa} ${x=rm}; $x one
%%
unset x y; aa ${x=a} $x ${y-$x} ${x+set}
%%
unset x; aa $x ${x:=v} "$x"
%%
unset x y; aa "${x:=${y:=z}}" $x $y
%%
unset x; aa $((x=3)) $x $((x++)) $x $((++x))
%%
unset x; x=${x:-1}${x:=2}$x; aa $x
%%
unset x; aa ${x:=a b} "$x"
%%
unset x; aa "${x:=a  b}" $x
%%
#only bash
unset x; aa ${x:='a  b'} $x "$x"
%%
#only bash
unset x; aa ${x:=~} ${x:=b}
%%
#only bash
unset x y; aa ${x:-~/a:~/b} ${x=~/c:~/d} "$x" ${y:=a:~}
%%
#only bash
unset x; aa "${x:=~}"
%%
#only bash
unset x; aa ${x:-"~"} ${x:-\~} "${x:-~}"
%%
#only bash
unset x; aa ${x:-*.txt} "${x:-*.txt}" ${x:-"*".txt}
%%
unset x; x=$x; aa "${x-unset}" "${x:-null}"
%%
x=; aa "${x-unset}" "${x:-null}" "${x+set}" "${x:+nonnull}"
%%
x=; aa ${x-unset} ${x+} end
%%
unset x; aa "${x?no}" 2>/dev/null; bb
%%
unset x; (aa "${x?no}") 2>/dev/null; bb
%%
x=; (aa "${x:?no}") 2>/dev/null; bb
%%
unset x; aa a${x}b "a${x}b" ${x}${x} "${x}${x}"
%%
unset x; aa ${#x} ${#x} "${#x}"
%%
x=abc; aa ${#x}${x} ${#x#a} 2>/dev/null
%%
#only bash
x=abcdef; aa ${x:(-2)} ${x:(-3):2} ${x: -3:-1} ${x:1:-2}
%%
#only bash
x=abcdef; aa "${x:0:-6}" "${x:6}" "${x:7}" "${x: -7}"
%%
#only bash
x=abcdef; aa ${x:2**1} ${x:1?2:3} ${x:n=2} $n ${x:n++:1} $n
%%
#only bash
x=abcdef; y=x; n=1; aa ${x:n:n+1} ${x:${n}:$((n+1))} ${x:$(echo 2)}
%%
#only bash
x=abcdef; aa ${x::2} ${x::} ${x:0:0}z ${x: :2}
%%
#only bash
x=abcdef; a=(1 2); aa ${x:a[0]:a[1]} ${x:${a[1]}}
%%
#only bash
x=abcdef; aa ${x:-1} ${x: -1} ${x:0-1} ${x:+1}
%%
#only bash
x=é1ü2; aa ${x:1:2} ${#x} ${x%?} ${x:0:1}
%%
#only bash
x=foo.tar.gz; aa ${x%%.*}-${x#*.} "${x%.gz}" "${x##*.}"
%%
x='a b'; aa "${x% *}" "${x#* }" "${x%b}" "${x%%' '*}"
%%
x='a*b?c'; aa "${x%%\**}" "${x%%'*'*}" "${x##*\?}" "${x#*"*"}"
%%
x='a\b'; aa "${x%\\*}" "${x#*\\}" "${x%%'\'*}"
%%
x=aXbXc; y='*X'; aa "${x#$y}" "${x##$y}" "${x#"$y"}" "${x#${y}}"
%%
#only bash
x=a/b/c; aa "${x//\//-}" "${x/\//-}" "${x//'/'/-}" "${x//b\/c/q}"
%%
#only bash
x=abcabc; aa "${x/b/[&]}" "${x//b/\&}" "${x/b/"&"}" "${x/b/'&'}"
%%
#only bash
shopt -u patsub_replacement; x=abc; aa "${x/b/[&]}"
%%
#only bash
x=abc; y='&&'; aa "${x/b/$y}" "${x/b/"$y"}"
%%
#only bash
x=abc; aa "${x/b/\\}" "${x/b/\\&}" "${x/b/a\b}"
%%
#only bash
x=abc; aa "${x/b/~}" ${x/b/~} ${x/b/"x y"} ${x/b/x y}
%%
#only bash
x=aabbaa; aa ${x/#a/X} ${x/%a/Y} ${x//#a/X} ${x/#/pre} ${x/%/post} ${x/a*/Z}
%%
#only bash
x=aabbaa; aa ${x//[ab]/x} ${x//[!a]/-} ${x//a} ${x//aa/} ${x/}
%%
#only bash
x='a b c'; aa ${x// /_} "${x// /  }" ${x// }
%%
#only bash
x=$'a\nb'; aa "${x/$'\n'/ }" "${x//$'\n'}" "${x%$'\n'*}"
%%
#only bash
x=abc; aa "${x/b/$(echo q)}" "${x/b/`echo q`}" "${x/$(echo b)/z}"
%%
#only bash
x=abc; aa "${x/b/}}" "${x/b/\}}" "${x/b/"}"}"
%%
#only bash
x=abcd; aa "${x/[b-c]/X}" "${x//[^a]/X}" "${x/[[:alpha:]]/X}" "${x//?/.}"
%%
#only bash
x=aBc; aa ${x^} ${x^^} ${x,} ${x,,} ${x~} ${x~~} ${x^^[a]} ${x^^?} ${x,,[B]} ${x^b}
%%
#only bash
x=éa; aa ${x^} ${x^^}
%%
#only bash
x='straße ıſ'; aa "${x^^}"
%%
#only bash
x="a'b"; aa "${x@Q}" ${x@Q}
%%
#only bash
unset x; aa "${x@Q}" ${x@Q} "${x@U}" "[${x@E}]"
%%
#only bash
x=; aa "${x@Q}" ${x@Q} ${x@U} "${x@A}" "${x@a}"
%%
#only bash
x=$'a\nb'; aa "${x@Q}"
%%
#only bash
x='\x41\n'; aa "${x@E}" ${x@E}z
%%
#only bash
declare -rx x=1; aa "${x@a}" "${x@A}"
%%
#only bash
a=(1 'b c'); aa "${a[@]@Q}" "${a[*]@Q}" "${a[@]@A}" "${a@a}"
%%
#only bash
a=(1 'b c'); aa "${a[@]@K}" "${a[@]@k}"
%%
#only bash
declare -A h=([x]=1); aa "${h[@]@K}" "${h[@]@k}" "${!h[@]}"
%%
#only bash
a=(ab cd); aa ${a[@]@U} "${a[@]@u}" "${a[*]@L}" ${a@U}
%%
#only bash
set -- ab 'c d'; aa "${@@U}" "${*@Q}" "${@@Q}"
%%
#only bash
x=y y=z z=w; aa ${!x} ${!x:1} ${!x/z/q} ${!x#z} ${#x} "${!x-d}"
%%
#only bash
x='a[0]'; a=(p q); aa ${!x} "${!x}"; x='a[i]'; i=1; aa ${!x}
%%
#only bash
x='a[$(bb x)]'; a=(p q); aa ${!x}
%%
#only bash
x=@; set -- p 'q r'; aa "${!x}"; x='*'; aa "${!x}"
%%
#only bash
x=1; set -- rm; ${!x} one; x=#; aa ${!x}
%%
#only bash
set -- x y; x=1 y=2; aa ${!1} ${!2} "${!#}" ${!3} 2>/dev/null
%%
#only bash
unset x; aa "${!x}" 2>/dev/null; bb
%%
#only bash
x=; aa "${!x}" 2>/dev/null; bb
%%
#only bash
x='a b'; aa "${!x}" 2>/dev/null; bb
%%
#only bash
pa=1 pb=2; aa ${!pa*} ${!p*} "${!p@}" "${!p*}"
%%
#only bash
declare -n r=x; x=v; aa ${!r} $r; r=w; aa $x
%%
#only bash
a=([3]=x [1]=y); aa "${!a[@]}" "${a[@]}" ${#a[@]} ${a[-1]} ${a[1]} "${a[0]-none}"
%%
#only bash
a=(1 2 3 4 5); aa ${a[@]:1:2} ${a[@]: -2} ${a[@]:0-1} "${a[*]:3}" ${a[@]:5} x
%%
#only bash
a=(1 2 3); unset 'a[1]'; aa "${a[@]:1}" "${a[@]:1:1}" ${!a[@]} ${#a[@]} "${a[1]-gone}"
%%
#only bash
a=(1 2 3); unset a[-1]; aa "${a[@]}"; a+=(4); aa "${a[@]}" ${!a[@]}
%%
#only bash
a=(1 2 3); a[5]=6; aa "${a[@]}" "${a[-2]-x}" "${a[@]:3}"; a[-1]=z; aa "${a[5]}"
%%
#only bash
a=(a b); a+=([5]=f g); aa "${a[@]}" "${!a[@]}"
%%
#only bash
a=(b); a[0]+=c; a+=d; aa "${a[@]}" "$a"
%%
#only bash
a=([0]=x [0]=y z); aa "${a[@]}"
%%
#only bash
i=0; a=([i++]=x [i++]=y); aa "${a[@]}" $i
%%
#only bash
i=0; a[i++]=x a[i++]=y; aa "${a[@]}" $i "${a[i-1]}" ${a[--i]} $i
%%
#only bash
a=(x y z); i=0; aa ${a[i++]} ${a[i++]} ${a[i]} $i
%%
#only bash
a=("" x ""); aa "${a[@]}" ${#a[@]} "${a[*]}" ${a[@]} "${a[@]:+v}" "${a[@]-d}"
%%
#only bash
a=(); aa "${a[@]}" "${a[*]}" "${a[@]-d}" "${a[@]:+v}" ${#a[@]} "x${a[@]}y"
%%
#only bash
a=(''); aa "${a[@]:-d}" "${a[*]:-d}" "${a[@]+set}" ${a[@]:-d}
%%
#only bash
a=('' ''); aa "${a[@]:-d}" "${a[*]:-d}" ${a[@]:-d} "${a[@]:+e}"
%%
#only bash
a=(x 'y z'); aa "${a[@]/#/-}" "${a[@]/%/+}" "${a[@]/ /_}" "${a[*]#x}"
%%
#only bash
a=(one.txt two.c); aa "${a[@]%.*}" "${a[@]##*.}" "${a[@]/.txt}" ${a[@]^}
%%
#only bash
a=(x y); b=("${a[@]/%/1}" "${a[@]}2"); aa "${b[@]}" ${#b[@]}
%%
#only bash
declare -A h=([a b]=1 ["c d"]=2 [e]='f g'); aa "${h[a b]}" "${h["c d"]}" "${h[e]}" ${#h[@]} ${#h[e]}
%%
#only bash
declare -A h; k='x y'; h[$k]=1; h["$k z"]=2; h[\$k]=3; aa "${h[$k]}" "${h["$k z"]}" "${h['$k']}" ${#h[@]}
%%
#only bash
declare -A h=([i]=1); i=5; aa "${h[i]}" "${h[$i]-none}"; h[i]+=2; aa "${h[i]}"
%%
#only bash
declare -A h=(a 1 b 2); unset 'h[a]'; aa "${h[a]-gone}" "${h[b]}" ${#h[@]}; h+=([c]=3); aa "${h[c]}" ${#h[@]}
%%
#only bash
declare -A h=([x]=rm); k=x; ${h[$k]} one; "${h[x]}" two; ${h["x"]} three
%%
#only bash
declare -A h; h[@]=1 2>/dev/null; h['*']=2; aa "${h['*']}" "${#h[@]}"
%%
#only bash
x=abc; aa ${x[0]} ${x[@]} ${#x[@]} "${x[1]-none}" ${x[-1]} 2>/dev/null; bb
%%
#only bash
a=(x y); a=z; aa "${a[@]}"; b=q; b[1]=r; aa "${b[@]}" ${#b[@]}
%%
#only bash
a=(x y); f() { local a=(p); a+=(q); aa "${a[@]}"; }; f; aa "${a[@]}"
%%
#only bash
a=("$@" x); aa ${#a[@]} "${a[0]}"
%%
#only bash
a=([1]=*.txt [0]='b c'); aa "${a[@]}"
%%
#only bash
a=(*.txt 'x y' $(echo p q) {1..2}); aa "${a[@]}" ${#a[@]}
%%
#only bash
a=(x=1 [1]=y =z); aa "${a[@]}"
%%
#only bash
a=( [0]=p
 # comment
 [1]="q r" # more
); aa "${a[@]}"
%%
set -- a 'b c'; cat <<E | xargs bb
$@
E
aa "$*"
%%
set -- aa 'b c'; sh <<E
$@
E
%%
set -- 'aa x' 'y'; sh -c "$*"; sh -c "$@"; x="$@"; sh -c "$x"; x=$@; sh -c "$x"
%%
set -- aa b; x=$*; $x 2>/dev/null; y="$@"; sh -c "$y"
%%
set -- a b; sh <<<"aa $*"; sh <<<"aa $@"; case "$*" in 'a b') bb;; esac
%%
set -- a b; IFS=,; x="$*"; aa "$x"; y=$*; aa "$y"; z="$@"; aa "$z"
%%
#only zsh
a=(x y); b=$a; aa "$b"; c="$a"; aa "$c"; d="x$a[@]y"; aa "$d"
%%
#only bash
a=(x 'y z'); b=${a[@]}; aa "$b"; c="${a[@]}"; aa "$c"; d=${a[*]}; aa "$d"; e="p${a[@]}q"; aa "$e"
%%
#only bash
a=(aa x); sh <<E
${a[@]}
E
sh -c "${a[@]}"
%%
#only bash
set -- p q; : ${x:=$*} ${y:="$@"}; aa "$x" "$y"; declare z=$* w="$@"; aa "$z" "$w"
%%
#only bash
set -- p q; [[ "$*" == 'p q' ]] && aa; [[ $@ == 'p q' ]] && bb; [ "$*" = 'p q' ] && cc
%%
#only bash
x=y+1 y=2; aa $(($x*3)) $((3*$x)) $((-$x)) $(($x)) $((a=$x)) $a
%%
#only bash
x=-2 y=3; aa $((5-$x)) $((5*$x)) $((y+$x)) $((2-$x*2)) $((-$x)) $(($x**2)) $((x**2))
%%
#only bash
x='1,z=5'; z=0; aa $((y=$x)) "$y" "$z"
%%
#only bash
x='1?2:3'; aa $((0*$x)) $((0*x))
%%
#only bash
x=; a=5; aa $((1-$x-a)) 2>/dev/null; aa "$a"
%%
#only bash
x=2; aa $((1$x)) $((${x}1)) $((${x}#1)) $((0$x)) $((1${x}*3))
%%
#only bash
x='+'; aa $((1 $x 2)) 2>/dev/null; bb
%%
aa=1; aa() { bb x; }; unset aa; aa y
%%
aa() { bb x; }; unset aa; aa y
%%
aa() { bb x; }; unset -v aa; aa y
%%
#only bash
unset aa; aa() { bb x; }; unset aa; aa y
%%
#only bash
a=([2]=x); aa "${a[0]+set}" "${a[2]+set}" "${a[2]:+x y}" ${a[1]-none} "${a[1]:=new}" "${a[1]}"
%%
#only bash
declare -A h=([k]=v); aa "${h[k]+set}" "${h[q]+set}" "${h[q]-d}" "${h[k]:-d}" "${h[k]:+"a b"}"
%%
#only bash
x=abc; aa "${x[0]+set}" "${x[1]+set}" "${x[1]:-d}" "${x[0]:-d}"
%%
a=(x y); aa "${a[1]+set}" "${a[5]+set}" "${a[5]-d}" "${a[2]:-d}"
%%
set -- *.txt"$1" x_y; aa "b$*" $*
%%
set -- 2 $x; aa "$*0" "z$*"
