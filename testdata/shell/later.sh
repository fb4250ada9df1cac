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
