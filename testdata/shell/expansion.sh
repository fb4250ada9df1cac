x=a; aa $x "$x" ${x} "${x}"
%%
x=rm; $x one
%%
x=r; y=m; $x$y one
%%
x=r; "$x"m one
%%
x=rm; "$x" one; ${x} two
%%
x='rm -r'; $x one
%%
#only bash
x='a b  c'; aa $x "$x"
%%
#only zsh
x='a b  c'; aa $x "$x" ${=x} $=x
%%
#only zsh
setopt shwordsplit; x='a b'; aa $x
%%
#only zsh
x='a b'; setopt sh_word_split; aa $x; unsetopt sh_word_split; bb $x
%%
x=; aa $x "$x" a$x
%%
unset x; aa $x "$x" ${x-d} ${x:-e} ${x+f} ${x:+g}
%%
x=; aa ${x-d} "${x:-e}" ${x+f} "${x:+g}"
%%
x=v; aa ${x-d} ${x:-e} ${x+f} ${x:+g}
%%
unset x; aa ${x=d} $x; bb ${x:=e}
%%
x=; aa ${x:=d} $x
%%
x=v; aa ${x?err} ${x:?err}
%%
unset x; aa ${x:-"a b"} "${x:-a b}" ${x:-a b}
%%
unset x; aa ${x:-$HOME} ${x:-~} "${x:-~}"
%%
unset x; aa ${x:-$(echo y)} ${x-`echo z`}
%%
unset x; aa ${x:-'q r'} 
%%
unset x; aa "${x:-'q r'}"
%%
unset x y; aa ${x:-${y:-z}}
%%
unset x; ${x:-rm} one
%%
unset x; aa ${x:-{a} b}
%%
x=abcabc; aa ${x#a} ${x#*b} ${x##*b} ${x%c} ${x%b*} ${x%%b*}
%%
x=abcabc; aa ${x#z} ${x%z} ${x#} ${x%}
%%
x=/a/b/c.tar.gz; aa ${x##*/} ${x%/*} ${x%.*} ${x%%.*} ${x#*.} 
%%
x=/a/b; aa "${x#/}" "${x%/b}" "${x#"/a"}"
%%
x='a*b'; aa "${x#a\*}" "${x#a'*'}" "${x#a*}" "${x%\**}"
%%
x=abc; y='a?'; aa ${x#$y} ${x#"$y"}
%%
#only bash
x=abc; y='a?'; aa ${x#$y}z
%%
x=abc123; aa ${x%%[0-9]*} ${x##*[a-z]} ${x#[a-b]}
%%
x=abc; aa ${x#[!a]} ${x#[^b]} ${x#[ab]}
%%
x=a-b; aa ${x#*[-+]} ${x%[-]*}
%%
x=abab; aa ${x/a/X} ${x//a/X} ${x/b} ${x//b/}
%%
x=abab; aa ${x/#a/X} ${x/%b/X} ${x/#b/X}
%%
x=abab; aa ${x/*/Z} ${x//?/Z} ${x/a*/Z} ${x/[ab]/Z} ${x//[a]/Z}
%%
x=a.b.c; aa ${x//./_} ${x/./_}
%%
x=a/b/c; aa ${x//\//_} ${x/\//_}
%%
x=a/b; aa ${x/'/'/-} "${x/"/"/-}"
%%
x=ab; y=b; z=Q; aa ${x/$y/$z} "${x/"$y"/"$z"}"
%%
#only bash
x=ab; aa ${x/a/&&} ${x/a/\&} ${x/a/"&"}
%%
x=abc; aa ${x/b/'x y'} "${x/b/x y}"
%%
x=abcdef; aa ${x:1} ${x:1:2} ${x:0:3} ${x:2:0}
%%
x=abcdef; aa ${x: -2} ${x: -3:2} ${x:1:-1}
%%
x=abcdef; n=2; aa ${x:n} ${x:$n:1} ${x:$((n+1))}
%%
x=abcdef; aa ${x:9} "${x:9}" ${x:6}
%%
x=abcdef; aa ${x:1+1:1*2}
%%
x=abc; aa ${#x} ${#HOME}x
%%
x=; aa ${#x}
%%
x=éa; aa ${#x} ${x:1}
%%
#only bash
x=abc; aa ${x^} ${x^^} ${x^^b} ${x^[a-c]}
%%
#only bash
x=ABC; aa ${x,} ${x,,} ${x,,B} ${x,,[A-B]}
%%
#only bash
x=ab; aa ${x~} ${x~~}
%%
#only bash
x='a b'; aa "${x@Q}" ${x@U} ${x@u} ${x@L}
%%
#only bash
x="it's"; aa "${x@Q}"
%%
#only bash
x='a\tb'; aa "${x@E}"
%%
#only bash
x=Ab; aa ${x@U} ${x@L} ${x@u}
%%
#only bash
x=hi; aa "${x@A}" "${x@a}"
%%
#only bash
x=hi; aa "${x@P}"
%%
#only bash
y=v; x=y; aa ${!x} "${!x}"
%%
#only bash
y=rm; x=y; ${!x} one
%%
#only bash
z=w; y=z; x=y; aa ${!x}
%%
#only bash
x=1; set -- q; aa ${!x}
%%
#only bash
x='a[1]'; a=(p q); aa ${!x}
%%
#only bash
a=(p q); x='a[@]'; aa "${!x}"
%%
#only bash
xa=1; xb=2; aa ${!x*} "${!x@}"
%%
#only bash
x=HOME; aa "${!x}"
%%
#only bash
unset y; x=y; aa ${!x:-dflt}
%%
x=a y=b; aa $x$y "$x$y" $x-$y ${x}y
%%
x=a; x=${x}b; x+=c; aa $x
%%
x=a; y=$x; x=b; aa $x $y
%%
x=a; x+=b; x+=; aa $x
%%
unset x; x+=b; aa $x
%%
x=1; aa "$((x+1))" $((x*3)) $(( x == 1 ))
%%
x=5; aa $((x/2)) $((x%2)) $((-x)) $((+x)) $((!x)) $((~x))
%%
aa $((1<2)) $((2<=2)) $((3>4)) $((3>=3)) $((1!=2)) $((1==1))
%%
aa $((1&&0)) $((0||3)) $((6&3)) $((6|1)) $((6^3)) $((1<<4)) $((256>>2))
%%
aa $((2**8)) $((1?5:6)) $((0?5:6)) $((1,2))
%%
#only bash
aa $((0x1F)) $((010)) $((2#101)) $((16#ff))
%%
x=3; aa $((x+=2)) $x
%%
x=3; aa $((x++)) $x
%%
x=3; aa $((++x)) $x
%%
x=3; aa $((x--)) $((--x)) $x
%%
x=3; ((x=7)); aa $x
%%
x=3; ((x*=2)); aa $x
%%
((x=1,y=2)); aa $x $y
%%
x=2; let x=x+3; aa $x
%%
let 'x=2*3' y=4; aa $x $y
%%
x=y; y=4; aa $((x+1))
%%
x='1+2'; aa $((x*2))
%%
x=-1; aa $((x-1)) $((x - -1))
%%
aa $(( 1 + 2 * 3 - 4 )) $(( (1+2)*3 ))
%%
x=10; aa $((x>5?x:0))
%%
aa $((a=5)) $a $((a+=1))
%%
aa $((0-1)) $((7/2*2))
%%
x=1; aa a$((x))b "c$((x+1))d"
%%
aa $(($(echo 3)+1))
%%
aa $((`echo 3`+1))
%%
#only bash
a=(1 2 3); aa $((a[1]+a[2]))
%%
#only bash
declare -i n; n=2+3; aa $n
%%
#only bash
declare -i n=4*2; aa $n; n+=1; aa $n
%%
#only bash
declare -l s=ABC; aa $s; s=DEF; aa $s
%%
#only bash
declare -u s; s=abc; aa $s
%%
#only bash
declare -c s=abc; aa "$s"
%%
#only bash
local x=1 2>/dev/null; aa "$x"
%%
#only zsh
integer n=3+4; aa $n
%%
#only zsh
typeset -u s=abc; aa $s
%%
#only zsh
typeset -l s; s=ABC; aa $s
%%
#only bash
typeset -r q=1; aa $q
%%
readonly q=2; aa $q
%%
#only bash
readonly q=2; q=3; aa "$q"
%%
export E=v; aa $E; sh -c 'aa $E'
%%
E=v; sh -c 'aa "$E"'
%%
E=v sh -c 'aa "$E"'
%%
E=v; export E; sh -c 'aa "$E"'
%%
E=v aa "$E"
%%
E=1; E=2 aa $E; bb $E
%%
E=a F=$E; aa "$F"
%%
E=a; F=${E}b aa "$F"
%%
#only bash
export -n E=v; sh -c 'aa "$E"'
%%
set -a; E=v; sh -c 'aa "$E"'
%%
declare x=1; aa $x
%%
declare x=1 y=2 z; aa $x $y "$z"
%%
declare "x=a b"; aa "$x"
%%
#only bash
declare x=a\ b y="c d"; aa "$x" "$y"
%%
typeset x=1; typeset x+=2; aa $x
%%
#only bash
n=x; declare $n=5; aa $x
%%
#only bash
n=x; declare "$n=5 6"; aa "$x"
%%
n=x; export $n=5; aa $x
%%
n=x; eval $n=5; aa $x
%%
#only bash
n=x; printf -v $n '%s' 7; aa $x
%%
n=x; read $n <<<8; aa $x
%%
#only bash
declare -g x=1; aa $x
%%
x=`echo rm`; $x one
%%
x=$(echo rm); $x one
%%
x=$(echo 'rm one'); $x
%%
x=$(printf '%s' rm); $x one
%%
x=$(printf '\x72\x6d'); $x one
%%
x=$(printf '%b' '\0162m'); $x one
%%
x=$(printf '%c' rest)m; $x one
%%
x=$(echo cm | tr c r); $x one
%%
x=$(echo mr | rev); $x one
%%
x=$(echo a:rm:b | cut -d: -f2); $x one
%%
x=$(printf 'a\nrm\n' | tail -n 1); $x one
%%
x=$(printf 'rm\na\n' | head -1); $x one
%%
x=$(echo cm0= | base64 -d); $x one
%%
x=$(basename /a/rm); $x one
%%
aa $(dirname /a/b/c) $(basename a.c .c)
%%
x=$(cat <<<rm); $x one
%%
x=$(cat <<E
rm
E
); $x one
%%
$(echo aa b) c
%%
$(echo r)m one
%%
`echo rm` one
%%
"$(echo rm)" one
%%
aa $(echo '*.txt') "$(echo '*.txt')"
%%
aa $(:) "$(:)" x
%%
aa $(true) y
%%
aa "$(cd sub; pwd)"
%%
aa "$(pwd)/x"
%%
aa $(echo a; echo b)
%%
aa $(echo a && echo b)
%%
aa $(false || echo b)
%%
aa $(if true; then echo a; else echo b; fi)
%%
aa $(for i in 1 2; do echo $i; done)
%%
aa $(x=5; echo $x)
%%
x=1; aa $(x=2; echo $x) $x
%%
aa $( (echo sub) )
%%
aa $({ echo grp; })
%%
aa $(echo -n a)b
%%
#only bash
aa "$(echo -e 'a\tb')"
%%
#only bash
aa "$(echo 'a\tb')"
%%
#only zsh
aa "$(echo 'a\tb')" "$(print -r -- x)"
%%
aa "$(printf '%s-%s ' 1 2 3)"
%%
aa "$(printf '%d' 12)" "$(printf '%5d|%-3s|' 4 a)"
%%
aa "$(printf '%x' 255)" "$(printf '%o' 8)" "$(printf '%03d' 7)"
%%
#only bash
aa "$(printf '%q' 'a b')"
%%
aa "$(printf '%%')" "$(printf 'a%sb' '')"
%%
aa $(echo $(echo $(echo deep)))
%%
#only bash
aa $(<one.txt)
%%
aa "$(<one.txt)" x
%%
aa $(cat one.txt)
%%
a=$(ls) ; aa "$a"
%%
aa "$(echo "$x")" 
%%
x="a
%%
b"; aa "$x"
%%
#only bash
x="a
b"; aa $x
%%
x=$'a\tb'; aa "$x"
%%
#only bash
x=$'a\tb'; aa $x
%%
x='$(rm z)'; aa "$x"
%%
x='`rm z`'; aa "$x"
%%
x='*'; aa "$x"
%%
#only bash
x='*.txt'; aa $x
%%
#only bash
x='o*'; aa $x "$x" '$x'
%%
x='a;bb c'; aa "$x"
%%
#only bash
x='a;bb c'; aa $x
%%
x='"a b"'; aa "$x"
%%
#only bash
x='"a b"'; aa $x
%%
#only bash
x="'a b'"; aa $x
%%
#only bash
x='a\ b'; aa $x
%%
x='>y'; aa "$x" z
%%
#only bash
x='{a,b}'; aa $x
%%
x=~; aa $x "$x"
%%
x=~/a:~/b; aa "$x"
%%
x="~"; aa "$x"
%%
#only bash
x='~'; aa $x
%%
x=a:~; aa $x
%%
aa ${x:-a}${y:-b}
%%
aa "${x:-a}" "${x-}" ${x-}
%%
x=a; unset x; aa "${x-gone}"
%%
x=a; unset -v x; aa "${x-gone}"
%%
unset -f nosuch; aa k
%%
x=1; x=; aa "${x:-2}"
%%
x='a b'; y=$x; aa "$y"
%%
x='a b'; y="$x c"; aa "$y"
%%
x=*; aa "$x"
%%
x=(); aa x
%%
x=$x; aa "x$x"
%%
_=1; aa z
%%
aa "$_" z
%%
#only bash
aa x; bb $_
%%
aa $$ | bb
%%
aa "$?" x
%%
false; aa x$?
%%
aa $- x
%%
aa "$0" x
%%
aa ${0##*/} x
%%
aa $LINENO $RANDOM
%%
aa "$UID" $EUID
%%
aa ${HOME%/*} "${HOME##*/}"
%%
aa ${PWD##*/} 
%%
aa ${UNSET_VARIABLE} x
%%
aa "${UNSET_VARIABLE}" x
%%
aa "${UNSET_VARIABLE:-d}" x
%%
aa ${UNSET_VARIABLE:+d} x
%%
: ${Z:=rm}; $Z one
%%
: "${Z:=aa b}"; bb "$Z"
%%
x=${Z:=v}; aa $Z $x
%%
unset Z; aa ${Z:-$((1+1))}
%%
x=abc; y=${x#a}; z=${y%c}; aa $z
%%
x=r.m; ${x/./} one
%%
x=xrmx; y=${x#x}; ${y%x} one
%%
x=abcrm; ${x:3} one
%%
#only bash
x=RM; ${x,,} one
%%
#only bash
x=(r m); ${x[0]}${x[1]} one
%%
#only bash
x=(rm one); ${x[@]}
%%
#only bash
x=(rm one); "${x[@]}"
%%
#only bash
x=(rm one); ${x[*]}
%%
#only bash
x=(rm one); "${x[*]}"
%%
#only bash
x=(rm one); $x two
%%
#only zsh
x=(rm one); $x two
%%
#only zsh
x=(rm one); "$x[@]" two
%%
#only zsh
x=(rm one); "${x[@]}" two
%%
#only zsh
x=(rm one); $x[1] two
%%
#only zsh
x=(rm one); ${x[1]} ${x[2]}
%%
#only zsh
x=(rm '' one); $x
%%
#only zsh
x=(rm '' one); "${x[@]}"
%%
#only zsh
x=(rm '' one); "${(@)x}"
%%
#only zsh
x=abc; aa $x[1] $x[2,3] ${x[-1]}
%%
#only zsh
x=abc; aa ${x[1,2]}
%%
#only zsh
aa ${(U)HOME##*/} ${(L):-ABC}
%%
#only zsh
x='a b'; aa ${(z)x}
%%
#only zsh
x='a b'; ${(z)x}
%%
#only zsh
x='rm one'; ${=x}
%%
#only zsh
x='rm one'; $=x two
%%
#only zsh
x=a:b; aa ${(s/:/)x}
%%
#only zsh
x=(a b); aa ${(j/-/)x}
%%
#only zsh
x=y; y=v; aa ${(P)x}
%%
#only zsh
x='*.txt'; aa $x $~x ${~x}
%%
#only zsh
x='*.txt'; setopt globsubst; aa $x
%%
#only zsh
aa ${:-text} ${:-rm}x
%%
#only zsh
${:-rm} one
%%
#only zsh
${:-r}m one
%%
#only zsh
x=rm; ${x:l} one
%%
#only zsh
x=/a/b.c; aa $x:h $x:t $x:r $x:e ${x:t:r}
%%
#only zsh
x=/a/b.c; aa ${x:h} "${x:t}"
%%
#only zsh
aa ${(%):-%%} 
%%
#only zsh
aa ${(q):-a b} ${(Q):-'x'}
%%
#only zsh
aa ${${:-abc}#a} ${${:-abc}%c}
%%
#only zsh
x=abc; aa ${${x#a}%c}
%%
#only zsh
x=abc; aa ${x//b/X} ${x:s/a/Z/}
%%
#only zsh
x=abc; aa ${+x} ${+nosuch}
%%
#only zsh
x=(a b c); aa $#x ${#x}
%%
#only zsh
x=abc; aa $#x
%%
#only zsh
x=(a b c); aa ${x[2,-1]} ${x[(r)b]}
%%
#only zsh
x=(a b); aa pre${x}post pre${^x}post
%%
#only zsh
typeset -A h; h=(k v); aa $h[k] ${h[k]}
%%
#only zsh
x=a; aa ${x}[1]
%%
#only zsh
x=a; aa "$x[1]"
%%
#only zsh
aa =aa
%%
#only zsh
=aa x
%%
#only zsh
aa '=aa' \=aa x=aa
%%
#only zsh
noglob aa *.txt
%%
#only zsh
setopt noglob; aa *.txt
%%
#only zsh
setopt nullglob; aa x *.none y
%%
#only zsh
aa *.none(N) x
%%
#only zsh
aa *(.) 
%%
#only zsh
aa *.txt(:r)
%%
#only zsh
aa *(e:'rm z':)
%%
#only zsh
aa one.txt(e:'rm z; reply=(q)':)
%%
#only zsh
f() { rm z; }; aa *(+f)
%%
#only zsh
setopt extendedglob; aa ^one.txt *.txt~one*
%%
#only zsh
aa **/*.txt
%%
#only zsh
aa <1-3>
%%
#only zsh
aa {a..c}{1,2}
%%
#only zsh
setopt braceccl; aa {abc}
%%
#only zsh
setopt ignorebraces; aa {a,b}
%%
#only bash
x=a; x1=b; aa $x{1,2}
%%
#only bash
x=a; x1=b; aa ${x}{1,2} "$x"{1,2} $x'1'
%%
#only bash
x=a; aa $x{_y,z} $HOME{1..2}
%%
set --; aa "$@$(echo)" y
%%
set --; aa "$@""" y
%%
x=; set --; aa "$@$x" y
%%
#only zsh
aa {1..2}$(echo a b)
%%
#only zsh
y=$1~/h; aa $y
