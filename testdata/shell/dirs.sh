cd sub; aa "$PWD"
%%
cd sub && aa "$PWD"
%%
cd sub || exit; aa "$PWD"
%%
cd nope 2>/dev/null || aa "$PWD"
%%
cd nope 2>/dev/null; aa "$PWD"
%%
cd sub/deep; cd ..; aa "$PWD"
%%
cd sub/../sub; aa "$PWD"
%%
cd ./sub; aa "$PWD"
%%
cd "sub"; aa "$(pwd)"
%%
cd 'dir two' && aa "$PWD"
%%
cd dir\ two; aa "$PWD"
%%
cd sub; cd -; aa "$PWD"
%%
cd sub; cd - >/dev/null; aa "$PWD" "$OLDPWD"
%%
cd sub; cd "$OLDPWD"; aa "$PWD"
%%
cd; aa "$PWD"
%%
cd ~; aa "$PWD"
%%
cd "$HOME"; aa "$PWD"
%%
cd ~/ws; aa "$PWD"
%%
cd -- sub; aa "$PWD"
%%
cd -P sub; aa "$PWD"
%%
cd -L sub; aa "$PWD"
%%
cd /; aa "$PWD"
%%
cd / && cd -; aa "$PWD"
%%
cd .; aa "$PWD"
%%
cd ..; aa "$PWD"
%%
cd ""; aa "$PWD"
%%
d=sub; cd $d; aa "$PWD"
%%
d=sub; cd "$d/deep" && aa "$PWD"
%%
cd $(echo sub); aa "$PWD"
%%
cd "${UNKNOWN_D:-sub}"; aa "$PWD"
%%
cd "$UNKNOWN_D"; aa x
%%
cd su*; aa "$PWD"
%%
cd {sub,x} 2>/dev/null; aa "$PWD"
%%
(cd sub; aa "$PWD"); bb "$PWD"
%%
{ cd sub; }; aa "$PWD"
%%
cd sub | cat; aa "$PWD"
%%
cd sub & wait; aa "$PWD"
%%
cd sub; (cd deep; aa "$PWD"); aa "$PWD"
%%
cd sub > /dev/null 2>&1; aa "$PWD"
%%
x=$(cd sub; pwd); aa "$x" "$PWD"
%%
if cd sub; then aa "$PWD"; fi
%%
if cd nope 2>/dev/null; then aa "$PWD"; else bb "$PWD"; fi
%%
cd sub && cd deep && aa "$PWD"
%%
cd sub && cd nope 2>/dev/null || aa "$PWD"
%%
cd nope 2>/dev/null && aa "$PWD"; bb "$PWD"
%%
pushd sub >/dev/null; aa "$PWD"; popd >/dev/null; aa "$PWD"
%%
pushd sub >/dev/null; pushd deep >/dev/null; aa "$PWD"; popd >/dev/null; aa "$PWD"; popd >/dev/null; aa "$PWD"
%%
pushd sub >/dev/null; pushd >/dev/null; aa "$PWD"
%%
#only bash
pushd sub >/dev/null; aa ~0 ~1 ~+ ~-
%%
#only bash
pushd -n sub >/dev/null; aa "$PWD"
%%
#only bash
pushd sub >/dev/null; pushd +1 >/dev/null; aa "$PWD"
%%
#only bash
pushd sub >/dev/null; aa "$(dirs)"
%%
#only bash
pushd sub >/dev/null; popd -n >/dev/null; aa "$PWD"
%%
#only bash
pushd sub >/dev/null; popd +0 >/dev/null; aa "$PWD"
%%
popd 2>/dev/null; aa "$PWD"
%%
pushd nope 2>/dev/null; aa "$PWD"
%%
(pushd sub >/dev/null; aa "$PWD"); aa "$PWD"
%%
CDPATH=sub; cd deep >/dev/null; aa "$PWD"
%%
CDPATH=sub; cd ./sub; aa "$PWD"
%%
CDPATH=$PWD/sub cd deep >/dev/null; aa "$PWD"
%%
CDPATH=; cd sub; aa "$PWD"
%%
PWD=/x; aa "$PWD"
%%
PWD=/x; cd sub; aa "$PWD"
%%
OLDPWD=$PWD/sub; cd - >/dev/null; aa "$PWD"
%%
HOME=$PWD/sub; cd; aa "$PWD"
%%
HOME=$PWD/sub; cd ~; aa "$PWD"
%%
unset HOME; cd 2>/dev/null; aa "$PWD"
%%
unset OLDPWD; cd - 2>/dev/null; aa "$PWD"
%%
aa "$OLDPWD"
%%
cd sub; aa "${PWD##*/}" "${OLDPWD##*/}"
%%
cd sub; aa "${PWD%/*}"
%%
cd sub; aa ../one.txt "$PWD/../x"
%%
cd sub; rm *; cd ..; rm one.txt
%%
cd sub; sh -c 'aa "$PWD"'
%%
cd sub; env aa x; aa "$PWD"
%%
env -C sub sh -c 'aa "$PWD"'
%%
command cd sub; aa "$PWD"
%%
builtin cd sub; aa "$PWD"
%%
\cd sub; aa "$PWD"
%%
'cd' sub; aa "$PWD"
%%
c=cd; $c sub; aa "$PWD"
%%
eval cd sub; aa "$PWD"
%%
eval "cd sub && cd deep"; aa "$PWD"
%%
sh -c 'cd sub'; aa "$PWD"
%%
f() { cd "$1"; }; f sub; aa "$PWD"
%%
for d in sub sub/deep; do cd $d 2>/dev/null; done; aa "$PWD"
%%
while cd sub 2>/dev/null; do aa "$PWD"; done; bb
%%
case x in x) cd sub;; esac; aa "$PWD"
%%
[ -d sub ] && cd sub; aa "$PWD"
%%
mkdir -p n/m && cd n/m && aa "$PWD"
%%
cd sub;cd deep;cd ../..;aa "$PWD"
%%
cd sub/deep/../..; aa "$PWD"
%%
cd //; aa x
%%
cd /nonexistent 2>/dev/null; aa "$PWD"
%%
cd sub 2>/dev/null || cd deep; aa "$PWD"
%%
cd sub && (cd deep && aa "$PWD") && aa "$PWD"
%%
cd sub; x=$PWD; cd ..; aa "$x" "$PWD"
%%
cd sub; trap 'aa "$PWD"' EXIT; cd ..
%%
ln -s sub l; cd l; aa "$PWD"; cd ..; aa "$PWD"
%%
ln -s sub/deep l; cd l; cd -P ..; aa "$PWD"
%%
ln -s sub/deep l; cd l/..; aa "$PWD"
%%
#only bash
set -P; ln -s sub l; cd l; aa "$PWD"
%%
cd -P .; aa "$PWD"
%%
cd -e sub 2>/dev/null; aa "$PWD"
%%
cd sub extra 2>/dev/null; aa "$PWD"
%%
cd 'sub' '' 2>/dev/null; aa "$PWD"
%%
cd ~+/sub; aa "$PWD"
%%
cd sub; cd ~-; aa "$PWD"
