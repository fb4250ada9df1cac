#only zsh
aa "${x:-'$(bb a)'}" z
%%
#only zsh
aa "${x:-'a}b'}c"
%%
#only zsh
aa "${x:-'a"b'}c" d'"}'
%%
#only zsh
aa "${x:-it's}" $(bb "it's") 'z'
%%
#only zsh
aa "${x:-it's}" b 'c $(bb)'
%%
#only zsh
aa "${x:-${y:-'$(bb a)'}}" "${x:-"${y:-'$(cc a)'}"}"
%%
#only zsh
aa "${HOME:+'$(bb a)'}" | cat
%%
#only zsh
aa "${x='$(bb a)'}"; cc "$x"
%%
#only zsh
aa "${@:-'$(bb a)'}" "${*:-'$(cc a)'}"
%%
#only zsh
x=abc; aa "${x/b/'$(bb >/dev/null; echo y)'}" "${x/'b'/'z'}" "${x#'a'}" "${x%'c'}"
%%
#only zsh
x=abc; aa "${x/'$(bb a)'/y}" "${x#'$(bb b)'}"
%%
#only zsh
aa "${x:-'$(bb "${y:-'$(cc a)'}")'}"
%%
#only zsh
aa "${x:-'`bb a`'}"
%%
#only zsh
aa "${x-'`bb 'a b'`'}"
%%
#only zsh
aa "$(bb "${x:-'$(cc a)'}"; echo 'x)')" 'z'
%%
#only zsh
aa "$(case x in x) bb "${y:-'$(cc a)'}";; esac)" 'z'
%%
#only zsh
aa "$(case x in (x|'y') bb "${y:-'a'}" ;; *) cc ;; esac; echo "it's")" 'z'
%%
#only zsh
aa "$(bb # it's
cc "${x:-'a'}")" 'z'
%%
#only zsh
cat <<E; aa "${x:-'z'}"
${x:-'$(bb a)'}
it's ${x:-'$(cc "b")'}
E
%%
#only zsh
cat <<'E'; aa "${x:-'z'}"
${x:-'$(bb a)'} it's "
E
%%
#only zsh
aa "$(cat <<E
it's ${x:-'$(bb a)'}
E
)" "${x:-'z'}"
%%
#only zsh
aa ${x:-{a,b}} ${x:-x{a,b}y}z
%%
#only zsh
aa ${x:-{a,$(bb >&2; echo c)}} ${x:-{a}} ${x:-a{b}c}d
%%
#only zsh
aa "${x:-{a,b}}" "${x:-"{a,b}"}" ${x:-"{a,b}"}
%%
#only zsh
x=ab; aa ${x%{a,b}} ${x/a/{a,b}} ${x/{a,b}/x}
%%
#only zsh
x=b; aa ${x:+{a,$(bb >&2; echo c)}}
%%
#only zsh
x=abc; aa ${x:s/b/$(bb >&2; echo z)/} ${x:s/b/Z/} ${x:gs/b/Z/}
%%
#only zsh
x=/a/b.c; aa ${x:h} ${x:t} ${x:r} ${x:e} ${x:t:r} ${x:h:h}
%%
#only zsh
aa ${(l:$(bb >&2; echo 5):)HOME}
%%
#only zsh
aa ${path[(r)$(bb >&2; echo x)]} "${path[(i)"$(cc >&2; echo x)"]}"
%%
#only zsh
touch a b; aa (a|$(bb >&2; echo b))
%%
#only zsh
touch a b; aa (a|"$(bb >&2; echo b)")* (b|$(cc >&2; echo a))
%%
#only zsh
touch a1 b1; aa ($(bb >&2; echo a)|b)1
%%
#only zsh
touch a1 b1; x='a|b'; aa (z|$x)1(N)
%%
#only zsh
[[ ab == a(b|$(bb >&2; echo c)) ]] && aa
%%
#only zsh
[[ abc == a(c|"$(bb >&2; echo b)")* ]] && aa
%%
#only zsh
x==(bb a); cat $x; aa "${x:+z}"
%%
#only zsh
x==(echo "it's"; bb "$(cc b)"); aa "${x:+'z'}"
%%
#only zsh
for x y in a b c d; { aa $x $y }
%%
#only zsh
for x y in a b c d; do aa $x $y; done; bb $x $y
%%
#only zsh
for x y z in a b c d; { aa $x $y $z }
%%
#only zsh
for x y (a b c) { aa $x $y }
%%
#only zsh
y=q; for x y in $(bb >&2; echo a); { aa $x $y }; cc $y
%%
#only zsh
y=q; for x y in a; { y=w; aa $y }; bb $y
%%
#only zsh
for x y in "${z:-$(for a (b); do bb $a; done)}" c; do aa done; done
%%
#only zsh
() { aa $1 } ${HOME:+$(bb >&2; echo x)}
%%
#only zsh
() { aa $1 } $(bb >&2; echo x) y
%%
#only zsh
() { aa $1 } "${x:-'$(bb >&2; echo x)'}" > /dev/null
%%
#only zsh
() { aa $1 } x{$(bb >&2; echo y),b}; cc
%%
#only zsh
aa "$({ bb } always { cc })" z
%%
#only zsh
aa "$({ bb a } always { cc })" "it's" 'b'
%%
#only zsh
aa "x)" "$(for x (a b) { bb $x })" ")"
%%
#only zsh
aa "$(if [[ a ]] { bb x } else { cc })"
%%
#only zsh
aa "${x:-$(for x (a b) { bb $x })}"
%%
#only zsh
for x (a b) { cat <<E
it's $(bb $x) {
E
aa $x }
%%
#only zsh
if [[ a ]] { cat <<'E'
for x (a b) { zz }
E
aa }
%%
#only zsh
cat <<E; for x (a b) { aa $x }
} it's
E
%%
#only zsh
for x ($(cat <<E
'$(bb a)'
E
)); { aa $x }
%%
#only zsh
{ aa } always { cat <<E
$(bb b)
E
}
%%
#only zsh
for x (a) cat <<E
$(bb $x)
E
%%
#only zsh
aa "${(f)"$(bb >&2; print -l 'a b' c)"}" "${(@)x:-$(cc >&2; echo d)}"
%%
#only zsh
aa "${x:-${(f)"$(bb >&2; echo a)"}}" ${:-${(s.,.):-a,b}}
%%
#only zsh
aa ${x:-'}'} "${x:-\}}" 'b'
%%
#only zsh
aa "${x:-a\'b}" 'c'
%%
#only zsh
aa "${x:-$'a'}" $'it\'s' "b"
%%
#only zsh
aa $(( ${x:-1} )) "$(( 1 + 2 ))" 'b'
%%
#only zsh
x=(a 'b)' "c'"); aa "${x[@]:-'d'}" 'e'
%%
#only zsh
typeset -A m; m[it\'s]=1; aa "${m[it's]:-'b'}" 'c'
%%
#only zsh
f() { aa "${1:-'$(bb)'}" }; f; f 'x'
%%
#only zsh
aa "${x:+it's}" 'b' "${y:-"c'd"}"
%%
#only zsh
aa `bb "${x:-'a'}"` 'b'
%%
#only zsh
aa "${${x:-'a'}#\'}" 'b'
