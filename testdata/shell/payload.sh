eval aa x
%%
eval 'aa x'
%%
eval "aa x"
%%
eval aa x ';' bb y
%%
eval 'aa x; bb y'
%%
eval "aa 'a b'"
%%
eval aa '"a b"'
%%
eval 'x=rm'; $x one
%%
x='rm one'; eval $x
%%
x='rm one'; eval "$x"
%%
x='aa "p q"'; eval "$x"
%%
#only bash
x='aa "p q"'; eval $x
%%
x=y; y=rm; eval \$$x one
%%
x=y; y=rm; eval "\$$x one"
%%
x=y; y=v; eval z=\$$x; aa $z
%%
eval eval aa x
%%
eval "eval 'aa x'"
%%
eval eval eval 'aa x'
%%
eval; aa
%%
eval ''; aa
%%
eval ' ' aa x
%%
eval -- aa x
%%
eval 'aa' 'x' "y"
%%
eval "$(echo aa x)"
%%
eval `echo aa x`
%%
eval $(printf 'aa %s' x)
%%
eval "$(printf '%s\n' 'aa x' 'bb y')"
%%
eval "$(cat <<'E'
aa x
E
)"
%%
eval 'aa x' | bb
%%
eval 'cd sub'; aa "$PWD"
%%
eval 'exit'; aa
%%
eval 'f() { aa x; }'; f
%%
eval 'set -- p q'; aa $1
%%
eval "$UNKNOWN_CODE"; aa x
%%
eval 'for i in 1 2; do aa $i; done'
%%
eval "aa \$HOME" '$HOME'
%%
eval 'aa x # c'
%%
eval 'aa x
bb y'
%%
eval "aa x
%%
bb y"
%%
eval {aa,x}
%%
#only bash
eval $'aa\tx'
%%
builtin eval aa x
%%
command eval aa x
%%
e=eval; $e aa x
%%
\eval aa x
%%
'ev'al aa x
%%
bash -c 'aa x'
%%
sh -c 'aa x'
%%
dash -c 'aa x'
%%
zsh -c 'aa x'
%%
zsh -fc 'aa x'
%%
bash -lc 'aa x'
%%
bash -ec 'aa x'
%%
bash -xc 'aa x' 2>/dev/null
%%
bash -euo pipefail -c 'aa x'
%%
bash -O extglob -c 'aa x'
%%
bash +x -c 'aa x'
%%
bash --norc -c 'aa x'
%%
bash --noprofile --norc -c 'aa x'
%%
bash -c -- 'aa x'
%%
bash -c -e 'aa x'
%%
bash -- -c 2>/dev/null; aa
%%
sh -c "sh -c 'aa x'"
%%
sh -c 'sh -c "aa x"'
%%
sh -c 'eval "aa x"'
%%
sh -c 'aa x' & wait
%%
sh -c 'aa x' | bb
%%
sh -c 'exec aa x'
%%
sh -c 'cd sub && aa "$PWD"'
%%
sh -c 'x=1; aa $x'
%%
sh -c "x=1; aa \$x"
%%
x=1; sh -c "aa $x"
%%
x='rm one'; sh -c "$x"
%%
#only bash
x='rm one'; sh -c $x
%%
sh -c 'aa x
bb y'
%%
sh -c "$(echo aa x)"
%%
sh -c aa
%%
sh -c 'aa' x
%%
c='-c'; sh $c 'aa x'
%%
sh -c ''; aa
%%
sh -c "$UNKNOWN_CODE"; aa x
%%
s=sh; $s -c 'aa x'
%%
bash <<<'aa x'
%%
bash <<E
aa x
E
%%
bash <<'E'
aa $HOME
E
%%
bash <<E
aa $HOME
E
%%
bash <<-E
	aa x
	E
