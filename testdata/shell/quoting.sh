r''m one.txt
%%
r""m one.txt
%%
'r'm one.txt
%%
"r"'m' one.txt
%%
\rm one.txt
%%
r\m one.txt
%%
"rm" "one.txt"
%%
'rm' 'one'.txt
%%
rm 'a b' c
%%
rm "a b"' c'd
%%
rm a\ b c\ d
%%
aa ''
%%
aa "" ''
%%
aa ""''
%%
aa "a"''"b"
%%
aa '\n' "\n" \n
%%
aa "\a\$\`\"\\"
%%
aa 'a"b' "a'b"
%%
aa \'a\' \"b\"
%%
aa "a\
%%
b"
%%
aa a\
%%
b
%%
r\
m one
%%
"r\
m" one
%%
'r\
m' one
%%
aa 'a
b'
%%
aa "a
b"
%%
aa "a;b" 'c|d' e\&f
%%
aa a\;b a\|b a\>b a\<b
%%
aa \#x "#y" z#w
%%
aa # comment rm x
%%
aa; # rm y
%%
aa '#' "# no" \# x
%%
aa a#b #c
%%
$'rm' one
%%
$'\x72\x6d' one
%%
$'\162\155' one
%%
$'\u0072\u006d' one
%%
$'\U00000072m' one
%%
aa $'a\tb' $'a\nb' $'\\' $'\''
%%
aa $'\"' $'\?' $'\e' $'\a\b\f\v'
%%
aa $'\cB' $'\cb'
%%
aa $'\x41\x4a' $'\101\x' 
%%
aa $'\xe2\x82\xac' $'\u20ac'
%%
#only bash
aa $'a\0b'
%%
#only bash
aa $'a\x00b' c
%%
aa $'\q\z'
%%
aa $'\1234' $'\12' $'\8'
%%
#only bash
aa $"text" $"a $HOME"
%%
#only bash
$"rm" one
%%
#only bash
r$"m" one
%%
aa "$'x'" '$"y"'
%%
aa "a"$'b'"c"d'e'
%%
aa "`echo b`" `echo c`
%%
aa "`echo \"d\"`"
%%
aa `echo \`echo e\``
%%
aa `echo \\\\a`
%%
aa "`echo '\\\\a'`"
%%
aa $(echo a)$(echo b)
%%
aa "$(echo "a b")" $(echo "a b")
%%
aa "$(echo "$(echo "x  y")")"
%%
aa 'it'"'"'s'
%%
aa 'it'\''s'
%%
aa "\$x" '$x' \$x
%%
aa \\ \\\\ '\\' "\\"
%%
aa "!" '!' \!
%%
aa ! x
%%
aa a=b 'c=d' "e=f"
%%
aa -- -x --y='a b'
%%
aa {} {a} a} {b
%%
aa [ ] [[ ]]
%%
aa if then fi done in do
%%
aa 'if' "for" \while
%%
"if" x; \aa if
%%
'aa' ; "bb" ; \cc
%%
aa é ü 'ñ' "日本"
%%
aa "$(printf 'a\nb')" $(printf 'a\nb')
%%
aa a"b c"d'e f'g\ h
%%
aa \
%%
  b \
%%
  c
%%
aa a \
 b
%%
aa "x
%%
y" z
%%
aa "tab	x" tab\	y
%%
	aa indented
%%
   aa    many     blanks   
%%
aa;bb;cc
%%
aa&bb&wait
%%
aa|bb|cc
%%
aa&&bb||cc
%%
aa>x<one.txt b
%%
>x aa b
%%
<one.txt aa b
%%
2>/dev/null aa b >x c
%%
aa b 2>&1 >/dev/null c
%%
aa b>x c>y
%%
aa 2>x 2 3
%%
aa 2 >x
%%
aa a2>x
%%
aa \2>x
%%
aa "2">x
%%
aa 1>&2 x
%%
aa >|x y
%%
aa >>x y >>z w
%%
#only bash
aa &>x y &>>z w
%%
aa >&2 x
%%
aa <>x y
%%
aa x 3>y 4<&0
%%
aa x <&-
%%
aa x >/dev/null 2>&1 &
wait
%%
(aa x)
%%
( aa x )
%%
((1)); aa x
%%
{ aa x;}
%%
{ aa x; }
%%
! aa x
%%
! ! aa x
%%
time aa x
%%
time -p aa x
%%
#only bash
time -- aa x
%%
! time aa x
%%
aa x ; ; bb
%%
aa;;bb
%%
aa "a
 bb
"
%%
aa 'x' # 'y
%%
aa "x" # "y
bb z
%%
aa x # `rm y`
%%
aa x\# y
%%
aa $#x $#
%%
aa ${#} $(( $# + 1 ))
%%
aa $'it\'s' x
%%
aa 'a\' b
%%
aa "a\\" b
%%
aa a\\ b
%%
aa "a\"b" c
%%
aa 'a'\''b' c
%%
aa "$(echo ')')" x
%%
aa "$(echo '(')" x
%%
aa "$(echo "a)b")"
%%
aa $(echo a # comment )
)
%%
aa $(case x in x) echo b;; esac)
%%
aa $(case x in (x) echo b;; esac)
%%
aa `echo "a"` `echo 'b c'`
%%
aa "`echo 'b c'`"
%%
aa ~+ x
%%
aa "~" '~' \~
%%
aa a~ ~a~
%%
aa a:~ a=~
%%
aa --x=~ x=~/y
%%
aa ~/x ~/"y z" ~/'q'
%%
aa "~"/x ~"/x" ~\/x
%%
aa $HOME "$HOME" '$HOME' ${HOME}/x
%%
aa "${HOME}"x ${HOME}x
%%
aa $HOMEx "$HOME"x
%%
aa \$HOME "\$HOME"
%%
HOME=q; aa ~ ~/x $HOME
%%
HOME='a b'; aa ~ ~/x "$HOME"
%%
#only bash
HOME='a b'; aa $HOME
%%
unset HOME; cd sub && aa "$PWD"
%%
aa "$PWD" $PWD/x
%%
aa $((1)) "$((2))" $[3]
%%
#only zsh
aa $[3+4]
%%
aa "a${x-b}c" 
%%
aa a'b'"c"\d$'e'f
%%
#only bash
aa x{Z..a}'$(rm one)'
%%
aa $'\x7'8 $'\x7g' $'\07' $'\007a'
%%
#only bash
aa $'a\x{41}b' $'\x{4' 2>/dev/null
%%
#only bash
aa $'\400' $'\777' $'\378'
%%
aa $'\u41' $'\u00412' $'\U41z'
%%
#only bash
aa $'\u0' x $'a\u0000b'
%%
#only bash
aa $'\c?' $'\c[' $'\c@x' y
%%
#only bash
aa $'\c\\' x
%%
#only bash
aa $'a\c'\''b' x
%%
#only bash
aa $'\ud800' 
%%
#only bash
aa $'\U110000' x
%%
#only bash
aa $'\Uffffffff' x
%%
#only bash
aa $'\xff\xfe' $'\xc3'"x"
%%
#only bash
aa $'a\x00'b"c" d
%%
#only bash
aa "a"$'\0'rm
%%
#only bash
$'r\0x'm one
%%
#only bash
$'rm\0x' one
%%
aa $'\
x'
%%
aa $'a
b\
c'
%%
aa "$'\x41'" "a$'b"
%%
aa $$'a' | bb
%%
aa \$'a' $\'a\'
%%
aa "\$'a'" '$'"'a'"
%%
x=1; aa "$x"'$x'$x\$x
%%
aa "a\
b"'c\
d'e\
f
%%
r\
m\
 one
