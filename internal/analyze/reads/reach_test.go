package reads_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestTakenBack: an ignore file can have a search show a secret file, if its pattern may match there.
func TestTakenBack(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	gatetest.Files{
		".gitignore": ".env\n!.env.example\n", ".env": "TOKEN=1\n", "a.go": "package a\n",
		"by/.ignore": "!.env\n", "by/.env": "TOKEN=1\n", "rg/.rgignore": "!.*\n", "rg/.env": "TOKEN=1\n",
		"dirs/.ignore": "!*/\n", "dirs/.env": "TOKEN=1\n", "none/.env.local": "TOKEN=1\n",
	}.Write(t, s.Project)
	s.Rows(t, gatetest.Table{
		{"rg --hidden TOKEN by", "ask"},
		{"rg TOKEN by", "ask"},
		{"rg --hidden . rg", "ask"},
		{"rg --hidden TOKEN none", "ask"}, // git does not ignore it
		{"rg other by", "allow"},
		{"rg -l TOKEN by", "allow"},
		{"rg TOKEN dirs", "allow"},
		{"rg TOKEN none", "allow"},
		{"rg --hidden other none", "allow"},
		{"rg package", "allow"},
	})
}

// TestReach: a search that is told to leave nothing out, and an archive on standard output, show
// the secrets that lie in the tree.
func TestReach(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	gatetest.Files{
		".gitignore": ".env\n*.tfvars\nnode_modules\n", ".env": "A=1\n", "a.go": "package a\n",
		"web/.env.local": "A=1\n", "node_modules/x/.env": "A=1\n", "src/a.go": "package a\n",
		"infra/prod.tfvars": "a = 1\n", "docs/.hidden/a.md": "a\n", "only/.env": "A=1\n",
	}.Write(t, s.Project)
	s.Rows(t, gatetest.Table{
		{"rg -uu KEY", "ask"},
		{"rg -uuu KEY .", "ask"},
		{"rg -u -u KEY", "ask"},
		{"rg --hidden --no-ignore KEY", "ask"},
		{"rg -. --no-ignore-vcs KEY web", "ask"},
		{"rg --no-ignore KEY infra", "ask"},
		{"rg -uu -g '!a.go' KEY", "ask"},
		{"cd only && rg -uu KEY", "ask"},
		{"ag -u KEY", "ask"},
		{"ag --hidden -U KEY", "ask"},
		{"git grep --no-index KEY", "ask"},
		{"git grep --no-index KEY web", "ask"},
		{"tar c . | strings", "ask"},
		{"tar czf - --exclude=.git web | base64", "ask"},
		{"tar -cf /dev/stdout only | strings", "ask"},
		{"bat .env", "ask"},
		{"ack KEY .env", "ask"},
		{"delta .env a.go", "ask"},
		{"find . -type f -exec cat {} +", "ask"},
		{"find . -type f -exec head -3 {} \\;", "ask"},
		{"find . -type f | xargs tail -n 5", "ask"},
		{"find only | xargs strings", "ask"},
		{"find web -type f -print0 | xargs -0 base64", "ask"},
		{"grep -r '' .", "ask"},
		{"grep -rn . only", "ask"},
		{"grep -rvE '^#' .", "ask"},
		{"grep -r -e '.*' web", "ask"},
		{"git grep --untracked --no-exclude-standard KEY", "ask"},
		{"zip -r - . | base64", "ask"},
		{"rg -g '*' KEY", "ask"},
		{"rg -. --glob '**/*' KEY .", "ask"},
		{"rg -uu --type-add 'e:.env' -te KEY", "ask"},
		{"rg -uu -t all KEY", "ask"},
		{"grep -r KEY . --include='*'", "ask"},
		{"diff -ruN src .", "ask"},
		{"delta . src", "ask"},
		{"difft src .", "ask"},
		{"git diff --no-index src .", "ask"},
		{"git add -f .", "ask"},
		{"git add -Af && git diff --cached", "ask"},
		{"zip -qr x.zip . && unzip -p x.zip", "ask"},
		// what leaves nothing out shows the lines that match
		{"grep -rn A=1", "ask"},
		{"grep -rniE 'foo|a=[0-9]+' .", "ask"},
		{"grep -r 'A\\|B' only", "ask"},
		{"grep -rP '\\x41=' .", "ask"},
		{"grep -rin a=1 .", "ask"},
		{"grep -r --ignore-case a=1 .", "ask"},
		{"grep -rP '(?i)a=1' .", "ask"},
		{"find . -type f -exec grep -iH a=1 {} +", "ask"},
		{"ack a=1", "ask"}, // settings may say smart-case
		{"grep -r \"$KEY\" .", "ask"},
		{"grep -rf words.txt .", "allow"},
		{"ack A=1", "ask"},
		{"ack --match A=1 web", "ask"},
		{"ugrep -r --hidden KEY", "ask"},
		{"find . -type f -exec grep A=1 {} +", "ask"},
		{"find . -type f | xargs grep -n A=1", "ask"},

		{"diff -ru src docs", "allow"},
		{"delta src docs", "allow"},
		{"git diff --no-index src docs", "allow"},
		{"git add -f src", "allow"},
		{"git add . && git diff --cached", "allow"},
		{"rg -g '*.go' KEY .", "allow"},
		{"grep -r KEY . --include='*.go'", "allow"},
		{"find . -name '*.go' -exec cat {} +", "allow"},
		{"find src -type f -exec cat {} +", "allow"},
		{"find . -type f | xargs wc -l", "allow"},
		{"find . -type f | xargs grep -l foo", "allow"},
		{"grep -rn '' src", "allow"},
		{"grep -rc '' .", "allow"},
		{"grep -rL KEY .", "allow"},
		{"rg '' .", "allow"},
		{"zip -r x.zip .", "allow"},
		{"rg KEY", "allow"},
		{"rg --hidden KEY", "allow"}, // what is not ignored is in the repository
		{"rg -u KEY src", "allow"},
		{"rg --no-ignore KEY src", "allow"},
		{"rg -uu KEY src docs", "allow"},
		{"rg -uu KEY node_modules", "ask"},
		{"rg -uu KEY node_modules/x", "ask"},
		{"rg -uu -g '*.go' KEY", "allow"},
		{"rg -uu -t go KEY", "allow"},
		{"rg -uu -g '!.env*' -g '!*.tfvars' KEY", "allow"},
		{"rg -uu --files", "allow"},
		{"grep -rn KEY .", "allow"},
		{"grep -rn 'KEY.*A=1' .", "allow"},
		{"grep -rl A=1 .", "allow"},
		{"grep -rn a=1 .", "allow"},
		{"find . -type f -exec grep -H a=1 {} +", "allow"},
		{"grep -rn A=1 src", "allow"},
		{"grep -rn A=1 . --exclude='.env*'", "allow"},
		{"ack KEY", "allow"},
		{"ack -l A=1", "allow"},
		{"ugrep -rn A=1 .", "allow"}, // hidden names are left out
		{"find . -type f -exec grep KEY {} +", "allow"},
		{"find . -name '*.go' -exec grep A=1 {} +", "allow"},
		{"tar c src | tar t", "allow"},
		{"tar cf x.tar .", "allow"},
		{"tar cf - --exclude='.env*' --exclude='*.tfvars' . | tar t", "allow"},
	})
	s.NoRepository(t)
	s.ExpectBash(t, "without a repository, where nothing is ignored", "rg --hidden KEY web", "ask")
}

