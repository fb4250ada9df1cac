x=$(umask); aa "$x"
%%
x=$(export -p | head -1); aa "$x"
%%
export q=rm; x=$(export -p); aa "$x"
%%
q=rm; x=$(typeset q); aa "$x"
%%
x=$(set -o); aa "$x"
%%
x=$(set); aa "$x"
%%
q=rm; x=$(declare -p q); aa "$x"
%%
f() { local q=rm; x=$(local); aa "$x"; }; f
%%
x=$(cd sub; cd -); aa "$x"
%%
CDPATH=$PWD; x=$(cd sub); aa "$x"
%%
x=$(shopt -p nullglob 2>/dev/null); aa "$x"
%%
x=$(printf -v y z); aa "$x"
%%
x=$(cd ~-); aa "$x"
%%
set -x; x=$(true 2>&1); aa "$x"
%%
trap 'echo hi' EXIT; x=$(true); aa "$x"
%%
x=$(trap 'echo hi' EXIT); aa "$x"
%%
f() { echo hi; }; x=$(f); aa "$x"
%%
echo() { printf rm; }; x=$(echo aa); $x one
%%
x=$(cd sub | cat); aa "$x"
%%
x=$(wait; unset q; shift 0); aa "x$x"
%%
x=$(umask -S); aa "$x"
%%
q=rm; x=$(set | grep ^q=); aa "$x"
%%
q='; rm one'; set | grep ^q= | cut -d\' -f2 | tr -d ';' | sh
%%
q=rm; declare -p q | sed 's/.*"\(.*\)"/\1 one/' | sh
%%
q=rm; export q; x=$(export -p | tail -1); aa
%%
chpwd() { echo rm; }; x=$(cd sub); aa $x
%%
x=$(export q=rm; echo $q); $x one
%%
x=$(declare q=rm; echo $q); $x one
%%
x=$(cd sub; echo rm); $x one
%%
x=$(set -e; echo rm); $x one
%%
x=$(set -- rm one; echo $1); $x one
%%
x=$(umask 022; echo rm); $x one
%%
f() { local q=rm; echo $q; }; x=$(f); $x one
%%
x=$(readonly); aa "$x"
%%
x=$(typeset); aa "$x"
%%
x=$(integer); aa "$x"
