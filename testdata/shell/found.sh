#only bash
bb [ot]* && z=a && i1=0; while [ $i1 -lt 2 ]; do i1=$((i1+1)); sh <<E
aa n{'p q',r}
E
:; done
%%
aa "$(echo a)*" rm one.txt{a,b}b </dev/null; case $1 in ${y:+v}) bb  >>o1; set -- ;; *) shift;; esac
%%
#only bash
sh -c 'sh <<E
aa "$PWD" $'\''a\tb'\''
E
:' m
%%
#only bash
sh -c 'IFS=; zz {a,b}{c,d} ${z:+v}*.none0 | aa '
%%
timeout 2 'a'a c.dc.d m~/hn "$@$(echo $x)"; z="x_yx_y" && case "aa:b"~/h${x#a} in \ ${y:+v}) zz  >o1; eval 'shift';; *) aa ;; esac
%%
#only bash
eval 'aa $HOME{1..3} 0 >o1'
%%
(zz o* | z="$#${#z}" zz "$PWD"'' >o1 && aa m {1..3}$(echo a {'p q',r})a)
%%
y=$1~/h; if true; then z=x{,y}z''*.txt; command aa n${y//[ab]/_}m n $*${y-w}'a b' >o1; aa ; fi
%%
a"a" n $(printf '%s ' b $HOME)n{1..3} n >o1 && pushd sub >/dev/null 2>&1; f2() { aa ; }
%%
#only bash
export y={'p q',r}"$#\\"; aa "$y"
%%
#only bash
declare y={a,b}; aa "$y"
%%
#only bash
local_y() { local y={a,b}c; aa $y; }; local_y
%%
bash -c 'echo "$1$@" | { read x; aa "$x"; }' ${z} c.daa
%%
sh -c 'a"a" "$1${z-w}" *.txt' ${x##*:} a:b
%%
sh -c 'aa x_y$#' p $(echo q"${y-w}") 
%%
sh -c '(y=1 && aa ${x/a/Q}); zz m{p,r} {a,b}n'
%%
sh -c '{ echo "${z//[ab]/_}" | cat; aa "q r"x{,y}z; }' ~+
%%
#only zsh
bb a$(aa y)x{,y}z m
%%
#only zsh
bb {a,b}$(aa y)"$(echo $x)$(zz a)"
%%
#only zsh
set -- a; aa $#-xn $#x
%%
#only bash
x+="\\$((x))"; aa "$(echo $x)a"
%%
#only bash
x='\0'; aa $x"$(echo $x)a"
%%
aa $(echo -e '\162m') "$(echo -e '\0162m')" $(printf '\162m') $(printf %b '\162m')
%%
aa "$(printf 'a\0b')" x$(printf 'c\0d')
%%
printf -v x 'a\0b'; aa "$x"
%%
printf 'a\0b c\n' | { read -r x y; aa "$x" "$y"; }
%%
echo "\\$((3*2))" | xargs aa
%%
sh -c 'x=m; { echo "${x//[ab]/_}a:b" | { read x; aa "$x"; }; }'
%%
sh -c 'x=m; y=$(echo ${x:0:1}); aa "$y"'
