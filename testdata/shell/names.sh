for f in *.txt; do aa "$f" "${f%.txt}" "${f%.txt}.bak"; done
%%
for f in *.txt; do aa "x$f" "x-$f.y" "${f##*/}"; done
%%
for f in sub/*.txt; do mv "$f" "${f%.txt}.md"; cp "$f" "home/${f##*/}"; aa "${f%/*}" "${f%/*}/b"; done
%%
for f in sub/*; do aa "${f#sub/}" "${f#sub/}.c" "${f#s}" "${f%.txt}" "${f%txt}" "${f%three.txt}"; done
%%
for f in *xt; do aa "${f%xt}" "${f%xt}/etc" "${f%t}"; done
%%
for f in *t; do touch t; aa "${f%t}/etc"; done
%%
for f in */; do aa "$f" "${f%/}" "${f%/}/x" "${f%/*}" "${f##*/}"; done
%%
for f in *.none; do aa "$f" "${f%.none}" "${f%.none}.b" "${f##*/}"; done
%%
for f in sub/*.none; do aa "${f%/*}" "${f%.none}.b" "${f#sub/}"; done
%%
for f in .d*; do aa "${f%t}" "${f#.}" "x${f#.}" "x$f"; done
%%
for f in sub/*; do for g in *.txt; do aa "$f-$g" "${f%/*}/$g" "$f/$g"; done; done
%%
for f in *.txt; do g="${f%.txt}.x"; aa "$g" "${g%.x}" "${g}y"; done
%%
for f in sub/t*; do g="${f##*/}"; aa "$g" "d/$g" "${g%.txt}"; done
%%
for f in *.txt; do x=$(cat <<< "$f"); aa "$x"; done
%%
#only bash
for f in sub/*; do read -r x <<< "$f"; aa "$x"; done
%%
while read -r l; do aa "$l"; done < <(echo one; echo two)
%%
aa < <(bb x) > >(cc y)
%%
for f in sub/*; do aa "$(basename "$f")" "d/$(basename "$f")" "$(dirname "$f")" "$(dirname "$f")/e" "$(basename "$f" .txt)" "$(basename "$f" .txt).z"; done
%%
for f in sub/*; do aa "$(true; basename "$f"; true)" "$(basename "$f"; echo z)" "$(echo z; basename "$f")" "$(basename "$f" | tr a-z A-Z)"; done
%%
for f in sub/*.txt; do g=$(basename "$f"); h=`dirname "$f"`; aa "$g" "$h/$g" $(basename "$f"); done
%%
#only bash
f() { declare -i n; declare n='a[$(aa)]'; local n; bb $n; }; f; g() { [ -e nowhere ] || local -i m; local m='a[$(cc)]'; }; g
%%
#only bash
[ -e nowhere ] || declare -n r; for r in 'a[$(aa)]'; do bb $r; done
%%
#only bash
cd /nowhere 2>/dev/null || declare -n r=PS4; r='$(aa)'; set -x; : 2>/dev/null; set +x
%%
#only bash
: > '(a $(aa) b)'; f() { local -A x=$1; }; f *a*
