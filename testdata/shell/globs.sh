o*.txt x 2>/dev/null; aa
%%
aa one.tx? [o]ne.txt o[a-z]e.txt o[!x]e.txt one.[tx]*[t] 
%%
aa \*.txt "*".txt o"*" o'*'.txt o\*e.txt [o"]"ne.txt o[\n]e.txt
%%
aa [on]* 2>/dev/null; bb
%%
aa *\.txt *"."txt *'.t'xt *.t"x"t o"ne"*
%%
x='*.txt'; y=o; aa $y*.txt "$y"*.txt ${y}n*
%%
#only bash
x='*.txt'; aa $x "$x" o$x ${x/\*/o*} ${x#?}; for f in $x; do bb $f; done
%%
#only bash
x='[o]ne.txt' y='o\*'; aa $x $y "$x"
%%
#only bash
x='\*.txt' ; aa $x "$x"
%%
#only bash
x=o; aa ${x}* "${x}"* "${x}*" $x"*"
%%
aa dir*/ */ */* sub/*.txt s*b/th*
%%
aa dir\ * "dir "* d*\ two 'dir'*'two'
%%
aa .* .d* .[!.]* .??*
%%
aa ./* ./o* $PWD/o*.txt ~/w* ~/*
%%
aa nope* 2>/dev/null; bb nope\* 'nope*'
%%
for f in *.txt; do aa "$f"; done; for f in sub/*; do bb $f; done
%%
set -- *.txt; aa $# "$1" "$2" "${@:2}"
%%
a=(*.txt); aa ${#a[@]} "${a[@]}"
%%
x=*.txt; aa "$x"; y=$(echo *.txt); aa "$y"
%%
#only bash
x=*.txt; aa $x
%%
x=(o*); aa "${x[@]}"
%%
aa >o?e.txt 2>/dev/null; bb
%%
aa <o*.txt 2>/dev/null; bb
%%
case one.txt in o*.txt) aa;; esac; case 'o*' in o\*) bb;; esac; case 'x' in "*") cc;; *) zz;; esac
%%
#only bash
[[ one.txt == o*.txt ]] && aa; [[ one.txt == "o*.txt" ]] || bb; [[ -f o*.txt ]] || cc
%%
[ -f one.txt ] && aa; [ -f o*.txt ] && bb; test -e nope* || cc
%%
#only bash
shopt -s nullglob; aa nope* x; bb "nope*" o*; x=nope*; cc $x y; nope* aa z
%%
#only bash
shopt -s nullglob; rm nope*; set -- nope*; aa $#; for f in nope*; do bb $f; done; a=(nope*); aa ${#a[@]}
%%
#only bash
shopt -s nullglob; aa a[b] 'a[b]' a[b x[ ]y
%%
#only bash
shopt -s nullglob; unset 'x[1]' ; aa x=[a]; x=a?; aa $x "$x"
%%
#only bash
shopt -s failglob; (aa nope*) 2>/dev/null; bb o*; cc "nope*"
%%
#only bash
shopt -s failglob; aa nope* 2>/dev/null
bb
%%
#only bash
shopt -s dotglob; aa *ot .d* ?dot *; shopt -u dotglob; aa *ot 2>/dev/null
%%
#only bash
shopt -s globstar; aa ** ; bb **/ ; cc sub/** ; aa **/th*
%%
#only bash
shopt -s nocaseglob; aa O*.TXT ONE.TXT [O]ne.txt; O*.txt 2>/dev/null; bb
%%
#only bash
shopt -s extglob
aa @(one|two).txt +(o|n|e).txt ?(one|x).txt *(o|n|e).txt !(one).txt !(*.txt)
%%
#only bash
shopt -s extglob
aa o@(n)e.txt "@(one)".txt \@(one).txt 2>/dev/null; bb
%%
#only bash
shopt -s extglob
x='@(one|two).txt'; aa $x "$x"; case one in @(one|two)) bb;; esac; [[ one == !(two) ]] && cc
%%
#only bash
shopt -s extglob
aa @(on$(echo e)|x).txt +($(bb q)).txt 2>/dev/null
%%
#only bash
aa @(one).txt 2>/dev/null; bb
%%
#only bash
[[ one == @(one|two) ]] && aa; case one in @(one)) bb;; *) cc;; esac 2>/dev/null
%%
#only bash
shopt -s extglob
x=aabbc; aa ${x%%+(b)c} ${x##+(a)} ${x/+(a)/X} ${x//?(b)/-} ${x//@(a|c)/.} ${x/!(x)/Z}
%%
#only bash
GLOBIGNORE='one*:.d*'; aa *.txt * .*; unset GLOBIGNORE; aa *.txt
%%
#only bash
GLOBIGNORE='*'; aa *.txt; o* x 2>/dev/null; bb
%%
#only bash
set -f; aa * o*; x='*'; aa $x; for f in *.txt; do bb $f; done; set +f; aa o*
%%
#only bash
set -o noglob; aa *; set +o noglob; aa t*; f() { local -; set -f; aa *; }; f; aa o*
%%
#only bash
f() { set -f; }; f; aa *.txt; (set +f; aa *.txt); bb *.txt
%%
#only bash
if true; then set -f; fi; aa *.txt; set +f
%%
#only bash
set -f; bash -c 'aa *.txt'; eval 'aa *.txt'; x=$(echo *.txt); aa "$x"
%%
#only bash
bash -f -c 'aa *.txt'; bash -o noglob -c 'bb o*'; bash -fc 'cc t*'
%%
#only bash
shopt -s nullglob dotglob; aa *dot x*; shopt -u nullglob; aa x*y
%%
#only bash
shopt -s extglob nullglob; aa @(nope) +(x) one@(.txt); bb
%%
#only bash
shopt -s globasciiranges; aa [a-z]ne.txt [A-Z]ne.txt [[:upper:]]* [[:alpha:]]ne.txt [^o]*.txt
%%
aa o[n]e.txt[x] *[ [* ]* 2>/dev/null; bb
%%
aa -* --*x +* =* 2>/dev/null; bb
%%
touch -- -rf; rm *; aa -*
%%
cd sub && aa *.txt; cd ..; aa *.txt
%%
aa */three.txt s?b/three.txt s*/t* sub//three.txt ./sub/./*.txt ../work/*.txt
%%
aa {one,two}*.txt {o,t}*.{txt,c} *.{txt,none}
%%
aa $(echo 'o*.txt') "$(echo 'o*.txt')" `echo 'one.tx?'`
%%
#only bash
x='o* t*'; aa $x; IFS=; aa $x
%%
#only bash
a=('o*' 't?o.txt'); aa ${a[@]} "${a[@]}" ${a[0]}; set -- 'o*'; aa $1 "$1" $@ "$@" $*
%%
#only bash
aa $'o*' $"o*" o$'*' ; aa ${x:-o*} "${x:-o*}" ${x:-'o*'} ${x:-o"*"}
%%
#only bash
read x <<<'o*.txt'; aa $x "$x"; printf -v y '%s' 't*'; aa $y
%%
/b*n/true; aa; ./o* 2>/dev/null; bb
%%
#only bash
o[n]e.txt 2>/dev/null; ./sub/../o*.txt 2>/dev/null; aa
%%
#only bash
aa 'one.txt'* two.txt"" o""ne* *''.txt
%%
aa o[n"!"]e.txt o[\!n]e.txt o["]"n]e.txt o[n\]]e.txt t["w-"]o.txt [\*o]ne.txt x[\!]y o["*"]e
%%
rm ["o"]n[\e].txt o["!"]*.txt 'a'[b"*"]c; aa [\[o]ne.txt *[".!"]txt
%%
aa su[\b]/t["!h"]ree.txt s[u"-"]b/*.txt "o"[n"!"]'e'.txt [o"!"][n"!"]e.txt
%%
set -- one sub/*; aa x"$@"y; bb "$@"
%%
#only bash
shopt -s extglob
aa @(.dot|x) ?(.)dot ?(x).dot .!(x) ?(x)@(.)dot
%%
#only bash
shopt -s dotglob extglob
aa [^a]dot *ot !(x)
