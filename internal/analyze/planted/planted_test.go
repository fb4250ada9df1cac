package planted_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// plantedProject is a project with a repository, an environment of Node.js and one of Python, and
// some files with which programs could be replaced.
func plantedProject(t *testing.T) *gatetest.World {
	t.Helper()
	s := gatetest.WithHelper(t, gatetest.Recommended)
	s.NoRepository(t)
	gatetest.Files{
		".gitignore": ".bin\n.venv\n", "evil.sh": "#!/bin/sh\n", "a.txt": "a\n", "src/x.py": "",
		"src/x.ts": "", "Makefile": "all:\n", "package.json": "{}",
		"mk/GNUmakefile": "all:\n", "py/json.py": "", "py/keyword.py": "", "node_modules/.bin/tsc": "",
		"node_modules/x/index.js": "",
		".venv/bin/pytest":        "", ".venv/bin/activate": "", "run": "", "b.json": "{}", "lib/helper.py": "",
		"own/calendar.py": "",
		"ok.kube":         "users: []\n", "bad.kube": "users: [{user: {exec: {command: ./x}}}]\n",
		"ok.rg":  "--smart-case\n",
		"bad.rg": "--pre=./x\n", "dk/config.json": "{}", "dk2/cli-plugins/docker-x": "",
		"perl/strict.pm": "", "perlok/App/X.pm": "",
		"wild/f": "", "wild/-e1e touch x": "",
		"one.diff": "--- a/Makefile\n+++ b/Makefile\n@@ -1 +1,2 @@\n all:\n+\ttouch x\n",
		"two.diff": "diff --git a/lnk b/lnk\nnew file mode 120000\n--- /dev/null\n+++ b/lnk\n@@ -0,0 " +
			"+1 @@\n+/etc\n",
	}.Write(t, s.Project)
	for _, name := range []string{"run", ".venv/bin/pytest", "node_modules/.bin/tsc"} {
		if err := os.Chmod(filepath.Join(s.Project, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.Sh(t, `ln -s src sl
git init -q . && git add -A && git commit -qm a
git checkout -q -b make && printf 'all:\n\ttouch x\n' > Makefile && git commit -qam b
git checkout -q -b text master && echo b > a.txt && git commit -qam c
git checkout -q -b link master && ln -s /etc lnk && git add lnk && git commit -qm d && git checkout -q master
git init -q evil && printf '[core]\n\tfsmonitor = touch x;\n' >> evil/.git/config
git init -q hooked && printf '#!/bin/sh\n' > hooked/.git/hooks/pre-commit && chmod +x hooked/.git/hooks/pre-commit
git init -q clean && mkdir clean/sub
mkdir -p sub && git init -q --bare sub/mod && printf 'gitdir: ../sub/mod\n' > wt.git`)
	return s
}

// TestPlanted: a program that the line has written is not the one that a rule lets pass. A deny is
// an ask in a chain.
func TestPlanted(t *testing.T) {
	t.Parallel()
	s := plantedProject(t)
	s.Rows(t, gatetest.Table{
		// Programs, by whatever way they are written.
		{"cp evil.sh node_modules/.bin/tsc; npx tsc", "ask"},
		{"cp evil.sh node_modules/.bin/tsc\nnpx tsc", "ask"},
		{"mkdir .mvn\necho -Xlog:gc:file=/x > .mvn/jvm.config\nmvn -v", "ask"},
		{"VALGRIND_OPTS=--log-file=/x valgrind true", "ask"},
		{"export A=/x VALGRIND_OPTS=--log-file=/x\nvalgrind true", "ask"},
		{"A=/x bash -c 'echo \"$A\"'", "allow"},
		{"valgrind --leak-check=full true", "allow"},
		{"mvn -v", "allow"},
		{"cp evil.sh node_modules/.bin\nnode_modules/.bin/evil.sh\nnpx tsc", "ask"},
		{"mv evil.sh node_modules/.bin/tsc\n./node_modules/.bin/tsc", "ask"},
		{"ln -sf ../../evil.sh node_modules/.bin/tsc\nnode_modules/.bin/tsc", "ask"},
		{"install -m 755 evil.sh node_modules/.bin/tsc\nnpx tsc", "ask"},
		{"tee node_modules/.bin/tsc < evil.sh\nnpx tsc", "ask"},
		{"cat evil.sh > node_modules/.bin/tsc\nnode_modules/.bin/tsc", "ask"},
		{"dd if=evil.sh of=node_modules/.bin/tsc\nnpx tsc", "ask"},
		{"sed -i s/a/b/ node_modules/.bin/tsc\nnpx tsc", "ask"},
		{"cp -r py node_modules/x\nnpm test", "ask"},
		{"cp evil.sh .venv/bin/pytest\n.venv/bin/pytest", "ask"},
		{"cp evil.sh .venv/bin/activate\nsource .venv/bin/activate", "ask"},
		{"cp evil.sh .venv/bin/activate\n. .venv/bin/activate", "ask"},
		{"cd .venv/bin\ncp ../../evil.sh pytest\ncd ../..\n.venv/bin/pytest", "ask"},
		{"ln -s .venv e\ncp evil.sh e/bin/pytest\n.venv/bin/pytest", "ask"},
		{"mkdir -p .cargo\necho '[build]' > .cargo/config.toml\ncargo build", "ask"},
		{"cp evil.sh run\nmake", "ask"}, // a makefile may run it
		{"for i in 1 2; do npx tsc; cp evil.sh node_modules/.bin/tsc; done", "ask"},
		{"python3 -c \"open('node_modules/.bin/tsc','w').write('x')\"\nnpx tsc", "ask"},

		// Settings and sources that tools look for.
		{"cp mk/* .\nmake", "ask"},
		{"mv mk/GNUmakefile .\nmake", "ask"},
		{"ln -s mk/GNUmakefile .\nmake", "ask"},
		{"git merge -q make\nmake", "ask"},
		{"git checkout make\nmake", "ask"},
		{"git cherry-pick make\nmake", "ask"},
		{"git apply one.diff\nmake", "ask"},
		{"patch -p1 < one.diff\nmake", "ask"},
		{"cp -r py/. .\npython3 -c 'import json'", "ask"},
		{"cp py/keyword.py .\npython3 -c 'import collections'", "ask"},
		{"mv py/json.py .\npython3 -m json.tool < b.json", "ask"},
		{"cd own\npython3 -c 'import locale'", "ask"},

		// Links that a tree brings.
		{"git merge -q link\ncp a.txt lnk/x", "ask"},
		{"git apply two.diff\necho x > lnk/x", "ask"},
		{"git reset --keep link\ntouch lnk/x", "ask"},

		// The same file by another name of its directory.
		{"echo 'console.log(1)' > src/z\necho 'x()' > sl/z\nnode src/z", "ask"},

		// Everyday lines.
		{"npx tsc --noEmit", "allow"},
		{"echo x > notes.txt && npm test", "allow"},
		{"cp a.txt b.txt && make", "allow"},
		{"mkdir -p out && cp a.txt out && npm test", "allow"},
		{"sed -i s/a/b/ src/x.py && .venv/bin/pytest", "allow"},
		{"git switch text && make", "allow"},
		{"git merge -q text && npm test", "allow"},
		{"git checkout -b new && make test", "allow"},
		{"git add -A && git commit -m x && npm test", "allow"},
		{"prettier --write . && npx eslint .", "allow"},
		{"black . && .venv/bin/pytest", "allow"},
		{"cargo fmt && cargo test", "allow"},
		{"gofmt -w . && go test ./...", "allow"},
		{"python3 -m venv .venv && source .venv/bin/activate", "allow"},
		{"source .venv/bin/activate && pytest", "allow"},
		{"make > build.log 2>&1; npm test", "allow"},
		{"npm run build && npm test", "allow"},
		{"touch conftest.py && pytest", "allow"},
		{"cd lib && python3 -c 'import json'", "allow"},
		{"echo 'print(1)' > t.py && python3 t.py", "allow"},
	})
}

// TestPlantedEarlier: what an earlier call wrote into an environment of installed programs is asked
// about, what a developer edits is not.
func TestPlantedEarlier(t *testing.T) {
	t.Parallel()
	bash := gatetest.BashCall
	write := gatetest.WriteCall
	s := plantedProject(t)
	for _, tt := range []struct {
		earlier fact.Call
		session string
		cmd     string
		want    string
	}{
		{write("node_modules/.bin/tsc"), "s", "npx tsc", "ask"},
		{write("node_modules/.bin/tsc"), "other", "npx tsc", "allow"},
		{write("node_modules/.bin/tsc"), "s", "node_modules/.bin/tsc", "ask"},
		{write(".venv/bin/pytest"), "s", ".venv/bin/pytest -q", "ask"},
		{write("node_modules/x/index.js"), "s", "npm test", "allow"}, // it is what the repository holds
		{bash("cp evil.sh node_modules/.bin/tsc"), "s", "npx tsc", "ask"},
		{bash("d=node_modules; cp evil.sh $d/.bin/tsc"), "s", "npx tsc", "ask"},
		{bash("cd node_modules/.bin && tee tsc < ../../evil.sh"), "s", "npm test", "ask"},
		{bash("echo x > .venv/bin/activate"), "s", "source .venv/bin/activate", "ask"},
		{bash(`node -e "fs.writeFileSync('node_modules/.bin/tsc','x')"`), "s", "npx tsc", "ask"},
		{write(".cargo/config.toml"), "s", "cargo build", "ask"},
		{bash("cp evil.sh node_modules/.bin/tsc"), "s", "ls", "allow"},

		{write("Makefile"), "s", "make", "allow"},
		{write("package.json"), "s", "npm test", "allow"},
		{write("conftest.py"), "s", ".venv/bin/pytest", "allow"},
		{write("src/x.ts"), "s", "npx tsc --noEmit", "allow"},
		{bash("sed -i s/a/b/ src/x.py"), "s", ".venv/bin/pytest", "allow"},
		{bash("ls node_modules/.bin && cat .venv/bin/activate"), "s", "npx tsc", "allow"},
		{bash("python3 -m venv .venv"), "s", "source .venv/bin/activate", "allow"},
		{bash("ln -s ../other/node_modules node_modules"), "s", "npm test", "allow"},
	} {
		e := audit.Entry{Session: tt.session, Tool: tt.earlier.Tool, Input: tt.earlier.Input}
		v := s.JudgeAfter(t, e, tt.cmd)
		if v.Decision.String() != tt.want {
			t.Errorf("%s after %s: got %s (%s), want %s", tt.cmd, tt.earlier.Input[0].Text, v.Decision, v.Rule+" "+
				v.Description, tt.want)
		}
		if tt.want == "ask" && !strings.Contains(v.Description, "earlier call") {
			t.Errorf("%s: the reason is %q", tt.cmd, v.Description)
		}
	}
}

// TestOtherRepository: git in another repository asks where that repository's settings or hooks run
// programs.
func TestOtherRepository(t *testing.T) {
	t.Parallel()
	s := plantedProject(t)
	s.Rows(t, gatetest.Table{
		{"git -C evil status", "ask"},
		{"cd evil\ngit status", "ask"},
		{"git -C . -C evil log", "ask"},
		{"for d in */; do git -C $d status; done", "ask"},
		{"for d in $(ls); do git -C $d status; done", "ask"},
		{"ls -d */ | xargs -I{} git -C {} status", "ask"},
		{"cd ev* && git status", "ask"},
		{"GIT_DIR=evil/.git git status", "ask"},
		{"git -C hooked commit --allow-empty -m x", "ask"},

		{"git -C hooked status", "allow"},
		{"git -C clean status", "allow"},
		{"git -C clean/sub log -1", "allow"},
		{"cd src && git status", "allow"},
		{"for d in src lib clean; do git -C $d status; done", "allow"},
	})
	s.Sh(t, "rm -r evil hooked")
	v := s.Judge(t, "Bash",
		map[string]any{"command": `cd "$(git rev-parse --show-toplevel)" && git status`})
	if v.Decision.String() != "allow" {
		t.Errorf("in an unknown directory, without such a repository: got %v (%s)", v.Decision,
			v.Description)
	}
}

// TestSettingsInVariables: a variable that names settings or plug-ins of a program is judged by
// what they hold.
func TestSettingsInVariables(t *testing.T) {
	t.Parallel()
	s := plantedProject(t)
	s.Rows(t, gatetest.Table{
		{"RIPGREP_CONFIG_PATH=bad.rg rg a", "ask"},
		{"RIPGREP_CONFIG_PATH=$PWD/bad.rg rg a", "ask"},
		{"export RIPGREP_CONFIG_PATH=bad.rg\nrg a", "ask"},
		{"cp bad.rg ok.rg\nRIPGREP_CONFIG_PATH=ok.rg rg a", "ask"},
		{"KUBECONFIG=bad.kube kubectl get pods", "ask"},
		{"KUBECONFIG=ok.kube:bad.kube kubectl get pods", "ask"},
		{"RIPGREP_CONFIG_PATH=./none.rg rg a", "ask"},
		{"KUBECONFIG=ok.kube:none.kube kubectl get pods", "ask"},
		{"AWS_CONFIG_FILE=none aws sts get-caller-identity", "ask"},
		{"DOCKER_CONFIG=dk2 docker ps", "ask"},
		{"CURL_HOME=src curl -s http://127.0.0.1/", "ask"},
		{"npm_config_script_shell=./evil.sh npm test", "ask"},
		{"npm_config_userconfig=b.json npm test", "ask"},
		{"APT_CONFIG=a.txt apt-cache policy", "ask"},
		{"COMPILER_PATH=src gcc -c x.c", "ask"},
		{"GCC_EXEC_PREFIX=src/ gcc -c x.c", "ask"},
		{"export COMPILER_PATH=src\ngcc -c x.c", "ask"},
		{"PERL5LIB=perl prove", "ask"},
		{"PYTHONPATH=py pip list", "ask"},
		{"PYTHONPATH=src:py pytest", "ask"},
		{"cp py/json.py src\nPYTHONPATH=src pytest", "ask"},
		{"echo x > src/sitecustomize.py\nPYTHONPATH=src python3 -m pytest", "ask"},
		{"cd src\nPATH=:$PATH git status", "ask"},
		{"PATH=$PATH: git status", "ask"},
		{"PATH=/usr/bin$PATH git status", "ask"},
		{"echo x > tool.ini\nTOOLRC=tool.ini npm test", "ask"},
		{"MY_PLUGIN_DIR=src npm test", "ask"},

		{"RIPGREP_CONFIG_PATH=ok.rg rg a", "allow"},
		{"KUBECONFIG=ok.kube kubectl get pods", "allow"},
		{"RIPGREP_CONFIG_PATH=/dev/null rg a", "allow"},
		{"DOCKER_CONFIG=dk docker ps", "ask"}, // it names programs, whatever it holds now
		{"PERL5LIB=perlok prove", "allow"},
		{"PYTHONPATH=. pytest", "allow"},
		{"PYTHONPATH=src:lib python3 -m pytest", "allow"},
		{"PYTHONPATH=$PYTHONPATH:src pytest", "allow"},
		{"PATH=/usr/bin:$PATH git status", "allow"},
		{"PIP_CONFIG_FILE=/dev/null pip list", "allow"},
		{"NODE_ENV=test npm test", "allow"},
		{"APP_CONFIG_FILE=b.json npm test", "allow"},
		{"CARGO_HOME=none cargo build", "allow"},
	})
}

// TestNamesAreOptions: a pattern may stand for a name that a program takes for an option.
func TestNamesAreOptions(t *testing.T) {
	t.Parallel()
	s := plantedProject(t)
	s.Rows(t, gatetest.Table{
		{"cd wild\nsed '' *", "ask"},
		{"cd wild\nsed '' ?*", "ask"},
		{"cd wild\nfor f in *; do sed -n p \"$f\"; done", "ask"},
		{"touch -- '--checkpoint=1' '--checkpoint-action=exec=sh x.sh'\ntar cf x.tar *", "ask"},
		{"echo > '--checkpoint-action=exec=sh x.sh'\ntar cf x.tar *", "ask"},
		{"gzip -r .", "ask"}, // it holds .git

		{"cd wild\nsed '' ./*", "allow"},
		{"cd wild\nsed -n p -- *", "allow"},
		{"cd wild\ncat *; ls *; wc -l *", "allow"},
		{"sed -n p *", "allow"},
		{"tar cf x.tar *", "allow"},
		{"gzip -r src", "allow"},
	})
}
