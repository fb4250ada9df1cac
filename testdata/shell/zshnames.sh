#only zsh
x=aa; print -rvx rm; $x one
%%
#only zsh
x=aa; print -vx rm; $x one
%%
#only zsh
x=aa; zformat -f x '%a' a:rm; $x one
%%
#only zsh
x=aa; zstyle a b rm; zstyle -s a b x; $x one
%%
#only zsh
x=(aa); zstyle a b rm; zstyle -a a b x; $x one
%%
#only zsh
typeset "functions[bb]=rm one"; bb
%%
#only zsh
set -A functions bb 'rm one'; bb
%%
#only zsh
print -v 'functions[bb]' 'rm one'; bb
%%
#only zsh
read 'functions[bb]' <<<'rm one'; bb
%%
#only zsh
commands[bb]=$(whence -p rm); bb one
%%
#only zsh
commands[bb]=${PATH}/rm; bb one
%%
#only zsh
p=(${(s.:.)PATH}); hash bb=$p[1]/rm; bb one
%%
#only zsh
hash bb==rm; bb one
%%
#only zsh
options[shwordsplit]=on; x='rm one'; $x
%%
#only zsh
options+=(shwordsplit on); x='rm one'; $x
%%
#only zsh
x=aa; read 'x?p' <<<rm; $x one
%%
#only zsh
x=a; read -k x <<<r; aa $x
%%
#only zsh
x=aa; coproc echo rm; read -p x; $x one
%%
#only zsh
x=aa; read -t x <<<rm; $x one
%%
#only zsh
x=aa; read -q x <<<y; aa $x
%%
#only zsh
x=aa; read -e x <<<rm; aa $x
%%
#only zsh
a=(x rm); shift a; $a one
%%
#only zsh
a=(x rm); shift 1 a; $a one
%%
#only zsh
set -- aa rm; shift 1; $1 one
%%
#only zsh
x=aa; set -Ax rm; $x one
%%
#only zsh
xx=aa; unset -m 'x*'; ${xx:-rm} one
%%
#only zsh
typeset -T FOO foo +; foo=(r m); aa $FOO
%%
#only zsh
typeset -i 16 x=255; aa $x
%%
#only zsh
typeset -i 16 x; x=255; aa $x
%%
#only zsh
typeset -i16 x=255; aa $x
%%
#only zsh
integer x=16#ff; aa $x
%%
#only zsh
(( x = 16#ff )); aa $x
%%
#only zsh
(( x = 3.5 )); aa $x
%%
#only zsh
(( x = 4 )); x=3+4; aa $x
%%
#only zsh
let x=4; x=3+4; aa $x
%%
#only zsh
for ((i=0;i<1;i++)) :; i=3+4; aa $i
%%
#only zsh
set -- aa; for 1 in rm; do $1 one; done
%%
#only zsh
for 1 in rm; do $1 one; done
%%
#only zsh
x=foo; function $x { aa }; foo; bb
%%
#only zsh
x=rm; function $x { aa }; rm one
%%
#only zsh
rm() { aa }; disable -f rm; rm one
%%
#only zsh
rm() { aa }; unhash -f rm; rm one
%%
#only zsh
rm() { aa }; unfunction -m 'r*'; rm one
%%
#only zsh
rm() { aa }; unset 'functions[rm]'; rm one
%%
#only zsh
rm() { aa }; functions=(); rm one
%%
#only zsh
rm() { aa }; unset -mf 'r*'; rm one
%%
#only zsh
TRAPCHLD() { $x one }; x=aa; TRAPCHLD; x=rm; (bb); bb
%%
#only zsh
f() { $x one }; x=aa; f; chpwd_functions=(f); x=rm; cd sub
%%
#only zsh
f() { $x one }; x=aa; f; zshexit_functions=(f); x=rm
%%
#only zsh
TRAPEXIT() { g rm }; g() { $1 one }; g aa
%%
#only zsh
trap 'g rm' EXIT; g() { $1 one }; g aa
%%
#only zsh
x==rm; $x one
%%
#only zsh
typeset x==rm; $x one
%%
#only zsh
x=a:=rm; aa ${x#a:}
%%
#only zsh
x=y; aa ${x:+=rm}
%%
#only zsh
aa x==rm
%%
#only zsh
zsh <<<'rm one'; aa <<<=rm
%%
#only zsh
case =rm in */rm) aa 1;; esac
%%
#only zsh
aa *.txt(P:rm:)
%%
#only zsh
aa *.txt(:s/one/rm/)
%%
#only zsh
aa sub/three.txt(:h)
%%
#only zsh
aa sub/three.txt(:h:t)
%%
#only zsh
aa one.txt(:a)
%%
#only zsh
aa sub/*(:h)
%%
#only zsh
aa *(om[1])
%%
#only zsh
aa *(.N:t:r)
%%
#only zsh
aa s*(/)
%%
#only zsh
aa *(D)
%%
#only zsh
aa *.txt(o+g)
%%
#only zsh
g() { rm $REPLY }; aa *.txt(o+g)
%%
#only zsh
g() { rm $REPLY }; aa *.txt(.N+g)
%%
#only zsh
aa *.txt(.,e:'rm x':)
%%
#only zsh
x='$(rm one)'; aa ${(e)x}
%%
#only zsh
x='$(rm one)'; aa "${(e)x}"
%%
#only zsh
aa ${(e):-'$(rm one)'}
%%
#only zsh
x='`rm one`'; y=${(e)x}; aa $y
%%
#only zsh
x='$(rm one)'; aa ${(%)x}
%%
#only zsh
setopt promptsubst; x='$(rm one)'; aa ${(%)x}
%%
#only zsh
setopt prompt_subst; x='$(rm one)'; aa ${(%%)x}
%%
#only zsh
y='z[$(rm one)]'; aa ${(P)y}
%%
#only zsh
y='z[`rm one`]'; z=(q); aa "${(P)y}"
%%
#only zsh
y='z[$(rm one)0]'; (( y )); aa
%%
#only zsh
aa ${(U)x[$(rm one)1]}
%%
#only zsh
x=(a); aa ${(U)x[$(rm one)1]}
%%
#only zsh
x=abc; aa ${x:s/a/$(rm one)/}
%%
#only zsh
x=abc; aa $x:s/a/$(rm one)/
%%
#only zsh
x=abc; aa ${x:gs/$(rm one)/q/}
%%
#only zsh
typeset -A h; aa ${+h[$(rm one)]}
%%
#only zsh
typeset -A h; aa ${#h[$(rm one)]}
%%
#only zsh
typeset -A h; h=(k v); aa ${(k)h[$(rm one)]}
%%
#only zsh
x=abc; aa ${${x}[$(rm one; echo 1)]}
%%
#only zsh
x=abc; aa ${${x}[1,$(rm one; echo 1)]}
%%
#only zsh
x=(a b); aa $x[(r)$(rm one)]
%%
#only zsh
x=(a b); aa ${x[(i)$(rm one)b]}
%%
#only zsh
x=(a b); aa $x[$(rm one; echo 1),2]
%%
#only zsh
x=(a b); x[$(rm one; echo 1),2]=q; aa $x
%%
#only zsh
a=(aa bb cc); a[1,2]=rm; $a
%%
#only zsh
set -- aa; argv+=(rm); $2 one
%%
#only zsh
set -- aa; set -A argv rm; $1 one
%%
#only zsh
set -- aa; print -v argv rm; $1 one
%%
#only zsh
set -- aa; read argv <<<rm; $1 one
%%
#only zsh
set -- aa; read -A argv <<<rm; $1 one
%%
#only zsh
set -- aa; for argv in rm; do $1 one; done
%%
#only zsh
set -- aa; argv=(); ${1:-rm} one
%%
#only zsh
set -- aa; read 1 <<<rm; $1 one
%%
#only zsh
set -- aa; print -v 1 rm; $1 one
%%
#only zsh
set -- aa; : ${2:=rm}; $2 one
%%
#only zsh
set --; $argv[1] aa; argv[3]=rm; aa $#
%%
#only zsh
NULLCMD=aa; > out; bb
%%
#only zsh
NULLCMD=rm; >out
%%
#only zsh
READNULLCMD=rm; <one.txt
%%
#only zsh
setopt shnullcmd; > out; aa
%%
#only zsh
STTY=x aa
