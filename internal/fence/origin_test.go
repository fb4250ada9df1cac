package fence

import "testing"

// held is the answer that a line must not fall below: everything but allow.
const held = "not allow"

// TestOrigins: a value is judged by where it comes from. Reading what find, ls or a list of files
// may have named is reading below the directories that these searched.
func TestOrigins(t *testing.T) {
	s := newSandbox(t, "import: [recommended]\n")
	for _, tt := range []struct{ cmd, want string }{
		// Names go from the command that prints them to the one that opens them.
		{`cat $(find ~ -name id_rsa)`, held},
		{`cat "$(find ~ -name 'id_*')"`, held},
		{`cat $(find . -name .env)`, held},
		{"cat `find ~ -name id_rsa`", held},
		{`find ~ -name id_rsa | xargs cat`, held},
		{`find ~ -name id_rsa -print0 | xargs -0 -n1 head`, held},
		{`find ~ -name id_rsa | xargs -I{} cat {}`, held},
		{`find ~ -name id_rsa -printf '%p\n' | xargs -d '\n' head`, held},
		{`find ~ -name id_rsa | head -1 | xargs cat`, held},
		{`find ~ -name id_rsa | sed s/x/x/ | xargs cat`, held},
		{`find ~ -name id_rsa | tr a a | sort -u | xargs cat`, held},
		{`find ~ -name id_rsa | xargs sh -c 'cat "$@"' _`, held},
		{`find ~ -name id_rsa | xargs -n1 bash -c 'cat "$1"' _`, held},
		{`f=$(find ~ -name id_rsa); cat "$f"`, held},
		{`f=$(find ~ -name id_rsa); g=$f; cat < "$g"`, held},
		{`f=($(find ~ -name id_rsa)); cat "${f[@]}"`, held},
		{`f=($(find ~ -name id_rsa)); cat "${f[0]}"`, held},
		{`set -- $(find ~ -name id_rsa); cat "$1"`, held},
		{`set -- $(find ~ -name id_rsa); cat "$@"`, held},
		{`f() { cat "$1"; }; f $(find ~ -name id_rsa)`, held},
		{`for f in $(find ~ -name id_rsa); do cat "$f"; done`, held},
		{`for f in a.txt ~/.ssh/*; do cat "$f"; done`, held},
		{`find ~ -name id_rsa | while read -r f; do cat "$f"; done`, held},
		{`find ~ -name id_rsa | while IFS= read -r f; do cat < "$f"; done`, held},
		{`while read f; do cat "$f"; done < <(find ~ -name id_rsa)`, held},
		{`mapfile -t a < <(find ~ -name id_rsa); cat "${a[@]}"`, held},
		{`read f <<< $(find ~ -name id_rsa); cat $f`, held},
		{`read f <<< "$(find ~ -name id_rsa)"; cat $f`, held},
		{`find / -name shadow | while read f; do rm "$f"; done`, held},
		{`echo ~/.ssh/id_rsa | sort | xargs cat`, held},
		{`echo ~/.ne* | xargs cat`, held},
		{`cat /home/$USER/.n*`, held},
		{`cat "$D"/.en?`, held},
		{`echo env | sed 's,^,/home/u/.,' | xargs cat`, held},
		{`cat "$D"/*.md`, "allow"},
		{`cat "$D"/.eslintrc*`, "allow"},
		{`ps auxe`, held},
		{`ps e`, held},
		{`ps -o pid,args e $$`, held},
		{`ps aux | grep node`, "allow"},
		{`ps -ef --forest`, "allow"},
		{`ps -eo pid,ppid,etime,cmd -p $$`, "allow"},
		{`ps axo pid,comm -u $USER`, "allow"},
		{`strace -v -e execve true`, held},
		{`man ~/.e*`, held},
		{`man 5 passwd`, "allow"},
		{`printf '%s\n' ~/.*rc | xargs tail`, held},
		{`printf '%s\0' ~/.e* | xargs -0 -I{} cat {}`, held},
		{`echo ~/.e* | while read -r f; do cat "$f"; done`, held},
		{`f=$(echo ~/.e*); cat $f`, held},
		{`f=$(printf %s ~/.ss*/id_r*); cat "$f"`, held},
		{`echo src/*.ts | xargs cat`, "allow"},
		{`printf '%s\n' *.md | while read -r f; do head -1 "$f"; done`, "allow"},
		{`f=$(echo src/*.ts); wc -l $f`, "allow"},
		{`printf '%s\n' ~/.ssh/id_rsa a | grep rsa | xargs cat`, held},
		{`ls -a ~/.ssh | while read f; do cat ~/.ssh/$f; done`, held},
		{`cd ~/.ssh; cat $(ls)`, held},
		{`cat $(fd -H id_rsa ~)`, held},
		{`rg -l KEY ~/.ssh | xargs cat`, held},
		{`cd ~; cat $(git ls-files)`, "allow"}, // any file of the home: as cat *

		// A filter may print the paths in its program.
		{`git ls-files | sed 's,^a$,/home/u/.netrc,' | xargs cat`, held},
		{`git grep -l x | sed 's/a/\/home\/u\/.env/' | xargs cat`, held},
		{`printenv HOME | sed 's,$,/.env,' | xargs cat`, held},
		{`awk '{print "/home/u/.netrc"; exit}' a.txt | xargs cat`, held},
		{`cat "$(jq -rn '"/home/u/.ssh/id_rsa"')"`, held},
		{`find . -maxdepth 1 -name a -printf '/home/u/.netrc\0' | xargs -0 cat`, held},
		{`perl -e 'print "/home/u/.env"' | xargs cat`, held},
		{`jq -r '.f' <<< '{"f":"/home/u/.netrc"}' | xargs cat`, held},
		{`printf '%s\n' /home/u/.env > l; xargs -a l cat`, held},
		{`printf '%s\n' /home/u/.env > l; cat l | xargs cat`, held},
		{`printf '%s\n' /home/u/.env > l; cat $(cat l)`, held},
		{`printf '%s\n' src/a > l; xargs -a l cat`, "allow"},
		{`git ls-files > l; xargs -a l wc -l`, "allow"},
		{`echo '{"a":"src/b.ts"}' | jq -r .a | xargs cat`, "allow"},
		{`git ls-files | sed 's,^,./,' | xargs wc -l`, "allow"},
		{`git diff --name-only | sed 's|^src/||' | xargs -I{} cat src/{}`, "allow"},
		{`find . -name '*.go' | sed 's,^\./,,' | sort | xargs head -5`, "allow"},
		{`jq -r '.files[]' package.json | xargs cat`, "allow"},
		{`grep -rl foo src | sed 's/\.ts$/.js/' | xargs cat`, "allow"},
		{`awk -F/ '{print $2}' a.txt | sort -u | xargs ls`, "allow"},

		// What is not one of these values only looks like it.
		{`NODE_PATH="$NODE_PATH$(cat p)" npm test`, held},
		{`NODE_PATH="$(cat p)$NODE_PATH" npm test`, held},
		{`NODE_PATH="$NODE_PATH:src" npm test`, "allow"},
		{`PATH="$PATH$x" ls`, held},
		{`TMPDIR=$(mktemp -d) npm test`, "allow"},
		{`d=$(mktemp -d); TMPDIR=$d npm test`, "allow"},
		{`TMPDIR=$(mktemp -d; echo /etc) npm test`, held},
		{`TMPDIR=$(echo /etc || mktemp -d) npm test`, held},
		{`x=ls; bash <(echo $x); x='rm -rf ~/x'; bash <(echo $x)`, held},

		// What is printed is known only where every shell and tool would print it.
		{`$(echo ls | tr '\0164ls' 'xprm') ~/a`, held},
		{`eval "$(echo '#' | cut -c1 -c1)"' touch ~/x'`, held},
		{`$(echo 6c73 | xxd -rp) touch ~/x`, held},
		{`ulimit -v 1000; eval "$(echo '#' | rev) touch ~/x"`, held},
		{`f() { eval "$(echo '#' | rev) touch ~/x"; }; ulimit -v 1000; f`, held},
		{`(ulimit -v 1000; eval "$(tr a b <<< '#') touch ~/x")`, held},
		{`PATH=; eval "$(echo '#' | rev) touch ~/x"`, held},
		{`hash -p /bin/true rev; eval "$(echo '#' | rev) touch ~/x"`, held},
		{`prlimit --as=1000 bash -c 'eval "$(echo "#" | rev) touch ~/x"'`, held},
		{`$(set -e; false; echo ls) touch ~/x`, held},
		{`bash -ec '$(false; echo ls) touch ~/x'`, held},
		{`$(set -u; : $nope; echo ls) touch ~/x`, held},
		{`$(set -t; echo ls) touch ~/x`, held},
		{`$(set -n; echo ls) touch ~/x`, held},
		{`$(readonly x=1; x=2; echo ls) touch ~/x`, held},
		{`$(: ${y?}; echo ls) touch ~/x`, held},
		{`$(: $((08)); echo ls) touch ~/x`, held},
		{`$(exec true; echo ls) touch ~/x`, held},
		{`set -T; trap 'echo rm -rf' DEBUG; $(echo ls) ~/x`, held},
		{`$(echo ls) src`, "allow"},
		{`rm -rf "$(echo build)"`, "allow"},
		{`x=$(printf '%s-%s' a b); rm "$x"`, "allow"},
		{`d=$(dirname src/a.c); rm "$d/x.o"`, "allow"},
		{`set -e; d=$(dirname src/a.c); rm "$d/x.o"`, "allow"},
		{`name=$(basename a/b.c .c); rm "$name.o"`, "allow"},
		{`f() { local a=$1; echo "src/$a"; }; rm "$(f x.o)"`, "allow"},
		{`v=$(echo v1.2 | cut -c2-); touch "$v.txt"`, "allow"},
		{`x=$(echo A-B | tr A-Z a-z); mkdir "$x"`, "allow"},

		// Names of commits are no options.
		{`git show $(git rev-parse HEAD~1)`, "allow"},
		{`h=$(git rev-parse --short HEAD); git show $h`, "allow"},
		{`git show $(git rev-list -n 1 HEAD)`, "allow"},
		{`git log --oneline $(git merge-base main HEAD)..HEAD`, "allow"},
		{`git show $(git rev-list --format=%B -n 1 HEAD)`, held},
		{`git show $(git rev-parse HEAD; cat x)`, held},
		{`git show $(git rev-parse HEAD 2>&1)$(cat x)`, held},
		{`git show $(git rev-parse HEAD)--output=x`, held},
		{`git $(git rev-parse HEAD) x`, held},
		{`d=$(date +%Y--ext-diff); IFS=$(date +%Y); git show $d`, held},

		// Everyday.
		{`wc -l $(find . -name '*.go')`, "allow"},
		{`find . -name '*.go' | xargs wc -l`, "allow"},
		{`find src -type f -name '*.py' | head -5 | xargs cat`, "allow"},
		{`find . -name '*.md' -print0 | xargs -0 grep -l foo`, "allow"},
		{`for f in $(git ls-files '*.go'); do cat "$f"; done`, "allow"},
		{`git diff --name-only | xargs cat`, "allow"},
		{`git ls-files | grep _test | xargs wc -l | tail -1`, "allow"},
		{`cat $(ls -t | head -1)`, "allow"},
		{`ls *.log | while read f; do echo "$f"; wc -l "$f"; done`, "allow"},
		{`for f in a.txt src/*.c; do cat "$f"; done`, "allow"},
		{`head -1 $(which python3)`, "allow"},
		{`grep -rl foo src | xargs grep -n bar`, "allow"},
		{`files=$(find . -name '*.ts'); for f in $files; do grep -c x "$f"; done`, "allow"},
		{`find . -type f | xargs grep foo`, "allow"},
	} {
		if tt.want == held {
			in := map[string]any{"command": tt.cmd}
			if got := s.judge(t, "Bash", in).Decision.String(); got == "allow" {
				t.Errorf("%s: allowed", tt.cmd)
			}
			continue
		}
		s.expectBash(t, "", tt.cmd, tt.want)
	}
}
