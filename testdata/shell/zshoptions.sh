#only zsh
aa (`rm one`|one).txt
%%
#only zsh
x=rm; ($x one)
%%
#only zsh
PROMPT=a; PS1=rm; $PROMPT one
%%
#only zsh
PATH=/a:$PATH; path=(/b $path); aa ${PATH%%:*}
%%
#only zsh
LINES=3+4; aa $LINES
%%
#only zsh
for PATH in $PATH; do aa; done
%%
#only zsh
x=aa; bash +B -c 'aa {a,b}'
%%
#only zsh
bash -f -c 'aa *'
%%
#only zsh
bash -O nullglob -c 'aa *.none'
%%
#only zsh
bash -a -c 'x=rm; env sh -c "\$x one"'
%%
#only zsh
zsh -Fc 'aa *' 
%%
#only zsh
zsh -fIc 'aa {a,b}'
%%
#only zsh
x=(rm one); y="${x}"; aa $y
%%
#only zsh
x=(rm one); y=${x[@]}; aa $y
%%
#only zsh
x=(rm one); y=$x[2]$x[1]; aa $y
%%
#only zsh
x=(rm one); y=pre$x; aa $y
%%
#only zsh
x=(rm one); [[ $x == 'rm one' ]] && aa; case $x in 'rm one') bb;; esac
%%
#only zsh
x=(rm one); aa <<<$x; read y <<<$x; bb $y
%%
#only zsh
IFS=-; x=(rm one); y=$x; aa $y
%%
#only zsh
x=(rm one); typeset y=$x; aa $y
%%
#only zsh
x=(rm one); local -a y=($x); $y
%%
#only zsh
x=(rm one); export y=$x; aa $y; zsh -fc 'aa $y'
%%
#only zsh
x=(rm one) y=($x two); $y
%%
#only zsh
x=(a b c); x[2]=(); aa $x
%%
#only zsh
x=(a b c); x[2]=(p q); aa $x
%%
#only zsh
x=(a b c); x[(r)b]=rm; aa $x
%%
#only zsh
x=(a b c); x[-1]=rm; aa $x
%%
#only zsh
x=(a); x[3]=rm; aa $x "$x[@]"
%%
#only zsh
x=abc; x[1]=rm; aa $x
%%
#only zsh
x=abc; x[2,3]=m; aa $x
%%
#only zsh
x=abc; x+=d; x+=(e); aa $x
%%
#only zsh
x=(a); x+=b; x+=(c d); aa $x
%%
#only zsh
typeset -A h; h[a]=1; h+=(b 2); aa $h[a] $h[b] ${#h}
%%
#only zsh
typeset -A h=([rm]=one [aa]=two); aa $h[rm] $h[aa]
%%
#only zsh
typeset -A h; h=(a rm); x=a; $h[$x] one; ${h[$x]} two; $h[a] three
%%
#only zsh
typeset -A h; h["a"]=rm; ${h["a"]} one; ${h[a]:-bb} two
%%
#only zsh
typeset -A h; k='a]'; h[$k]=rm; ${h[$k]} one
%%
#only zsh
h=(a b); typeset -A h; h=(a rm); $h[a] one
%%
#only zsh
typeset -A h; h=(a 1); unset h; h=(rm); $h one
%%
#only zsh
typeset -gA h; h=(x rm); f() { $h[x] one }; f
%%
#only zsh
f() { local -A h; h=(x rm); $h[x] one }; f
%%
#only zsh
x='a b'; aa "${=x}" ${=x}z
%%
#only zsh
x=' a  b '; aa ${=x} z
%%
#only zsh
IFS=:; x=a::b; aa ${=x} $=x
%%
#only zsh
x='a b'; set -- $=x; aa $#
%%
#only zsh
x='a b'; setopt sh_word_split; aa $x "$x" ${==x}
%%
#only zsh
x='a b'; setopt SHWORDSPLIT; aa $x; unsetopt SHWORDSPLIT; bb $x
%%
#only zsh
x='a b'; setopt no_no_shwordsplit 2>/dev/null; aa $x
%%
#only zsh
x='a b'; unsetopt noshwordsplit; aa $x
%%
#only zsh
x='a b'; set -o sh_Word_Split; aa $x; set +o shwordsplit; bb $x
%%
#only zsh
x='a b'; set -y; aa $x; set +y; bb $x
%%
#only zsh
x='a b'; setopt shwordsplit noglob; aa $x *; setopt glob; bb *
%%
#only zsh
x='a b'; setopt -o shwordsplit; aa $x
%%
#only zsh
f() { setopt shwordsplit }; x='a b'; f; aa $x
%%
#only zsh
(setopt shwordsplit); x='a b'; aa $x
%%
#only zsh
x='a b'; aa $x & setopt shwordsplit; wait; aa $x
%%
#only zsh
if [[ -z $nosuch ]]; then setopt shwordsplit; fi; x='a b'; aa $x
%%
#only zsh
set -e; set -u; set -x 2>/dev/null; x='a b'; aa $x
%%
#only zsh
setopt err_exit pipe_fail no_unset; aa x
%%
#only zsh
setopt localoptions noglob; aa *; bb
%%
#only zsh
setopt bareglobqual; aa *(.)
%%
#only zsh
unsetopt bareglobqual; aa *(.) 2>/dev/null; bb
%%
#only zsh
setopt cshjunkieloops; aa x
%%
#only zsh
setopt cshjunkiequotes; aa 'x'
%%
#only zsh
setopt cshnullglob nullglob; aa *.none x
%%
#only zsh
unsetopt badpattern nomatch; aa [ *.none
%%
#only zsh
unsetopt multios; aa > o1 > o2
%%
#only zsh
unsetopt unset 2>/dev/null; aa ${nosuch-x}
%%
#only zsh
setopt posixidentifiers; aa x
%%
#only zsh
setopt octalzeroes; aa $((010))
%%
#only zsh
setopt cprecedences; aa $(( 1 << 2 + 1 ))
%%
#only zsh
setopt markdirs; aa *
%%
#only zsh
setopt numericglobsort globdots; aa *
%%
#only zsh
setopt pathdirs; sub/aa 2>/dev/null; bb
%%
#only zsh
setopt pathscript; aa
%%
#only zsh
setopt posixbuiltins; command eval 'rm one'
%%
#only zsh
setopt posixargzero; f() { aa $0 }; f
%%
#only zsh
unsetopt functionargzero; f() { aa ${0:t} }; f
%%
#only zsh
setopt rmstarsilent; aa *
%%
#only zsh
setopt shfileexpansion; x='~'; aa $x
%%
#only zsh
setopt shnullcmd; NULLCMD=rm; > o1; aa
%%
#only zsh
setopt warncreateglobal; f() { x=rm }; f; $x one
%%
#only zsh
setopt typesetsilent kshtypeset; x='a b'; typeset y=$x; aa $y
%%
#only zsh
setopt autonamedirs; q=$PWD; aa ~q
%%
#only zsh
setopt histsubstpattern; x=abc; aa ${x:s/a*/q/}
%%
#only zsh
setopt localtraps; trap 'rm one' EXIT; aa
%%
#only zsh
setopt combiningchars multibyte; aa x
%%
#only zsh
setopt continueonerror; aa x
%%
#only zsh
setopt debugbeforecmd; trap 'rm one' DEBUG; aa
%%
#only zsh
setopt evallineno; aa
%%
#only zsh
setopt verbose xtrace 2>/dev/null; aa x
%%
#only zsh
setopt restricted; cd sub; aa
