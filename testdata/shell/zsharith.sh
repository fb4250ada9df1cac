#only zsh
aa $(( 1 << 2 + 1 ))
%%
#only zsh
aa $(( 4 + 1 | 2 ))
%%
#only zsh
aa $(( 1 + 2 & 3 ))
%%
#only zsh
aa $(( -2 ** 2 ))
%%
#only zsh
aa $(( 2 * 3 ** 2 )) $(( 2 ** 3 ** 2 ))
%%
#only zsh
aa $(( 1 | 2 ^ 3 ))
%%
#only zsh
aa $(( 5 & 3 == 3 ))
%%
#only zsh
aa $(( 3 > 2 > 1 ))
%%
#only zsh
aa $(( 1 || 0 && 0 ))
%%
#only zsh
aa $(( 1 ? 2 : 3 , 4 ))
%%
#only zsh
aa $(( 010 )) $(( 08 )) $(( 0x1f ))
%%
#only zsh
aa $(( 5 / 2.0 )) $(( 1.5 + 1 )) $(( 1e3 ))
%%
#only zsh
aa $(( 7 % -3 )) $(( -7 / 2 )) $(( 1_000 ))
%%
#only zsh
x=a; aa $(( #x + 1 ))
%%
#only zsh
aa $(( 1 ^^ 1 ))
%%
#only zsh
aa $(( 9223372036854775807 + 1 ))
%%
#only zsh
aa $(( 2 ** 63 )) $(( 2 ** 64 ))
%%
#only zsh
aa $(( 2 ** -1 ))
%%
#only zsh
x=5; aa $(( x++ + ++x )) $x
%%
#only zsh
x=1; aa $(( x += 2, x * 2 )) $x
%%
#only zsh
x='1+1'; aa $(( x * 2 ))
%%
#only zsh
x='1+1'; aa $(( $x * 2 ))
%%
#only zsh
x=(3 4); aa $(( x[1] + x[2] ))
%%
#only zsh
aa $(( x = 3 )); x=y; bb $x
%%
#only zsh
integer x; x=5/2; aa $x
%%
#only zsh
integer x=5; x+=3; aa $x
%%
#only zsh
x=5; x+=3; aa $x
%%
#only zsh
x=5; (( x += 3 )); aa $x
%%
#only zsh
(( x = 5 )); x+=3; aa $x
%%
#only zsh
(( x = 5 )); x=rm; aa $x
%%
#only zsh
(( x = 5 )); typeset x=3+4; aa $x
%%
#only zsh
float x; x=3; aa $x
%%
#only zsh
typeset -F 2 x; x=3; aa $x
%%
#only zsh
typeset -E x=3; aa $x
%%
#only zsh
typeset -Z 3 x; x=5; aa $x
%%
#only zsh
typeset -l x; x=RM; $x one
%%
#only zsh
x=RM; typeset -l x; $x one
%%
#only zsh
typeset -a x; x=rm; $x one
%%
#only zsh
typeset -A x; x=rm 2>/dev/null; aa
%%
#only zsh
typeset -r x=rm; $x one
%%
#only zsh
f() { typeset x=rm; g }; g() { $x one }; x=aa; f; g
%%
#only zsh
f() { local x=rm; g }; g() { ${x:-aa} one }; f; g
%%
#only zsh
x=aa; f() { integer x=3 }; f; $x one
%%
#only zsh
x=aa; f() { declare x; x=rm }; f; $x one
%%
#only zsh
x=aa; f() { local x; x=rm; unset x; x=rm }; f; $x one
%%
#only zsh
x=aa; f() { private x=rm }; f; $x one
%%
#only zsh
x=aa; () { x=rm }; $x one
%%
#only zsh
x=aa; () { local x=$1; $x one } rm; $x two
%%
#only zsh
f() { $x one }; x=aa; x=rm f; f
%%
#only zsh
x=aa; x=rm eval '$x one'; $x two
%%
#only zsh
x=aa; x=rm : ; $x one
%%
#only zsh
x=aa; x=rm true; $x one
%%
#only zsh
x=aa; x=rm builtin :; $x one
%%
#only zsh
x=aa; x=rm command true; $x one
%%
#only zsh
x=aa; x=rm y=$x; $y one; $x two
%%
#only zsh
x=aa y=$x; $y one
%%
#only zsh
x=rm y=$x z=$y; $z one
%%
#only zsh
HOME=/x; aa ~ ~/y $HOME
%%
#only zsh
HOME=$PWD/sub; cd; aa $PWD
%%
#only zsh
pushd sub; dirs /etc; aa ~1
%%
#only zsh
pushd sub >/dev/null; dirstack=(/usr); aa ~1
%%
#only zsh
pushd sub >/dev/null; pushd deep >/dev/null; aa ~1 ~2 ~0 ~-1 ~-0
%%
#only zsh
pushd sub >/dev/null; pushd >/dev/null; aa $PWD
%%
#only zsh
pushd sub >/dev/null; cd +1 >/dev/null; aa $PWD
%%
#only zsh
cd sub; cd -; aa $PWD $OLDPWD
%%
#only zsh
cd -q sub; aa $PWD
%%
#only zsh
cd -P sub/..; aa $PWD
%%
#only zsh
cd sub deep 2>/dev/null; aa $PWD
%%
#only zsh
cd sub/deep; cd sub dir 2>/dev/null; aa $PWD
%%
#only zsh
cd sub; cd work home; aa ${PWD:t}
%%
#only zsh
CDPATH=$PWD/sub; cd deep >/dev/null; aa $PWD
%%
#only zsh
cdpath+=($PWD/sub); cd deep >/dev/null; aa $PWD
%%
#only zsh
typeset -T CDPATH cdpath; cd sub; aa $PWD
%%
#only zsh
cd ./sub/../sub; aa $PWD
%%
#only zsh
cd sub/nosuch/..; aa $PWD
%%
#only zsh
setopt chasedots; cd sub/..; aa $PWD
%%
#only zsh
setopt autopushd; cd sub; cd deep; popd >/dev/null; aa $PWD
%%
#only zsh
PWD=/x; aa $PWD
%%
#only zsh
OLDPWD=$PWD/sub; cd - >/dev/null; aa $PWD
%%
#only zsh
cd =aa 2>/dev/null; aa $PWD
%%
#only zsh
chpwd() { rm here }; cd sub; aa
%%
#only zsh
chpwd() { rm $PWD }; (cd sub); aa
%%
#only zsh
chpwd_functions=(g); g() { rm one }; cd sub
%%
#only zsh
f() { cd sub }; f; aa $PWD
%%
#only zsh
f() { setopt localoptions; cd sub }; f; aa $PWD
%%
#only zsh
cd sub && cd deep || aa; bb $PWD
%%
#only zsh
hash -d q=$PWD/sub; cd ~q; aa $PWD
%%
#only zsh
nameddirs[q]=$PWD/sub; aa ~q
%%
#only zsh
q=$PWD/sub; cd ~q; aa $PWD
%%
#only zsh
zsh_directory_name() { rm $1 $2; reply=($PWD) }; aa ~[foo]
%%
#only zsh
zsh_directory_name() { rm $1 $2; reply=($PWD) }; cd ~[foo]; aa
%%
#only zsh
d() { rm d; reply=(x) }; zsh_directory_name_functions=(d); aa ~[foo]
