#needs git
git init -q .; git -c alias.x='!aa one' x
%%
#needs git
git init -q .; git -c alias.x='!aa one' x two 'three four'
%%
#needs git
git init -q .; git -c alias.x='!aa one; bb' x two
%%
#needs git
git init -q .; git -c alias.x='y -rf' -c alias.y='!aa' x 'b c'
%%
#needs git
git init -q .; git -c ALIAS.Foo='!aa one' foo
%%
#needs git
git init -q .; git config alias.x '!aa one' && git x two
%%
#needs git
git init -q .; mkdir d; git config alias.x '!aa'; cd d; git x ..
%%
#needs git
git init -q .; git config --add alias.x '-c alias.y=!aa y'; git x two
%%
#needs git
git init -q .; git config alias.s "!f() { aa \$1; }; f"; git s b
%%
#needs git
git init -q .; GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!aa one' git x
%%
#needs git
git init -q .; git -c user.name=n -c user.email=e -c core.editor='aa one;bb' commit --allow-empty
%%
#needs git
git init -q .; GIT_EDITOR='aa one' git -c user.name=n -c user.email=e commit --allow-empty
%%
#needs git
git init -q .; git -c user.name=n -c user.email=e commit -q --allow-empty -m m; git -c user.name=n -c user.email=e rebase -q --root --exec 'aa one'
%%
#needs git
git init -q .; git -c user.name=n -c user.email=e commit -q --allow-empty -m m; git -c user.name=n -c user.email=e -c sequence.editor='aa one' rebase -i --root
%%
#needs git
git init -q .; git -c core.sshCommand='aa one' fetch h:x
%%
#needs git
git init -q .; GIT_SSH_COMMAND='aa one' git ls-remote h:x
%%
#needs git
git init -q .; git add one.txt; git -c user.name=n -c user.email=e commit -qm m; echo x >> one.txt; git -c diff.external='aa one' diff
%%
#needs git
git init -q .; git add one.txt; git -c user.name=n -c user.email=e commit -qm m; echo x >> one.txt; git difftool -y -x 'aa one'
%%
#needs git
git init -q .; git add one.txt; git -c user.name=n -c user.email=e commit -qm m; git -c user.name=n -c user.email=e commit -qm n --allow-empty; git -c user.name=n -c user.email=e commit -qm o --allow-empty; git bisect start -q; git bisect bad; git bisect good HEAD~2; git bisect run aa one
%%
#needs git
git init -q .; git add .; git grep -O'aa one' text
%%
#needs git
git init -q .; git fetch --upload-pack='aa one' .
%%
#needs git
git init -q .; git clone -q -u 'aa one' . sub/new
%%
#needs git
git init -q .; git -c protocol.ext.allow=always fetch 'ext::aa one'
%%
#needs git
git init -q .; echo '*.txt filter=z' > .gitattributes; git -c filter.z.clean='aa %f' add one.txt
%%
#needs git
git init -q .; git -c core.fsmonitor='aa one' status -s
%%
#needs git
git init -q .; git -c credential.helper='!aa one' credential fill <<< $'protocol=https\nhost=h\n'
%%
#needs tar
tar -cf /dev/null --checkpoint=1 --checkpoint-action=exec='aa one' one.txt
%%
#needs tar
tar -cf a.tar one.txt; tar -xf a.tar --to-command='aa one; bb'
%%
#needs tar
tar -I 'aa one' -cf a.tar one.txt
%%
#needs tar
tar -I 'aa one; bb' -cf a.tar one.txt
%%
#needs tar
tar -cf a.tar one.txt; tar --use-compress-program='aa one' -xf a.tar
%%
#needs zip
zip -q a.zip one.txt; zip -q -T -TT 'aa one' a.zip two.txt
%%
#needs zip
zip -q a.zip one.txt; zip -q -T -TT 'aa {} x' a.zip two.txt
%%
#needs ssh
ssh -o ProxyCommand='aa %h %p' hh
%%
#needs ssh
ssh -oProxyCommand='aa x;bb' hh
%%
#needs ssh
ssh -o 'proxycommand aa x' hh
%%
#needs rsync
rsync -e 'aa one' one.txt h:x
%%
#needs split
split --filter='aa $FILE' one.txt
%%
#asks make
make -f- <<< $'all:\n\taa one'
%%
#asks make
make -f - <<'EOF'
X = aa
all: ; @$(X) one $$HOME
EOF
%%
#asks make
make -f <(printf 'all:\n\t@-aa one\n')
%%
#asks make
printf 'all: b\n\t+aa one\nb:\n\tbb $@\n' > Makefile && make
%%
#asks make
cat > Makefile <<'EOF'
X := $(shell aa shell)
Y != bb bang
define Z
aa one
@bb two
endef
all:
	$(Z)
	@aa a \
	  b \
	  c
