if [ -e one.txt ]; then p=build; else p=srv; fi; rm -rf $p
%%
cd sub && aa "$PWD"
%%
f() { rm "$1" x; }; f one
%%
for f in a b; do rm -rf "x$f"; done
%%
x=data; while false; do x=build; done; rm -rf $x
%%
go() { cd sub; }; go; aa "$(pwd)"
%%
printf -v c '\x72\x6d'; $c -rf etc
%%
read -r a b <<< 'rm one'; $a $b
%%
eval 'x=rm'; $x y
%%
bash -c 'rm "$0" "$1"' a b
%%
echo 'rm x' | sh
%%
trap 'rm y' EXIT
%%
declare -n r=z; r=rm; $z q
%%
case one in o*) aa 1;; *) bb 2;; esac
%%
aa; bb && cc || rm x; ! rm z & wait
%%
env A=1 rm a; nice -n 5 rm b; echo c | xargs rm d
%%
#only bash
aa || declare -u x; x=rm; $x one
%%
#only bash
aa || declare -i x; x=3+4; bb $x
