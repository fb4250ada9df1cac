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
%%
x=v; cat <<E | xargs aa
$x ${x}y "$x" '$x' \$x \\$x `echo $x` $((1+1)) \a \"
E
%%
cat <<'E' | xargs -d '\n' aa
$x `bb` \$ \\
E
%%
sh <<E
aa "\$0" \$\$ 2>/dev/null | bb
aa \`echo q\` "\`echo 'r s'\`"
E
%%
sh <<E
aa 'it'"'"'s' "a\\\\b" \\\\ \\\$x
E
%%
sh <<"E"
aa a\
b 'c\
d'
E
%%
sh <<E
aa a\
b 'c\
d'
E
%%
sh <<E
aa a\\
b 'c\\
d'
E
%%
sh <<-E
	aa x
		bb y
	  cc 'z	w'
	E
aa
%%
sh <<-'E'
	aa x \
	  y
	bb 'q
	r'
	E
%%
cat <<-E | sh
	aa $(cat <<-F
		p q
	F
	)
	E
%%
sh <<A; sh <<B
aa 1
A
aa 2
B
%%
sh <<A && bb || cc
aa $(cat <<B
in
B
)
A
%%
x=$(cat <<A
$(cat <<B
deep
B
)
A
); aa "$x"
%%
aa "$(cat <<A
it's "q" \$x \` \\
A
)" "$(cat <<'A'
it's "q" \$x \` \\
A
)"
%%
aa $(sh <<E
echo b c
E
)
%%
eval "$(cat <<'E'
aa 'x y' "$HOME"
bb
E
)"
%%
bash -c "$(cat <<'E'
aa "$1" $0
E
)" p 'q r'
%%
f() { sh <<E
aa $1 "$2" \$1
E
}; f a 'b c'
%%
for i in 1 2; do sh <<E
aa $i
E
done
%%
while read -r a b; do aa "$b" "$a"; done <<E
1 2
$HOME x
'q r' s
E
%%
read -r x <<E
rm one
E
$x 2>/dev/null; aa "$x"
%%
{ read a; read b; aa "$b" "$a"; } <<E
1
2
E
%%
cat <<E > o1; sh o1
aa from $((1+2))
E
%%
cat > s.sh <<'E'
aa "$@"
E
sh s.sh p 'q r'; . ./s.sh
%%
tee s.sh <<'E' >/dev/null
bb x
E
bash s.sh
%%
sh <<E
$(echo aa) x
`echo bb y`
E
%%
sh <<'E'
$(echo aa) x
`echo bb y`
E
%%
c=aa; sh <<E
$c x
\$c y
E
%%
sh <<E
aa ${u:-"a b"} ${u:-'c d'} ${u-\}} ${u:-$(echo q)}
E
%%
sh <<E
aa "${HOME##*/}" ${c:+x} ${#HOME}
E
%%
set -- p 'q r'; sh <<E
aa $1 "$2" $# "$*" $@
E
%%
a=(x 'y z'); sh <<E
aa ${a[0]} "${a[@]}" ${#a[@]}
E
%%
sh <<E # comment
aa x # inner
E
bb
%%
sh << E
aa x
E
sh << 'E'
aa y
E
%%
sh <<E\
F
aa x
EF
bb
%%
sh <<E''
aa $x \$y
E
bb
%%
sh <<"E F"
aa x
E F
bb
%%
sh <<\E
aa $HOME
E
bb
%%
#only bash
sh <<$'E'
aa x
E
bb
%%
sh <<!
aa x
!
bb
%%
sh <<EOF-1
aa x
EOF-1
bb
%%
sh <<.
aa x
.
bb
%%
sh <<E;aa 1
bb 2
E
cc
%%
sh<<E&&aa||bb
cc
E
%%
(sh <<E
aa x
E
) && { sh <<E
bb y
E
}
%%
case $(cat <<E
v
E
) in v) aa;; *) bb;; esac
%%
sh <<E | sh
echo aa x
E
%%
sh <<E 2>/dev/null >o1; cat o1 | xargs bb
echo q; aa z
E
%%
sh <<<"aa x
bb y"
%%
sh <<<'aa $0 "$HOME"'; sh <<<"aa \$HOME"; sh <<<aa\ y; sh <<<aa
%%
#only bash
x='a  b'; cat <<<$x | xargs -d '\n' aa; cat <<<"$x" | xargs -d '\n' bb; cat <<<*.txt | xargs cc; cat <<<{a,b} | xargs zz
%%
#only bash
cat <<<$'a\nb' | xargs aa; cat <<<a"b"'c'$x\d | xargs bb; read x y <<<"p q r"; cc "$x" "$y"
%%
#only bash
sh <<< "aa $(echo b)" ; sh <<<`echo aa c`; sh <<< $((1)) 2>/dev/null; cc
%%
#only bash
set -- aa b; sh <<<$*; sh <<<"$*"; sh <<<"$@"; sh <<<$@
%%
cat <<E
$(aa x)
`bb y`
\$(cc z)
E
%%
cat <<'E'
$(aa x)
E
cat <<"E"
`bb y`
E
cat <<\E
$(cc z)
E
zz
%%
: <<E
$(aa 1) ${x:=$(bb 2)} $((3+$(cc 4;echo 1)))
E
aa "$x"
%%
cat <<E
${x:=set}
E
aa "$x"
%%
cat <<E
$((y=5))
E
aa "$y"
%%
cat <<E
"$(aa "a b")" '$(bb 'c d')' "`cc "e f"`"
E
%%
cat <<E
E
E
aa
%%
cat <<E
 E
	E
E 
xE
E
aa
%%
cat <<-E
	 E
 	E
	E
aa
%%
cat <<E
\E
E
aa
%%
cat <<E
x\\
E
aa
%%
cat <<E
x\
E
aa
E
bb
%%
cat <<'E'
x\
E
aa
%%
cat <<E
$(
aa x
)
E
%%
cat <<E
`
aa x
`
E
%%
cat <<E
$\
(aa x)
E
bb
%%
cat <<E
${x:-`aa "q"`} ${y-$(bb 'r')}
E
%%
cat <<E
# $(aa x)
// `bb y`
E
%%
f() { cat; }; f <<E | xargs aa
in
E
%%
exec 3<<E
aa x
E
sh <&3; exec 3<&-; bb
%%
sh 0<<E
aa x
E
sh 3<<E <&3
bb y
E
%%
sh <<A <<B
aa 1
A
aa 2
B
%%
sh -s p 'q r' <<'E'
aa "$1" "$2" $#
E
%%
bash -s <<'E' -- p
aa "$1"
E
%%
sh <<'A'
sh <<'B'
sh <<'C'
aa deep
C
B
A
%%
sh <<A
sh <<B
aa \$HOME \\\$HOME
B
sh <<'C'
bb \$HOME
C
A
%%
cat <<E >o1
rm one
E
sh <o1; sh < o1
%%
cat <<E | while read -r l; do aa "$l"; done
a b
c
E
%%
cat <<E | { read x; aa "$x"; read y; bb "$y"; }
1
2
E
%%
awk '{print}' <<E | xargs aa
q
E
%%
xargs -n1 aa <<E
1 2
3
E
%%
xargs -I{} aa x{}y <<E
1 2
3
E
%%
git commit -F - <<E
msg $(aa x)
E
%%
cat <<E; aa x; cat <<F
1
E
2
F
bb
%%
cat <<E &&
1
E
aa x
%%
cat <<E |
1
E
xargs aa
%%
! cat <<E
1
E
aa
%%
cat <<E & wait; aa
1
E
%%
time cat <<E 2>/dev/null
1
E
aa
%%
aa <<E "x
y"
body
E
bb
%%
aa "$(cat <<E
x
E
)" <<F
y
F
bb
%%
aa <<E $(cat <<F
f
F
)
e
E
bb
%%
aa `cat <<E
x y
E
`
%%
aa <<"" x
line

bb
%%
aa <<E
no end
%%
aa <<E; bb <<E
1
E
2
E
cc
%%
aa <<a\ b
x
a b
bb
%%
aa <<'a"b'
x
a"b
bb
%%
aa <<"a\$b"
x
a$b
bb
%%
aa <<a$b
x
a$b
bb
%%
#only bash
aa <<E; echo() { bb; }; echo
x
E
%%
alias aa='bb <<E'
aa x
E
%%
aa <<E)
x
E
bb
%%
aa <<(echo
x
%%
#only bash
bb "$(
cat <<E; aa x; cat <<F
1
E
2
F
bb
)" `aa`
%%
#only bash
bb $(cat <<E
1
E
aa; bb x)
%%
#only zsh
f() { bb ${HOME#<(cat <<"E"
$(aa)
E
)}; }; f
%%
cat <<E >/dev/null
$(aa 'a\
b')
E
%%
#only bash
bb $(aa "${x:-$'\x41 b'}" ${x:-$'\x41 b'})
