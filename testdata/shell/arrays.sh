#only bash
a=(x y z); aa ${a[0]} ${a[1]} ${a[2]} "${a[3]}"
%%
#only bash
a=(x y z); aa ${a[-1]} ${a[-2]} ${#a[@]} ${#a[*]} ${#a[0]}
%%
#only bash
a=(x y z); aa "${a[@]}" ${a[@]} "${a[*]}" ${a[*]}
%%
#only bash
a=('p q' r); aa "${a[@]}" ${a[@]}
%%
#only bash
a=('p q' r); aa "${a[*]}"
%%
#only bash
a=('p q' r); IFS=,; aa "${a[*]}" ${a[*]}
%%
#only bash
a=(x y z w); aa "${a[@]:1}" ; bb "${a[@]:1:2}" ; cc "${a[@]: -1}"
%%
#only bash
a=(x y); a+=(z); aa "${a[@]}"
%%
#only bash
a=(x y); a+=z; aa "${a[@]}"
%%
#only bash
a=(x y); a[1]=q; aa "${a[@]}"
%%
#only bash
a=(x y); a[5]=q; aa "${a[@]}" ${#a[@]} "${!a[@]}"
%%
#only bash
a=([1]=x [0]=y); aa "${a[@]}" ${a[1]}
%%
#only bash
a=([2]=x y z); aa "${a[@]}" ${a[3]}
%%
#only bash
a[0]=rm; a[1]=one; "${a[@]}"
%%
#only bash
a=(); aa "${a[@]}" ${#a[@]} x
%%
#only bash
a=(''); aa "${a[@]}" x
%%
#only bash
a=(x y); unset 'a[0]'; aa "${a[@]}" ${a[1]}
%%
#only bash
a=(x y); unset a; aa "${a[@]}" z
%%
#only bash
a=x; aa ${a[0]} "${a[@]}"
%%
#only bash
a=(x y); aa $a "$a"
%%
#only bash
a=(x y); a=z; aa "${a[@]}"
%%
#only bash
declare -a a=(x y); aa "${a[@]}"
%%
#only bash
declare -a a; a+=(1); aa "${a[@]}"
%%
#only bash
declare -A h=([k]=v [l]=w); aa ${h[k]} ${h[l]} ${#h[@]}
%%
#only bash
declare -A h; h[k]=v; aa ${h[k]} "${h[nope]}"
%%
#only bash
declare -A h=(k v l w); aa ${h[k]}
%%
#only bash
declare -A h; h[cmd]=rm; ${h[cmd]} one
%%
#only bash
k=q; declare -A h=([q]=v); aa ${h[$k]}
%%
#only bash
declare -A h=([k]=v); aa "${!h[@]}" "${h[@]}"
%%
#only bash
a=(abc abd); aa "${a[@]#a}" ; bb "${a[@]/b/X}" ; cc ${a[@]%?}
%%
#only bash
a=(x y); aa "${a[@]^^}"
%%
#only bash
a=(x y); aa "pre${a[@]}post" "pre${a[*]}post"
%%
#only bash
a=(x y); b=("${a[@]}"); aa "${b[@]}" ${b[1]}
%%
#only bash
a=(x y); b=(${a[@]} z); aa ${b[2]} ${#b[@]}
%%
#only bash
a=("x y" z); b=(${a[@]}); aa ${#b[@]} ${b[0]}
%%
#only bash
a=($(echo x y)); aa ${a[1]}
%%
#only bash
a=(*.txt); aa "${a[@]}" ${#a[@]}
%%
#only bash
a=({1..3}); aa "${a[@]}" ${a[2]}
%%
#only bash
i=1; a=(x y z); aa ${a[i]} ${a[$i]} ${a[i+1]} ${a[$((i-1))]}
%%
#only bash
a=(x y z); for i in 0 1 2; do aa ${a[i]}; done
%%
#only bash
a=(x y z); for e in "${a[@]}"; do aa "$e"; done
%%
#only bash
a=(x y z); for i in "${!a[@]}"; do aa $i "${a[$i]}"; done
%%
#only bash
a=(aa b c); "${a[@]}" d; ${a[0]} e
%%
#only bash
cmd=(rm -rf); cmd+=(one); "${cmd[@]}"
%%
#only bash
cmd=(rm -rf); "${cmd[@]}" one "two three"
%%
#only bash
args=(); args+=(-x); args+=("y z"); aa "${args[@]}"
%%
#only bash
a=(x y); set -- "${a[@]}"; aa $1 $2 $#
%%
#only bash
a=(x y); local_f() { local b=("$@"); aa "${b[@]}"; }; local_f "${a[@]}" z
%%
#only bash
a=(x y); declare -n r=a; aa "${r[@]}" ${r[1]}
%%
#only bash
a=(x y); declare -n r=a; r+=(z); aa "${a[@]}"
%%
#only bash
declare -n r=x; x=1; aa $r; r=2; aa $x
%%
#only bash
declare -n r=x; r=5; aa "$x"
%%
#only bash
declare -n r=a[1]; a=(p q); aa $r
%%
#only bash
declare -n r=x s=y; x=1 y=2; aa $r $s
%%
#only bash
x=1; f() { local -n r=$1; r=rm; }; f x; $x one
%%
#only bash
x=1; f() { declare -n r=$1; aa $r; }; f x
%%
#only bash
declare -n r=x; x=1; unset r; aa "${x-gone}"
%%
#only bash
declare -n r=x; x=1; unset -n r; aa $x "${r-none}"
%%
#only bash
declare -n r; r=x; x=3; aa $r
%%
#only bash
x=v; declare -n r=x; aa ${!r}
%%
#only bash
typeset -n r=x; x=q; aa "$r"
%%
#only bash
mapfile -t a <<<'x
y'; aa "${a[@]}"
%%
#only bash
mapfile -t a <<< $'rm\none'; "${a[@]}"
%%
#only bash
mapfile -t < <(echo x; echo y); aa "${MAPFILE[@]}"
%%
#only bash
mapfile -t a < <(printf 'p\nq\n'); aa "${a[@]}" ${#a[@]}
%%
#only bash
mapfile a <<<x; aa "${a[@]}"
%%
#only bash
readarray -t a <<<'m n'; aa "${a[@]}" ${a[0]}
%%
#only bash
mapfile -t -n 1 a <<<$'x\ny'; aa "${a[@]}"
%%
#only bash
mapfile -t -s 1 a <<<$'x\ny'; aa "${a[@]}"
%%
#only bash
mapfile -d , -t a <<<x,y,z; aa "${a[0]}" "${a[1]}"
%%
#only bash
mapfile -t a < one.txt; aa "${a[@]}"
%%
#only bash
mapfile -t a <<E
x y
z
E
aa "${a[@]}"
%%
#only bash
mapfile -O 1 -t a <<<x; aa "${a[1]}"
%%
#only bash
a=(0 1); mapfile -t a </dev/null; aa "${a[@]}" x
%%
#only bash
echo x | mapfile -t a; aa "${a[@]}" y
%%
#only bash
read -a a <<<'x y z'; aa "${a[@]}" ${a[1]}
%%
#only bash
IFS=: read -a a <<<'x:y z'; aa "${a[@]}"
%%
#only bash
IFS=, read -ra a <<<'x,y,,z'; aa "${a[@]}" ${#a[@]}
%%
read x <<<rm; $x one
%%
read x y <<<'rm one two'; $x $y
%%
read x y z <<<'a b'; aa "$x" "$y" "$z"
%%
read -r x <<<'a\b'; aa "$x"
%%
read x <<<'a\b c'; aa "$x"
%%
read x <<<'  a  b  '; aa "$x"
%%
IFS= read -r x <<<'  a  b  '; aa "$x"
%%
IFS=: read x y <<<a:b:c; aa $x $y
%%
IFS=: read -r x y z <<<'a::c'; aa "$x" "$y" "$z"
%%
IFS=', ' read -r x y <<<'a , b'; aa "$x" "$y"
%%
IFS=: read x y <<<' a : b '; aa "$x" "$y"
%%
read <<<'  a b '; aa "$REPLY"
%%
read -r <<<'a\b'; aa "$REPLY"
%%
#only bash
read -n 2 x <<<abcd; aa $x
%%
#only bash
read -N 2 x <<<abcd; aa $x
%%
#only bash
read -d : x <<<a:b; aa $x
%%
#only zsh
read -k 2 x <<<abcd; aa $x
%%
#only bash
read -p prompt x <<<v; aa $x
%%
#only bash
read -t 1 x <<<v; aa $x
%%
#only bash
exec 3<<<v; read -u 3 x; aa $x
%%
#only bash
read -u 3 x 3<<<v; aa $x
%%
exec 3<<<'rm one'; read x y <&3; $x $y
%%
read x <<E
rm one
E
$x
%%
#only bash
read x <<E
rm one
E
$x
%%
read x < <(echo rm); $x one
%%
read x < one.txt; aa $x
%%
echo rm | read x; aa "$x"
%%
echo 'a b' | { read x y; aa $x $y; }
%%
echo 'a b' | (read x y; aa $y $x)
%%
printf 'a\nb\n' | { read x; read y; aa $x $y; }
%%
printf 'a\nb\n' | while read x; do aa $x; done
%%
printf 'a b\nc d\n' | while read -r x y; do aa $y $x; done
%%
while read x; do aa "$x"; done <<<v
%%
while read x; do aa "$x"; done < one.txt
%%
while read -r x y; do aa $x $y; done <<E
a b
c d
E

%%
while IFS= read -r l; do aa "$l"; done < <(printf '%s\n' x 'y z')
%%
{ read x; read y; } <<<$'a\nb'; aa $x $y
%%
{ read x; read x; } <<<$'a\nb'; aa $x
%%
read x y <<<$'a\tb'; aa $x $y
%%
read x <<<; aa "$x"
%%
read -r x <<<"$HOME/q"; aa "$x"
%%
x=old; read x </dev/null; aa "$x"
%%
read a b <<<"$(echo rm one)"; $a $b
%%
f() { read x; aa $x; }; f <<<v
%%
f() { read x; aa $x; }; echo v | f
%%
#only bash
printf -v x '%s' rm; $x one
%%
#only bash
printf -v x '%s-%d' a 3; aa $x
%%
#only bash
printf -v x %s a b; aa $x
%%
#only bash
printf -v a[1] q; aa "${a[1]}"
%%
#only bash
printf -vx '%s' y; aa $x
%%
#only bash
printf -v x -- '-%s' y; aa "$x"
%%
#only bash
printf -v x '%(%Y)T' -1; aa "$x"
%%
#only zsh
printf -v x '%s' y; aa $x
%%
#only zsh
print -v x y; aa $x
%%
#only bash
getopts ab: o -a; aa $o
%%
#only bash
set -- -b val rest; getopts ab: o; aa $o $OPTARG $OPTIND
%%
#only bash
while getopts ab: o -a -b v; do aa $o "$OPTARG"; done
%%
#only bash
f() { local OPTIND o; while getopts x:y o; do aa $o "$OPTARG"; done; shift $((OPTIND-1)); aa "$@"; }; f -x 1 -y z
%%
#only bash
getopts a o -z 2>/dev/null; aa "$o"
%%
#only bash
while getopts n: o -n rm; do c=$OPTARG; done; $c one
%%
#only bash
[[ abc =~ a(.)c ]]; aa "${BASH_REMATCH[1]}"
%%
#only bash
[[ xrm =~ r. ]] && ${BASH_REMATCH[0]} one
%%
#only bash
aa "${FUNCNAME[0]}" x
%%
#only bash
f() { aa "${FUNCNAME[0]}"; }; f
%%
#only bash
aa "${BASH_VERSINFO[0]}" x
%%
#only bash
aa "${PIPESTATUS[0]}"
%%
#only bash
aa ${DIRSTACK[0]}
%%
#only zsh
a=(x y z); aa $a[1] $a[-1] ${a[2]} $#a
%%
#only zsh
a=(x y z); aa $a "$a" "${a[*]}"
%%
#only zsh
a=(x y); a+=(z); aa $a
%%
#only zsh
a=(x y); a+=z; aa $a
%%
#only zsh
a=(x y); a[1]=q; aa $a
%%
#only zsh
a=(x y); a[1]=(); aa $a
%%
#only zsh
a=(x y z); aa ${a:1} ${a[2,3]} ${a[@]:0:2}
%%
#only zsh
a=('p q' ''); aa $a "${a[@]}" "${(@)a}"
%%
#only zsh
a=(x y); "$a[@]" 2>/dev/null; aa "$a[@]"
%%
#only zsh
a=(rm one); $a
%%
#only zsh
a=(rm); $a one; ${a} two; "$a" three; $a[1] four; ${a[1]} five
%%
#only zsh
typeset -a a; a=(x); aa $a
%%
#only zsh
typeset -A h; h=(a 1 b 2); aa $h[a] ${h[b]} ${(k)h[(I)a]}
%%
#only zsh
typeset -A h=(a 1); aa ${h[a]}
%%
#only zsh
set -A a x y; aa $a
%%
#only zsh
setopt ksharrays; a=(x y); aa ${a[0]} $a
%%
#only zsh
a=(x y); for e in $a; do aa $e; done
%%
#only zsh
a=(x y); for e ($a) aa $e
%%
#only zsh
for x y in 1 2 3 4; do aa $x $y; done
%%
#only zsh
a=(one two); for e in $a.txt; do aa $e; done
%%
#only zsh
typeset -T FOO foo; foo=(x y); aa $FOO
%%
#only zsh
path+=(x); aa q
%%
#only zsh
x=(); aa $x y "$x"
%%
#only zsh
x=(a b); aa $x[1]$x[2] "$x[1]$x[2]"
%%
#only zsh
argv=(p q); aa $1 $2 "$@"
%%
#only zsh
set -- p q; aa $argv[1] $@ $*
%%
#only zsh
set -- p 'q r'; aa $* "$*" "$@" $1
%%
#only zsh
1=x; aa $1
%%
#only bash
x[0]=rm; $x one
%%
#only bash
x=([0]=rm); $x one
%%
#only bash
declare -x a=(1 2); aa "${a[@]}"
%%
#only bash
a=(1 2 3); aa $((a[0]+a[2])) $(( ${#a[@]} ))
%%
#only bash
a=(1 2 3); ((a[1]=9)); aa "${a[@]}"
%%
#only bash
a=(x y z); n=${#a[@]}; aa ${a[n-1]} ${a[$((n-1))]}
%%
#only bash
a=(x y z); aa "${a[@]:$((1)):1}"
%%
#only bash
set -- x y z; aa "${@:2}" ; bb "${@:1:1}" ; cc "${*:2}" ; aa ${@: -1}
%%
#only bash
set -- x y z; aa "${@#x}" "${@/y/Q}"
%%
#only bash
set -- x y z; aa ${!#} "${!1-}"
%%
#only bash
set -- x y z; aa $# "$#" ${#} ${#@} ${#*}
%%
#only bash
set -- a 'b c' d; aa "${@:2}" ${@:2:1} "${@: -1}" "${@: -2:1}" "${*:2}" ${*: -2} "${@:0:2}" | bb; cc "${@:4}" x "${@:9}"
%%
#only bash
set -- a.txt 'b c.txt'; aa "${@%.txt}" ${*%.*} "${*#a}" "${@/./_}" "${@^}" ${@##*.} "${@/#/-}" "${@/%/+}"
%%
#only bash
set --; aa "${@%x}" "${@:1}" "${*:1}" ${@/a/b} "${@^^}" x
%%
#only bash
set -- '' a; aa "${@#a}" ${@#a} "${@:-d}" "${1:-d}" "${1-e}" "${3-f}" "${@+s}" "${*:+s}"
%%
#only bash
set -- a b; aa ${#@} ${#*} $# "${#}" ${#1} $((${#@}+1)); shift; aa ${#@} "$1" "${2-none}"
%%
#only bash
a=(x.c y.c); aa "${a[@]%.c}.o" "${a[@]/%.c/.o}" "${a[*]%.c}" -l"${a[@]}" ${a[@]/c/d}
%%
#only bash
a=(p 'q r'); aa "${a[@]+"${a[@]}"}" ${a[@]+"${a[@]}"} "${a[@]:+x}" "${a[*]+y z}"; b=(); aa "${b[@]+"${b[@]}"}" x ${b[@]+"${b[@]}"}
%%
#only bash
a=(rm -rf); "${a[@]/%/}" one; "${a[@]:0:1}" two; "${a[@]#x}" three; ${a[@]^} four 2>/dev/null; aa
%%
#only bash
a=(AA BB); "${a[@],,}" x; ${a[0],,} y; "${a[@]/BB/q}" 2>/dev/null; aa "${a[@],}"
%%
#only bash
a=('*' 'o*'); aa ${a[@]/x/y} "${a[@]/x/y}" ${a[@]#o} "${a[@]%\*}"
%%
#only bash
a=('a b' c); aa ${a[@]/a/x} ${a[@]# } "${a[@]/ /  }" x${a[@]%c}y "x${a[@]%c}y"
%%
#only bash
IFS=,; a=(a,b c); aa ${a[@]/c/d,e} "${a[*]/c/d,e}"; IFS=' '; aa "${a[*]/c/d e}"
%%
#only bash
a=(x y); aa "${a[@]/x/&&}" "${a[@]/x/\&}" "${a[@]//[xy]/z}" "${a[@]/?/}" "${a[@]^^[x]}"
%%
#only bash
a=(x y); p='?'; aa "${a[@]/$p/q}" "${a[@]/"$p"/q}" "${a[@]#$p}" "${a[@]/$(echo x)/w}"
%%
#only bash
a=([3]=x [5]=y); aa "${a[@]:3}" "${a[@]:4:1}" "${a[@]: -1}" "${a[@]/x/q}" "${a[@]:0:2}"
%%
#only bash
declare -A h=([k]=vv); aa "${h[@]/v/w}" "${h[@]#v}" "${h[@]^}" "${h[@]+set}" ${h[@]:0:1}
%%
#only bash
x=abc; aa "${x[@]/b/q}" "${x[@]#a}" "${x[*]^}" "${x[@]+set}" "${x[@]:1}" ${x[@]:0:1}
%%
#only bash
unset a; aa "${a[@]+set}" "${a[@]/x/y}" ${a[@]#x} "${#a[@]}" "${a[@]:1}" z
%%
#only bash
a=(x); readonly a; a+=(y) 2>/dev/null; aa "${a[@]}"
%%
#only bash
a=(1 2); ((a[0]+=5)); aa ${a[0]} ${a[@]}; ((a[2]=3)); aa ${#a[@]}
%%
cat <<<$((y=5)) >/dev/null; aa "$y"
%%
aa >o$((i=1)); bb >o$((i+=1)); : >o$((i+=1)); cc "$i"
%%
#only bash
: <<<${z:=v}; aa "$z"; cat <<<${w:=v} >/dev/null; aa "$w"
%%
: $((q=3)) >/dev/null; aa $q; { : $((q+=1)); } >o$((q*2)); aa $q
