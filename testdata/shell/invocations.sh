#only bash
bash -O expand_aliases -c 'alias k=rm
k one'
%%
#only bash
bash -O expand_aliases -c 'alias aa="rm one;"
aa two'
%%
#only bash
bash -k -c 'aa x=1 y'
%%
zsh -fyc 'x="a b"; aa $x'
%%
zsh -f -o shwordsplit -c 'x="rm one"; $x'
%%
#only bash
bash -P -c 'cd sub; aa $PWD'
%%
#only bash
bash -a -c 'x=1; sh -c "aa \$x"'
%%
#only bash
bash -O nocasematch -c 'case A in a) aa 1;; *) bb 2;; esac'
%%
#only bash
bash -O lastpipe -c 'echo rm | read x; $x one'
%%
#only bash
bash -O xpg_echo -c 'aa "$(echo "a\tb")"'
%%
#only bash
bash -O extglob -c 'x=aab; aa ${x##+(a)}'
%%
#only bash
bash -o posix -c 'aa <(echo) 2>/dev/null'
