#only zsh
set -- p q; aa "$@"{x,y}
%%
#only zsh
set -- p q; aa {x,y}"$@"
%%
#only zsh
a=(p q); aa ${a[@]}{x,y} "${a[@]}"{x,y}
%%
#only zsh
a=(p q); aa {"${a[@]}",z}
%%
#only zsh
aa $'a\x00'b"c" d
%%
#only zsh
aa "a"$'\0'rm
%%
#only zsh
x=abcdef; aa "${x:0:-6}" "${x:6}" "${x:7}" "${x: -7}"
%%
#only zsh
x=abc; aa "${x/b/\\}" "${x/b/\\&}" "${x/b/a\b}"
%%
#only zsh
x=abc; aa "${x/b/~}" ${x/b/~} ${x/b/"x y"} ${x/b/x y}
%%
#only zsh
declare -A h; k='x y'; h[$k]=1; h["$k z"]=2; h[\$k]=3; aa "${h[$k]}" "${h["$k z"]}" "${h['$k']}" ${#h[@]}
%%
#only zsh
x=abc; aa ${x[0]} ${x[@]} ${#x[@]} "${x[1]-none}" ${x[-1]} 2>/dev/null; bb
%%
#only zsh
x=5; aa $((x+=x++)) $x $((x=x*2,x-1)) $x
%%
#only zsh
aa $[1+2] $[ 3 * 4 ] "$[5]" $[$[1]+1]
%%
#only zsh
aa "$(printf '\e[0m\a\b\f\v\r')" "$(printf 'a\\b')" "$(printf 'a\qb')" "$(printf '\"\?')" "$(printf "\\'")"
%%
#only zsh
aa "$(echo -n a -n b)" "$(echo -n -e 'a\tb')" "$(echo -x a)" "$(echo -nx a)" "$(echo -- a)" "$(echo - a)" "$(echo -e)" "$(echo -n)"
%%
#only zsh
aa "$(echo -e -E 'a\tb')" "$(echo -E -e 'a\tb')" "$(echo '-n' a)" "$(echo "" a)" "$(echo a '' b)"
%%
#only zsh
x=abc; aa ${x/b/~} "${x/b/~}" ${x/b/~/d} ${x#~} ${x//[a-z]/~}
%%
#only zsh
PWD=/p; aa ~+ $PWD; OLDPWD=/o; aa ~- $OLDPWD
%%
#only bash
aa "$(echo -e 'a\"b' "\\'")" "$(printf 'a\"b')" "$(printf '%b' 'a\"b')" "$(printf '%c' é)" "$(printf '%c' '')x"
%%
#only zsh
x=abc; aa "${x/b/'q'}" "${x/b/"q r"}" ${x/b/'q r'} "${x#'a'}" "${x%"c"}" ${x#'a'} "${x#\a}" "${x%\c}"
%%
#only zsh
x=a*b; aa "${x%\**}" "${x%'*'*}" "${x#a\*}" ${x%\**} "${x#?'*'}"
%%
#only zsh
x=abc; aa ${x[1]} ${x[-1]} ${x[2,3]} ${x[1,-2]} "${x[1]}" ${#x} ${(L)x} ${x:u}
%%
#only zsh
a=(x 'y z' ''); aa $a "$a" "${a[@]}" ${a[@]} ${#a} ${#a[@]} ${a[-1]}x "${a[2]}" $a[2] ${a[1,2]}
%%
#only zsh
typeset -A h; h=(a 1 b 2); h[c]=3; aa $h[a] "${h[b]}" ${#h} ${h[q]-none} ${h[q]+set} ${h[c]+set}; k=a; aa $h[$k] ${h[$k]}
%%
#only zsh
set -- a 'b c' ''; aa $@ "$@" $* "$*" $# ${#} ${@:2} "${@:2}" ${*:1:1} $argv[2] "${argv[@]}"
%%
#only zsh
IFS=:; x=a:b; aa $x ${=x} "$x" $(echo c:d) "$(echo c:d)"; set -- p q; aa "$*"
%%
#only zsh
x='a b'; aa $x ${=x} $=x "${=x}" ${(s: :)x} x${=x}y
%%
#only zsh
x='*.txt'; aa $x ${~x} $~x "${~x}" "$x"
%%
#only zsh
aa {1..3} {03..1} {a..c} {1..10..4} {c..a} {a,b}{1..2} {1..3..-1} {-2..2}
%%
#only zsh
aa {a,} {,} {a} {} x{,y} {a,b {c 2>/dev/null
%%
#only zsh
aa ~ ~/x =aa a=~ a=~/b --x=~ x:~ 
%%
#only zsh
setopt magicequalsubst; aa a=~ --x=~/y
%%
#only zsh
unset x; aa ${x:-a b} "${x:-a b}" ${x-$HOME} ${x:=q r} $x ${x:+s t} "${x:?no}"
%%
#only zsh
x=5; aa $((x++)) $x $((x+=2)) $[x*2] $(( 16#ff )) $((0x1f)) $((010)) $((2**3)) $((7/2)) $((7.0/2))
%%
#only zsh
aa 'a''b' "a""b" 'it''s' $'a\tb' $'\x41\u00e9' "a\$b\`\"\\" 'a\nb'
%%
#only zsh
aa $'a\0b' x; aa $'q\x00'
%%
#only zsh
aa *.txt(N) nope*(N) x; aa nope* 2>/dev/null; bb
%%
#only zsh
aa o*.txt ^x one.txt~y (one|two).txt o[n]e.txt o\[n]e.txt
%%
#only zsh
aa "${$(echo 'a b')}" ${$(echo 'a b')} ${${:-abc}#a} ${(U)${:-abc}}
%%
#only zsh
for i in $(echo a b) "c d"; do aa $i; done; for x y in 1 2 3; do bb $x "$y"; done
%%
#only zsh
print -r -- x | xargs aa; aa "$(print -r 'a\tb')" "$(print 'a\tb')" "$(print -n q)" "$(print -l a b)"
%%
#only zsh
x=(a b); x+=(c); x[2]=q; aa $x "${x[@]:1}" "${(j:,:)x}" ${x[(I)q]}; unset 'x[1]'; aa $x
%%
#only zsh
local x=1; typeset y=2 z; export w=~/q; aa $x $y "$z" $w; integer n=3+4; aa $n
%%
#only zsh
x=a; aa ${x}b $x[1] "$x[1]" $x:u ${x:u} "$x:u" $x/b $x.c "${x}[1]"
%%
#only zsh
aa $#HOME 2>/dev/null; aa ${#HOME}; set -- a b; aa $# $#- $#x "$#"
%%
#only zsh
f() { aa $0 $1 "$@"; }; f p 'q r'; () { bb $1; } z
%%
#only zsh
repeat 2 aa x; for ((i=0;i<2;i++)) bb $i; if true { cc }; while false { aa }
