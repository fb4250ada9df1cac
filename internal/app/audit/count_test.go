package audit

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestCount counts in the end of a log, whatever else is in it.
func TestCount(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	entry := func(session, decision string) string {
		return fmt.Sprintf(`{"ts":"2026-01-02T03:04:05Z","sid":%q,"tid":"t",`+
			`"cwd":"/","tool":"Bash","decision":%q}`+"\n",
			session, decision)
	}
	outcome := `{"ts":"2026-01-02T03:04:05Z","sid":"a","tid":"t","cwd":"/` +
		`","tool":"Bash","outcome":"ran"}` + "\n"
	text := strings.Repeat(entry("a", "deny"), 1000) + entry("a", "ask") + outcome +
		entry("b", "ask") +
		"{\"sid\":\"a\",\"decision\":\"ask\"\n" + "a\n\n" + entry("a", "allow") + entry("a", "ask")
	if err := os.WriteFile(log, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	size := int64(len(entry("a", "deny")))
	for _, tt := range []struct {
		session string
		limit   int64
		want    map[string]int
	}{
		{"a", 1 << 30, map[string]int{"ask": 2, "allow": 1, "deny": 1000}},
		{"a", int64(len(text)) - 990*size, map[string]int{"ask": 2, "allow": 1, "deny": 9}},
		{"a", 10, map[string]int{}},
		{"b", 1 << 30, map[string]int{"ask": 1}},
		{"c", 1 << 30, map[string]int{}},
	} {
		if got := Count(log, tt.session, tt.limit); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("session %s, %d bytes: got %v, want %v", tt.session, tt.limit, got, tt.want)
		}
	}
	for _, path := range []string{log + "x", filepath.Dir(log)} {
		if got := Count(path, "a", 100); len(got) > 0 {
			t.Errorf("%s: %v", path, got)
		}
	}
}