%%
aa $\
HOME
%%
x=v; aa $\
x ${\
x} "$\
{x}"
%%
x=v; aa $x\
y ${x\
}z
%%
x=v; aa ${x:\
-d} ${y\
:-d}
%%
aa $(\
echo a\
b)
%%
aa $\
(echo b)
%%
aa `echo a\
b`
%%
aa `echo 'a\
b'`
%%
aa $((1+\
2)) $(\
(3+4))
%%
aa $'a\
b' $\
'a'
%%
aa &\
& bb
%%
aa |\
| bb
%%
aa |\
bb
%%
aa ;\
bb
%%
aa >\
>o1 x
%%
aa 2\
>o1 x
%%
aa <\
<E
x
E
bb
%%
aa <<\
E
x
E
bb
%%
aa <\
<\
<x y
%%
i\
f true; th\
en aa; f\
i
%%
f\
or i in a b; do aa $i; d\
one
%%
x\
=rm; $x one
%%
x=\
rm; $x one
%%
x+\
=rm; $x one
%%
a\
a() { bb x; }; aa y
%%
aa() \
{ bb x; }; aa y
%%
aa # c\
bb x
%%
aa x#\
y
%%
aa \
# comment
bb
%%
aa x \
 # comment \
bb
%%
\
aa x
%%
aa \
\
\
x
%%
aa "\
" '\
' \
x
%%
aa \

