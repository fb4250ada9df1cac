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
