aa # c \
rm one
%%
aa #\
rm one
%%
aa x #c \
rm one # d \
bb
%%
aa; # c \
rm one
%%
# c \
rm one
%%
aa x#c\
y z
%%
aa # c \\
rm one
%%
aa # c \\\
rm one
%%
if true # c \
then rm one # d \
fi
%%
f() { # c \
rm one # d \
}
f
%%
aa $(bb # c \
rm one
)
%%
aa `bb # c \
rm one`
%%
aa && # c \
rm one
%%
aa | # c \
rm one
%%
( # c \
rm one )
%%
x=( # c \
rm # d \
one ); "${x[@]}"
%%
case a in # c \
a) rm one # d \
;; # e \
esac
%%
aa 'x # c \
y'
%%
aa "x # c \
y"
%%
aa x \
# c \
rm one
%%
aa ${x:-# c \
y}
%%
aa x\\\
y
%%
aa 'x\
y' $'x\
y' "x\
y"
%%
aa x\
y \
z
%%
a\
a one; r\
m two
%%
if true; th\
en rm one; f\
i
%%
[[ a == \
a ]] && rm one
%%
x=a\
a; $x one
%%
aa <<\
E
rm $(bb)
E
%%
eval 'aa # c \
rm one'
%%
trap 'aa # c \
rm one' EXIT
%%
aa {a,\
b} ~\
/x
%%
aa \
%%
aa x \
# y
%%
aa # c \
# d \
# e
rm one
%%
aa	#c\
rm one
%%
aa;#c\
rm one
%%
aa&#c\
rm one
wait
%%
(aa)#c\
rm one
%%
{ aa; } # c \
rm one
%%
! aa # c \
rm one
%%
time aa # c \
rm one
%%
let x=1 # c \
rm one
%%
declare x=1 # c \
rm one
%%
[[ a ]] # c \
rm one
%%
(( 1 )) # c \
rm one
%%
[[ a && # c \
b ]]; rm one
