package buildtasks_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestReaches: settings that the session changed name places outside the project, and a program takes
// them for where its files go. Projects name others beside them, servers and containers: these pass.
func TestReaches(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ file, text, cmd, want string }{
		{"pom.xml", "<build><directory>{HOME}/keep</directory></build>\n", "mvn package", "ask"},
		{"tsconfig.json", `{"compilerOptions": {"outDir": "{HOME}/keep"}}`, "npx tsc -p .", "ask"},
		{"pytest.ini", "[pytest]\naddopts=--basetemp={HOME}/keep\n", "pytest -q", "ask"},
		{".coveragerc", "[run]\ndata_file=~/.bashrc\n", "coverage run -m pytest", "ask"},
		{"vite.config.mts", "export default {build: {outDir: '{HOME}/keep'}}\n", "npx vite build", "ask"},
		{"settings.unheard", "out {HOME}/keep\n", "npx jest", "ask"},
		{"CMakeLists.txt", "set(CMAKE_RUNTIME_OUTPUT_DIRECTORY {HOME}/keep)\n", "cmake -S . -B build", "ask"},
		{"sqlc.yaml", "sql: [{gen: {go: {out: {HOME}/keep}}}]\n", "sqlc generate", "ask"},
		{"next.config.mjs", "export default {distDir: '../keep'}\n", "npx next build", "ask"},
		{"a.ts", "import x from '{HOME}/.netrc'\n", "npx vite build", "ask"},
		{"src/a.md", "{{#include {HOME}/.netrc}}\n", "mdbook build", "ask"},

		{"a.ts", "import x from '{HOME}/keep/a.txt'\n", "npx vite build", "allow"},
		{"README.md", "put it below {HOME}/keep\n", "npx jest", "allow"},
		{"pom.xml", "<!-- was {HOME}/keep -->\n<project/>\n", "mvn package", "allow"},
		{"tsconfig.json", "{\n  // was {HOME}/keep\n  \"include\": [\"src\"]\n}\n", "npx tsc -p .", "allow"},
		{"tsconfig.json", `{"paths": {"@s/*": ["../shared/src/*"]}}`, "npx tsc -p .", "allow"},
		{"tsconfig.json", `{"extends": "../missing/tsconfig.json"}`, "npx tsc -p .", "allow"},
		{"packages/a/tsconfig.json", `{"references": [{"path": "../b"}]}`, "npx tsc -b", "allow"},
		{"go.work", "use ../shared\n", "go test ./...", "allow"},
		{"nginx.conf", "root /var/www; location /api/x {}\n", "npx jest", "allow"},
		{"app.yml", "url: https://h.example{HOME}/keep\n", "pytest -q", "allow"},
		{".npmrc", "cache=~/.npm\n", "npx jest", "allow"},
		{".gitignore", "/home\n.env\n", "npx jest", "allow"},
		{"Dockerfile", "RUN ls {HOME}/keep\n", "npx jest", "allow"},
		{"pom.xml", "<build><directory>{HOME}/keep</directory></build>\n", "cat pom.xml", "allow"},
	} {
		s := gatetest.WithHelper(t, gatetest.Recommended)
		gatetest.Files{tt.file: strings.ReplaceAll(tt.text, "{HOME}", s.Home)}.Write(t, s.Project)
		beside := filepath.Dir(s.Project)
		for _, name := range []string{s.Home + "/keep/a.txt", s.Home + "/.bashrc", s.Home + "/.netrc",
			beside + "/keep/a.txt", beside + "/shared/src/a.ts"} {
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte("x\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		e := audit.Entry{Tool: "Write", Input: gatetest.WriteCall(tt.file).Input}
		v := s.JudgeAfter(t, e, tt.cmd)
		if v.Decision.String() != tt.want {
			t.Errorf("%s with %s %s: %s (%s), want %s", tt.cmd, tt.file, tt.text, v.Decision, v.Description, tt.want)
		}
		if tt.want == "ask" && !strings.Contains(v.Description, filepath.Base(tt.file)+" names ") {
			t.Errorf("%s with %s: %s", tt.cmd, tt.file, v.Description)
		}
	}
}
