#only bash
aa $((2#1011)) $((8#17)) $((16#fF)) $((36#z)) $((62#Z)) $((64#_)) $((64#@)) $((0X1f)) $((017))
%%
#only bash
aa $((08)) 2>/dev/null; bb
%%
#only bash
x=08; aa $((10#$x)) $((10#08 + 1))
%%
#only bash
x=010; aa $((x)) $(($x)) $((10#$x)) "$x"
%%
#only bash
x=0x10; aa $((x)) $((x+1)) ; y=2#101; aa $((y))
%%
aa $((1?2:3)) $((0?2:3)) $((1?0?1:2:3)) $((0?1:0?2:3))
%%
#only bash
x=5; aa $((x+=x++)) $x $((x=x*2,x-1)) $x
%%
x=5; aa $((0&&(x=9))) $x $((1||(x=9))) $x $((1&&(x=8))) $x $((0||(x=0))) $x
%%
aa $((9223372036854775807)) $((9223372036854775807+1)) $((-9223372036854775807-2))
%%
#only bash
aa $((9223372036854775808)) $((18446744073709551616)) $((99999999999999999999))
%%
#only bash
aa $((-9223372036854775808/-1)) $((-9223372036854775808%-1)) 2>/dev/null; bb
%%
aa $((1<<63)) $((1<<64)) $((1<<65)) $((-1>>1)) $((1<<-1)) 2>/dev/null; bb
%%
aa $((7/2)) $((-7/2)) $((7%-3)) $((-7%3)) $((2**10)) $((-2**2)) $((2**0)) $((2**3**2))
%%
#only bash
aa $((2**63)) $((3**41)) $((2**64)) $((7**30))
%%
aa $((2**-1)) 2>/dev/null; bb
%%
aa $((1/0)) 2>/dev/null; bb
%%
aa $((!5)) $((!0)) $((!!3)) $((~0)) $((~-1)) $((- -3)) $((-+-3)) $((!x))
%%
aa $((1 < 2 < 3)) $((3 > 2 > 1)) $((1==1==1)) $((5 & 6 | 8 ^ 3)) $((1 | 2 && 0))
%%
x=3; aa $((x<<=2)) $x $((x>>=1)) $((x&=5)) $((x|=8)) $((x^=1)) $((x%=5)) $x
%%
#only bash
a=(1 2 3); aa $((a[0]+a[1]*a[2])) $((a[a[0]])) $((a[1]++)) ${a[1]} $((a[-1])) $((a))
%%
#only bash
a=(1 2 3); ((a[1]+=5, a[3]=9)); aa "${a[@]}"
%%
#only bash
declare -A h=([k]=5); aa $((h[k]+1)) $((h["k"]*2)); ((h[k]++)); aa ${h[k]}
%%
#only bash
x=y y=z z=7; aa $((x)) $((x+1)) $((x=x+1)) $x $y
%%
#only bash
x=y+1 y=2; aa $((x*3)) $((x)) $(($x*3))
%%
#only bash
x='y=5'; aa $((x)) $y "$x"
%%
#only bash
x='a[$(bb q)0]'; a=(4); aa $((x))
%%
#only bash
x=1; aa $((x$(echo 2))) $(($(echo 1+2)*3)) $(( "3"+1 )) $(( '4' )) 2>/dev/null; bb
%%
#only bash
x=12; aa $((${x}3)) $((${x:0:1}+1)) $((${#x})) $((x ? ${x} : 0)) $(($x))
%%
aa $(( 1 +
2 )) $((
3
)) "$(( 4 ))" $(((5))) $(( (6) ))
%%
((x=5)); aa $x; ((x==5)) && bb; ((x-5)) || cc
%%
((x=1,y=x+1)); aa $x $y; ((z++)); aa $z; ((z+=z)); aa $z
%%
#only bash
let x=1+2 y=x*2 'z = y - 1'; aa $x $y $z; let x++ y--; aa $x $y
%%
#only bash
let 'x=5' "y=$x" 2>/dev/null; aa "$x" "$y"
%%
for ((i=0;i<3;i++)); do aa $i; done; bb $i
%%
for ((i=0,j=5;i<j;i+=2,j--)); do aa $i$j; done; bb $i $j
%%
i=0; while ((i++<2)); do aa $i; done; bb $i
%%
i=3; until ((--i<1)); do aa $i; done; bb $i
%%
#only bash
x=5; aa ${x:+$((x+1))} $((x))$((x+1)) "$((x))a" $((x)).txt
%%
#only bash
unset x; aa $((x)) $((x+1)) $((x++)) $x
%%
#only bash
x=; aa $((x)) $((x+1)) $(($x+1)); x=' 7 '; aa $((x)) $(($x+1))
%%
#only bash
x=abc; aa $((x)); x=-5; aa $((x)) $((-x)) $((-$x)) $((0-$x)) 2>/dev/null; bb
%%
#only bash
declare -i n=5; n=n+1; aa $n; n+=2; aa $n; n='2#11'; aa $n; n=abc; aa $n
%%
#only bash
declare -i n; n=5/2; aa $n; f() { local -i m=n*3; aa $m; }; f; declare +i n; n=1+1; aa $n
%%
#only bash
declare -ai a=(1+1 2*3); aa "${a[@]}"; a[0]=5*5; aa ${a[0]}
%%
#only bash
set -- 3 4; aa $(($1*$2)) $(($#+1)) $(( $1 > $2 ? $1 : $2 ))
%%
#only bash
x=1; aa $((x+++x)) $x; x=1; aa $((x---1)) $x 2>/dev/null; bb
%%
#only bash
aa $[1+2] $[ 3 * 4 ] "$[5]" $[$[1]+1]
%%
aa $((1,2,3)) $(((1,2)+1)) $((x=1,x+=2,x))
%%
#only bash
x=2; a=(p q r s); aa ${a[x]} ${a[x-1]} ${a[$x]} ${a[x*1+1]} ${a[$((x-2))]} ${a[x=1]} $x
%%
#only bash
x='1)+(2'; aa $(( ($x) )) 2>/dev/null; bb
%%
#only bash
printf -v x '%d' 0x1f 2>/dev/null; aa $x; printf -v y '%d' 010; aa $y; printf -v z '%d' "'a"; aa $z
%%
#only bash
test 010 -eq 10 && aa; [[ 010 -eq 8 ]] && bb; [ 1 -lt 02 ] && cc
%%
#only bash
x=$((RANDOM*0+3)); aa $x; aa $((RANDOM%1))
%%
#only bash
x=5; aa "$((x>3))" $((x>3&&x<9)) $((x<3||x==5)); aa $((x>9?1:x>4?2:3))
%%
x=1; y=$((x+1)); z=$((y*y)); aa $x$y$z "$((z-y))"
%%
#only bash
i=1; a=(x y z); aa ${a[i++]}${a[i++]} $i; aa ${a[i=0]} $i
%%
#only bash
i=5; x=abcdef; aa ${x:i-4:i-3} ${x:i++:1} $i ${x:0:i-4}