EOF
make -s
%%
#asks make
mkdir d; printf 'all:\n\taa $(V)\n' > d/x.mk; make -C d -f x.mk V=v
%%
#asks make
printf '.RECIPEPREFIX = >\nall:\n>aa one\n' | make -f -
%%
#asks make
make --eval='all: ; aa one' all
%%
#asks make
printf 'all:\n\taa ${P}\nall: P = x y\n' > GNUmakefile; make
%%
#asks make
printf 'ifdef NO\nall:\n\taa one\nelse\nall:\n\tbb two\nendif\n' > makefile; make
%%
#needs strace
strace -o '|aa one' cat one.txt
%%
#needs strace
strace -fo '!aa one; bb' cat one.txt
%%
#asks gdb
gdb -nx -batch -ex 'shell aa one'
%%
#asks gdb
gdb -nx -batch -ex '!aa one; bb'
%%
#asks gdb
gdb -nx -batch -ex 'pipe help | aa one'
%%
#asks gdb
gdb -nx -batch -eval-command='make -v' -iex 'she aa one'
%%
#needs perf
perf stat -x, -- aa one
%%
#needs perf
perf stat -r 2 --pre 'aa pre' --post 'bb post' cc one
%%
#needs perf
perf record -q -o /dev/null aa one
%%
#needs busybox
busybox env A=1 aa one
%%
#needs busybox
busybox sh -c 'aa one'
%%
#needs busybox
echo one | busybox xargs aa
%%
#needs busybox
busybox find one.txt -exec aa {} ';'
%%
#asks vim
vim -es -u NONE -c '!aa one' -c 'qa!' one.txt
%%
#asks vim
vim -es -u NONE -c ':silent !aa one; bb' -c 'qa!'
%%
#asks vim
vim -es -u NONE '+r !aa one' '+qa!'
%%
#needs sed
sed '1e aa one' one.txt
%%
#needs sed
sed -n '$e aa one' one.txt
%%
#needs watch
TERM=dumb timeout 0.3 watch -n 9 'aa one; bb'
%%
#needs watch
TERM=dumb timeout 0.3 watch --exec aa 'one two'
%%
#needs script
script -qc 'aa one; bb' /dev/null
%%
#needs script
script -q /dev/null <<< 'aa one'
%%
#needs flock
flock -w 5 -E 3 l aa one
%%
#needs flock
flock -n l -c 'aa one; bb'
%%
#needs unshare
unshare -r aa one
%%
#needs unshare
unshare -r -- sh <<< 'aa one'
%%
#needs setarch
setarch x86_64 -R aa one
%%
#needs chroot
chroot --skip-chdir / aa one
%%
#needs strace
strace -f -o t -e trace=none -- aa one
%%
#needs xargs
printf 'a\nb\n' | xargs -I{} aa x{}y
%%
#needs xargs
printf '%s\n' one two | xargs -n1 sh -c 'aa "$@"' _
%%
#needs expect
expect -c 'spawn aa one; expect eof'
%%
#needs entr
ls | timeout 1 entr -n aa one
%%
#needs sg
sg root 'aa one'
%%
#needs sort
seq 99999 | sort -R -S 16k --compress-program=aa
%%
#needs sed
sed -n '1e aa one' one.txt
%%
#needs awk
awk 'BEGIN{system("aa one")}'
%%
#needs xargs
printf 'one\ntwo three\n' | xargs -d '\n' -n1 aa
%%
#needs xargs
printf 'one\0two three\0' | xargs -0 -r aa -f
%%
#needs git
git init -q .; P='aa one' git --config-env=core.sshCommand=P ls-remote h:x
%%
#needs perl
perl -e 'system("aa one") == 0 or print "no\n"; system "aa", "two"'
%%
#needs perl
perl -ne 'print' 'aa one|'
