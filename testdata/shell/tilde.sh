aa ~ ~/ ~// ~/. ~/x/.. ~/"a b" ~/'c'
%%
aa "~" '~' \~ "~/x" ~"/x" ~''/x ~\/x
%%
#only bash
aa ~+ ~+/x ~- ~-/y; cd sub; aa ~+ ~- ~-/one.txt
%%
#only bash
cd sub; cd ..; aa ~-/three.txt ~+/one.txt ~0 ~+0 ~1 2>/dev/null
%%
#only bash
pushd sub >/dev/null; aa ~0 ~1 ~+1 ~-0 ~-1 ~2; popd >/dev/null; aa ~0
%%
aa ~$USER ~"root" ~r\oot ~${x}/y ~$(echo root)
%%
x=~ y=~/a z=a:~:~/b; aa "$x" "$y" "$z"
%%
x="~" y='~'/a z=\~/b w=a:"~":~; aa "$x" "$y" "$z" "$w"
%%
x=~\:~ y=a\:~ z=a:\~ w=a':'~; aa "$x" "$y" "$z" "$w"
%%
x=$HOME/a:~/b y=${HOME}:~ z="$HOME":~/c; aa "$x" "$y" "$z"
%%
x=a=~ y=a=~:~ z=~=~; aa "$x" "$y" "$z"
%%
export x=~ y=~/a:~/b z="~"; aa "$x" "$y" "$z"
%%
#only bash
declare x=~ y=a:~; typeset z=~/q; readonly w=~/r; aa "$x" "$y" "$z" "$w"
%%
f() { local x=~/a y=a:~/b; aa "$x" "$y"; }; f
%%
#only bash
export "x=~" 'y=~' z\=~ "w"=~; aa "$x" "$y" "$z" "$w"
%%
#only bash
n=x; export $n=~/a "$n"y=~ ; declare ${n}z=~; aa "$x" "$xy" "$xz"
%%
aa x=~ x=~/a x=a:~ x:~ -x=~ --x=~/a 1x=~ x-y=~ x+=~
%%
env x=~ y=~/a aa x=~; x=~ aa "$x"; env -i HOME=q x=~ aa
%%
#only bash
x+=~; y=a; y+=:~; z+=~/b; aa "$x" "$y" "$z"
%%
#only bash
a=(~ ~/x a:~ x=~ [5]=~/y); aa "${a[@]}"; a[1]=~/z; aa "${a[1]}"; declare -A h=([k]=~ [~]=v); aa "${h[k]}"
%%
for i in ~ ~/x a:~ "~"; do aa "$i"; done
%%
case ~ in ~) aa;; esac; case $HOME in ~) bb;; esac; case "~" in ~) cc;; *) zz;; esac
%%
#only bash
[[ $HOME == ~ ]] && aa; [[ ~ == $HOME ]] && bb; [[ "~" == ~ ]] || cc; [[ -d ~ ]] && zz
%%
aa < ~/nope 2>/dev/null; bb; aa > ~/o1; bb; aa >> ~/"o 1" ; cc <<<~
%%
cat <<E | xargs aa
~ ~/x
E
%%
unset u; aa ${u:-~} ${u:-~/x} "${u:-~}" "${u:-~/x}" ${u:-a:~} ${u:-"~"}
%%
#only bash
unset u; : ${u:=~/q}; aa "$u"; unset v; : "${v:=~/q}"; aa "$v"; unset w; w=${w:-~/a:~/b}; aa "$w"
%%
#only bash
x=abc; aa ${x/b/~} "${x/b/~}" ${x/b/~/d} ${x#~} ${x//[a-z]/~}
%%
#only bash
x=~/a/b; aa ${x#~} ${x#~/} ${x%~} ${x/~/H} "${x#~/a}" "${x/~/H}"
%%
HOME=/h; aa ~ ~/x "$HOME"; x=~; aa "$x"; HOME=; aa ~ ~/y; HOME='a b'; aa ~ ~/z
%%
HOME=/h aa ~; HOME=/h eval 'aa ~'; (HOME=/i; aa ~); aa ~
%%
HOME=/h sh -c 'aa ~ ~/x'; env HOME=/j sh -c 'aa ~'; HOME=/k bash -c 'bb ~ $HOME'
%%
HOME=rel; aa ~/x; cd ~ 2>/dev/null; aa "${PWD##*/}"
%%
#only bash
unset HOME; aa ~/x 2>/dev/null; bb
%%
#only bash
PWD=/p; aa ~+ $PWD; OLDPWD=/o; aa ~- $OLDPWD
%%
#only bash
f() { aa "$1" "$2"; }; f ~ x=~/y; alias q=~/z; eval "f ~ '~'"
%%
eval 'aa ~/x' ; eval aa '~/y'; eval "aa ~/z"; sh -c 'aa ~/w'; sh -c "aa ~/v"
%%
aa ~/a*b ~/{a,b} ~/[x] ~/"$USER" ~/$UID 2>/dev/null; bb
%%
aa ~/w* ~/ws ~/*s "~/"w* ~/'w'*
%%
aa $(echo ~) "$(echo ~/x)" `echo ~`/y "`echo ~`"
%%
x='~'; aa $x "$x" ${x}/y; eval "aa $x/z"; y=$x/a; aa "$y"
%%
aa a~ a~/x a/~ /~ ~~ ~/~ ~:~ =~ .~ 
%%
#only bash
set -o posix; aa x=~ ; y=a:~; aa "$y"
%%
aa ~
bb ~;cc ~&& aa ~|bb ~
(aa ~)
%%
alias h=~; cd ~/ws && aa "${PWD##*/}" ~+; cd - >/dev/null; bb
%%
~/nope 2>/dev/null; ~root/nope 2>/dev/null; ~+/nope 2>/dev/null; aa
%%
#only bash
PWD=/p; cd sub; aa ~+ $PWD; cd ..; aa ~- "$OLDPWD"
%%
case a:~ in a:\~) aa;; a:*) bb;; esac; case ~:~ in ~:\~) aa x;; *) bb y;; esac
%%
aa <<<a:~; cat <<<a:~ | xargs aa
%%
cat <<<~ | xargs aa; cat <<<a=~ | xargs bb
%%
#only bash
[[ a:~ == 'a:~' ]] && aa || bb; x=a:~; aa "$x" ${x#a:~} ${x/a:~/z}
%%
unset w; x=${w:-~/a:~/b}:~ y=${w:-"~:~"} z="${w:-~:~}"; aa "$x" "$y" "$z"
%%
unset w; export x=${w:-a:~}; aa "$x" ${w:-a:~} ${w:-x=~}
%%
aa o["n"]e.txt o[\n]e.txt o['n']e.txt [o]"n"[e].txt o["x]"e.txt o[n"]"e.txt "o["n]e.txt
%%
rm o[\n]e.txt t['w']o.txt; aa o["!"n]e.txt o[\!n]e.txt o[!"x"]e.txt ["o-z"]ne.txt
%%
#only bash
x=n; aa o[$x]e.txt o["$x"]e.txt o[${x}m]e.txt o[$(echo n)]e.txt "$x"[x]
%%
#only bash
x='[n'; aa o${x}]e.txt o"$x"]e.txt o$x"]"e.txt
%%
set -f; aa o["n"]e.txt o[\n]e.txt
%%
[o"ne"].txt 2>/dev/null; r[\m] one 2>/dev/null; aa