%%
sh <<E
x=1
aa \$x $x
E
%%
sh <<'E'
sh <<'F'
aa x
F
bb
E
%%
bash -s <<<'aa $1' 
%%
bash -s p q <<<'aa $1 $2'
%%
bash -s -- p <<<'aa $1'
%%
bash /dev/stdin <<<'aa x'
%%
bash - <<<'aa x'
%%
bash -x <<<'aa x' 2>/dev/null
%%
sh 0<<E
aa x
E
%%
echo 'aa x' | sh
%%
echo aa x | bash
%%
echo "aa x" | sh -s
%%
echo 'aa $1' | sh -s p
%%
printf 'aa x\nbb y\n' | sh
%%
printf '%s\n' 'aa x' | sh
%%
printf '%s %s\n' aa x bb y | sh
%%
echo -n 'aa x' | sh
%%
echo 'aa x' | cat | sh
%%
echo 'aa x' | tee o1 | sh
%%
echo 'x aa' | rev | sh
%%
echo YWEgeA== | base64 -d | sh
%%
echo 6161207a | xxd -r -p | sh
%%
echo 'bb x' | tr b a | sh
%%
echo 'aa:x' | tr : ' ' | sh
%%
echo 'zaa x' | cut -c2- | sh
%%
printf 'aa x\nbb y\n' | head -n1 | sh
%%
printf 'aa x\nbb y\n' | tail -1 | sh
%%
echo 'aa x' | sed 's/x/y/' | sh
%%
{ echo 'aa x'; echo 'bb y'; } | sh
%%
(echo aa x) | sh
%%
cat <<E | sh
aa x
E
%%
cat <<'E' | bash -s p
aa $1
E
%%
sh < <(echo aa x)
%%
bash <(echo aa x)
%%
bash <(echo 'aa $1') p
%%
bash <(echo aa x) <(echo bb)
%%
. <(echo aa x)
%%
source <(echo aa x)
%%
source <(echo 'x=rm'); $x one
%%
source <(printf 'f() { aa "$1"; }'); f q
%%
#only bash
. <(echo 'aa $1') p
%%
. /dev/stdin <<<'aa x'
%%
source /dev/stdin <<< 'x=rm'; $x one
%%
. /dev/stdin <<E
aa x
E
%%
echo 'x=rm' | source /dev/stdin; aa "${x-none}"
%%
x=$(cat <<'E'
aa x
E
); eval "$x"; sh -c "$x"
%%
sh one.txt 2>/dev/null; aa
%%
. ./one.txt 2>/dev/null; aa
%%
echo 'aa x' > s.sh; sh s.sh
%%
echo 'aa x' > s.sh; bash ./s.sh
%%
echo 'aa x' > s.sh; . ./s.sh
%%
echo 'x=rm' > s.sh; . ./s.sh; $x one
%%
printf 'aa %s\n' 1 2 > s.sh && sh s.sh
%%
cat > s.sh <<'E'
aa $1
E
sh s.sh p
%%
cat <<E >s.sh
aa x
E
bash s.sh
%%
echo 'aa x' > s.sh; echo 'bb y' >> s.sh; sh s.sh
%%
echo 'aa x' | tee s.sh >/dev/null; sh s.sh
%%
echo 'aa x' > s.sh; cp s.sh t.sh; sh s.sh
%%
echo 'aa x' > s.sh; sh < s.sh
%%
echo 'aa x' > s.sh; cat s.sh | sh
%%
echo 'aa x' > s.sh; eval "$(cat s.sh)"
%%
echo 'aa x' > s.sh; eval "$(<s.sh)"
%%
echo 'aa x' > sub/s.sh; cd sub; sh s.sh
%%
cd sub; echo 'aa x' > s.sh; cd ..; sh sub/s.sh
%%
f=s.sh; echo 'aa x' > $f; sh $f
%%
echo 'aa x' >s.sh; echo 'bb y' >s.sh; sh s.sh
%%
if true; then echo 'aa x'; else echo 'bb y'; fi > s.sh; sh s.sh
%%
{ echo 'aa x'; echo 'bb y'; } > s.sh; sh s.sh
%%
for i in 1 2; do echo "aa $i"; done > s.sh; sh s.sh
%%
(echo 'aa x' > s.sh); sh s.sh
%%
echo 'aa x' > s.sh & wait; sh s.sh
%%
exec 3>s.sh; echo 'aa x' >&3; sh s.sh
%%
echo 'aa x' >|s.sh; sh s.sh
%%
echo '#!/bin/sh
aa x' > s.sh; sh s.sh
%%
[ -e one.txt ] && echo 'aa x' > s.sh; sh s.sh
%%
echo 'echo "aa x" > t.sh; sh t.sh' > s.sh; sh s.sh
%%
env aa x
%%
env A=1 aa x
%%
env -i PATH="$PATH" aa x
%%
env -u HOME aa x
%%
env A=1 B=2 sh -c 'aa $A $B'
%%
A=1 env sh -c 'aa $A'
%%
env -S 'aa x y'
%%
env -S 'aa "x y"'
%%
env -S'aa x' z
%%
env --split-string='aa x'
%%
env -iS "PATH=$PATH aa x"
%%
env - PATH="$PATH" aa x
%%
env -- aa x
%%
env env env aa x
%%
env -C sub aa x
%%
env sh -c 'env aa x'
%%
env "$UNKNOWN" 2>/dev/null; aa
%%
nice aa x
%%
nice -n 5 aa x
%%
nice -5 aa x
%%
nice -n5 sh -c 'aa x'
%%
nohup aa x 2>/dev/null
%%
timeout 5 aa x
%%
timeout -s KILL 5 aa x
%%
timeout -k 1 5 sh -c 'aa x'
%%
timeout --preserve-status 5s aa x
%%
timeout 5 env nice aa x
%%
stdbuf -oL aa x
%%
stdbuf -o L -e 0 aa x
%%
setsid -w aa x
%%
setsid --wait aa x
%%
ionice -c 3 aa x
%%
chrt -o 0 aa x
%%
taskset 1 aa x
%%
taskset -c 0 aa x
%%
flock o1 aa x
%%
flock o1 -c 'aa x'
%%
flock -n o1 sh -c 'aa x'
%%
command aa x
%%
command -- aa x
%%
command -p echo x; aa
%%
command command aa x
%%
builtin command aa x
%%
command -v aa >/dev/null && aa x
%%
time nice aa x
%%
exec nice aa x
%%
sh -c 'nice env A=1 aa x'
%%
nice sh -c "nice sh -c 'aa x'"
%%
x=nice; $x aa x
%%
echo x | xargs aa
%%
echo x y | xargs aa
%%
echo x y | xargs -n1 aa
%%
echo x y z | xargs -n 2 aa
%%
printf 'x\ny\n' | xargs aa
%%
printf 'x\0y\0' | xargs -0 aa
%%
printf 'x\ny\n' | xargs -I{} aa {} z
%%
printf 'x\ny\n' | xargs -I % aa a%b
%%
printf 'x y\n' | xargs -I{} sh -c 'aa {}'
%%
echo one | xargs -I{} sh -c 'aa "$1"' _ {}
%%
echo 'rm one' | xargs -I{} sh -c {}
%%
echo "rm one" | xargs sh -c '"$@"' _
%%
echo aa | xargs -I{} {} x
%%
echo 'a "b c"' | xargs aa
%%
echo "a\\ b" | xargs aa
%%
echo a,b | xargs -d, aa
%%
xargs aa <one.txt
%%
xargs -a one.txt aa
%%
xargs aa <<<'p q'
%%
xargs -r aa </dev/null; bb
%%
xargs aa </dev/null
%%
echo x | xargs -t aa 2>/dev/null
%%
echo x | xargs -P2 aa
%%
echo x | xargs env A=1 aa
%%
echo x | xargs -- aa -y
%%
echo x | xargs
%%
echo x | xargs nice -n 1 aa
%%
seq 1 3 | xargs aa
%%
find . -name one.txt -exec aa {} \;
%%
find . -name '*.txt' -exec aa {} +
%%
find . -maxdepth 1 -name one.txt -execdir aa {} \;
%%
find . -name one.txt -exec sh -c 'aa "$1"' _ {} \;
%%
find . -name one.txt -exec sh -c 'aa {}' \;
%%
find . -name one.txt | xargs aa
%%
find . -name one.txt -print0 | xargs -0 aa
%%
find . -name one.txt -exec aa {} \; -exec bb {} \;
%%
find sub -type f -exec nice aa {} +
%%
find one.txt -exec env aa {} x \;
%%
awk 'BEGIN{system("aa x")}'
%%
awk 'BEGIN{print "x" | "aa"}'
%%
sed -n '1e aa x' one.txt
%%
sed 's/.*/aa x/e' one.txt
%%
script -qc 'aa x' /dev/null >/dev/null
%%
script -qec "aa x" o1 >/dev/null
%%
#only bash
bash -ic 'aa x' 2>/dev/null
%%
BASH_ENV=s.sh; echo 'aa x' > s.sh; export BASH_ENV; bash -c 'bb'
%%
echo 'aa x' > s.sh; BASH_ENV=s.sh bash -c bb
%%
echo 'aa x' > s.sh; ENV=s.sh sh -ic bb 2>/dev/null
%%
#only bash
PROMPT_COMMAND='aa x'; bb
%%
#only bash
PS4='$(aa x)'; set -x; bb
%%
#only bash
PS4='$(aa x)' bash -xc 'bb' 2>/dev/null
%%
#only bash
x='$(aa y)'; bb "${x@P}"
%%
#only bash
x='`aa y`'; : ${x@P}
%%
#only bash
x='a[$(aa y)]'; : $((x))
%%
#only bash
x='a[$(aa y)]'; ((x)); bb
%%
#only bash
x='a[$(aa y)]'; [[ x -eq 0 ]]; bb
%%
#only bash
[[ 'a[$(aa y)]' -eq 0 ]]; bb
%%
#only bash
test -v 'a[$(aa y)]'; bb
%%
#only bash
[ -v 'a[$(aa y)]' ]; bb
%%
#only bash
read 'a[$(aa y)]' <<<1; bb
%%
#only bash
printf -v 'a[$(aa y)]' 1; bb
%%
#only bash
let 'a[$(aa y)]=1'; bb
%%
#only bash
declare 'a[$(aa y)]=1'; bb
%%
#only bash
declare -i n='a[$(aa y)]'; bb
%%
#only bash
declare -n r='a[$(aa y)]'; : $r; bb
%%
#only bash
x='a[$(aa y)]'; : ${b[x]}; bb
%%
#only bash
x='a[$(aa y)]'; : ${HOME:x}; bb
%%
#only bash
x='a[$(aa y)]'; for ((i=x;i<1;i++)); do bb; done
%%
#only bash
mapfile -C 'aa' -c 1 <<<x; bb
%%
#only bash
mapfile -t -C 'aa q' -c 1 a <<<x; bb
%%
#only bash
unset 'a[$(aa y)]'; bb
%%
#only bash
compgen -W '$(aa x)' >/dev/null; bb
%%
#only bash
compgen -C 'aa x' q 2>/dev/null; bb
%%
#only bash
compgen -F f q 2>/dev/null; bb
%%
#only bash
complete -C 'aa' x; bb
%%
echo 'aa x' > s.sh; chmod +x s.sh; bb
%%
x=rm
$x one
%%
x=r
y=m
${x}${y} one
%%
aa x && eval 'bb y' || sh -c 'cc z'
%%
ssh() { aa "$@"; }; ssh host 'rm x'
%%
busybox() { aa "$@"; }; busybox rm x
%%
sudo() { "$@"; }; sudo rm one
%%
echo XX one | sed s/XX/aa/ | bash
%%
echo 'XX one' | sed 's|XX|aa|' | sh
%%
echo XXaa one | sed 's/XX//' | bash
%%
$(echo xa | sed s/x/a/) one
%%
echo b-b one | sed -e 's/-//g; s/one/two/' | bash
%%
echo xaxa | sed s,x,,g | bash
%%
printf 'a1a one\nb1b two\n' | sed 's#1##' | bash
%%
echo a.a one | sed s/././ | bash
%%
echo aXa one | sed 's/x//I' | bash
%%
echo aa one | sed 's/one/&&/' | bash
%%
echo aa one | sed -n 's/one/two/p' | bash
%%
echo aa one | sed 's/one/two/;' | bash
%%
printf 'aa one' | sed 's/one/two/' | bash
%%
echo 'aa;bb one' | sed 's/;bb/ x/' | bash
%%
echo 'aa one' | sed 's;one;two;;s/two/three/' | bash
%%
find sub -exec aa {} +
%%
find sub -execdir aa {} \;
%%
find . -name 'one.txt' -execdir aa x {} +
%%
find sub dir\ two -exec aa {} b \;
%%
find . -maxdepth 0 -exec aa {} +
%%
dash -c 'x=bb; typeset x=aa; $x one'
%%
sh -c 'x=bb; declare x=aa; $x one'
%%
sh -c 'x=bb; printf -v x aa; $x one'
%%
dash -c 'x=bb; echo aa | { read -a x; $x one; }'
%%
dash -c 'echo "${x:-'\''$(bb one)'\''}"'
%%
dash -c 'x="a[\$(bb one)]"; aa $((a)) "$x"'
