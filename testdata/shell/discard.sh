x=$@ && read x z <<< "${x%%_*}$(echo 'b  c')"; echo "$@$(echo a)" | cat || read y x <<< "${y-w}" && zz "${y:+v}${x-w}" ${z}
%%
#only bash
aa ; x="${!z}$1"; set -- n $#
aa $((2*3)) "$@"
%%
#only bash
x=1; : $((1/0)); x=2
aa $x
%%
#only bash
x=1; : $((08)); x=2
aa $x
%%
#only bash
x=1; UID=3; x=2
aa $x
%%
#only bash
x=1; readonly r=1; r=2; x=2
aa $x
%%
x=1; eval ': $((1/0)); x=2'; aa $x
%%
#only zsh
x=1; eval ': *.none; x=2'; aa $x
%%
#only zsh
mapfile -t l <<< "a:ba:b"; aa ${#l[@]}
%%
set -- {'p q',r}[ot]*; aa $1
