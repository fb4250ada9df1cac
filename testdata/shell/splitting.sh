#only bash
IFS=' :'; x=' a : b::c '; aa $x; set -- $x; aa $# "$@"
%%
#only bash
IFS=': '; x='a: :b'; aa $x
%%
#only bash
IFS=:; x='a:b::'; aa $x; set -- $x; aa $#
%%
#only bash
IFS=:; x=:; aa $x; x=::; aa $x; x=' : '; aa $x
%%
#only bash
IFS=:; x=a:b; aa x$x:y "x$x:y" $x$x $x"q"$x
%%
#only bash
IFS=:; x=a: y=:b; aa $x$y $x"" ""$y $x''$y
%%
#only bash
IFS=' '; x='a '; y=' b'; aa $x$y $x"z" "z"$y $x''
%%
#only bash
IFS=$'\t\n'; x=$'a b\tc\nd'; aa $x
%%
#only bash
IFS=ab; x=xaybz; aa $x "$x" ${x}
%%
#only bash
IFS=-; x=a-b; y=$x; aa $y "$y" $x-$y
%%
#only bash
IFS=; x='a b'; set -- $x; aa $# $*; IFS=' '; aa $*
%%
#only bash
unset IFS; x=$' a\tb\nc '; aa $x; set -- 1 2; aa "$*"
%%
#only bash
IFS=$'\n'; set -- a b; aa "$*"
%%
#only bash
IFS='+-'; set -- a b c; aa "$*" "${*:2}" "$@"; x="$*"; aa $x
%%
#only bash
set -- a b; IFS=,; x=$*; y=$@; z="$*" w="$@"; IFS=' '; aa "$x" "$y" "$z" "$w"
%%
#only bash
set -- 'a b' c; x=$*; aa "$x"; for i in $*; do aa "$i"; done; for i in "$*"; do bb "$i"; done
%%
#only bash
a=('a b' c); IFS=,; x=${a[*]} y=${a[@]} z="${a[*]}"; IFS=' '; aa "$x" "$y" "$z"
%%
#only bash
set -- a '' b; aa $@ $# "$@" $* "$*"
%%
#only bash
set -- '' ''; aa $@ x$@y "x$@y" "$*"
%%
#only bash
IFS=:; set -- a '' b; aa $@ "$*" $*
%%
#only bash
IFS=; set -- 'a b' '' c; aa $@ $* "$*" "$@"
%%
#only bash
set -- a b; aa x$@y x"$@"y "x$*y" x$*y
%%
#only bash
set -- a b; aa "$@$@" "$@"$@ "$*$*"
%%
#only bash
set --; aa "$@" $@ "$*" $* "$@"x ""$@ "x$*"
%%
#only bash
f() { local IFS=,; aa "$*" $1; }; f a,b c; aa "$*" a,b; x=a,b; aa $x
%%
#only bash
f() { IFS=,; }; f; x=a,b; aa $x
%%
#only bash
(IFS=,; x=a,b; aa $x); x=a,b; aa $x
%%
#only bash
IFS=, eval 'x=a,b; aa $x'; aa $x
%%
#only bash
IFS=, read x y <<<a,b; aa $x $y; z=a,b; aa $z
%%
#only bash
IFS=, ; x=a,b; aa $(echo c,d) `echo e,f` $((1)),2 ${x},g "$(echo h,i)"
%%
#only bash
IFS=0; aa $((100+5)) "$((101))" $((1))0
%%
#only bash
IFS=.; x=1.2.3; set -- $x; aa $2 ${x%%.*}; aa $1.$2
%%
#only bash
IFS=/; aa $PWD/x | bb; set -- $(echo a/b); aa $1 ~/z
%%
#only bash
IFS='*'; x='a*b'; aa $x; IFS='?'; y='o?e.txt'; aa $y "$y"
%%
#only bash
IFS='\'; x='a\b'; aa $x
%%
#only bash
IFS=' '; x='a\ b'; aa $x; x='"a b"'; aa $x
%%
#only bash
IFS=x; aax one 2>/dev/null; y=aaxone; $y
%%
#only bash
IFS==; x=a=b; aa $x; export y=$x; aa "$y"; declare z=$x; aa "$z"
%%
#only bash
IFS=:; case a:b in $(echo a:b)) aa;; esac; x=a:b; case $x in a:b) bb;; esac
%%
#only bash
IFS=:; x=a:b; [[ $x == a:b ]] && aa; [ $x = a:b ] 2>/dev/null || bb
%%
#only bash
IFS=:; x=o1:b; aa > $x 2>/dev/null; bb "$x"
%%
#only bash
IFS=:; x=a:b; y=$x$x; cat <<<$x; aa <<<$x; aa "$y"
%%
#only bash
IFS=; x=$(echo 'a b'); aa $x; set -- a b; aa "$*" $*; for i in $x; do aa "$i"; done
%%
#only bash
IFS=$' \t\n:'; x=$'a : \n b'; aa $x
%%
#only bash
IFS=é; x=aéb; aa $x; IFS=ü; set -- 1 2; aa "$*"
%%
#only bash
IFS=a; IFS+=b; x=1a2b3; aa $x
%%
#only bash
: ${IFS:=x}; IFS=${IFS:0:1}; x=$'a b\tc'; aa $x
%%
#only bash
IFS=,; a=($(echo 1,2,3)); aa ${a[1]} ${#a[@]} "${a[*]}"; b=(4,5); aa ${b[0]} "${b[0]}" ${#b[@]}
%%
#only bash
IFS=,; x=1,2; a=($x "$x" x$x); aa "${a[@]}"
%%
#only bash
IFS=: x=a:b; aa $x
%%
#only bash
x=a:b; IFS=: aa $x; bb $x
%%
#only bash
x=a:b IFS=: y=$x; aa $y "$x"
%%
#only bash
IFS=:; unset x; aa ${x:-a:b} ${x-"a:b"} "${x:-a:b}" ${x:-a:"b:c"}
%%
#only bash
x='p q'; aa ${y-$x} ${y-"$x"} "${y-$x}" ${y-a$x"b c"} ${y+z}
%%
#only bash
IFS=:; x=a:b:c; aa ${x#*:} ${x%:*} ${x/:/ } ${x//:/,} "${x#*:}" ${#x}
%%
#only bash
IFS=' '; x='  lead'; aa "[$x]" [$x] a$x ${x# }b
%%
#only bash
IFS=:; x='*.txt:dir two'; aa $x "$x"
%%
#only bash
IFS=:; x='o*:t*'; for f in $x; do aa $f; done
%%
#only bash
set -f; IFS=:; x='*:a'; aa $x *; set +f; aa $x
%%
#only bash
IFS=,; printf -v x '%s' "$IFS"; aa "a${x}b" a${x}b a${IFS}b "a${IFS}b"
%%
rm${IFS}one
%%
#only bash
rm$IFS-rf${IFS}one; x=rm${IFS}two; $x; "rm${IFS}x" 2>/dev/null; aa
%%
#only bash
IFS=$'\0'; x='a b'; aa $x
%%
#only bash
IFS=','; mapfile -t a <<<'x,y'; aa ${a[0]} "${a[@]}"
%%
#only bash
IFS=','; while read a b; do aa "$a" "$b"; done <<<'x,y z,w'
%%
#only bash
IFS=' ,' read -r a b c <<<' x , y ,, z '; aa "$a" "$b" "$c"
%%
#only bash
IFS=: read a b c <<<'x::y:z:'; aa "$a" "$b" "$c"
%%
#only bash
IFS=: read a b <<<'x:'; aa "$a" "$b"; IFS=: read a <<<'x:'; aa "$a"; IFS=: read a b <<<'x:y:'; aa "$b"
%%
#only bash
IFS=: read -a v <<<':x:'; aa "${#v[@]}" "${v[@]}"
%%
#only bash
read a b <<<'x\ y z'; aa "$a" "$b"; read a <<<'x\
y'; aa "$a"
%%
#only bash
IFS=; set -- a b; x=$(aa $*); y=1; bb $*
