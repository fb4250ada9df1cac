#only bash
{rm,one}
%%
aa {a,b}
%%
aa {a,b}{c,d}
%%
aa x{a,b}y
%%
aa x{a,b{c,d}}y
%%
aa {a,b,}
%%
aa {,a}
%%
aa {,}
%%
aa x{,}
%%
aa {a}
%%
aa {}
%%
aa {a,b
%%
aa a,b}
%%
aa "{a,b}" '{a,b}' \{a,b}
%%
aa {a,"b c"}
%%
aa {a\,b,c}
%%
aa {'a,b',c}
%%
aa {1..5}
%%
aa {5..1}
%%
aa {1..10..3}
%%
aa {10..1..3}
%%
aa {01..03}
%%
aa {1..010}
%%
aa {-2..2}
%%
aa {a..e}
%%
aa {e..a}
%%
aa {a..e..2}
%%
#only bash
aa {A..c}
%%
aa {1..1}
%%
aa {1..a}
%%
aa {1..2..0}
%%
aa {1.5..2}
%%
aa {1..}
%%
aa x{1..3}y{a,b}
%%
aa {{a,b},c}
%%
aa {{1..3},z}
%%
aa {a,{b,{c,d}}}
%%
x=v; aa {$x,w}
%%
x=v; aa ${x}{a,b}
%%
x=v; aa {a,b}$x "{a,b}$x"
%%
#only bash
x=1; y=3; aa {$x..$y}
%%
#only zsh
x=1; y=3; aa {$x..$y}
%%
aa {a,b}.txt
%%
aa {one,two}.txt
%%
aa {one,two,three}.t*
%%
aa ${x:-{a,b}}
%%
x={a,b}; aa "$x"
%%
{aa,x}
%%
#only bash
{aa,x} y
%%
#only bash
{a,}a x
%%
#only bash
a{a,} 
%%
x=1 {aa,b}
%%
#only bash
r{m,} one
%%
#only bash
{r,}m
%%
aa a{b,c} {d,e}f
%%
aa {a,b}" c"
%%
aa {a,b}'{c,d}'
%%
aa {a,$(echo b)}
%%
aa {a,`echo b`}
%%
aa {$((1+1)),3}
%%
aa {a,~}
%%
aa {~,/x}
%%
aa ~/{a,b}
%%
aa {a;b} 2>/dev/null
%%
aa {a,b;cc c}
%%
aa {a b}
%%
aa {a, b}
%%
aa { a,b }
%%
aa {a,b}{
%%
aa }{a,b}
%%
aa {a,b}}
%%
aa {{a,b}
%%
aa $'{a,b}'
%%
aa {$'a',b}
%%
aa a{1..2}b{1..2}c
%%
aa {001..100..50}
%%
aa {-05..5..5}
%%
aa {z..x}{3..1}
%%
>{x,y} aa 2>/dev/null; bb
%%
for i in {1..3}; do aa $i; done
%%
for i in {a,b}; do aa $i; done
%%
#only bash
set -f; aa {a,b} *
%%
#only bash
set +B; aa {a,b}
%%
#only bash
set +o braceexpand; aa {a,b}
%%
cp {one,two}.txt sub
%%
mv one.txt{,.bak}
%%
rm -rf {build,dist}/x
%%
rm -{r,f} x
%%
#only bash
rm{\ ,}x
%%
aa {a,b}\ c
%%
aa \{a,b\}
%%
aa {a\},b}
%%
aa {"a}",b}
%%
aa {a,b,c}{,1}
%%
aa {x,y{1..3}}
%%
aa {,,}x
%%
aa x{,,}
%%
aa {a,,b}
%%
aa -{-x,y}=z
%%
aa {a..c}{a..c}
%%
aa ${PWD##*/}{1,2}
%%
aa {$HOME,x}
%%
#only bash
x='{1..3}'; aa $x; eval "aa $x"
%%
eval aa {1..3}
%%
eval 'aa {1..3}'
%%
aa `echo {a,b}`
%%
aa "$(echo {a,b})"
%%
aa {2..-2..2}
%%
aa {a..z..10}
%%
aa {9..11}
%%
aa {08..11}
%%
x=VAL; set -- P1; aa 1 {$,a}x
%%
x=VAL; set -- P1; aa 2 {$,a}'x'
%%
x=VAL; set -- P1; aa 3 {$,a}"x"
%%
x=VAL; set -- P1; aa 4 {$,a}1
%%
x=VAL; set -- P1; aa 5 {$,a}{x,y}
%%
x=VAL; set -- P1; aa 6 {~,b}/h {~,b}"/q" {~,b}$x
%%
x=VAL; set -- P1; aa 7 a{=~,b}/x {a=,b}~/x {a=~,b}/x
%%
x=VAL; set -- P1; aa 8 {a:,b=}~/x
%%
x=VAL; set -- P1; aa 9 {\$,a}x
%%
x=VAL; set -- P1; aa 10 {$x,b}y {$,b}{x}
%%
x=VAL; set -- P1; aa 11 {~/a,~}/b
%%
x=VAL; set -- P1; aa 12 {\~,b}/h
%%
x=VAL; set -- P1; aa 13 x{,=}~
%%
x=VAL; set -- P1; aa 14 {$,a}@ {$,a}#
%%
x=VAL; set -- P1; aa 15 {~r,b}oot/x {~,b}root
%%
x=VAL; set -- P1; aa 16 {~,b}\ x  {~,b}+/x
%%
x=VAL; set -- P1; aa 17 {*,b}.txt {[,b]}
%%
export w={~/x,y}; aa $w
%%
v={~,b}/x; aa "$v"
%%
aa {a\,b,c} {a\\,b}x
%%
rm -rf {~,x}/Documents
%%
x=rm; {$,a}x -rf /etc
%%
{~/bin,x}/aa || :
%%
declare v={a=~,b}/x; aa "$v"
%%
aa b=~/{x,y} a:~/{x,y} ~/{x,y}:~/z
%%
#only zsh
aa {=,b}ls {~,b}+/x {~,b}"/q" x{,=}~
%%
#only bash
aa {1..10..-3}
%%
#only bash
aa {10..1..-3}
%%
#only bash
aa {a..z..5} {z..a..-5}
%%
#only bash
aa {0..-0}
%%
#only bash
aa {+1..3}
%%
#only bash
aa {1..+3}
%%
#only bash
aa {-01..2}
%%
#only bash
aa {1..0005..2}
%%
#only bash
aa {-3..003}
%%
#only bash
aa {1..3..01}
%%
#only bash
aa {a..3}
%%
#only bash
aa {1..3..a}
%%
#only bash
aa {1..3..}
%%
#only bash
aa {..3}
%%
#only bash
aa {1..2..3..4}
%%
#only bash
aa {a..c..0}
%%
#only bash
aa {aa..cc}
%%
#only bash
aa {'1'..3}
%%
#only bash
aa {1..'3'}
%%
#only bash
aa {"a".."c"}
%%
#only bash
aa {\1..3}
%%
#only bash
aa {1..$((1+2))}
%%
#only bash
aa {Z..a}
%%
#only bash
aa {@..D}
%%
#only bash
aa {!..+}
%%
#only bash
aa {[..]}
%%
#only bash
aa x{X..c}y
%%
aa {a,b\,c}
%%
aa {a,b}{,}
%%
aa {a,b{1,2},c}{x,y}
%%
#only bash
aa {a,{1..3}x,"q r"}
%%
aa {$'a\tb',c}
%%
x='p q'; aa {"$x",y}
%%
#only bash
x='p q'; aa {$x,y}
%%
#only bash
x=1; x2=v; aa {$x,y}{2,3}
%%
#only bash
x=1; xa=v; aa $x{a,b}c
%%
#only bash
x=1; aa ${x}{a,b}${x:+{c,d}}
%%
#only bash
aa ${u:-a{b,c}d}
%%
#only bash
aa "${u:-{b,c}}"
%%
#only bash
aa ${u:-{b,c}}
%%
#only bash
aa ${u-x}{a,b}
%%
#only bash
aa $(echo {a,b}c){1,2}
%%
#only bash
aa {$(echo a,b),c}
%%
#only bash
aa {$(echo a),$(echo 'b c')}
%%
#only bash
aa {a,b}$((1+1))
%%
#only bash
aa {`echo a`,b}
%%
#only bash
aa {a,"}",b}
%%
aa {a,'{b,c}'}
%%
aa {a,\{b,c\}}
%%
#only bash
aa {{a,b}
%%
#only bash
aa {a,b}}
%%
#only bash
aa {{a,b},{c}}
%%
#only bash
aa {{a},b}
%%
#only bash
aa {,{,}}
%%
#only bash
aa a{,b{,c{,d}}}
%%
#only bash
aa {a,b
c}
%%
#only bash
aa {a,\
b}
%%
#only bash
aa {1.\
.3}
%%
#only bash
aa {a\
,b}
%%
#only bash
aa \
{a,b}
%%
#only bash
r{,}m one
%%
#only bash
{r,}"m" one
%%
#only bash
{aa,-x,{y,z}}
%%
#only bash
aa --{a,b}={1,2}
%%
#only bash
x={1..3}; aa $x
%%
#only bash
x=({1..3} {a,b}); aa "${x[@]}"
%%
#only bash
declare x={a,b}; aa "$x"
%%
#only bash
export x={a,b}; aa "$x"
%%
#only bash
export {x,y}=v; aa "$x" "$y"
%%
#only bash
declare {x,y}={1,2}; aa "$x" "$y"
%%
#only bash
aa x={a,b}
%%
#only bash
aa {x,y}=~
%%
#only bash
aa ~{,/x}
%%
#only bash
aa {~,~/x}/y
%%
#only bash
aa {a,~}/b
%%
#only bash
aa x{~,b}
%%
#only bash
aa {a:~,b}
%%
#only bash
aa a=~{/x,/y}
%%
#only bash
aa {one,two}.{txt,none}
%%
#only bash
aa {o,t}*.txt
%%
#only bash
aa {o*,t*}.txt
%%
#only bash
aa "{o,t}"*.txt {o,t}'*'
%%
#only bash
shopt -s nullglob; aa {one,nope}*
%%
#only bash
aa ${x:-{}} b
%%
#only bash
aa ${x:-{} b
%%
#only bash
aa }{a,b}{
%%
#only bash
aa {a,b}{1..2..}
%%
#only bash
aa {a..c},{d..e}
%%
#only bash
aa {a..c,d..e}
%%
#only bash
aa {1..3,5}
%%
#only bash
aa {{1..3},5}
%%
#only bash
aa {x..x}
%%
#only bash
aa {-1..-3}
%%
#only bash
aa {-001..-003}
%%
#only bash
aa {00..2}
%%
#only bash
aa {9..0011}
%%
#only bash
aa {0x1..0x3}
%%
#only bash
aa {1..3}{..}
%%
#only bash
aa {é,b} {é..è}
%%
#only bash
aa $'{a,b}'{c,d}
%%
#only bash
aa {a,b}$'\n'
%%
#only bash
aa {a,b}$"q"
%%
#only bash
aa \\{a,b}
%%
#only bash
aa \{a,b} {a\}
%%
#only bash
aa $\{a,b}
%%
#only bash
aa ${HOME:+{a,b}}
%%
#only bash
for i in {3..1}{a,b}; do aa $i; done
%%
#only bash
case x in {x,y}) aa b;; *) cc d;; esac
%%
#only bash
[[ a == {a,b} ]] && aa yes || bb no
%%
#only bash
f() { aa "$#" "$@"; }; f {a,b}" c"{d,e}
%%
#only bash
set -- {a..c}; aa "${@:2}"{x,y}
%%
#only bash
set -- p q; aa "$@"{x,y}
%%
#only bash
set -- p q; aa {x,y}"$@"
%%
#only bash
a=(p q); aa ${a[@]}{x,y} "${a[@]}"{x,y}
%%
#only bash
a=(p q); aa {"${a[@]}",z}
%%
#only bash
a=(p q); aa ${a[{0,1}]}
%%
#only bash
aa $((1+{1,2})) 2>/dev/null; bb
%%
#only bash
a{a,a} x
%%
#only bash
c{c,c} y; {,aa} z
%%
#only bash
{,,aa} z
%%
#only bash
{aa,'b c'} {d,"e f"}
%%
#only bash
time {aa,b}
%%
#only bash
! {aa,b}
%%
#only bash
command {aa,b}; env {aa,x}=1 2>/dev/null
%%
#only bash
x={aa,b} bb; y=1 {aa,b}
%%
#only bash
eval aa \{a,b}
%%
#only bash
bash -c 'aa {1..3} $0' {x,y}
%%
#only bash
bash +B -c 'aa {1..3}'
%%
#only bash
sh -c 'aa {1..3} {a,b}'
%%
#only bash
set +B; aa {a,b}; set -B; aa {a,b}
%%
#only bash
f() { set +B; }; f; aa {a,b}
%%
#only bash
(set +B; aa {a,b}); aa {a,b}
%%
#only bash
shopt -s extglob; aa {@(one|two),x}.txt
%%
#only bash
shopt -s extglob
aa {@(one,two),x}.txt
%%
#only bash
aa {a,b}\{c,d}
%%
#only bash
aa {a,"b"}{'c',d}
%%
#only bash
aa {\a,\b}
%%
#only bash
aa {a\ b,c\'d}
%%
#only bash
aa {a,b}\\
%%
#only bash
aa {9223372036854775806..9223372036854775807}
%%
#only bash
aa {1..99999999999999999999} | bb
%%
#only bash
aa {1..9223372036854775807..9223372036854775806}
%%
#only bash
aa {-2..2..9223372036854775807}
%%
#only bash
export x=a:b && set +B; aa x{,y}z
%%
#only bash
[ -e nowhere ] && set +B; aa x{,y}z
%%
#only bash
i=0; while [ $i -lt 2 ]; do i=$((i+1)); set +B; done; aa {a,b}
