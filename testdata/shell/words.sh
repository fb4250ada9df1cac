r''m -rf one.txt
%%
$'\x72m' one.txt
%%
X=rm; $X -r${Y:-f} "$HOME"/../..
%%
{rm,-rf,notes}
%%
T='rm -r'; $T x
%%
IFS=_;c=rm_-rf_/etc/nginx;$c
%%
$(echo rm) notes
%%
rm -rf ~/x ~+
%%
a=(x y); aa ${a[1]} "${a[@]}"
%%
aa "$@" $* "$#"
%%
set -- a /data; rm -rf $2 "$@"
%%
aa *.txt [ot]*.txt
%%
x=abc; aa ${x#a} ${x%c} ${x:1:1} ${x/b/Z} ${#x} ${x^^} ${y-d} ${x:+set}
%%
aa $((1+2*3)) `echo b`
%%
aa ~/my\ file
%%
aa ~/h\ 
%%
aa ~\/x \~/x ~a\b/x
%%
x=~/a\ b; aa "$x"
%%
aa x=~/a\ b
%%
P=a:~/b\ c:d; aa "$P"
%%
aa ~/a\ {b,c}
%%
aa ~/a\\b ~/\$x
%%
aa x > ~/o\ p; aa y
%%
P=a\:~/b; aa "$P"
%%
aa HEAD\~1 a\~b
%%
x=a\~b:~/c\ d; aa "$x"
