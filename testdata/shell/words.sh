r''m -rf one.txt
%%
$'\x72m' one.txt
%%
X=rm; $X -r${Y:-f} "$HOME"/../..
%%
{rm,-rf,notes}
%%
T='rm -r'; $T x
%%
IFS=_;c=rm_-rf_/etc/nginx;$c
%%
$(echo rm) notes
%%
rm -rf ~/x ~+
%%
a=(x y); aa ${a[1]} "${a[@]}"
%%
aa "$@" $* "$#"
%%
set -- a /data; rm -rf $2 "$@"
%%
aa *.txt [ot]*.txt
%%
x=abc; aa ${x#a} ${x%c} ${x:1:1} ${x/b/Z} ${#x} ${x^^} ${y-d} ${x:+set}
%%
aa $((1+2*3)) `echo b`
%%
aa ~/my\ file
%%
aa ~/h\ 
%%
aa ~\/x \~/x ~a\b/x
%%
x=~/a\ b; aa "$x"
%%
aa x=~/a\ b
%%
P=a:~/b\ c:d; aa "$P"
%%
aa ~/a\ {b,c}
%%
aa ~/a\\b ~/\$x
%%
aa x > ~/o\ p; aa y
%%
P=a\:~/b; aa "$P"
%%
aa HEAD\~1 a\~b
%%
x=a\~b:~/c\ d; aa "$x"
%%
#only bash
x=1; x=2 y=$x aa "$x"; bb "$x" "${y-none}"
%%
x=1; x=2 y=$x; aa "$x" "$y"; x=$y$x y=$x; aa "$x" "$y"
%%
x=a; x=b eval 'aa $x'; bb $x; x=c :; cc $x
%%
x=a; f() { aa $x; x=z; }; x=b f; bb $x
%%
x=a; x=$x$(x=q; echo $x)$x; aa "$x"
%%
#only bash
x=a; aa $x ${x/a/b} $((x=5)) $x "${x:=9}"
%%
#only bash
i=0; a[$((i++))]=x a[$((i++))]=y; aa "${a[@]}" $i
%%
#only bash
i=0; x=$((i++)) y=$((i++)) aa $i $((i++)); bb $i "$x" "$y"
%%
unset x; aa "${x:-${y:-$(echo z)}}" "${x:-"${y:-"a b"}"}" ${x:-${y:-a b}} 
%%
unset x; aa "${x:-a "b" c}" "${x:-a \"b\" c}" ${x:-"a \"b\" c"} ${x:-'a "b"'}
%%
unset x y; aa ${x:-$y} "${x:-$y}" ${x:-"$y"} ${x:-""} ${x-''}z "${x-}"
%%
set -- 'a b' c; unset x; aa ${x:-"$@"} "${x:-"$@"}" ${x:-$@} "${x:-$*}" ${x:-"$*"}
%%
set -- 'a b' c; x=1; aa ${x:+"$@"} ${x:+$@} "${x:+$@}" ${x:+"$@" y} ${x:+x"$@"}
%%
set --; aa ${1+"$@"} ${1:-"$@"} "${1:-$@}" x ${1+y}
%%
x='a b'; aa ${x+"$x"} ${x+$x} ${x:+"$x" c} ${x:+'p q'} ${x:+p\ q} "${x:+p\ q}"
%%
x=; aa ${x:+a} "${x:+a}" ${x+a} ${x-a} "${x-a}" ${x:-a} end
%%
#only bash
x=abc; aa "${x/"b"/'z'}" ${x/'b'/"z y"} "${x/\b/z}" ${x/a*c} "${x/#ab}" "${x/%bc/\/}"
%%
#only bash
x='a"b'; aa "${x/\"/q}" "${x/'"'/q}" ${x/\"/q} "${x//[\"]/q}" "${x%\"*}"
%%
#only bash
x="a'b"; aa "${x/\'/q}" "${x/"'"/q}" ${x/\'/q} "${x%\'*}" "${x%%"'"*}"
%%
#only bash
x='a}b'; aa "${x%\}*}" "${x/\}/q}" ${x%'}'*} "${x%"}"*}" ${x/"}"/q}
%%
#only bash
x='a$b'; aa "${x%\$*}" "${x/\$/q}" "${x%'$'*}" ${x%'$b'} "${x/'$b'/q}"
%%
#only bash
x='a b'; aa ${x/ /$'\n'} "${x/ /$'\t'}" "${x/$' '/_}" ${x/ /\ } "${x/ /\ }"
%%
#only bash
x=aXb; aa "${x/X/$(echo "p q")}" ${x/X/$(echo "p q")} "${x/X/"$(echo 'p  q')"}" ${x/X/"p  q"}
%%
#only bash
x=/usr/lib; aa ${x//\//:} "${x//'/'/:}" ${x/\/usr/~} ${x#/*/} ${x##/*/} ${x%/*}/bin "${x/#\//}"
%%
#only bash
x=a.b; aa ${x/./\\} "${x/./\\}" ${x/./\\\\} "${x/./\\\\}" ${x/./'\'} "${x/./'\'}"
%%
#only bash
x=ab; y='\&'; aa ${x/a/$y} "${x/a/$y}" ${x/a/"$y"} ${x/a/\&} "${x/a/\&}" ${x/a/\\&}
%%
#only bash
x='foo(bar)'; aa "${x%(*}" "${x#*\(}" "${x%)}" "${x/(*)/}" "${x/\(bar\)/q}"
%%
#only bash
x='a|b&c;d'; aa "${x%|*}" "${x#*&}" ${x%;*} "${x//[|&;]/ }" ${x//[|&;]/ }
%%
#only bash
x='a]b[c'; aa "${x%]*}" "${x#*[}" "${x//[][]/-}" "${x//[^][]/-}" "${x/[]]/q}"
%%
#only bash
x=a-c; aa "${x//[a-]/x}" "${x//[-a]/x}" "${x//[a\-c]/x}" "${x//[!a-]/x}"
%%
#only bash
x='a^b!c'; aa "${x//[^a]/x}" "${x//[a^]/x}" "${x//[\^]/x}" "${x//[\!]/x}" "${x//[b!]/x}"
%%
#only bash
x=abc; aa ${x:0:1}${x:2} "${x:(-1)}" ${x:$((${#x}-1))} ${x:${#x}-2:1} ${x:0:${#x}-1}
%%
#only bash
x=rmx; ${x:0:2} one; ${x%x} two; ${x%%x*} three; "${x/x}" four; ${x::-1} five
%%
#only bash
x=xmrx; y=${x:1:2}; z=${y:1:1}${y:0:1}; $z one
%%
#only bash
x=(r m); y=${x[*]}; ${y// } one; IFS=; "${x[*]}" two; printf -v z %s "${x[@]}"; $z three
%%
#only bash
a=rm; b=a; c=b; ${!b} one; eval "\$$b two"; eval eval "\\\$\$c" three; declare -n n=a; $n four
%%
#only bash
declare -A m=([del]=rm [ls]=aa); for k in del ls; do ${m[$k]} "$k"; done
%%
#only bash
m=rm; f() { local m=aa; $1 x; "$m" y; }; f '$m' 2>/dev/null; f $m; f "$m"
%%
a=r b=m; $a$b one; "$a""$b" two; ${a}${b} three; $a"$b" four; r$b five; "$a"m six; $a\m seven; r\
$b eight
%%
$(printf r)m one; r$(printf m) two; `echo r``echo m` three; "$(echo r)$(echo m)" four; $(echo rm five); r"$(:)"m six
%%
${u-rm} one; ${u:-r}m two; r${u-m} three; "${u:-rm}" four; ${u-"r"m} five; ${u:+x}rm six; $u""rm seven
%%
#only bash
set -- rm one; "$@"; $*; $1 two; "${@:1:1}" three; ${!#} 2>/dev/null; "${@: -2}"; set -- "$@" x; "$@"
%%
c='rm one'; $c; c='rm  one  two '; $c; c=$'rm\tone\ntwo'; $c; c=' rm x'; $c; eval $c; eval "$c"
%%
#only bash
c="rm 'a b'"; $c; eval $c; eval "$c"; bash -c "$c"; c='rm a\ b'; $c; eval "$c"
%%
#only bash
c='rm *.txt'; $c; "$c" 2>/dev/null; eval "$c"; set -f; $c; eval $c
%%
#only bash
c='x=rm'; $c 2>/dev/null; eval $c; $x one; c='rm one; bb'; $c; eval "$c"
%%
#only bash
c=rm; c+=' one'; $c; c+=(two); "${c[@]}" 2>/dev/null; ${c[@]}; aa "${c[1]}"
%%
#only bash
p=o; q=ne; aa $p$q.txt ${p}${q}.{txt,c} "$p"n*.txt $p[n]e* ${p}"$q".t?t
%%
x=a y=b; aa $x$y$x "$x$y" $x.$y $x-$y $x/$y $x:$y $x,$y $x=$y $x+$y $x@$y $x%$y
%%
x=a; aa $x_ ${x}_ "$x_" $x1 ${x}1 $x. $x\_ $x"_" "$x"_ $x'_'
%%
x=a; aa \$x '$x' "\$x" $'$x' "'$x'" '"$x"' \\$x \\\$x "\\$x" "\\\$x"
%%
aa $ "$" '$' \$ $% "$%" $. a$ "a$" $/ $, $= $+ $: $] $} 2>/dev/null; bb
%%
aa "$(echo "\$HOME")" "$(echo '$HOME')" "`echo \$HOME`" "`echo '\$HOME'`" "`echo \\$HOME`" "`echo "\\$HOME"`"
%%
#only bash
aa "${PWD##*/}" "${HOME##*/}" ${OLDPWD-none} "${0##*/}" "${#PWD}" | bb
%%
#only bash
aa "${BASH_SOURCE-x}" "$FUNCNAME" "${LINENO:+l}" "${BASH_VERSION:0:1}" "${UID:+u}" "$SHLVL" "${RANDOM:0:0}" "${SECONDS:+s}" "${PPID:+p}" | bb
%%
#only bash
aa "${_-x}"; aa one two; bb "$_" "${_}"; : three; cc $_
%%
#only bash
f() { aa "$FUNCNAME" "${FUNCNAME[0]}" "${FUNCNAME[1]}" "${#FUNCNAME[@]}"; }; f
%%
#only bash
x=5; (( x > 3 )) && aa $x; (( x < 3 )) || bb $x; if (( x -= 5 )); then aa; else bb; fi; cc $x
%%
#only bash
x=a; [[ $x == a ]] && y=1 || y=2; aa $y; case $x in a) z=1;; *) z=2;; esac; bb $z; [[ $x ]] && cc
%%
#only bash
x=abc; [[ $x =~ ^a(.)(.) ]]; aa "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${#BASH_REMATCH[@]}"
%%
#only bash
x=a,b,c; IFS=, read -ra y <<<"$x"; aa "${y[1]}" "${#y[@]}" "${y[@]}"; mapfile -td, z <<<"$x"; bb "${z[0]}"
%%
#only bash
shopt -s lastpipe; echo rm | read c; $c one; printf 'a\nb\n' | mapfile -t l; aa "${l[@]}"
%%
#only bash
coproc { echo x; }; read -u ${COPROC[0]} y; aa "$y"
%%
#only bash
x=$'a\n\n'; y=$(printf '%s' "$x"); aa "$y"; z=$(<<<"$x" cat); aa "$z"; printf -v w '%s\n' q; aa "$w"
%%
#only bash
x="$(printf 'a\n\n'; printf x)"; aa "${x%x}"; y=$(echo a; echo); aa "$y"; z=$(echo; echo a); aa "$z"
%%
#only bash
aa "$(echo "a)b")" "$(echo 'a)b')" "$(echo a\)b)" "$(echo $(echo ')'))" "$(# c )
echo d)" "$(case x in x) echo e;; esac)"
%%
#only bash
aa $'$(rm x)' "\$(rm x)" '$(rm x)' \$\(rm x\) "$'$(echo y)'" '`rm z`' "\`rm z\`" \`rm z\`
%%
bash -c 'unsetopt braceexpand 2>/dev/null; aa {a,b}'
%%
env -i PATH="$PATH" bash -c 'aa ~ $HOME'
%%
#only bash
declare -A m; declare -Ai m; m[k]='a[$(aa)]'
