package cmdlets_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestPowerShell judges lines of PowerShell with the preset recommended: everyday ones pass,
// attacks ask or are denied. Each row says why.
func TestPowerShell(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	s.Mkdir(t, "src", "build", "docs")
	data, err := os.ReadFile("../../../testdata/powershell/lines.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		var r struct{ Tool, Cmd, Want, Why string }
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		rows++
		if r.Tool == "" {
			r.Tool = "PowerShell"
		}
		if r.Why == "" {
			t.Errorf("%s: no reason", r.Cmd)
		}
		cmd := strings.NewReplacer("{HOME}", s.Home, "{PROJ}", s.Project).Replace(r.Cmd)
		v := s.Judge(t, r.Tool, map[string]any{"command": cmd})
		if got := v.Decision.String(); got != r.Want {
			t.Errorf("%s: got %s (%s %s), want %s: %s", r.Cmd, got, v.Rule, v.Description, r.Want, r.Why)
		}
	}
	if rows < 120 {
		t.Errorf("%d rows, want at least 120", rows)
	}
}

// TestPowerShellPlaces puts a command into every place of testdata/powershell/places.txt where one
// can stand: one that deletes the home must not pass, and where nothing else asks, it is denied.
func TestPowerShellPlaces(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	data, err := os.ReadFile("../../../testdata/powershell/places.txt")
	if err != nil {
		t.Fatal(err)
	}
	judge := func(text string) string {
		return s.Judge(t, "PowerShell", map[string]any{"command": text}).Decision.String()
	}
	quiet, rows := 0, 0
	for place := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n") {
		rows++
		place = strings.NewReplacer("⏎", "\n", "␍", "\r").Replace(place)
		put := func(command string) string {
			return strings.ReplaceAll(strings.ReplaceAll(place, "| % {", "| ForEach-Object {"), "%", command)
		}
		harmless := judge(put("gci src"))
		if harmless == "allow" {
			quiet++
		}
		switch got := judge(put("ri ~")); {
		case got == "allow", got == "ask" && harmless == "allow":
			t.Errorf("%q: %s", put("ri ~"), got)
		}
	}
	if quiet*100 < rows*75 {
		t.Errorf("of %d harmless lines %d pass", rows, quiet)
	}
}
