#only bash
pushd sub >/dev/null; DIRSTACK[1]=$PWD/deep; popd >/dev/null; aa "$PWD"
%%
pushd sub >/dev/null; pushd deep >/dev/null; popd +1 >/dev/null; popd >/dev/null; aa "$PWD"
%%
pushd sub >/dev/null; pushd deep >/dev/null; pushd >/dev/null; aa "$PWD"
%%
pushd -n sub >/dev/null; aa "$PWD"; popd > /dev/null; aa "$PWD"
%%
pushd sub >/dev/null; (popd >/dev/null; aa "$PWD"); aa "$PWD"
%%
cd sub; cd deep; cd - >/dev/null; cd - >/dev/null; aa "$PWD" "$OLDPWD"
%%
cd sub; unset OLDPWD; cd - 2>/dev/null; aa "$PWD"
%%
cd sub; OLDPWD=$PWD/deep; cd - >/dev/null; aa "$PWD"
%%
cd sub || cd nowhere; aa "$PWD"
%%
cd nowhere 2>/dev/null; aa "$PWD"
%%
cd one.txt 2>/dev/null || aa "$PWD"
%%
cd sub && { cd nowhere || aa "$PWD"; } 2>/dev/null
%%
CDPATH=$PWD/sub; cd deep >/dev/null; aa "$PWD"
%%
CDPATH=$PWD/sub cd deep >/dev/null; aa "$PWD"
%%
CDPATH=:$PWD/sub; cd deep >/dev/null; aa "$PWD"
%%
f() { local CDPATH=$PWD/sub; cd deep >/dev/null; }; f; aa "$PWD"
%%
cd -- sub; cd -- -; aa "$PWD"
%%
cd -L sub; cd ..; aa "$PWD"
%%
HOME=$PWD/sub; cd; aa "$PWD"
%%
HOME=$PWD/sub cd; aa "$PWD"
%%
HOME=$PWD/sub; cd ~/deep; aa ~
%%
unset HOME; cd 2>/dev/null; aa "$PWD"
%%
cd ""; aa "$PWD"
%%
cd sub; PWD=/q; aa $PWD; cd deep; aa "$PWD"
%%
for i in 1 2; do PWD=/q; aa $PWD; cd sub; cd ..; done
%%
while zz "$PWD"; do PWD=/q; cd sub; [ "$y" ] && break; y=1; done
%%
#only bash
shopt -s autocd; cd sub; aa "$PWD"
%%
#only bash
shopt -s cdable_vars; q=sub; cd q; aa "$PWD"
%%
#only bash
shopt -s cdspell; cd sbu 2>/dev/null; aa "$PWD"
%%
ln -s sub/deep l; cd l; cd ..; aa "$PWD"
%%
ln -s sub/deep l; cd -P l; aa "$PWD"
%%
#only bash
set -P; ln -s sub/deep l; cd l; aa "$PWD"; cd ..; aa "$PWD"
%%
#only bash
aa() { bb "$FUNCNAME"; }; FUNCNAME=q; aa
%%
#only bash
EPOCHREALTIME=rm; aa "$EPOCHREALTIME"
%%
#only bash
SRANDOM=5; aa "$SRANDOM"
%%
#only bash
BASH_COMMAND=q; aa "$BASH_COMMAND"
%%
#only bash
BASH_SUBSHELL=7; aa "$BASH_SUBSHELL"
%%
#only bash
GROUPS=rm; aa "$GROUPS"
%%
#only bash
DIRSTACK=rm; aa "$DIRSTACK"
%%
#only bash
PIPESTATUS=rm; aa "$PIPESTATUS"
%%
#only bash
HISTCMD=rm; aa "$HISTCMD"
%%
#only bash
BASH_LINENO=rm; f() { aa "$BASH_LINENO"; }; f
%%
#only bash
BASH_SOURCE=rm; f() { aa "$BASH_SOURCE"; }; f
%%
#only bash
BASH_ARGV0=rm; aa "$0"
%%
#only bash
bash -c 'BASH_ARGV0=rm; $0 one' q
%%
#only bash
BASH_EXECUTION_STRING=q; aa "$BASH_EXECUTION_STRING"
%%
#only bash
OPTIND=q; aa "$OPTIND"
%%
RANDOM=5; aa "$RANDOM"
%%
SECONDS=rm; aa "$SECONDS"
%%
#only bash
LINENO=77; aa $LINENO
%%
_=rm; aa "$_"
%%
#only bash
declare EUID=5 2>/dev/null; aa "$EUID"
%%
#only bash
COLUMNS=rm; aa "$COLUMNS"
%%
OPTARG=q; OPTIND=1; set -- -a rm; getopts a: o; $OPTARG one
%%
set -- -a rm; while getopts a: o; do case $o in a) x=$OPTARG;; esac; done; $x one
%%
set -- -a rm y; while getopts a: o; do :; done; shift $((OPTIND-1)); aa "$1"
%%
#only bash
BASH_CMDS[aa]=$(command -v rm); aa one
%%
#only bash
BASH_CMDS=([aa]="$(command -v rm)"); aa one
%%
#only bash
hash -p "$(command -v rm)" aa; aa one
%%
#only bash
GLOBIGNORE=zz; aa *
%%
#only bash
shopt -s dotglob; aa *
%%
#only bash
PS4='$(aa x)'; set -x; :
%%
#only bash
BASH_XTRACEFD=5; PS4='$(rm q)+'; set -o xtrace; aa x 2>/dev/null
%%
#only bash
env 'BASH_FUNC_rm%%=() { aa x; }' bash -c 'rm one'
%%
BASH_ENV=./e; echo 'aa x' > e; export BASH_ENV; bash -c :
%%
echo 'aa x' > e; BASH_ENV=./e bash -c 'bb y'
%%
echo 'aa x' > e; ENV=./e sh -i -c 'bb y' 2>/dev/null
%%
set -f; o=+f; set $o; aa *
%%
set -f; o=$(tr a + <<< af); set $o; aa *
%%
set +o noglob; set -f; set +f; aa *
%%
set -f; (set +f; aa *); aa *
%%
set -f; x=$(set +f; echo *); aa $x
%%
f() { set -f; }; f; aa *; set +f; aa *
%%
#only bash
set -k; aa x=1
%%
#only bash
shopt -s -o noglob; aa *; shopt -uo noglob; aa *
%%
#only bash
set -fB; set +fB; aa {p,q} *
%%
set -a; x=rm; sh -c '$x one'
%%
set -a; x=rm; set +a; x=aa; sh -c '$x one'
%%
export x; x=rm; sh -c '$x one'
%%
export x=1; unset x; x=rm; sh -c '${x-aa} one'
%%
#only bash
x=rm; export x; f() { local x=aa; sh -c '$x one'; }; f
%%
x=rm; export x; (unset x; sh -c '${x-aa} one')
%%
x=rm; export x; export -n x 2>/dev/null; sh -c '${x-aa} one'
%%
x=rm sh -c '$x one'; sh -c '${x-aa} two'
%%
x=rm; sh -c '${x-aa} one'
%%
export x=rm; env -u x sh -c '${x-aa} one'
%%
export x=rm; env -i PATH="$PATH" sh -c '${x-aa} one'
%%
export x=rm; env -S 'x=aa sh -c "\$x one"'
%%
env -S 'sh -c "aa x"'
%%
export x=rm; x=aa env sh -c '$x one'
%%
export x=rm; x=aa xargs sh -c '$x one' <<< ''
%%
echo 'rm x' | sh -s a b
%%
echo 'aa $1 $2' | sh -s a b
%%
echo 'aa $1 $2' | bash -s -- -a b
%%
echo 'shift; aa $1' | bash -s p q
%%
bash -c 'eval "$1"' q 'rm one'
%%
bash -c 'eval "$@"' q rm one
%%
bash -c 'set -- "$2" "$1"; "$@"' q one rm
%%
bash -c 'f() { "$@"; }; f "$@"' q rm one
%%
bash -c 'sh -c "$0 $1"' rm one
%%
bash -c 'sh -c '\''"$0" "$1"'\'' "$@"' q rm one
%%
set -- p; . /dev/stdin <<< ':'; aa $1
%%
set -- p; . /dev/stdin q <<< ':'; aa $1
%%
#only bash
set -- p; . /dev/stdin q <<< 'aa $1; set -- z'; bb $1
%%
set -- p; . /dev/stdin <<< 'set -- z'; bb $1
%%
f() { . /dev/stdin <<< 'set -- z'; bb $1; }; f y
%%
f() { set -- z; }; set -- y; f q; aa $1
%%
zsh -c 'f() { aa $0; }; f' q
%%
bash -c 'f() { aa $0; }; f' q
%%
#only bash
compgen -W "${HOME/o/'$(\a\a)'}" >/dev/null; compgen -W "$(echo '`bb`')"
%%
#only bash
set -o posix; declare -i n; n='a[$(aa)]' : ; bb
