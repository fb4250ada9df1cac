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
