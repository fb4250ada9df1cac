echo aa | { (exec <<< rm; :); read x; $x one; }
%%
echo zz | { if aa; then exec <<< rm; fi; read x; $x one; }
%%
printf 'rm\naa\n' | { if bb; then read x; fi; read x; $x one; }
%%
printf 'rm\naa\n' | { bb && read x; read x; $x one; }
%%
printf 'aa\nrm\n' | { eval 'read y'; read x; $x one; }
%%
printf 'aa\nrm\n' | { command read y; read x; $x one; }
%%
echo aa | { eval 'exec <<< rm'; read x; $x one; }
%%
printf 'aa\nrm\n' | { f() { bb && return; read y; }; f; read x; $x one; }
%%
printf 'aa\nrm\n' | { (read y); read x; $x one; }
%%
printf 'aa\nrm\n' | { read y & wait; read x; $x one; }
%%
printf 'aa\nrm\n' | { y=$(read z; echo $z); read x; $x one; }
%%
printf 'aa\nrm\n' | { case $(bb) in q) read y;; esac; read x; $x one; }
%%
printf 'aa\nrm\n' | { cat >/dev/null; read x; ${x:-zz} one; }
%%
{ read x; read y; $x $y; } <<E
rm
one
E
%%
f() { eval 'local x=aa'; }; x=rm; f; $x one
%%
f() { command local x=aa; }; x=rm; f; $x one
%%
#only bash
f() { builtin local x=aa; $x p; }; x=rm; f; $x one
%%
f() { eval 'local x=aa; g'; $x p; }; g() { x=bb; }; x=rm; f; $x one
%%
set -C; echo rm >q; echo aa >q; x=$(<q); $x one
%%
set -o noclobber; echo rm >q; echo aa >q; x=$(<q); $x one
%%
f() { bb && return; echo aa >q; }; echo rm >q; f; x=$(<q); $x one
%%
echo rm > q; ln q r; echo aa > r; x=$(<q); $x one
%%
echo rm > q; ln -sf q r; echo aa > r; x=$(<q); $x one
%%
ln -s . l; echo rm > q; echo aa > l/q; x=$(<q); $x one
%%
ln -s q r; echo rm > q; echo aa > r; x=$(<q); $x one
%%
echo rm > q; { sleep 0.05; echo aa > q; } & echo bb > q; sleep 0.2; x=$(<q); $x one
%%
{ echo rm; echo aa > q; } > q; x=$(<q); $x one
%%
exec 5>&1; exec > q; echo rm; exec >&5; x=$(<q); $x one
%%
echo aa > q; exec 3> q; echo rm >&3; x=$(<q); $x one
%%
echo aa > q; { echo rm >&3; } 3> q; x=$(<q); $x one
%%
#only bash
echo aa > q; exec {fd}> q; echo rm >&$fd; x=$(<q); $x one
%%
true() { return 1; }; echo rm >q; true && echo aa >q; x=$(<q); $x one
%%
echo() { return 1; }; printf 'rm\n' >q; echo x && printf 'aa\n' >q; x=$(<q); $x one
%%
printf 'rm\n' >q; echo x </nonexist && printf 'aa\n' >q; x=$(<q); $x one
%%
#only bash
echo rm >q; echo aa >q | :; x=$(<q); $x one
%%
echo aa >q; cd sub; echo rm >q; cd ..; x=$(<q); $x one
%%
echo aa >q; pushd sub >/dev/null; echo rm >../q; popd >/dev/null; x=$(<q); $x one
%%
echo aa >q; tee q <<< rm >/dev/null; x=$(<q); $x one
%%
echo aa >q; sed -i s/aa/rm/ q; x=$(<q); $x one
%%
echo aa >q; x=q; echo rm >$x; x=$(<q); $x one
%%
echo aa >q; sh -c 'echo rm >q'; x=$(<q); $x one
%%
echo aa >q; sh -c 'echo rm >"$0"' q; x=$(<q); $x one
%%
echo aa >q; awk 'BEGIN { print "rm" > "q" }'; x=$(<q); $x one
%%
echo aa >q; find . -name q -fprintf q 'rm\n'; x=$(<q); $x one
%%
echo aa >q; echo rm >q2; cat q2 >q; x=$(<q); $x one
%%
echo aa >q; for i in 1; do echo rm >q; done; x=$(<q); $x one
%%
echo aa >q; trap 'echo rm >q' USR1; kill -USR1 $$; x=$(<q); $x one
%%
trap 'x=rm' USR1; x=aa; kill -USR1 $$; $x one
%%
#only bash
trap 'x=rm' DEBUG; x=aa; $x one
%%
trap 'x=rm' ERR; x=aa; false; $x one
%%
#only bash
trap 'x=rm' RETURN; f() { :; }; x=aa; f; $x one
%%
#only bash
f() { trap 'x=rm' RETURN; x=aa; }; f; $x one
%%
trap '$x one' EXIT; x=aa; x=rm
%%
x=aa; trap '$x one' EXIT; x=rm
%%
x=aa; trap "$x one" EXIT; x=rm
%%
trap 'f' EXIT; f() { aa "$1" x; }; f q
%%
trap 'cd sub' USR1; kill -USR1 $$; aa "$PWD"
%%
f() { aa "$1"; }; trap 'f x' EXIT; f q
%%
set -- p; trap 'aa $1' EXIT; set -- q
%%
(trap 'aa $x' EXIT; x=5); :
%%
trap 'aa $x' EXIT; (x=5; exit); :
%%
f() { trap 'aa $x' EXIT; }; f; x=7
%%
trap 'aa $?' EXIT; exit 3
%%
trap 'trap "rm q" EXIT; exit' USR1; kill -USR1 $$
%%
trap 'exit' USR1; trap 'aa x' EXIT; kill -USR1 $$; rm y
%%
sh -c 'x=rm; x=aa :; $x one'
%%
sh -c 'x=rm; x=aa eval :; $x one'
%%
sh -c 'x=rm; x=aa export y; $x one'
%%
sh -c 'x=rm; f() { :; }; x=aa f; $x one'
%%
sh -c 'x=rm; x=aa . /dev/null; $x one'
%%
x=rm; x=aa :; $x one
%%
x=rm; x=aa eval :; $x one
%%
x=rm; x=aa export x; $x one
%%
x=rm; x=aa readonly x; $x one
%%
#only bash
x=rm; x=aa declare -x x; $x one
%%
#only bash
x=rm; f() { export x; }; x=aa f; $x one
%%
#only bash
x=rm; f() { declare -g x=zz; }; x=aa f; $x one
%%
x=rm; f() { x=bb; }; x=aa f; $x one
%%
#only bash
x=rm; f() { unset x; ${x-zz} one; }; x=aa f
%%
#only bash
x=rm; x=aa eval 'unset x; ${x-zz} one'
%%
#only bash
x=rm; x=aa eval 'x=bb'; $x one
%%
#only bash
x=rm; x=aa eval 'export x'; $x one
%%
POSIXLY_CORRECT=1; x=rm; x=aa :; $x one
%%
#only bash
bash --posix -c 'x=rm; x=aa :; $x one'
%%
#only bash
bash -o posix -c 'x=rm; x=aa :; $x one'
%%
sh -c 'alias aa=rm
aa one'
%%
#only bash
set -o posix; x=rm; x=aa :; $x one
%%
bash -c 'shopt -s expand_aliases; alias aa=rm; eval "aa one"'
%%
zsh -c 'alias aa=rm; eval "aa one"'
%%
#only bash
bash -O expand_aliases -c $'alias aa=rm\naa one'
%%
#only bash
shopt -s expand_aliases
alias aa='rm '
alias zz=one
aa zz
%%
#only bash
shopt -s expand_aliases; alias aa=rm; eval 'aa one'
%%
#only bash
BASH_ALIASES[aa]=rm; shopt -s expand_aliases
aa one
%%
#only bash
shopt -s expand_aliases
alias x='if true; then rm'
x one; fi
%%
set -- r m; y=$@; aa $y "$y"
%%
set -- r m; y="$@"; aa $y "$y"
%%
set -- r m; y=$*; aa $y "$y"
%%
IFS=-; set -- r m; y=$*; aa "$y"
%%
IFS=-; set -- r m; y=$@; aa "$y"
%%
a=(r m); y=${a[@]}; aa "$y"
%%
a=(r m); y=${a[*]}; aa "$y"
%%
a=(r m); y="${a[@]}z"; aa "$y"
%%
IFS=; a=(r m); y=${a[*]}; aa "$y"
%%
set -- r m; case $@ in 'r m') aa;; esac; case "$*" in rm) bb;; esac
%%
set -- r m; read -r z <<<"$@"; aa "$z"
%%
set -- r m; : ${y:=$@}; aa "$y"
%%
x='y=1'; y=7; aa $(( $x + 2 )) ; aa $y
%%
x=-3; aa $(( 5 + $x )) $(( $x * 2 ))
%%
x=; aa $(( 5 - $x - 3 ))
%%
x=3; aa $(( 1$x + 1 )) $(( $x ))
%%
x=aa; trap '$x one' EXIT; x=rm
%%
trap 'g rm' EXIT; g() { $1 one; }; g aa
%%
f() { g rm; }; trap f EXIT; g() { $1 one; }; g aa
%%
g() { :; }; trap 'g rm' EXIT; g() { $1 one; }; g aa
%%
trap 'f' EXIT; f() { g rm; }; g() { $1 one; }; g aa
%%
trap 'rm one' EXIT; cd sub
%%
trap 'rm $PWD' EXIT; cd sub
%%
trap '$1 one' EXIT; set -- rm
%%
set -- aa; f() { bb; }; trap '$1 one' DEBUG; f rm
%%
set -- aa rm; trap '$1 one' EXIT; shift
%%
x=aa; trap '$x one' EXIT; read -r x <<<rm
%%
x=aa; trap '$x one' EXIT; for x in bb rm; do :; done
%%
x=aa; (trap '$x one' EXIT; x=rm); bb
%%
f() { trap '$x one' EXIT; local x=rm; }; x=aa; f
%%
x=aa; trap '$x one' EXIT; f() { x=rm; }; f
%%
x=aa; trap 'eval "$x one"' EXIT; eval x=rm
%%
x=aa; g() { $x one; }; trap g EXIT; x=rm
%%
x=bb; trap 'x=rm' DEBUG; $x one
