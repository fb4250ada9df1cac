aa "$(git rev-parse HEAD)" "$(git rev-parse HEAD)..HEAD" "x-$(git rev-parse HEAD)" $(git rev-parse HEAD) y
%%
h=$(git rev-parse HEAD); aa "$h" "$h/etc" "x$h" $h "${h:-none}" "${h:+some}" "${h}z"; h+=/q; aa "$h"
%%
set -- $(git merge-base a b) q; aa "$1" "$#"; for x in $(git merge-base a b) w; do bb "$x" "$x/y"; done
%%
f() { aa "$1" "$1/z" "$@"; }; f "$(git rev-parse HEAD)" 2; f $(git rev-parse HEAD) 3
%%
v=$(<one.txt); aa "$v" "$(< two.txt)" $(<one.txt)
%%
aa $(< sub/three.txt) "x$(<nosuch)"
