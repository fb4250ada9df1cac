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
%%
x=abc; aa ${x[9]:-$(rm one)}
%%
#only zsh
x=(); : ${x:=rm}; $x one
%%
#only zsh
x=(); : ${x[1]:=rm}; $x one
%%
#only zsh
x=''; : ${x:=rm}; $x one
%%
#only zsh
x=(); : ${x[@]:=rm}; $x one
%%
#only zsh
y=rm; =$y one
%%
#only zsh
={rm,aa} one
%%
#only zsh
=r\m one
%%
#only zsh
x='*.txt(e:rm one:)'; aa $~x
%%
#only zsh
x='*.txt(e:rm one:)'; aa ${~x}
%%
#only zsh
q='(e:rm one:)'; aa *.txt$~q
%%
#only zsh
q='e:rm one:'; aa *.txt($~q)
%%
#only zsh
x='*(+g)'; g() { rm one }; aa $~x
%%
#only zsh
x='*.txt(e:rm one:)'; [[ a = $~x ]]; aa
%%
#only zsh
x='*.txt(e:rm one:)'; y=$~x; aa $y
%%
#only zsh
aa ${~:-'*.txt(e:rm one:)'}
%%
#only zsh
x=$(print -D $PWD); aa $x
%%
#only zsh
x=$(print -u2 rm); aa $x
%%
#only zsh
x=$(print -o b rm); aa $x
%%
#only zsh
x=$(print -r 'r\x6d'); aa $x
%%
#only zsh
x=$(echo 'r\x6d'); $x one
%%
#only zsh
x=$(echo -E 'r\x6d'); aa $x
%%
#only zsh
x=$(echo -e 'r\0155'); $x one
%%
#only zsh
x=$(echo 'r\155'); aa $x
%%
#only zsh
x=$(printf %d 3+4); aa $x
%%
#only zsh
x=$(printf %d 16#ff); aa $x
%%
#only zsh
x=$(printf %c rm); aa $x
%%
#only zsh
x=$(printf '%q' 'a b'); aa $x
%%
#only zsh
x=$(printf '%b' 'r\x6d'); $x one
%%
#only zsh
x=$(printf '%5s|%-5s|%.1s' ab cd ef); aa $x
%%
#only zsh
x=$(printf '%x %o %u %i' 255 8 3 4); aa $x
%%
#only zsh
x=$(printf 'r\155'); $x one
%%
#only zsh
x=$(printf 'r%sm' ''); $x one
%%
#only zsh
x=$(printf '%s-' a b c); aa $x
%%
#only zsh
x=$(printf "%d" "'a"); aa $x
%%
#only zsh
x=$(printf '%.2f' 1.5); aa $x
%%
#only zsh
printf -v x %s rm; $x one
%%
#only zsh
x=$(<one.txt); aa $x
%%
#only zsh
x=$(cd sub; pwd); aa ${x:t}
%%
#only zsh
x=$(whence aa); aa ${x:t}
%%
#only zsh
x=$(echo $'a\x00b'); aa ${#x}
%%
#only zsh
x=$'r\m'; $x one
%%
#only zsh
aa $'\C-a\M-a\cA\x41\101\0101\u00e9\e\E'
%%
#only zsh
aa $'a\'b' $'\"' $'\?' $'\q'
%%
#only zsh
aa $'\U0001F600' $'\x4' $'\x414'
%%
#only zsh
aa "a\'b" "a\qb" "a\$b" "a\`b" "a!b"
%%
#only zsh
aa 'it''s' "x"'y'z
%%
#only zsh
aa a\ b a\
b
%%
#only zsh
aa x#y #z
%%
#only zsh
aa x; #c 'rm
bb
%%
#only zsh
eval 'aa x # y'; bb
%%
#only zsh
aa !! !x ^a^b^
%%
#only zsh
aa a!b "!x"
%%
#only zsh
setopt banghist; aa !!
%%
#only zsh
aa {1..5..2} {5..1} {1..5..-2}
%%
#only zsh
aa {a..e} {e..a} {a..e..2}
%%
#only zsh
aa {01..3} {001..10..3} {-1..1} {1..-1}
%%
#only zsh
aa {1..3}{a,b} x{,y}z {a} {} {a,b
%%
#only zsh
aa {,rm} one
%%
#only zsh
aa {x..z}{1..2} {$((1))..3}
%%
#only zsh
x=3; aa {1..$x} {$x..1} {a..$x}
%%
#only zsh
aa {a,{b,c}}d {a,'b,c'}
%%
#only zsh
aa {1..3..0} {1...3} {1..a}
%%
#only zsh
aa {A..c} {é..ë}
%%
#only zsh
unsetopt braceexpand 2>/dev/null; aa {a,b}
%%
#only zsh
set -I; aa {a,b}
%%
#only zsh
set +I; aa {a,b}
%%
#only zsh
aa a{b}c a{b,c}d{e}
%%
#only zsh
aa "{a,b}" {"a b",c} \{a,b\} {a\,b,c}
%%
#only zsh
aa *.txt~one* 2>/dev/null; bb
%%
#only zsh
aa ^one* 2>/dev/null; bb
%%
#only zsh
setopt extendedglob; aa *.txt~one*
%%
#only zsh
setopt extendedglob; aa ^one*
%%
#only zsh
setopt extendedglob; aa one#.txt (#i)ONE.txt
%%
#only zsh
setopt extendedglob; aa a^b 2>/dev/null; bb
%%
#only zsh
aa a^b c~d e#f
%%
#only zsh
aa ***/three.txt **/three.txt
%%
#only zsh
aa [o]ne.txt [^o]*.txt [!o]*.txt [[:alpha:]]ne.txt
%%
#only zsh
aa one.txt(.) one.txt(N) nosuch(N) x
%%
#only zsh
aa (one|nosuch).txt o(n|m)e.txt
%%
#only zsh
aa <->.txt(N) one<1-2>(N) x
%%
#only zsh
aa ./*.txt ~/*(N) $PWD/*.txt(:t)
%%
#only zsh
aa *(/) *(.) *(@N)
%%
#only zsh
aa *(-.) *(.L-10) *(om) *(On[1]) *([1])
%%
#only zsh
cd *(/[1]) 2>/dev/null; aa ${PWD:t}
%%
#only zsh
x=*.txt; aa $x
%%
#only zsh
x=(*.txt); aa $x
%%
#only zsh
x=( *.txt(N) ); aa $#x
%%
#only zsh
aa > o1 *.txt
%%
#only zsh
aa >| o1; bb >>| o1; cc &>| o1; aa >&| o1; bb &>>| o1; cc >>&! o1
%%
#only zsh
aa 2>&1 >o1; bb &> o1; cc >& o1
%%
#only zsh
aa <> o1; bb 3>o1 4<o1
%%
#only zsh
exec 3> o1; aa >&3; exec 3>&-; bb
%%
#only zsh
exec {fd}> o1; aa >&$fd; bb
%%
#only zsh
aa > >(bb); cc
%%
#only zsh
aa | bb > o1 | cc
%%
#only zsh
aa > o1 | bb
%%
#only zsh
echo x > >(aa) > >(bb); sleep 0.1
%%
#only zsh
aa < one.txt < <(bb)
%%
#only zsh
cat one.txt | aa < two.txt
%%
#only zsh
aa =(bb) <(cc) >(aa)
%%
#only zsh
aa >(rm one); sleep 0.1
%%
#only zsh
aa x=<(rm one)
%%
#only zsh
diff=<(rm one); aa
%%
#only zsh
aa <<<"$(rm one)" <<< x
%%
#only zsh
bb ${x:#$HOME[$(aa; echo 1)]} ${x:#${(e):-'$(cc)'}} ${x:#${HOME:s/o/$(dd)/}}
%%
#only zsh
declare -A x=([a<(aa)]=k)
%%
#only zsh
bb ${x:-=(echo '$(aa)')}
%%
#only zsh
bb "$(echo (a|a<(aa)))"
%%
#only zsh
x=${path[(r)$(u=$'\x70ath[`aa`]'; bb $((u)))]}
%%
#only zsh
bb "${HOME%"$(cat <<< (a|$(aa)))"}"
