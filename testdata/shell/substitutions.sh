aa `echo \`echo \\\`rm x\\\`\``
%%
aa `aa 'x\
y'`
%%
aa `echo \`echo \\\`bb deep\\\`\``
%%
aa "`echo \`echo \\\`bb "deep  x"\\\`\``"
%%
aa `echo a\
b \
 c`
%%
x=`echo rm\
 one`; $x
%%
aa "`echo \"a\
b\"`"
%%
aa `<one.txt\
`
%%
#only bash
aa `cat <<'E'
a\
b
E
`
%%
`echo \`echo \\\`echo rm\\\`\`` one
%%
aa `echo '\`bb\`'` x
%%
aa `echo "\`bb\`"` x
%%
aa `echo '\\\`bb\\\`'` x
%%
cat <<E
`bb \`cc \\\`zz\\\`\``
E
aa
%%
aa `: # \`bb\`
`
%%
aa ${x:-`bb \
y`}
%%
unset x; aa "${x:-"\}"}" ${x:-"\}"}
%%
aa "$\
(bb y)"
%%
aa $\
{HOME}
%%
#only bash
export x=~{/a,/b}; aa "$x"; declare y={~,~/z}; aa "$y"
%%
#only bash
aa x={a,b}:~ {x=~,y} x=~:{a,b} x=~/{a..a}
%%
#only bash
x={~,a}:~; aa "$x"
%%
aa ~{,/x} {~,~/x}/y {a,~}/b
%%
#only bash
y=aa; a='1 y=rm'; export x={$a,1}; $y one; aa "$x"
%%
#only bash
x=old; export {x,q}=new y=$x; aa "$x" "$q" "$y"
%%
#only bash
declare -x {p,q}{1,2}=v; aa "$p1" "$q2"
%%
#only bash
x=1; export x+={a,b}; aa "$x"
%%
#only bash
f() { local x={a,b} y=~{,/z}; aa "$x" "$y"; }; f
%%
#only bash
readonly x={a,b} 2>/dev/null; aa "$x"
%%
unset x; aa "${x-\}}" "${x-a\}b\\}" ${x-\}}
%%
unset x; cat <<E
`aa "${x-\}}"`
E
bb
%%
#only bash
aa "$(printf '%b' 'a\nb\c' d)" "$(printf 'x\cy')" "$(printf '%b%b' 'a\c' b)"
%%
#only bash
aa "$(printf '\101\0101\x41\u0041\U00000041')" "$(printf '%b' '\101\0101\x41\u0041')"
%%
#only bash
aa "$(printf '%s %s\n' a b c)" "$(printf '%s\n')" "$(printf 'x%%y%%')" "$(printf '%5s|%-5s|%.2s' ab cd efg)"
%%
#only bash
aa "$(printf '%d %i %u' 5 -5 7)" "$(printf '%d' 010)" "$(printf '%d' 0x1f)" "$(printf '%d' "'a")" "$(printf '%d' '"b')"
%%
#only bash
aa "$(printf '%u' -1)" "$(printf '%d' +5)" "$(printf '%d' -0)" "$(printf '%d' '')" "$(printf %d)"
%%
#only bash
aa "$(printf '%d' ' 5')" "$(printf '%d' 5x 2>/dev/null)" "$(printf '%d' 99999999999999999999 2>/dev/null)"
%%
#only bash
aa "$(printf '%c%c' abc)" "$(printf '%c' '')x" "$(printf '%c' é)"
%%
#only bash
aa "$(printf '%q' 'a b')" "$(printf '%q ' x "y'z" '')" "$(printf '%(%Y)T' 0)"
%%
#only bash
aa "$(printf '%s' a b)" "$(printf 'a' b c)" "$(printf '%s-%s' a)" "$(printf -- '-%s' x)" "$(printf -- '%s' -- y)"
%%
#only bash
aa "$(printf '%*d' 5 3)" "$(printf '%.*s' 2 abc)" "$(printf '%05d' 42)" "$(printf '%x %X %o' 255 255 8)" "$(printf '%e' 1)" 
%%
#only bash
aa "$(printf '\e[0m\a\b\f\v\r')" "$(printf 'a\\b')" "$(printf 'a\qb')" "$(printf '\"\?')" "$(printf "\\'")"
%%
#only bash
aa "$(printf 'a\0b')" "$(printf 'a\x00b')" "$(printf '%b' 'a\0b')" "$(printf 'r\0m')"
%%
#only bash
$(printf 'r\0m') one
%%
#only bash
aa "$(echo -e 'a\tb\\c\x41\101\0101\u41')" "$(echo -e 'x\cy')z" "$(echo -e 'a\qb')"
%%
#only bash
aa "$(echo -e 'x\c'; echo y)" "$(echo -en 'a\nb\n')" "$(echo -ne 'q')" "$(echo -nE 'a\tb')"
%%
#only bash
aa "$(echo -n a -n b)" "$(echo -n -e 'a\tb')" "$(echo -x a)" "$(echo -nx a)" "$(echo -- a)" "$(echo - a)" "$(echo -e)" "$(echo -n)"
%%
#only bash
aa "$(echo -e -E 'a\tb')" "$(echo -E -e 'a\tb')" "$(echo '-n' a)" "$(echo "" a)" "$(echo a '' b)"
%%
aa "$(echo a  b)" $(echo 'a  b') "$(echo 'a  b')" "$(echo a;echo;echo)" "$(echo;echo a)"
%%
aa $(echo abc | tr abc xyz) $(echo abc | tr a-c A-C) $(echo aXbX | tr -d X) $(echo hello | tr elo ipp)
%%
aa $(echo abc | tr abc x) $(echo abc | tr ab 'xyz') "$(echo 'a b' | tr ' ' '\n')" $(echo a-b | tr - _) $(echo a_b | tr _- -_)
%%
aa $(echo aabb | tr -s a) $(echo aabb | tr -s ab xy) $(echo abc | tr -c 'a\n' x) $(echo abc | tr -cd 'ab') $(echo ab1 | tr -d 0-9)
%%
aa $(echo ABC | tr '[:upper:]' '[:lower:]') $(echo abc | tr '[a-z]' '[A-Z]') $(echo abc | tr a-z b-za)
%%
aa $(echo 'a\b' | tr '\\' /) $(echo 'a/b' | tr / '\\') $(echo abc | tr 'a\-c' xyz) $(echo a-c | tr 'a\-c' xyz)
%%
aa $(echo é | tr é e) $(echo abab | tr aa xy) $(echo 123 | tr 1-3 a-c) $(echo z | tr z '\101') $(echo z | tr '\172' q)
%%
aa $(echo rm | tr a-z n-za-m) $(echo ez | tr a-z n-za-m) $(echo ez | rev)
%%
$(echo ez | tr a-z n-za-m) one
%%
aa $(echo a:b:c | cut -d: -f2) $(echo a:b:c | cut -d: -f1,3) $(echo a:b:c | cut -d: -f2-) $(echo a:b:c | cut -f1 -d:) $(echo abc | cut -d: -f2)
%%
aa $(echo abcdef | cut -c2-4) $(echo abcdef | cut -c 3) $(echo abcdef | cut -c-2) $(echo abcdef | cut -c5-) $(echo abcdef | cut -b1) $(echo abc | cut -c9)
%%
aa "$(echo abc | cut -d: -f2 -s)" "$(echo a:b | cut -d : -f 2)" "$(echo a:b | cut '-d:' '-f2')" "$(echo a:b | cut --delimiter=: --fields=2)"
%%
aa "$(printf 'a:b\nc:d\n' | cut -d: -f2)" "$(printf 'é1' | cut -c1)" "$(echo 'a b  c' | cut -d' ' -f3)"
%%
aa "$(printf '1\n2\n3\n' | head -n 2)" "$(printf '1\n2\n3\n' | head -2)" "$(printf '1\n2\n3\n' | head -n -1)" "$(printf '1\n2' | tail -1)" "$(printf '1\n2\n3\n' | tail -n +2)"
%%
aa "$(printf '1\n2\n3\n' | head -n1)" "$(printf 'abc' | head -c 2)" "$(printf 'abc' | tail -c 2)" "$(printf '1\n2\n' | head -n 0)" "$(printf '1\n2\n' | tail -n 0)" "$(printf '' | head -1)"
%%
aa "$(echo abc | rev)" "$(printf 'ab\ncd' | rev)" "$(printf 'ab\n\ncd\n' | rev)" "$(echo 'é1' | rev)"
%%
aa "$(echo cm0gb25l | base64 -d)" "$(echo -n rm | base64)" "$(echo cm0 | base64 -d 2>/dev/null)" "$(echo 'cm 0=' | base64 -d 2>/dev/null)" "$(echo cm0= | base64 -di)"
%%
aa "$(echo 'cm0*=' | base64 -di)" "$(echo cm0=cm0= | base64 -d 2>/dev/null)" "$(echo cm0= | base64 --decode)" "$(echo cm0= | base64 -d -i)" "$(echo c | base64 -d 2>/dev/null)"
%%
$(echo cm0= | base64 -d) one; $(base64 -d <<<cm0=) two; $(printf cm0= | base64 -d -w0) three
%%
aa "$(echo 726d | xxd -r -p)" "$(echo 72 6d | xxd -r -p)" "$(echo 7 | xxd -r -p)" "$(echo 72zz6d | xxd -r -p)" "$(echo 726D | xxd -p -r)" "$(echo -n rm | xxd -p)"
%%
aa "$(echo 0x72 | xxd -r -p)" "$(printf '72\n6d\n' | xxd -r -p)" "$(echo '726d 6f' | xxd -r -ps)" "$(echo '0: 726d' | xxd -r)"
%%
aa "$(echo abc | sed s/b/X/)" "$(echo abcb | sed 's/b/X/g')" "$(echo abc | sed 's|b|/|')" "$(echo abc | sed -e s/a/1/ -e s/b/2/)" "$(echo abc | sed 's/a/1/;s/b/2/')"
%%
aa "$(echo abc | sed -n p)" "$(echo abc | sed -n s/b/X/p)" "$(echo abc | sed s/B/X/I)" "$(echo abb | sed s/b/X/2)" "$(echo abc | sed 's/b/[&]/')" "$(echo abc | sed 's/./X/')"
%%
aa "$(echo abc | sed 's/b/\n/')" "$(echo a.c | sed 's/\./-/')" "$(echo abc | sed '1d')" "$(echo abc | sed 's/b//')" "$(echo abc | sed 's/b/X/ ; s/X/Y/')" "$(echo abc | sed y/abc/xyz/)"
%%
aa "$(echo abc | sed 's/b/X/g;')" "$(echo abc | sed ' s/b/X/ ')" "$(echo abc | sed 's/b/X/;p')" "$(echo 'a b' | sed 's/ /_/')" "$(echo abc | sed s,b,X,)" "$(echo abc | sed s/b/X/w/dev/null)"
%%
aa "$(basename /a/b/)" "$(basename a.txt .txt)" "$(basename .txt .txt)" "$(basename /)" "$(basename '')" "$(basename a/b.c c)" "$(basename -s .c a.c)" "$(basename //)" 
%%
aa "$(dirname /a/b/)" "$(dirname a)" "$(dirname /)" "$(dirname //)" "$(dirname a//b)" "$(dirname /a)" "$(dirname '')" "$(dirname a/b c/d)" "$(dirname ./a)" "$(dirname a/.)"
%%
aa "$(cat)" </dev/null; aa "$(cat - <<<x)" "$(echo x | cat -)" "$(echo x | cat | cat)" "$(echo x | cat -n)"
%%
aa "$(echo x | tee)" "$(echo x | tee /dev/null)" "$(echo x | tee o1)" "$(cat o1)"
%%
aa "$(true)x" "$(false)x" "$(:)x" "$(echo a; false)" "$(exit 3)" "$(echo a; exit; echo b)"
%%
aa "$(echo a >/dev/null)x" "$(echo a >&2)x" "$(echo a 2>&1)" "$(echo a >&1)" "$({ echo a; echo b >&2; } 2>&1)" "$(echo a 1>&2 2>&1)x"
%%
aa "$(echo a > o1; cat o1)" "$(echo b >> o1; cat < o1)" "$(<o1)"
%%
aa "$(if true; then echo a; fi)" "$(for i in 1 2; do echo $i; done)" "$(case x in x) echo m;; esac)" "$(f() { echo in; }; f)"
%%
aa "$(echo a && echo b || echo c)" "$(false && echo b || echo c)" "$(echo a & wait)" "$(! echo a)" "$(time echo a 2>/dev/null)"
%%
aa "$(x=5; echo $x)" "$(y=$(echo 3); echo "$y$y")" "$(set -- p q; echo "$2$1")" "$(cd sub && pwd)" "${PWD##*/}"
%%
aa "$(echo "$(echo "$(echo '$(bb)')")")" "$(echo '`bb`')" "$(echo \$\(bb\))"
%%
aa "$(<one.txt)" "$(< one.txt)" "$(<one.txt cat)" "$(cat <one.txt)" "`<one.txt`"
%%
#only bash
x=$(<one.txt); aa "$x"; aa "$(<nope 2>/dev/null)x" "$(<one.txt; echo y)" "$(<one.txt <two.txt)"
%%
aa "$(<<<x)" "$(<<E
y
E
)z"
%%
aa $(printf '%s\n' *.txt) "$(echo *.txt)" "$(echo "*.txt")" $(echo '*.txt')
%%
aa "$(printf '%s' "$(printf 'a\n\n')" x)" "$(printf 'a\n\nb\n\n')" "$(printf '\n\n')x"
%%
aa "$(pwd)" "$(cd /; pwd)" "$(pwd -P)" "$(pwd -L)" "`pwd`/x" "$PWD"
%%
aa "$(seq 3)" $(seq 2 4) $(seq 1 2 5) "$(seq -s, 3)" $(seq -w 8 10)
%%
aa "$(env echo a)" "$(command echo b)" "$(builtin echo c 2>/dev/null)" "$(\echo d)" "$('echo' e)" "$(/bin/echo f)"
%%
#only bash
aa "$(echo() { printf X; }; echo a)" ; echo() { printf Y; }; aa "$(echo b)"
%%
#only bash
printf() { command printf Q; }; aa "$(printf x)" ; cat() { command echo z; }; aa "$(cat <<<y)"
%%
aa "$(test 1 = 1 && echo y)" "$([ -n x ] && echo n)" "$([[ a == b ]] || echo o)"
%%
aa "$(read x <<<v; echo "$x")" "$(echo v | { read x; echo "<$x>"; })"
%%
aa "$(echo ${x:=5}$x)" "${x-unset}" "$((x+1))"
%%
aa "$(cat <<'E'
$x `y` \z
E
)" "$(cat <<E
\$x \`y\` \z \\
E
)"
%%
#only bash
aa "$(printf '%s' {a,b})" $(echo {1..3}) "$(tr a-z A-Z <<<abc)" "$(rev <<<abc)" "$(cut -d, -f2 <<<a,b)"
%%
aa "$(echo abc | tr a-c)" 2>/dev/null; bb
%%
aa "$(echo 'a	b' | cut -f2)" "$(echo a b | awk '{print $2}')" "$(echo a | xargs echo)" "$(echo a | grep a)"