bb
%%
aa '' \
'' ""
%%
aa ~\
/x ~/\
y
%%
x=~\
/y; aa $x
%%
#only bash
aa {a\
,b}{1..\
3}
%%
#only bash
aa *\
.txt [o\
t]*
%%
#only bash
[[ a ==\
 a ]] && aa y || bb n
%%
#only bash
[\
[ a == a ]] && aa y || bb n
%%
#only bash
(\
(x=5)); aa $x
%%
case x i\
n x\
) aa;; esac
%%
case x in x) aa;\
; y) bb;; esac
%%
unset x y; aa "${x:-a\
b}" ${x:-"c\
d"} "${x:-"e\
f"}"
%%
unset x y; aa "${x:-'a\
b'}"
%%
unset x y; aa "${x:-\$HOME}" "${x:-\a\}}" ${x:-\a\}} "${x:-"\}"}"
%%
unset x y; aa "${x:-'}'}" 
%%
#only bash
unset x y; aa ${x:-'}'} ${x:-"}"} "${x:-"}"}"
%%
unset x y; aa "${x:-a"b c"d}" ${x:-a"b c"d e}
%%
unset x y; aa "${x-"$HOME"}" "${x-"'q'"}"
%%
unset x y; aa "${x:-$'\x41'}" ${x:-$'\x41 b'}
%%
#only bash
unset x y; aa "${x:-$'a\'b'}"
%%
aa "`echo "a b"`" "`echo 'a  b'`" "`echo \"a  b\"`"
%%
aa `echo "\$HOME" '\$HOME' \\$HOME \\\$HOME`
%%
aa "`echo \\\"x\\\"`" "`echo '\"x\"'`"
%%
aa `echo \`echo \\\`echo deep\\\`\``
%%
aa "$(echo "a $(echo "b  'c' $(echo '"d"')")")"
%%
aa "$(echo 'a"b')" '$(x)' "$(echo \))"
%%
aa "$(echo \"a b\")" $(echo \"a b\")
%%
aa "$(echo "a\
b")" "$(echo 'a\
b')"
%%
aa $(echo "#x" '#y' a#b # no
)
%%
aa "$(echo a;# comment ' with quote
echo b)"
%%
aa "$(cat <<'E'
) "' $(
E
)"
%%
aa "`cat <<E
x y
E
`"
%%
aa "$(case a in a) echo 1;; esac; echo \))"
%%
aa a"b"'c'\d$'e'"f"`echo g`$(echo h)$((1))
%%
aa -"-"x'='"y z"
%%
'a'"a" x; a''a y; ""aa z; \a\a w
%%
''; aa x
%%
"" rm one 2>/dev/null; aa
%%
$x aa b
%%
"$x" aa b 2>/dev/null; bb
%%
$(:) aa b; `:` bb c
%%
x=; $x$y aa b
%%
x=' '; $x aa b
%%
#only bash
x=' aa b'; $x
%%
#only bash
x='"aa" b'; $x 2>/dev/null; bb
%%
#only bash
x='a\a'; $x 2>/dev/null; bb
%%
#only bash
x='aa >o1 $HOME `z` *.txt ~ {a,b} # c ; bb'; $x
%%
aa "a
b" 'c
d' e\
f
%%
aa $'\t'x$'\n'"y"
%%
#only bash
aa $'a\eb' $'\E[0m'
%%
aa "$(printf 'a\n\n\n')x" "$(printf '\n\na')"
%%
aa '\''x' \''y'
%%
aa "'"'"'"'" \"\'
%%
aa \  \	x
%%
aa \
	x\ y
%%
aa x\&\&bb \;\; \|
%%
aa =x x= =
%%
aa a=~ a\=~ "a"=~ a=~/x:~/y
%%
aa --p=~ --p=~/x -I~/x
%%
aa x:~/y :~ =~
%%
#only bash
bb "${x:-<(aa)}" "${HOME#<(cc)}" > /dev/null
%%
bb "${x:-<(echo '$(aa)')}"
%%
#only bash
bb "${HOME,,${x:-<(aa)}}" "${HOME//o/${x:-<(cc)}}" >/dev/null; declare -A y=([${x:-<(zz)}]=k)
