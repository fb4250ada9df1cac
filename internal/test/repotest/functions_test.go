package repotest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// functionsBar is how many functions an everyday call may run.
const functionsBar = 450

// everydayCall is judged to count the functions that it runs.
const everydayCall = "git status && rm -rf build"

// ranFunction is a line of `go tool covdata func` about a function that ran, at least in part.
var ranFunction = regexp.MustCompile(`(?m)^(\S+):\d+:\s+(\S+)\s+(\d+\.\d)%$`)

// functionsRun reads what `go tool covdata func` prints: how many functions of this module ran, and
// in how many files. A function counts if any of its statements ran.
func functionsRun(text string) (functions, files int) {
	seen := map[string]bool{}
	for _, m := range ranFunction.FindAllStringSubmatch(text, -1) {
		if m[3] != "0.0" && strings.HasPrefix(m[1], module+"/") {
			functions++
			seen[m[1]] = true
		}
	}
	return functions, len(seen)
}

// TestFunctions: an everyday call runs few functions, from the first of main to the last.
func TestFunctions(t *testing.T) {
	testkit.All(t, "it builds the hook with counters")
	dir := t.TempDir()
	hook := filepath.Join(dir, "fencepost-hook")
	counters, home := filepath.Join(dir, "counters"), filepath.Join(dir, "home")
	project := filepath.Join(home, "project")
	for _, d := range []string{counters, filepath.Join(dir, "first"), filepath.Join(home, ".claude"),
		filepath.Join(project, ".git"), filepath.Join(project, "build")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-cover", "-coverpkg=./...", "-o", hook, "./cmd/fencepost-hook")
	build.Dir = root
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	testkit.Place(t, dir, testkit.CLI) // compiles the config when the hook first asks
	config := filepath.Join(home, ".claude", "fencepost.yaml")
	if err := os.WriteFile(config, []byte("import: [recommended]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, count := range []string{filepath.Join(dir, "first"), counters} {
		judge := exec.Command(hook)
		judge.Dir = project
		judge.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "GOCOVERDIR=" + count}
		judge.Stdin = strings.NewReader(fmt.Sprintf(`{"hook_event_name":"PreToolUse","session_id":"s",
			"tool_use_id":"u","permission_mode":"default","cwd":%q,"tool_name":"Bash",
			"tool_input":{"command":%q}}`, project, everydayCall))
		if answer, err := judge.CombinedOutput(); err != nil || len(answer) > 0 {
			t.Fatalf("the hook answered %q: %v; no answer lets the call pass", answer, err)
		}
	}
	log, err := os.ReadFile(filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl"))
	if err != nil || strings.Count(string(log), `"decision":"allow"`) != 2 {
		t.Fatalf("the log has not two calls that were allowed: %v\n%s", err, log)
	}
	count := exec.Command("go", "tool", "covdata", "func", "-i="+counters)
	count.Dir = root
	out, err := count.Output()
	if err != nil {
		t.Fatal(err)
	}
	functions, files := functionsRun(string(out))
	t.Logf("%s runs %d functions in %d files", everydayCall, functions, files)
	found := map[string]int{}
	if functions >= functionsBar {
		found["everyday"] = functions
	}
	holdTo(t, "functions", fmt.Sprintf("an everyday call may run fewer than %d functions", functionsBar), found)
}

func TestFunctionsRows(t *testing.T) {
	text := module + "/a/a.go:1:\tf\t\t100.0%\n" + module + "/a/a.go:2:\tT.g\t\t0.4%\n" +
		module + "/a/b.go:2:\th\t\t0.0%\n" + "other.org/x/x.go:1:\tf\t50.0%\n" +
		"total\t\t\t(statements)\t\t12.0%\n"
	if functions, files := functionsRun(text); functions != 2 || files != 1 {
		t.Errorf("%d functions in %d files, want 2 in 1", functions, files)
	}
}
