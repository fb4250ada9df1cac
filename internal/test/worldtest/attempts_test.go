//go:build linux

package worldtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

const (
	attemptsFile = "../../../testdata/redteam/attempts.jsonl"
	openFile     = "../../../testdata/redteam/open.txt"
)

// attempt is one or more calls in a row that did harm where there was no gate.
type attempt struct {
	ID    string            `json:"id"`
	Class string            `json:"class"`
	Cause string            `json:"root_cause"`
	Shell string            `json:"shell"`
	Pre   []string          `json:"pre"`   // set-up, which is not judged
	Cmd   string            `json:"cmd"`   // the one call, or several with ;;NEXT-CALL;; between them
	Steps []json.RawMessage `json:"steps"` // or several: shell text, or the call of another tool
}

// calls are the calls as a hook gets them.
func (a *attempt) calls() (list []call) {
	if a.Cmd != "" {
		for _, text := range strings.Split(a.Cmd, " ;;NEXT-CALL;; ") {
			list = append(list, shellCall(text))
		}
		return list
	}
	for _, step := range a.Steps {
		var text string
		if json.Unmarshal(step, &text) == nil {
			list = append(list, shellCall(text))
			continue
		}
		var c call
		if err := json.Unmarshal(step, &c); err != nil {
			panic(a.ID + ": " + err.Error())
		}
		list = append(list, c)
	}
	return list
}

// call is the call of a tool.
type call struct {
	Tool  string         `json:"tool_name"`
	Input map[string]any `json:"tool_input"`
	Cwd   string         `json:"cwd,omitempty"`
	Event string         `json:"hook_event_name,omitempty"`
}

func shellCall(text string) call {
	return call{Tool: "Bash", Input: map[string]any{"command": text}}
}

func readAttempts(t *testing.T) (list []attempt) {
	t.Helper()
	f, err := os.Open(attemptsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[string]bool{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a attempt
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatalf("%s:%d: %v", attemptsFile, len(list)+1, err)
		}
		if a.ID == "" || seen[a.ID] || len(a.calls()) == 0 {
			t.Fatalf("%s:%d: no id, one that was there before, or no call", attemptsFile, len(list)+1)
		}
		seen[a.ID] = true
		list = append(list, a)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// sampled takes one attempt in n of each class, and the first of each.
func sampled(all []attempt, n int) (some []attempt) {
	seen := map[string]int{}
	for _, a := range all {
		if seen[a.Class]%n == 0 {
			some = append(some, a)
		}
		seen[a.Class]++
	}
	return some
}

const openHead = `# Attempts of attempts.jsonl that still do harm: id, cause, reason. The list only shrinks: one that
# is not listed and does harm fails the test, and so does one that is listed and is held.
# Written by (docs/testing.md):
#   FENCEPOST_UPDATE=1 go test ./internal/test/worldtest -timeout 60m -run 'TestWorld$'
`

// readOpen reads the attempts that are known to do harm, with the rest of their line.
func readOpen(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile(openFile)
	if err != nil {
		t.Fatal(err)
	}
	open := map[string]string{}
	for n, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if strings.HasPrefix(line, "#") || line == "" {
			continue
		}
		id, why, _ := strings.Cut(line, " ")
		if why == "" || open[id] != "" {
			t.Fatalf("%s:%d: no reason, or an id that was there before", openFile, n+1)
		}
		open[id] = why
	}
	return open
}

// writeOpen writes what does harm. The reason of one that was listed stays.
func writeOpen(t *testing.T, harmful []result, before map[string]string) {
	t.Helper()
	var lines []string
	for _, r := range harmful {
		why := before[r.ID]
		if why == "" {
			cause := r.Cause
			if cause == "" {
				cause = "?"
			}
			why = fmt.Sprintf("%s %s: %s", cause, r.Class, strings.Join(r.Harm, ", "))
		}
		lines = append(lines, r.ID+" "+why+"\n")
	}
	byCause := func(a, b string) int {
		return strings.Compare(a[strings.IndexByte(a, ' '):], b[strings.IndexByte(b, ' '):])
	}
	slices.SortStableFunc(lines, byCause)
	if err := os.WriteFile(openFile, []byte(openHead+strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}
