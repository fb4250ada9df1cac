#only zsh
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
