#only zsh
x=/a/b/c.tar.gz; aa ${x:h} ${x:t} ${x:r} ${x:e} ${x:t:r} ${x:h:h} ${x:u} ${x:l} "${x:t:r:r}"
%%
#only zsh
x=/a/b/c.tar.gz; aa ${x:s/b/Z/} ${x:gs/a/Z/} ${x:s/a/&&/} ${x:s,a,z,} ${x:s/q/z/} "${x:s/b/z}" ${x:gs,/,_,}
%%
#only zsh
x=abc; aa ${x:s/b/$(bb >&2; echo z)/} "${x:s/b/$(bb >&2; echo z)/}" ${x:gs/b/`cc >&2; echo y`/}
%%
#only zsh
x=abc; aa ${x:s/b/$(bb >&2; echo p/q)/} "${x:s,b,$(echo p,q),}"
%%
#only zsh
x=abc; y=z; aa ${x:s/b/$y/} ${x:s/b/${y}w/} ${x:s/b/"$y"/} ${x:s/$y/b/}
%%
#only zsh
x=abc; y='&'; aa ${x:s/b/$y/} "${x:s/b/a b/}" ${x:s/b//}q
%%
#only zsh
x=a; aa "${x:h}" "${x:t}" "${x:r}" "${x:e}"
%%
#only zsh
x=/; aa "${x:h}" "${x:t}" "${x:r}" "${x:e}"
%%
#only zsh
x=a/; aa "${x:h}" "${x:t}" "${x:r}" "${x:e}"
%%
#only zsh
x=//a//b//; aa "${x:h}" "${x:t}" "${x:r}" "${x:e}" "${x:h:h}"
%%
#only zsh
x=.a.b/c; aa "${x:h}" "${x:t}" "${x:r}" "${x:e}"
%%
#only zsh
x=a.b/.c; aa "${x:h}" "${x:t}" "${x:r}" "${x:e}" "${x:t:r}"
%%
#only zsh
x=a.; aa "${x:r}" "${x:e}"; x=..; aa "${x:h}" "${x:t}" "${x:r}" "${x:e}"
%%
#only zsh
x=/a; aa "${x:h}" "${x:h:h}" "${x:t:h}"; x=a.b.c; aa "${x:e:r}" "${x:r:e}" "${x:r:r:r}"
%%
#only zsh
x=; aa "${x:h}" "${x:t}" "${x:s/a/b/}"
%%
#only zsh
x=abcde; aa ${x[1]} ${x[-1]} ${x[2,3]} ${x[2,-2]} ${x[-3,-2]} "${x[9]}" "${x[3,2]}" "${x[2,9]}"
%%
#only zsh
x=abcde; aa "${x[0]}" "${x[0,2]}" "${x[-9]}" "${x[-9,2]}" "${x[6]}" "${x[5,6]}" "${x[2,-9]}" "${x[0,0]}"
%%
#only zsh
x=abcde; i=2; aa ${x[i]} ${x[$i]} ${x[i,-1]} $x[i] "$x[2]" "${x[$((i+1))]}" ${x[$(bb >&2; echo 3)]}
%%
#only zsh
x=abcde; i=1; aa "${x[i++]}" "${x[i++]}"; aa $i
%%
#only zsh
x=abcde; aa "${x[1,$(bb >&2; echo 2)]}" "${x[(r)c]}" "${x[(i)c]}" "${x[2]:-q}" "${x[9]:-q}"
%%
#only zsh
x=(p q r); aa ${x[2]} $x[1,2] "${x[-1]}"; x=héllo; aa "${x[2]}" "${x[1]}" ${x:u}
%%
#only zsh
x='a b'; aa ${x[2]} "${x[2,3]}" ${x[1,2]}c; x='*'; aa ${x[1]} "${x:t}"
%%
#only zsh
x=ab; aa ${x[1]}$x[2] "${x[1]}c" ${x:h}/${x:t}
%%
#only zsh
aa ${^:-a} ${^:-a}b ${^:-a$(bb >&2; echo c)}; y=(1 2); aa ${^:-a$y} ${^:-$y}z
%%
#only zsh
x=abc; aa "${x/b/'z'}" "${x//b/'$(bb >&2; echo y)'}" ${x/b/'z'} "${x/b/"q"}"
%%
#only zsh
x=abc; cat <<E > out; aa "$(<out)"
${x/b/'z'} ${x:t} ${x[2]}
E
%%
#only zsh
zstyle ':a' b c; c=d; zstyle ':a' c q; aa $c; zstyle -s ':a' b c; aa $c
%%
#only zsh
x=/a/b; y=${x:h}; z=$x:t; aa $y $z $x:h:t "$x:h/c"
%%
#only zsh
for x in p/q.c r.d; do aa ${x:t:r} ${x[1]}; done
%%
#only zsh
[ -e nowhere ] && x=a/b.c || x=d/e.f; aa ${x:t} ${x:e} ${x[1]}
