aa `echo \`echo \\\`rm x\\\`\``
%%
aa `aa 'x\
y'`
%%
aa `echo \`echo \\\`bb deep\\\`\``
%%
aa "`echo \`echo \\\`bb "deep  x"\\\`\``"
%%
aa `echo a\
b \
 c`
%%
x=`echo rm\
 one`; $x
%%
aa "`echo \"a\
b\"`"
%%
aa `<one.txt\
`
%%
#only bash
aa `cat <<'E'
a\
b
E
`
%%
`echo \`echo \\\`echo rm\\\`\`` one
%%
aa `echo '\`bb\`'` x
%%
aa `echo "\`bb\`"` x
%%
aa `echo '\\\`bb\\\`'` x
%%
cat <<E
`bb \`cc \\\`zz\\\`\``
E
aa
%%
aa `: # \`bb\`
`
%%
aa ${x:-`bb \
y`}
%%
unset x; aa "${x:-"\}"}" ${x:-"\}"}
%%
aa "$\
(bb y)"
%%
aa $\
{HOME}
%%
#only bash
export x=~{/a,/b}; aa "$x"; declare y={~,~/z}; aa "$y"
%%
#only bash
aa x={a,b}:~ {x=~,y} x=~:{a,b} x=~/{a..a}
%%
#only bash
x={~,a}:~; aa "$x"
%%
aa ~{,/x} {~,~/x}/y {a,~}/b
%%
#only bash
y=aa; a='1 y=rm'; export x={$a,1}; $y one; aa "$x"
%%
#only bash
x=old; export {x,q}=new y=$x; aa "$x" "$q" "$y"
%%
#only bash
declare -x {p,q}{1,2}=v; aa "$p1" "$q2"
%%
#only bash
x=1; export x+={a,b}; aa "$x"
%%
#only bash
f() { local x={a,b} y=~{,/z}; aa "$x" "$y"; }; f
%%
#only bash
readonly x={a,b} 2>/dev/null; aa "$x"
%%
unset x; aa "${x-\}}" "${x-a\}b\\}" ${x-\}}
%%
unset x; cat <<E
`aa "${x-\}}"`
E
bb
