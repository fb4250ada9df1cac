#only zsh
IFS=-; x=(r m); aa "$x"
%%
#only zsh
IFS=; x=(r m); "$x" one
%%
#only zsh
x=(rm one); y=$x[1]; $y two
%%
#only zsh
x=(rm one two); y=($x[2,3]); $x[1] $y
%%
#only zsh
x=(aa rm); $x[$#x] one
%%
#only zsh
x=(a rm); n=2; $x[n] one
%%
#only zsh
typeset -A h; h[k]=rm; $h[k] one
%%
#only zsh
typeset -A h; k=q; h[$k]=rm; $h[$k] one
%%
#only zsh
typeset -A h; h=([k]=rm); ${h} one
%%
#only zsh
typeset -A h; h=(k rm); "$h" one
%%
#only zsh
typeset -A h; h=(k aa); for h in x; do :; done; aa $h
%%
#only zsh
x=rm; aa ${x}:h $x:h "$x:h" "${x}:t"
%%
#only zsh
x=/b/c; h=1; aa ${x:h}
%%
#only zsh
x=abc; o=1; aa ${x:$o}
%%
#only zsh
x=abc; q=1; aa ${x:q}
%%
#only zsh
x=abc; aa ${x:0:-1} ${x: -2} ${x:(-2):1}
%%
#only zsh
x=abcd; aa ${x:1:2} ${x:1}
%%
#only zsh
x=(a b c d); aa ${x:1:2} ${x:0} ${x: -1}
%%
#only zsh
x=(a b c d); aa "${x:1:2}" "${x[@]:1}" "${x[*]:1:1}"
%%
#only zsh
set -- a b c d; aa ${@:1} ${@:2:1} ${*:0:1} "$@[2]"
%%
#only zsh
set -- a b c d; aa $@[2,3] $*[1] ${@[2]} "${@[2,-1]}" "${@[(r)c]}"
%%
#only zsh
set -- a b c d; aa $argv[2] $argv[2,-1] $argv[-1]
%%
#only zsh
set -- a b; aa "$argv" "$argv[@]" $argv[*] ${#argv} $#argv $ARGC
%%
#only zsh
x=(ab cb); aa ${x:#a*} ${(M)x:#a*}
%%
#only zsh
x=ab; aa ${x:#a*} y
%%
#only zsh
x=(a b); y=(b c); aa ${x:|y} ${x:*y}
%%
#only zsh
x=aXaX; aa ${x//#a/b} ${x//%X/b} ${x/%X/q} ${x/#a/q}
%%
#only zsh
x=a/b/c; aa ${x//\//-} ${x/\//-} ${x//'/'/-}
%%
#only zsh
x=a.b; aa ${x/./-} ${x//[a-z]/-}
%%
#only zsh
x=aab; aa ${x/a*/-} ${x/a#/q}
%%
#only zsh
x=abc; aa ${x/b} ${x//b} ${x/b/} 
%%
#only zsh
x='a&b'; aa ${x/a/&&} ${x/b/\\}
%%
#only zsh
x=(ab cb); aa ${x/b/X} ${x%b} ${x#a} "${x[@]%b}" "${x%b}"
%%
#only zsh
x=abc; aa ${(C)x} ${(U)x}
%%
#only zsh
aa ${(l:5::rm:)} 
%%
#only zsh
x=one; ${(t)x}; aa ${(t)x}
%%
#only zsh
x=114; ${(#)x}; aa ${(#)x}
%%
#only zsh
x='r;m'; aa ${(b)x} ${(qq)x} ${(q-)x} ${(q+)x} ${(qqqq)x}
%%
#only zsh
x=(a b); aa ${^x}1 $^x.txt ${^^x}1
%%
#only zsh
x=(a b); aa z${^x}{1,2}
%%
#only zsh
x=(); aa z${^x} y
%%
#only zsh
x='a b'; aa z${=x}y
%%
#only zsh
x=''; aa ${x} "$x" '' z
%%
#only zsh
aa $nosuch ${nosuch} "$nosuch" z
%%
#only zsh
x=; $x rm one
%%
#only zsh
x=(); $x rm one
%%
#only zsh
$(:) rm one
%%
#only zsh
aa $(:) "$(:)" z
%%
#only zsh
aa $(echo 'a b') "$(echo 'a b')" x$(echo 'a b')y
%%
#only zsh
aa $(echo '*.txt') `echo '*.txt'`
%%
#only zsh
x='*.txt'; for i in $x; do aa $i; done; for i in $~x; do bb $i; done
%%
#only zsh
x='~'; aa $x ${~x} $~x
%%
#only zsh
x='a|b'; [[ a = $~x ]] && aa 1; [[ a = $x ]] && bb
%%
#only zsh
x=rm; y='$x'; aa $y; eval "$y one"
%%
#only zsh
aa $+x $+PATH ${+commands[nosuch]} $+functions[f]
%%
#only zsh
(( $+commands[aa] )) && aa yes
%%
#only zsh
aa $0:h ${0:t} $ZSH_NAME
%%
#only zsh
aa ${path[1]:t} $#path
