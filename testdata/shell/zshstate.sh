#only zsh
o=rm; set -- -x; zparseopts x=o; aa $o
%%
#only zsh
set -- -x y; zparseopts -D x=o; aa $1
%%
#only zsh
typeset -A h; set -- -x y; zparseopts -A h x:; aa $h
%%
#only zsh
typeset -a a; a=(p); set -- -x; zparseopts -a a x; aa $a
%%
#only zsh
x=q; print -v x rm; $x one
%%
#only zsh
x=q; zmodload zsh/datetime; strftime -s x rm 0; $x one
%%
#only zsh
x=aa; : ${x::=rm}; $x one
%%
#only zsh
x=aa; n=x; : ${(P)n::=rm}; $x one
%%
#only zsh
x=(q); set -A x rm one; $x
%%
#only zsh
a=(rm aa); shift a; $a one
%%
#only zsh
a=(rm aa); shift -p a; $a one
%%
#only zsh
1=rm; $1 one
%%
#only zsh
set -- p; 1=q; aa $1
%%
#only zsh
set -- p; argv[1]=q; aa $1
%%
#only zsh
set -- p; argv=(q r); aa $2
%%
#only zsh
options[shwordsplit]=on; x='a b'; aa $x
%%
#only zsh
options[noglob]=on; aa *.txt; options[noglob]=off; aa *.txt
%%
#only zsh
setopt noglob; options[glob]=on; aa *.txt
%%
#only zsh
zmodload zsh/parameter; aliases[aa]=rm; eval 'aa one'
%%
#only zsh
hash aa=$(whence -p rm); aa one
%%
#only zsh
commands[aa]=$(whence -p rm); aa one
%%
#only zsh
functions[aa]='rm q'; aa one
%%
#only zsh
functions -c aa bb 2>/dev/null; f() { aa $1; }; f p; functions -c f rm; rm one
%%
#only zsh
f() { aa $1; }; f p; functions[rm]=$functions[f]; rm one
%%
#only zsh
pushd sub; dirstack=($PWD/deep); popd; aa $PWD
%%
#only zsh
NULLCMD=aa; >o1
%%
#only zsh
NULLCMD=aa; READNULLCMD=bb; <one.txt
%%
#only zsh
READNULLCMD='rm'; <one.txt | aa
%%
#only zsh
x=q; read -A x <<< 'rm one'; $x
%%
#only zsh
x=q; read -d : x <<< 'rm:one'; $x one
%%
#only zsh
read -E x <<< rm; aa $x
%%
#only zsh
x=q; read "x?prompt" <<< rm; $x one
%%
#only zsh
setopt extendedglob; match=(aa); [[ rm == (#b)(*) ]]; $match one
%%
#only zsh
setopt extendedglob; MATCH=aa; [[ rm == (#m)* ]]; $MATCH one
%%
#only zsh
setopt extendedglob; MATCH=aa; y=rm; : ${y/(#m)*/$MATCH}; $MATCH one
%%
#only zsh
match=aa; [[ rm =~ (.*) ]]; $match one
%%
#only zsh
x=aa; case rm in (*) x=rm ;| (*) zz;; esac; $x one
%%
#only zsh
for x y in aa p rm q; do $x $y; done
%%
#only zsh
for x y in rm one aa; do $x $y; done; aa $y $x
%%
#only zsh
typeset -T XX xx; xx=(a b); aa $XX
%%
#only zsh
typeset -T XX xx; XX=a:b; aa $xx
%%
#only zsh
typeset -U u; u=(a a b); aa $u
%%
#only zsh
typeset -i i; i=3+4; aa $i
%%
#only zsh
integer i=3+4; aa $i; i=8/3; aa $i
%%
#only zsh
typeset -Z 3 z; z=5; aa $z
%%
#only zsh
typeset -L 2 z; z=abc; aa $z
%%
#only zsh
typeset -R 2 z; z=abc; aa $z
%%
#only zsh
typeset -l z; z=RM; $z one
%%
#only zsh
typeset -u z; z=q; aa $z
%%
#only zsh
typeset -r x=rm; (x=aa) 2>/dev/null; $x one
%%
#only zsh
f() { typeset -g x=rm; }; f; $x one
%%
#only zsh
f() { local x=1; typeset -g x=5; aa $x; }; x=0; f; bb $x
%%
#only zsh
f() { local x; aa "${x-unset}"; }; f
%%
#only zsh
x=rm; f() { local x; x=aa; unset x; ${x-zz} one; }; f; $x one
%%
#only zsh
x=rm; f() { local x=aa; g; ${x-zz} one; }; g() { unset x; }; f
%%
#only zsh
x=rm; f() { local +h x; x=aa; }; f; $x one
%%
#only zsh
x=rm; f() { typeset -x x=aa; }; f; $x one
%%
#only zsh
x=rm; f() { export x=aa; }; f; $x one
%%
#only zsh
x=rm; f() { readonly x=aa; }; f; $x one
%%
#only zsh
x=rm; f() { integer x=5; }; f; $x one
%%
#only zsh
setopt localoptions; f() { setopt localoptions noglob; }; f; aa *.txt
%%
#only zsh
f() { emulate -L zsh; setopt noglob; }; f; aa *.txt
%%
#only zsh
f() { setopt noglob; }; f; aa *.txt
%%
#only zsh
f() { setopt localtraps; trap 'aa x' EXIT; }; f; bb
%%
#only zsh
f() { trap 'aa x' EXIT; x=1; }; f; bb
%%
#only zsh
f() { trap 'x=rm' EXIT; x=aa; }; f; $x one
%%
#only zsh
f() { { x=rm; return } always { aa $x }; x=zz }; f; $x one
%%
#only zsh
f() { { x=aa; return } always { x=rm }; }; f; $x one
%%
#only zsh
for i in 1 2; do { x=aa; break } always { x=rm }; done; $x one
%%
#only zsh
x=rm; () { local x=aa; }; $x one
%%
#only zsh
x=rm; () { x=$1; } aa; $x one
%%
#only zsh
x=aa; repeat 2 { $x one; x=rm; }; $x two
%%
#only zsh
x=aa; repeat 0 x=rm; $x one
%%
#only zsh
x=aa; echo rm | read x; $x one
%%
#only zsh
x=aa; echo | { x=rm; }; $x one
%%
#only zsh
x=aa; { x=rm; } | cat; $x one
%%
#only zsh
x=aa; coproc { x=rm; }; $x one
%%
#only zsh
x=aa; cat =(x=rm); $x one
%%
#only zsh
x=aa; x=rm true; $x one
%%
#only zsh
x=aa; x=rm :; $x one
%%
#only zsh
setopt posixbuiltins; x=aa; x=rm :; $x one
%%
#only zsh
emulate sh; x=aa; x=rm :; $x one
%%
#only zsh
f() { break; }; x=rm; while :; do x=aa; f; x=rm; done; $x one
%%
#only zsh
cd sub; cd -; aa $PWD; cd ~-; aa $PWD
%%
#only zsh
setopt autocd; sub; aa $PWD
%%
#only zsh
setopt cdablevars; q=$PWD/sub; cd q; aa $PWD
%%
#only zsh
setopt autopushd; cd sub; cd deep; popd; aa $PWD
%%
#only zsh
setopt pushdignoredups autopushd; cd sub; cd -1; aa $PWD
%%
#only zsh
cd work sub 2>/dev/null; aa $PWD
%%
#only zsh
x=(a b); x[2]=rm; $x[2] one
%%
#only zsh
x=(a b); x[1,2]=(rm one); $x
%%
#only zsh
x=abc; x[1]=z; aa $x
%%
#only zsh
typeset -A h; h=(k rm); h+=(k2 aa); $h[k] one
%%
#only zsh
typeset -A h=(k rm); h[k]=aa; unset 'h[k]'; ${h[k]-rm} one
%%
#only zsh
x=aa; vared x 2>/dev/null </dev/null; $x one
%%
#only zsh
x=aa; getln x <<< rm 2>/dev/null; print -z rm; getln x; $x one
%%
#only zsh
x=aa; zstyle :q s rm; zstyle -s :q s x; $x one
%%
#only zsh
zmodload zsh/zutil; x=aa; zformat -f x rm; $x one
%%
#only zsh
zmodload zsh/stat; x=aa; zstat -A x +size one.txt; bb $x
%%
#only zsh
zmodload zsh/mapfile; mapfile[q]=rm; $(cat q) one
%%
#only zsh
x=aa; ((x=5)); bb $x; let x+=2; bb $x
%%
#only zsh
fd=q; exec {fd}>o1; aa $fd
%%
#only zsh
fc -R 2>/dev/null; alias -g G='; rm q'; eval 'aa G'
%%
#only zsh
alias -s txt=rm; eval './one.txt'
%%
#only zsh
disable -a aa; disable -f aa 2>/dev/null; aa() { bb $1; }; aa p; disable -f aa; aa x
%%
#only zsh
enable -f aa 2>/dev/null; aa() { bb $1; }; aa p; unfunction aa; aa x
%%
#only zsh
aa() { bb $1; }; aa p; unhash -f aa; aa x
%%
#only zsh
aa() { bb $1; }; aa p; unfunction -m 'a*'; aa x
%%
#only zsh
aa() { bb $1; }; aa p; unset -m 'a*'; aa x
%%
#only zsh
x=rm; unset -m 'x*'; ${x-aa} one
%%
#only zsh
x=rm; typeset -m 'x=aa' 2>/dev/null; $x one
