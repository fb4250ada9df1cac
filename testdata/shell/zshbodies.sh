#only zsh
for x in rm; { $x one }
%%
#only zsh
for x ( rm ) { $x one }
%%
#only zsh
for ((;;)) { aa; break }
%%
#only zsh
for (( i = 0; i < 1; i++ )); do aa $i; done
%%
#only zsh
repeat 1 { aa } && bb
%%
#only zsh
repeat 2; aa
%%
#only zsh
repeat 1 repeat 1 rm one
%%
#only zsh
repeat $(( 1 )) rm one
%%
#only zsh
while (( 0 )) { aa }; bb
%%
#only zsh
while { aa; false } { bb }; cc
%%
#only zsh
until { aa } { bb }
%%
#only zsh
until (true) aa; bb
%%
#only zsh
if [[ a == b ]] aa; bb
%%
#only zsh
if { aa } bb; cc
%%
#only zsh
if [[ -n a ]] then aa; fi
%%
#only zsh
if [[ -n a ]]; then { aa }; fi
%%
#only zsh
case a in (a) aa ;& (b) rm one ;; (*) bb ;; esac
%%
#only zsh
case a in (a) aa ;| (b) rm one ;; (a) bb ;; esac
%%
#only zsh
case a in a) aa ;| b) cc;& *) rm one; esac
%%
#only zsh
case a { (a|b) rm one ;; }
%%
#only zsh
case a { a) rm one ;; }
%%
#only zsh
case a in [ab]) rm one;; esac
%%
#only zsh
case ab in a(b|c)) rm one;; esac
%%
#only zsh
case 5 in <1-9>) rm one;; esac
%%
#only zsh
case a in ( a ) rm one;; esac
%%
#only zsh
case a in a|b ) rm one;; esac
%%
#only zsh
{ rm one } always { TRY_BLOCK_ERROR=0; bb }
%%
#only zsh
{ false; rm one } always { bb } || cc
%%
#only zsh
f() { { return 1 } always { rm one }; bb }; f; cc
%%
#only zsh
for x in a b; do { continue } always { aa $x }; bb; done
%%
#only zsh
() { $1 one } rm
%%
#only zsh
() { $@ } rm one
%%
#only zsh
function { $1 one } rm
%%
#only zsh
() { aa } > out; bb
%%
#only zsh
() { aa $1 } x > out | bb
%%
#only zsh
() { aa } && () { bb } || () { cc }
%%
#only zsh
() { () { $1 $2 } $1 one } rm
%%
#only zsh
() $1 rm
%%
#only zsh
() rm one
%%
#only zsh
() { aa }; () { bb } x; cc
%%
#only zsh
f () rm one; f
%%
#only zsh
f() if true; then rm one; fi; f
%%
#only zsh
f() for x (rm) $x one; f
%%
#only zsh
f() ( rm one ); f
%%
#only zsh
f() [[ -n x ]] && rm one; f
%%
#only zsh
f() { rm one } > out; f; aa
%%
#only zsh
f() rm one | bb; f
%%
#only zsh
function f { rm one }; f
%%
#only zsh
function f() { rm one } && f
%%
#only zsh
function rm aa { bb $0 }; rm; aa; cc
%%
#only zsh
function { rm one }
%%
#only zsh
function -T f { rm one }; f
%%
#only zsh
function f () { rm one }; f
%%
#only zsh
a b c () { rm $0 }; a; c
%%
#only zsh
a-b() { rm one }; a-b
%%
#only zsh
a.b() { rm one }; a.b
%%
#only zsh
./f() { rm one }; ./f
%%
#only zsh
\f() { rm one }; f
%%
#only zsh
n=f; eval "$n() { rm one }"; f
%%
#only zsh
f{1,2}() { rm $0 }; f1; f2
%%
#only zsh
function f{1,2} { rm $0 }; f1; f2
%%
#only zsh
alias x=rm; eval 'x=1'; aa
%%
#only zsh
set -A aliases k rm; eval 'k one'
%%
#only zsh
typeset 'aliases[k]=rm'; eval 'k one'
%%
#only zsh
: ${aliases[k]:=rm}; eval 'k one'
%%
#only zsh
print -v 'aliases[k]' rm; eval 'k one'
%%
#only zsh
printf -v 'aliases[k]' rm; eval 'k one'
%%
#only zsh
dis_aliases[k]=rm; enable -a k; eval 'k one'
%%
#only zsh
alias k=rm; unalias k; eval 'k one'; aa
%%
#only zsh
alias aa=rm; \aa one; 'aa' two; eval '\aa three'
%%
#only zsh
unsetopt aliases; alias aa=rm; eval 'aa one'
%%
#only zsh
f() { chpwd_functions=(f); aa; }; chpwd_functions=(f); cd /
%%
#only zsh
set -- two; f() { bb; } > "$1"; f one; aa
%%
#only zsh
trap '- aa' EXIT; eval '- bb'
%%
#only zsh
f() { typeset -T X1 x1; X1='HOME[$(aa)]'; SECONDS="$x1[1]"; }; f
%%
#only zsh
aa # c \
for x (one) bb $x
%%
#only zsh
f2() { export x=rm; declare +x x; $x one; }; f2
%%
#only zsh
for x ($(aa one
bb two)
three) { cc $x }
