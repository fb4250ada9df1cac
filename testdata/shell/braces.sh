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
