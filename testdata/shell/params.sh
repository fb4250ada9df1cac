set -- a b c; aa $1 $2 $3 $4 $#
%%
set -- a b c; aa "$@"; bb "$*"; cc $@ $*
%%
set -- 'a b' c; aa "$@"; bb "$*"
%%
#only bash
set -- 'a b' c; aa $@; bb $*
%%
#only zsh
set -- 'a b' c; aa $@; bb $*
%%
set -- 'a b' c; aa x"$@"y
%%
set --; aa "$@" $# x
%%
set -- ''; aa "$@" $#
%%
#only zsh
set -- ''; aa $@ x
%%
#only bash
set -- ''; aa $@ x
%%
set -- a b c; shift; aa "$@"
%%
set -- a b c; shift 2; aa "$@"
%%
set -- a b c; shift 5 2>/dev/null; aa "$@"
%%
set -- a b c; shift 0; aa "$@"
%%
n=2; set -- a b c; shift $n; aa "$@"
%%
set -- a b c; shift; shift; aa $1 "$*"
%%
set a b; aa $1
%%
set - a b; aa $1 $2
%%
set -f -- a; aa * $1
%%
set -f; aa *; set +f; bb *.txt
%%
set -o noglob; aa *; set +o noglob; bb o*
%%
set -fu; aa *
%%
set -u; aa x; aa ${x-y}
%%
set -u; x=1; aa $x
%%
set -u; aa "$NOPE"; bb never
%%
set -e; aa x; false; bb y
%%
set -e; false || aa x; bb y
%%
set -eu; aa x
%%
set -x; aa y 2>/dev/null
%%
set +x; aa y
%%
set -o pipefail; aa | bb
%%
set -euo pipefail; aa x
%%
set -o posix; aa x
%%
set -v; aa x
%%
set -n; aa x
%%
set -o noexec; aa x
%%
#only bash
set -k; aa x=1 y
%%
set -a; x=1; aa $x
%%
#only bash
set -B; aa {a,b}
%%
#only bash
set -h; aa x
%%
#only bash
set -P; cd sub; aa $PWD
%%
set -C; aa >x1; bb
%%
set "a b"; aa "$1"
%%
#only bash
set -- {a,b}; aa $2
%%
set -- *.txt; aa "$@" $#
%%
set -- "$@" x; aa $1
%%
set -- x "$@" y; aa "$@" $#
%%
set -- $(echo a b); aa $#
%%
x='p q'; set -- $x; aa "$1"
%%
#only bash
x='p q'; set -- $x; aa "$1" $#
%%
set -- a b; set -- "$2" "$1"; aa "$@"
%%
set -- a b; for i; do aa $i; done
%%
set -- a b; for i in "$@"; do aa $i; done
%%
set -- a b; for i do aa $i; done
%%
for i; do aa $i; done; bb
%%
set -- 1 2 3 4 5 6 7 8 9 t e; aa $10 ${10} ${11} $1
%%
set -- a; aa ${1:-x} ${2:-y} ${2-z} ${1:+w}
%%
set -- abc; aa ${1#a} ${1%c} ${1:1} ${#1}
%%
set -- rm one; $1 $2
%%
set -- rm one; "$@"
%%
set -- rm one; $@; $*
%%
set -- rm one; "$1" two
%%
set -- -rf one; rm "$@"
%%
aa "$0"; bb $0
%%
f() { aa $# "$@"; }; f a 'b c'
%%
f() { aa $1; shift; aa "$1"; }; f a b
%%
f() { set -- x y; aa $1; }; set -- p; f; aa $1
%%
f() { shift; }; set -- p q; f 1 2; aa $1
%%
bash -c 'aa $0 $1 "$@"' x y z
%%
bash -c 'aa "$@"' x y z
%%
bash -c 'aa $#' x y
%%
sh -c 'rm "$1"' -- one
%%
sh -c '"$@"' - rm one
%%
sh -c '$0 "$@"' rm one two
%%
sh -c '$0' rm
%%
sh -c 'shift; aa "$@"' x y z
%%
zsh -fc 'aa $1' x y
%%
dash -c 'aa $1' x y
%%
sh -c 'for i; do aa $i; done' x y z
%%
sh -c "aa $1" x y
%%
set -- v; sh -c "aa $1"
%%
set -- v; sh -c 'aa "$1"' s "$1"
%%
sh -c 'set -- p; aa $1'
%%
sh -c 'eval "$1"' s 'rm one'
%%
sh -c 'eval "$@"' s rm one
%%
x=5; sh -c 'aa "$x"' 
%%
x=5; export x; sh -c 'aa $x'
%%
x=5 sh -c 'aa $x'
%%
export x=5; bash -c 'aa $x; x=6; aa $x'; aa $x
%%
f() { aa in; }; bash -c 'f' 2>/dev/null; bb
%%
#only bash
f() { aa in; }; export -f f; bash -c f
%%
#only bash
shopt -s expand_aliases
alias k=rm
k one
%%
#only bash
alias k=rm; k one 2>/dev/null; aa
%%
#only bash
shopt -s expand_aliases; alias k='rm one'
k
%%
#only bash
shopt -s expand_aliases
alias k='rm '
alias t=one
k t
%%
#only bash
shopt -s expand_aliases
alias aa='bb x'
aa y
%%
#only bash
shopt -s expand_aliases
alias aa='bb x'
\aa y; 'aa' z
%%
#only bash
shopt -s expand_aliases
alias aa='aa x'
aa y
%%
#only bash
shopt -s expand_aliases
alias k=rm
unalias k
k one 2>/dev/null; aa
%%
#only bash
shopt -s expand_aliases
alias k=rm
unalias -a
aa x
%%
#only bash
shopt -s expand_aliases
alias k='aa x; bb'
k y
%%
#only bash
shopt -s expand_aliases
alias k='aa x |'
k bb
%%
#only bash
shopt -s expand_aliases
alias k='aa "x'
k y"
%%
#only bash
shopt -s expand_aliases
alias if=aa
if x
%%
#only bash
shopt -s expand_aliases
alias w='for i in 1 2; do'
w aa $i; done
%%
#only bash
shopt -s expand_aliases
alias g='git commit'
g -m "a b"
%%
#only bash
shopt -s expand_aliases
alias g='git'
x=1 g y
%%
#only bash
shopt -s expand_aliases
alias n='>x'
n aa y
%%
#only bash
shopt -s expand_aliases; alias k=rm; eval 'k one'
%%
#only bash
shopt -s expand_aliases
f() { alias k=rm; }
f
k one
%%
#only bash
shopt -s expand_aliases
if true; then alias k=rm; fi
k one
%%
#only bash
shopt -u expand_aliases
alias k=rm
k one 2>/dev/null; aa
%%
#only bash
shopt -s expand_aliases
alias k=rm l=aa
k x; l y
%%
#only bash
shopt -s expand_aliases
x=rm
alias k="$x one"
k
%%
#only bash
shopt -s expand_aliases
alias k='$x one'
x=rm
k
%%
#only bash
shopt -s expand_aliases
alias k="rm'"
k one'
%%
#only bash
BASH_ALIASES[k]=rm; shopt -s expand_aliases
k one
%%
#only zsh
alias k=rm
eval 'k one'
%%
#only zsh
alias -g G='| bb'
eval 'aa x G'
%%
#only zsh
alias -s txt=aa
eval './one.txt'
%%
#only zsh
aliases[k]=rm; eval 'k one'
%%
#only zsh
alias k='rm '; alias t=one; eval 'k t'
%%
#only bash
shopt -s nullglob; aa x *.none y
%%
#only bash
shopt -s failglob; aa x *.none; bb
%%
#only bash
shopt -s dotglob; aa *
%%
#only bash
shopt -s globstar; aa **/*.txt
%%
#only bash
shopt -s extglob
aa @(one|two).txt !(one).txt
%%
#only bash
shopt -s extglob
aa +(o|n)e.txt *(x)one.txt ?(t)wo.txt
%%
#only bash
shopt -s extglob
x=aab; aa ${x##+(a)} ${x/@(a|b)/X}
%%
#only bash
shopt -s nocaseglob; aa ONE.*
%%
#only bash
shopt -s nocasematch; case A in a) aa 1;; *) bb 2;; esac
%%
#only bash
shopt -s lastpipe; echo v | read x; aa "$x"
%%
#only bash
shopt -s autocd 2>/dev/null; aa
%%
#only bash
shopt -s cdspell; cd sbu 2>/dev/null; aa "$PWD"
%%
#only bash
shopt -s cdable_vars; d=sub; cd d; aa "$PWD"
%%
#only bash
shopt -s xpg_echo; aa "$(echo 'a\tb')"
%%
#only bash
shopt -s compat44 2>/dev/null; aa x
%%
#only bash
shopt -so noglob; aa *
%%
#only bash
GLOBIGNORE='one*'; aa *.txt
%%
aa *.txt
%%
aa *.none
%%
aa o*e.txt ?wo.txt [ot]*.txt [!o]*.txt
%%
aa "*.txt" \*.txt '*'.txt
%%
aa sub/* */three.txt */*.txt
%%
aa ./*.txt $PWD/*.txt
%%
aa .d* .[a-z]*
%%
aa *"e.txt" *'.txt' "o"*
%%
aa [o]ne.txt [[:lower:]]*.txt
%%
aa dir*
%%
aa *\ two
%%
x=one; aa $x*.txt "$x"*
%%
x='*'; aa "$x".txt
%%
#only bash
x='*'; aa $x.txt
%%
aa */ .*/
%%
aa [a aa] a[b]c
%%
cat *.none 2>/dev/null; aa
%%
/bin/../bin/echo x; aa
%%
./aa 2>/dev/null; aa x
%%
r[m] one 2>/dev/null; aa
%%
IFS=:; x=a:b; aa $x
%%
#only bash
IFS=:; x=a:b:; aa $x
%%
#only bash
IFS=:; x=:a::b; aa $x
%%
#only bash
IFS=' :'; x='a : b'; aa $x
%%
#only bash
IFS=; x='a b'; aa $x
%%
#only bash
IFS=x; x=axb; aa $x "$x"
%%
#only bash
IFS=,; set -- a b; aa "$*" $*
%%
#only bash
IFS=; set -- a b; aa "$*" $*
%%
#only bash
unset IFS; x='a b'; aa $x; set -- p q; aa "$*"
%%
#only bash
IFS=_; c=rm_one; $c
%%
#only bash
IFS=_ c=rm_one; $c
%%
#only bash
c=rm_one; IFS=_; $c; IFS=' '; aa x_y
%%
#only bash
c=rm_one; IFS=_ $c 2>/dev/null; aa
%%
#only bash
IFS=$'\n'; x=$'a b\nc'; aa $x
%%
#only bash
IFS=0; aa $((100))
%%
#only bash
IFS=1; x=5152; aa $x $((212))
%%
#only bash
x=a,b; OIFS=$IFS; IFS=,; set -- $x; IFS=$OIFS; aa $1 $2
%%
#only bash
IFS=/; x=a/b/c; set -- $x; aa "$3"
%%
#only bash
IFS=-; aa $(echo a-b) "$(echo a-b)"
%%
#only bash
IFS=:; aa a:b "a:b" ${x:-c:d}
%%
#only bash
IFS=' 	'; x=$'a\nb'; aa $x
%%
#only bash
f() { local IFS=:; x=a:b; aa $x; }; f; x=a:b; aa $x
%%
#only bash
IFS=: ; for i in $PWD; do aa "$i"; done
%%
#only bash
x=a:b:c; (IFS=:; aa $x); aa $x
%%
#only bash
IFS=é; x=aéb; aa $x
%%
#only zsh
IFS=:; x=a:b; aa $x ${=x} $(echo c:d)
%%
unset y; aa "${y@Q}" ${y@Q} x
%%
bash -c 'read y <f; sh <<< "aa ${y-q}"' ${z:-d}
%%
read y <f; eval "for i in ${y-a}; do aa $y ${y-u}; done" ${z:-}