// TestStandsFor: a pattern in the project is asked about for what it stands for now, unless the
// line may have made names before.
func TestStandsFor(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	gatetest.Files{
		"README.md": "a\n", "vite.config.ts": "a\n", "server.go": "a\n", "certs/server.pem": "a\n",
		"tsconfig.json": "{}\n", "deep/a/b/index.html": "a\n", "deep/a/index.pem": "a\n",
		".eslintrc": "a\n",
	}.Write(t, s.Project)
	s.Rows(t, gatetest.Table{
		{"cat README*", "allow"},
		{"cat vite.config.*", "allow"},
		{"cat tsconfig*.json", "allow"},
		{"cat server*", "allow"},
		{"head -3 serve?.*", "allow"},
		{"cat .es*", "allow"},
		{`find . -name 'vite.config.*' -exec cat {} \;`, "allow"},
		{"grep -rn x --include='vite.config.*' .", "allow"},
		{"rg x -g '**/vite.config.*'", "allow"},
		{"ls && cat README*", "allow"},

		{"cat certs/server*", "ask"},
		{"cat certs/s*", "ask"},
		{"cat deep/*/i*", "ask"},
		{"find . -name 'index.*' | xargs cat", "ask"},
		{"find . -name 'server.*' -exec cat {} +", "ask"},
		{"grep -rn x --include='server.*' .", "ask"},
		{"cat none*", "ask"},
		{"cat .e*", "allow"},
		{"cat .n*", "ask"},
		{"cp certs/server.pem server.txt; cat server*", "ask"},
		{"make certs && cat server*", "ask"},
		{"frob; cat server*", "ask"},
		{"echo x > server.pem; cat server*", "ask"},
		{"cat ../server*", "ask"},
	})
}

// TestReachHome: what lies in the directories in which programs keep their settings is looked at,
// since among it is what they log in with.
func TestReachHome(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	gatetest.Files{
		".config/gh/hosts.yml": "a\n", ".config/nvim/init.lua": "a\n", ".codex/auth.json": "{}\n",
		".cargo/credentials.toml": "a\n", ".cargo/registry/src/x/a.rs": "a\n",
		".claude/skills/x/SKILL.md": "a\n",
	}.Write(t, s.Home)
	s.Rows(t, gatetest.Table{
		{"grep -rn token ~/.config", "ask"},
		{"grep -r token ~/.config/gh", "ask"},
		{"rg oauth ~/.codex", "ask"},
		{"cp -r ~/.config tmp/", "ask"},
		{"cp -r ~/.codex tmp/codex", "ask"},
		{"tar c ~/.config | base64", "ask"},
		{"tar czf x.tgz ~/.config/gh", "ask"},
		{"find ~/.config/gh -type f -exec cat {} +", "ask"},
		{"grep -r '' ~/.cargo", "ask"},

		{"grep -rn foo ~/.config/nvim", "allow"},
		{"cp -r ~/.config/nvim tmp/", "allow"},
		{"grep -rn foo ~/.cargo/registry/src", "allow"},
		{"grep -rn hook ~/.claude/skills", "allow"},
		{"grep -rn --include='*.lua' foo ~/.config/nvim", "allow"},
		{"find ~/.config -name '*.lua'", "allow"},
		{"ls -R ~/.config", "allow"},
	})
}
