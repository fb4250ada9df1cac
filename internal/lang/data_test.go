package lang

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSets: every set of words that a reader asks for stands in the file of its language.
func TestSets(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	asked := regexp.MustCompile(`\bWord\("([a-z]+)", "([a-z]+)"`)
	n := 0
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range asked.FindAllStringSubmatch(string(src), -1) {
			table, err := os.ReadFile("../../presets/languages/" + m[1] + ".yaml")
			if n++; err != nil || f != "data.go" && !strings.Contains(string(table), "\n"+m[2]+": ") {
				t.Errorf("%s: %s.yaml has no set %s", f, m[1], m[2])
			}
		}
	}
	if n < 30 {
		t.Errorf("found %d sets only", n)
	}
}
