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
