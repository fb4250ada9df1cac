# c\
bb x
%%
aa; # c \
bb
%%
# a \
#  b \
#  c \
bb
%%
aa '# x \
y' "# z\
w"
bb
%%
aa x \
  # c
bb
%%
aa <<E # c\
x
E
bb
%%
aa <<E
# c\
E
E
bb
%%
aa <<'E'
# c\
E
bb
%%
if true # c\
then aa; fi # d\
bb
%%
for i in a b # c\
do aa $i # d\
done # e\
bb
%%
aa $(echo a # c\
echo b)
%%
aa `echo a # c\
echo b`
%%
aa "`echo a # c\
bb x`"
%%
aa |  # c\
bb
%%
aa && # c\
bb
%%
a() # c\
{ bb; } # d\
a
%%
{ # c\
aa; }
%%
( # c\
aa # d\
)
%%
case x in # c\
x) aa # d\
;; # e\
esac # f\
bb
%%
#only bash
a=( x # c\
y ); aa "${a[@]}"
%%
aa x#c\
y
%%
aa \# c\
d
%%
aa "x" # 'q\
bb 'y'
%%
aa # $(rm x\
bb
%%
aa # c\\
bb
%%
aa # c\\\
bb
%%
aa # c \ 
bb
%%
sh -c 'aa # c\
bb x'
%%
eval 'aa # c\
bb x'
%%
sh <<'E'
aa # c\
bb x
E
%%
sh <<E
aa # c\\
bb x
E
%%
sh <<E
aa # c\
bb x
E
%%
dash -c 'aa # c\
bb x'
%%
zsh -fc 'aa # c\
bb x'
%%
aa $((1 + 2 # c\
)) 2>/dev/null; bb
%%
aa # c\
&& bb
%%
aa; if true; then # c\
bb; else # d\
cc; fi
%%
cat <<E; aa # c\
# x \
E
bb
%%
x=1 # c\
aa $x
%%
x= # c\
rm one
%%
[[ a == a # c\
]] && aa
%%
aa a\#b # c\
bb
%%
aa $# # c\
bb
%%
aa ${x#y} # c\
bb
%%
aa # `bb \
cc
%%
aa "$(echo x # c\
)" ; bb
%%
aa \
# c \
bb
%%
aa;# c\
bb
%%
(aa)# c\
bb
%%
aa >o1# c\
bb
%%
aa <<E |# c\
x
E
bb # d\
cc
%%
f() { aa # c\
bb; }; f
%%
trap 'aa # c\
bb' EXIT
%%
echo 'aa # c\
bb' | sh
%%
alias k='aa # c\
bb'
%%
aa # c\
%%
aa # c\

bb
%%
aa	#	\
bb
%%
#only bash
unset x; aa "${x:-}" "${x-""}" "${x:-''}" ${x:-} ${x:-""}
%%
rm /et[\c]/nope 2>/dev/null; aa [\*].txt [\o]*.txt o[n\]]e.txt o[[]e 2>/dev/null
%%
#only bash
x='[!a]'; case b in $x) aa;; "$x") bb;; esac; case '[!a]' in "$x") cc;; esac; case ] in []]) zz;; esac
%%
aa # x \\
bb
%%
echo a # $(\
rm x
%%
aa $(echo x # y\
) z
%%
a=(1 # x\
2); aa "${a[@]}"
%%
aa 'x
# y\
'; bb # z\
cc
%%
#only bash
alias q='aa # x\
'; bb
%%
aa \# x\
y
%%
x=${y# z\
w}; aa
%%
function aa { bb; } # x\
aa
%%
aa() ( bb ) # x\
aa
%%
for i # x\
in a b; do aa $i; done
%%
while false # x\
do aa; done; bb
%%
aa <<E; bb # x\
doc # y\
E
cc
%%
aa "`echo x # y`" # z\
bb
%%
bash -c "aa # x\\
bb"
%%
bash -c "aa # x\
bb"
%%
aa	# tab \
bb
%%
aa;; # x\
bb
%%
case x in x) aa ;; # c\
y) bb ;; esac
%%
{ aa # a\
bb # b\
}; cc # c\
zz
%%
aa $(( # x\
1 )) 2>/dev/null; bb
%%
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
