aa <<E
text
E
%%
aa <<E x
text
E
bb
%%
aa <<'E'
$(rm x)
E
bb
%%
aa <<"E"
$(rm x)
E
bb
%%
aa <<\E
$(rm x)
E
bb
%%
aa <<E
\$(rm x) \`rm y\`
E
bb
%%
aa <<E
`bb y`
E
%%
aa <<E
${x:-$(bb y)}
E
%%
aa <<E
$((1+$(bb y;echo 1)))
E
%%
aa <<-E
	text
	E
bb
%%
aa <<-'E'
	$(rm x)
	E
bb
%%
aa <<E
 E
E
bb
%%
aa <<E
E 
E
bb
%%
aa <<E
EE
E
bb
%%
aa <<'E F'
x
E F
bb
%%
aa <<''
x

bb
%%
aa <<E <<F
x
E
y
F
bb
%%
aa <<E; bb <<F
x
E
y
F
cc
%%
aa <<E && bb
x
E
cc
%%
aa <<E | bb
x
E
%%
aa <<E >o1
x
E
%%
aa <<E

E
bb
%%
aa <<E
E
bb
%%
aa <<$E
x
$E
bb
%%
aa <<"$E"
x
$E
bb
%%
aa <<E"F"
$(rm x)
EF
bb
%%
aa <<E\F
$(rm x)
EF
bb
%%
#only bash
aa <<$'E'
x
E
bb
%%
aa <<E\
F
x
EF
bb
%%
aa <<E
x\
E
E
bb
%%
aa <<E
E\

E
bb
%%
aa <<E
E\
rm x
E
bb
%%
#only bash
aa <<E
\
E
bb
%%
aa <<'E'
x\
E
bb
%%
aa <<'E'
\
E
bb
%%
aa <<E
'
E
bb "'"
%%
aa <<E
"
E
bb '"'
%%
aa <<E
#
E
bb
%%
aa <<'#'
x
#
bb
%%
aa <<'-'
x
-
bb
%%
aa <<-'-'
x
-
bb
%%
aa << E
x
E
bb
%%
aa 0<<E
x
E
bb
%%
aa 3<<E
x
E
bb
%%
x=v; sh <<E
aa $x "\$x"
E
%%
x=v; sh <<'E'
aa "$x"
E
%%
cat <<E
aa x
E
bb
%%
cat <<E >/dev/null; aa
rm x
E
bb
%%
(aa <<E
x
E
)
%%
(aa <<E
x
E
); bb
%%
{ aa <<E
x
E
}; bb
%%
{ sh; } <<E
aa x
E
%%
(sh) <<E
aa x
E
%%
if true; then sh; fi <<E
aa x
E
%%
while read l; do aa $l; done <<E
x
y
E
%%
if sh <<E
aa x
E
then bb; fi
%%
for i in 1; do aa <<E
$i
E
done
%%
for i in p q; do sh <<E
aa $i
E
done
%%
f() { sh; }; f <<E
aa x
E
%%
f() { sh <<E
aa $1
E
}; f p
%%
x=$(cat <<E
aa
E
); $x y
%%
aa "$(cat <<E
a b
E
)"
%%
aa "$(cat <<'E'
$(rm x) "q"
E
)"
%%
git commit -m "$(cat <<'E'
msg ; rm x
E
)"
%%
eval "$(cat <<E
aa x
E
)"
%%
sh -c "$(cat <<E
aa x
E
)"
%%
aa <(cat <<E
x
E
) >/dev/null; bb
%%
sh <<E
sh <<F
aa x
F
E
%%
sh <<E
sh <<'F'
aa \$HOME
F
E
%%
sh <<<'aa x'
%%
sh <<<"aa $HOME"
%%
sh <<<aa\ x
%%
sh <<<$'aa x\nbb y'
%%
sh <<< aa
%%
#only bash
sh <<< $(echo aa x)
%%
sh <<<"$(echo aa x)"
%%
x='aa y'; sh <<<"$x"
%%
#only bash
x='aa y'; sh <<<$x
%%
#only bash
x='*'; aa <<<$x; bb
%%
aa <<<~; bb
%%
aa <<<{a,b}; bb
%%
cat <<<'aa x' | sh
%%
sh <<<'aa x' <<<'bb y'
%%
sh <<E <<<'bb y'
aa x
E
%%
sh <<<'aa x' </dev/null; bb
%%
sh </dev/null <<<'aa x'
%%
sh <<E 2>/dev/null
aa x
E
%%
sh 2>/dev/null <<E
aa x
E
%%
<<E sh
aa x
E
%%
<<<'aa x' sh
%%
sh - <<E
aa x
E
%%
sh -s a b <<'E'
aa $1 $2 $#
E
%%
xargs aa <<E
x y
E
%%
read x <<E
v w
E
aa "$x"
%%
read x y <<E
v w
E
aa $y $x
%%
exec 3<<E
aa x
E
sh <&3
%%
#only bash
exec 3<<<'aa x'; sh <&3
%%
sh 3<<<'aa x' <&3
%%
sh <&3 3<<<'aa x'
%%
exec 0<<<'q'; read x; aa $x
%%
aa <<E
bb <<F
F
E
cc
%%
aa <<A <<B <<C
1
A
2
B
3
C
bb
%%
: <<'X'
rm x
X
aa
%%
: <<X
$(aa y)
X
bb
%%
cat <<X
$(aa y)
X
%%
aa <<E # comment
x
E
bb
%%
aa <<E \
y
x
E
bb
%%
aa x <<E y
t
E
bb
%%
aa <<é
x
é
bb
%%
aa <<E
$x$
E
bb
%%
aa <<E
a $ b
E
bb
%%
aa <<E
${HOME}
E
bb
%%
aa <<E
x
E
# E
bb
