#only zsh
for x (a b) aa $x
%%
#only zsh
for x (a b) { aa $x; bb $x }
%%
#only zsh
for x (a b); do aa $x; done; cc end
%%
#only zsh
for x (a b)
 do aa $x
 done
%%
#only zsh
for x in a b; { aa $x }
%%
#only zsh
for x in a b; aa $x; bb after $x
%%
#only zsh
for x in a b
{ aa $x }
%%
#only zsh
for ((i=0;i<3;i++)) aa $i
%%
#only zsh
for ((i=0;i<3;i++)) { aa $i; bb }
%%
#only zsh
set -- p q; for x { aa $x }
%%
#only zsh
set -- p q; for x; { aa $x }
%%
#only zsh
foreach x (a b) aa $x; end
%%
#only zsh
foreach x (a b)
aa $x
bb $x
end
cc last
%%
#only zsh
foreach x in a b; aa $x; end
%%
#only zsh
foreach x (a b) { aa $x }
%%
#only zsh
foreach x (a b) foreach y (c d) aa $x $y; end; end
%%
#only zsh
if [[ -n a ]] { aa one }
%%
#only zsh
if [[ -z a ]] { aa one } else { bb two }
%%
#only zsh
if [[ -z a ]] { aa one } elif [[ -n b ]] { bb two } else { cc three }
%%
#only zsh
if (( 1 )) { aa one } && bb two
%%
#only zsh
if (true) { aa one }
%%
#only zsh
if { aa cond } { bb two }
%%
#only zsh
if [[ -n a ]] aa one; bb two
%%
#only zsh
if [[ -n a ]] aa one && bb two
%%
#only zsh
if [[ -n a ]] && [[ -n b ]] { aa one }
%%
#only zsh
if ! [[ -n a ]] { aa one } else { bb two }
%%
#only zsh
if [[ -n a && "b } {" != c ]] { aa 'x } y' }
%%
#only zsh
x=0; while (( x++ < 2 )) { aa $x }
%%
#only zsh
while [[ -z $y ]] { aa one; y=1 }
%%
#only zsh
until [[ -n $y ]] { aa one; y=1 }
%%
#only zsh
x=0; while (( x++ < 2 )) aa $x; bb end
%%
#only zsh
repeat 2 aa one
%%
#only zsh
repeat 2 { aa one; bb two }
%%
#only zsh
repeat 2; do aa one; done
%%
#only zsh
repeat 1+1 do aa one; done
%%
#only zsh
repeat $(bb count; echo 2) { aa one }
%%
#only zsh
{ aa one } always { bb two }
%%
#only zsh
{ aa one; x=rm } always { bb $x }; $x y
%%
#only zsh
x=aa; { x=bb } always { $x one }
%%
#only zsh
{ aa one } always { bb two } && cc three
%%
#only zsh
() { aa $1 } a b
%%
#only zsh
() { aa $# "$@" } 'a b' c; bb $#
%%
#only zsh
() { aa one }; bb two
%%
#only zsh
x=aa; () { x=bb }; $x one
%%
#only zsh
x=aa; () { local x=bb; $x in }; $x out
%%
#only zsh
function { aa $1 } a b
%%
#only zsh
function { aa one }
%%
#only zsh
() { return; aa no } x; bb yes
%%
#only zsh
() { cd sub; aa here } x
%%
#only zsh
for x (a b) { if [[ $x == a ]] { aa $x } else { bb $x } }
%%
#only zsh
for x (a b) for y (c d) aa $x$y
%%
#only zsh
if [[ -n a ]] { for x (a b) aa $x }
%%
#only zsh
for x ($(echo a b)) aa $x
%%
#only zsh
x=(a b); for y ($x) aa $y
%%
#only zsh
for x (*.txt) aa $x
%%
#only zsh
for x ({a,b}{1,2}) aa $x
%%
#only zsh
for x (a b) { aa $x } > out; bb end
%%
#only zsh
for x (a b) aa $x > out
%%
#only zsh
for x (a b) echo $x | xargs aa
%%
#only zsh
x=rm; for x (a b) { y=$x }; aa $x $y
%%
#only zsh
for x (a b) aa $x # for y (c) bb
%%
#only zsh
for x (aa bb) $x one
%%
#only zsh
for cmd ('aa one' bb) eval $cmd
%%
#only zsh
for x (a b) { [[ $x == a ]] && continue; aa $x }
%%
#only zsh
for x (a b) { aa $x; break }; bb $x
%%
#only zsh
echo 'for x (a) aa'; for x (a) bb $x
%%
#only zsh
f() { for x ($@) aa $x }; f p q
%%
#only zsh
$(for x (aa) echo $x) one
%%
#only zsh
( for x (a b) aa $x ); bb end
%%
#only zsh
for x (a b) aa $x && bb $x; cc done
%%
#only zsh
for x (a b) aa $x &; wait
%%
#only zsh
! for x (a b) aa $x
%%
#only zsh
time for x (a b) aa $x
%%
#only zsh
select x (a b) { aa $x; break } <<< 1
%%
#only zsh
for f (one.txt two.txt); do
  if [[ -f $f ]] {
    aa $f
  }
done
%%
#only zsh
case x { (x) aa one ;; (*) bb two ;; }
%%
#only zsh
case x { x) aa one ;; *) bb two ;; }
%%
#only zsh
for x y (a b c d) aa $x $y
%%
#only zsh
if true; then aa one; fi; for x (a) bb $x
%%
#only zsh
if [[ -n a ]] { aa one } ; if [[ -z a ]] { bb two } else { cc three }
%%
#only zsh
coproc { aa one } always { bb two }; wait
%%
#only zsh
if [[ -n a ]] { aa "${HOME##*/}" } else { bb }
%%
#only zsh
for x ("a b" c) aa $x
%%
#only zsh
for x (a b) { aa "$(echo $x)" }
%%
#only zsh
while true { aa one; break }
%%
#only zsh
if aa cond; then { bb two } always { cc three }; fi
%%
#only zsh
set -- p q; for x () { aa $x }
%%
#only zsh
set -- p q; for x ( ) { aa $x }; bb
%%
#only zsh
set -- p q; foreach x () aa $x; end
%%
#only zsh
function { sh <<E
aa x
E
foreach x (rm) aa $x; end }; () { aa one } ; () { bb } p
%%
#only zsh
() { () { aa $1 } in $1 } out
%%
#only zsh
x=$(echo 'a\\0b'); aa "${x}c" pre"$x"suf
%%
#only zsh
aa $(echo '\\0')z q$(echo "k\\0")
%%
#only zsh
set -- A; sh <<E
aa a a$10 "$1"0
%%
#only zsh
aa nm {a} >o1
%%
#only zsh
rm -rf {a}   <one.txt /etc
%%
#only zsh
declare -n y=x; aa "${y-unset}" ${y}
%%
#only zsh
f g() { aa x }; g
%%
#only zsh
if true; then f g h() { aa $1 }; h y; fi
%%
#only zsh
for k v in a b c d; do aa $k $v; done
%%
#only zsh
y=aa; for x y in a bb; do $y x; done
%%
#only zsh
y=aa; for x y in a bb; do :; done; $y x
%%
#only zsh
echo (one*|$(bb x))
%%
#only zsh
echo (a|$(x=$(bb x))); aa y
%%
#only zsh
coproc echo "${@:-'$('bb' x)'}"
%%
#only zsh
set --; aa "${@:-$(bb x)}"
%%
#only zsh
set -- 'path[$(bb x)]'; aa $(( ${(@)@} ))
%%
#only zsh
a='path[$(bb x)]'; [[ "${@:-a}" -eq 0 ]]
%%
#only zsh
aa $(< <(bb x))
