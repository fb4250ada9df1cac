#only zsh
q='e:rm one:'; aa *.txt($q)
%%
#only zsh
q='+g'; g() { rm one }; aa *.txt($q)
%%
#only zsh
q='(+g)'; g() { rm one }; aa *.txt$q 2>/dev/null; bb
%%
#only zsh
q=':h'; aa sub/*($q)
%%
#only zsh
q='P:rm:'; aa *.txt($q)
%%
#only zsh
aa *.txt(N+'g'); g() { rm one }
%%
#only zsh
g() { rm one }; aa *.txt(.+"g")
%%
#only zsh
x=(one two); aa $x.txt(N)
%%
#only zsh
aa *.txt(exrm onex)
%%
#only zsh
case a in *(e:'rm one':)) ;; esac; aa
%%
#only zsh
aa > *.out(Ne:'rm one':) 2>/dev/null; bb
%%
#only zsh
[[ -n *.txt(#qe:'rm one':) ]]; aa
%%
#only zsh
setopt extendedglob; [[ -n *.txt(#qN) ]]; aa
%%
#only zsh
x=*.txt(e:'rm one':); aa $~x
%%
#only zsh
aa ${x:-*.txt(e:'rm one':)}
%%
#only zsh
aa ${~x:-*.txt(e:'rm one':)}
%%
#only zsh
noglob aa *.txt(e:'rm one':)
%%
#only zsh
setopt noglob; aa *.txt 2>/dev/null; bb *
%%
#only zsh
x=noglob; $x aa *.txt
%%
#only zsh
noglob echo * | aa; bb
%%
#only zsh
noglob $(echo aa) *
%%
#only zsh
command noglob aa * 2>/dev/null; bb
%%
#only zsh
noglob command aa *
%%
#only zsh
noglob noglob aa *
%%
#only zsh
nocorrect noglob aa *
%%
#only zsh
builtin noglob aa * 2>/dev/null; bb
%%
#only zsh
exec noglob aa * 2>/dev/null
%%
#only zsh
exec - aa x
%%
#only zsh
exec -l aa x
%%
#only zsh
exec -c aa x
%%
#only zsh
exec -a rm aa x
%%
#only zsh
exec -cla q aa x
%%
#only zsh
exec -- aa x
%%
#only zsh
command -p rm one; command -v rm; command -V rm; aa
%%
#only zsh
command -- aa x; command - aa y
%%
#only zsh
builtin eval 'rm one'
%%
#only zsh
builtin . ./nosuch 2>/dev/null; aa
%%
#only zsh
builtin cd sub; aa $PWD
%%
#only zsh
builtin builtin builtin eval aa
%%
#only zsh
eval - rm one
%%
#only zsh
eval -- rm one
%%
#only zsh
eval 'eval "rm one"'
%%
#only zsh
x='rm one'; eval $x; eval "$x"
%%
#only zsh
eval rm '"a b"' $'c\nbb'
%%
#only zsh
time rm one
%%
#only zsh
! rm one
%%
#only zsh
time ! rm one
%%
#only zsh
coproc rm one; wait
%%
#only zsh
rm one & wait
%%
#only zsh
rm one &| aa; sleep 0.1
%%
#only zsh
rm one &! aa; sleep 0.1
%%
#only zsh
rm one & aa &! bb; sleep 0.1
%%
#only zsh
{ rm one } &! aa; sleep 0.1
%%
#only zsh
(rm one &); aa; sleep 0.1
%%
#only zsh
rm one |& aa
%%
#only zsh
zsh -c 'rm one'
%%
#only zsh
zsh -fc 'rm $1' x y
%%
#only zsh
zsh -f -o shwordsplit -c 'x="rm one"; $x'
%%
#only zsh
zsh -yfc 'x="rm one"; $x'
%%
#only zsh
zsh +o nomatch -fc 'aa *.none'
%%
#only zsh
zsh -fc 'rm one' -- x
%%
#only zsh
zsh --shwordsplit -fc 'x="rm one"; $x'
%%
#only zsh
zsh -fkc 'aa # x'
%%
#only zsh
zsh -f <<<'rm one'
%%
#only zsh
zsh -fs rm <<<'$1 one'
%%
#only zsh
zsh -f <(echo rm one)
%%
#only zsh
zsh --emulate sh -c 'x="rm one"; $x'
%%
#only zsh
zsh -fc 'setopt shwordsplit; x="rm one"; $x'
%%
#only zsh
ZDOTDIR=$PWD zsh -c 'aa'
%%
#only zsh
ENV=./one.txt sh -c aa
%%
#only zsh
ARGV0=rm aa x
%%
#only zsh
x=aa; print -z rm; getln x; $x one
%%
#only zsh
print -s 'rm one'; fc -e - 2>/dev/null; aa
%%
#only zsh
print -s 'rm one'; r 2>/dev/null; aa
%%
#only zsh
fc -p; print -s 'rm one'; fc -s; aa
%%
#only zsh
print -P '%(1x.$(rm one).)'; aa
%%
#only zsh
sched +0 rm one; sleep 0.1; aa
%%
#only zsh
zstyle -e a b 'rm one'; zstyle -s a b x; aa
%%
#only zsh
zstyle -e ':a' b 'reply=($(rm one))'; zstyle -t ':a' b; aa
%%
#only zsh
zregexparse p q 'x' '/x/' ':rm one:'; aa
%%
#only zsh
zformat -a x : a:rm; aa $x
%%
#only zsh
f() { aa }; functions -c f rm; rm one
%%
#only zsh
f() { rm $1 }; functions -c f aa; aa one
%%
#only zsh
setopt extendedglob; aa one#.txt(N) x
%%
#only zsh
setopt extendedglob; aa 'a^b' "c#d" e\~f ~/x ~
%%
#only zsh
setopt extendedglob; x=a~b; aa $x ${x%~*} ${x#*~}
%%
#only zsh
setopt extendedglob; for f in *.txt~one*; do aa $f; done
%%
#only zsh
setopt extendedglob; x=^one; aa $x
%%
#only zsh
setopt extendedglob; unsetopt extendedglob; aa a^b
%%
#only zsh
(setopt extendedglob); aa a^b
%%
#only zsh
f() { setopt extendedglob }; f; aa ^one*
%%
#only zsh
f() { setopt localoptions extendedglob; aa ^one* }; f; bb ^one* 2>/dev/null; cc
%%
#only zsh
f() { setopt localoptions noglob; bb *; }; f; aa *.txt
%%
#only zsh
f() { setopt localoptions shwordsplit; x='rm one'; $x }; f; x='aa b'; bb $x
%%
#only zsh
setopt localoptions; f() { setopt noglob }; f; aa *.txt
%%
#only zsh
setopt localoptions; f() { unsetopt localoptions; setopt noglob }; f; aa *.txt
%%
#only zsh
f() { setopt localoptions; g }; g() { setopt noglob }; f; aa *.txt
%%
#only zsh
f() { setopt local_options; setopt ignorebraces }; f; aa {a,b}
%%
#only zsh
f() { setopt localoptions nolocaloptions noglob }; f; aa *.txt
%%
#only zsh
aa a(bare|one).txt(N) one.(txt|exe) (one|two).txt
%%
#only zsh
setopt extendedglob; x=(*.txt~one.txt); aa $x
%%
#only zsh
setopt extendedglob; aa > o^1; bb
%%
#only zsh
setopt extendedglob; cd s#ub 2>/dev/null; aa
%%
#only zsh
setopt extendedglob; aa HEAD^ 2>/dev/null; bb HEAD~1
%%
#only zsh
setopt extendedglob; eval 'aa ^one*'
%%
#only zsh
setopt extendedglob; zsh -fc 'aa a^b'
%%
#only zsh
zsh -f -o extendedglob -c 'aa ^one*'
%%
#only zsh
setopt extendedglob; x=^one; aa ${~x}*
%%
#only zsh
setopt extendedglob; typeset -A h; h=(one 1); aa ${(k)h[(R)^2]}
%%
#only zsh
aa (.|)dot (x|.d*) *(.|)dot 2>/dev/null; bb
%%
#only zsh
aa .(d|x)ot(N) ./{.dot,x}(N) (.dot|one.txt)(N)
%%
#only zsh
setopt extendedglob; aa .d#ot .(do)#t x#.dot (#i).DOT .^x
%%
#only zsh
setopt extendedglob; for f in (.|)dot .*~*x; do bb $f; done
%%
#only zsh
set -o globdots; aa *ot [^a]ot
%%
#only zsh
aa *ot(D) [^a]dot(DN)
