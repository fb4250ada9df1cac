package analyze

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

func TestFileHazards(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, size int64, top string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(top), 0o644); err != nil {
			t.Fatal(err)
		}
		if size > 0 {
			if err := os.Truncate(filepath.Join(dir, name), size); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("small.txt", 0, "text")
	write("limit.log", maxFile, "text")
	write("large.log", maxFile+1, "text")
	write("large.PNG", maxFile+1, "\x89PNG")
	write("large.pdf", maxFile+1, "%PDF")
	write("large.ipynb", maxFile+1, "{}")
	write("early.bin", 0, "a\x00b")
	write("late.txt", 0, strings.Repeat("a", binaryTop)+"\x00")
	write("last.bin", 0, strings.Repeat("a", binaryTop-1)+"\x00")
	write("empty.txt", 0, "")
	for _, tt := range []struct {
		tool, file, content, want string
	}{
		{"Read", "small.txt", "", ""},
		{"Read", "limit.log", "", ""},
		{"Read", "large.log", "", "file-size"},
		{"Read", "large.PNG", "", ""},
		{"Read", "large.pdf", "", ""},
		{"Read", "large.ipynb", "", ""},
		{"Read", "early.bin", "", ""},
		{"Read", "missing", "", ""},
		{"Read", "large.log/x", "", ""},
		{"Read", ".", "", ""},
		{"Write", "new.txt", "text", ""},
		{"Write", "new.txt", strings.Repeat("a", maxFile), ""},
		{"Write", "new.txt", strings.Repeat("a", maxFile+1), "file-size"},
		{"Edit", "small.txt", "", ""},
		{"Edit", "empty.txt", "", ""},
		{"Edit", "early.bin", "", "binary-file"},
		{"MultiEdit", "early.bin", "", "binary-file"},
		{"MultiEdit", "last.bin", "", "binary-file"},
		{"Edit", "late.txt", "", ""},
		{"Edit", "missing", "", ""},
		{"Edit", ".", "", ""},
		{"Glob", "large.log", "", ""},
	} {
		call := &fact.Call{Tool: tt.tool, Input: []fact.Field{{Name: "file_path", Text: tt.file, String: true}, {Name: "content", Text: tt.content, String: true}}}
		got := ""
		if h := fileHazards(call, dir); len(h) > 0 {
			got = h[0].ID
		}
		if got != tt.want {
			t.Errorf("%s %s: got %q, want %q", tt.tool, tt.file, got, tt.want)
		}
	}
}
