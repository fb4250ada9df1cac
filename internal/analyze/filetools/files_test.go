package filetools

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
	write("limit.log", maxFile, strings.Repeat("text", binaryTop))
	write("large.log", maxFile+1, "text")
	write("large.PNG", maxFile+1, "\x89PNG")
	write("large.pdf", maxFile+1, "%PDF")
	write("large.ipynb", maxFile+1, "{}")
	write("early.bin", 0, "a\x00b")
	write("early.txt", 0, "a\x00b")
	write("early.PNG", 0, "\x89PNG\x00")
	write("wide.txt", 0, "\xff\xfea\x00b\x00")
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
		{"Read", "early.bin", "", "binary-file"},
		{"Read", "early.txt", "", "binary-file"},
		{"Read", "early.PNG", "", ""},
		{"Read", "late.txt", "", ""},
		{"Read", "wide.txt", "", ""},
		{"Read", "empty.txt", "", ""},
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
		call := &fact.Call{Tool: tt.tool,
			Input: []fact.Field{{Name: "file_path", Text: tt.file, String: true},
				{Name: "content", Text: tt.content, String: true}}}
		got := ""
		if h := FileHazards(call, dir, ""); len(h) > 0 {
			got = h[0].ID.String()
		}
		if got != tt.want {
			t.Errorf("%s %s: got %q, want %q", tt.tool, tt.file, got, tt.want)
		}
	}
}

// TestEditSize: what an edit makes of a file counts, not what it holds now.
func TestEditSize(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"half": strings.Repeat("ab", maxFile/4), "one": "a" +
		strings.Repeat("b", maxFile/2)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	big := strings.Repeat("x", maxFile/2+8)
	for _, tt := range []struct {
		tool, file, old, text, all, want string
	}{
		{"Edit", "half", "ab", "abc", "false", ""},
		{"Edit", "half", "ab", big, "false", "file-size"},
		{"Edit", "half", "ab", "abcde", "true", "file-size"},
		{"Edit", "half", "ab", "abc", "true", ""},
		{"Edit", "one", "a", "aaaaaaaa", "true", ""},
		{"Edit", "one", "b", "bbb", "true", "file-size"},
		{"Edit", "new", "", big + big, "false", "file-size"},
		{"Edit", "new", "", "text", "false", ""},
		{"MultiEdit", "half", big, "", "", "file-size"},
		{"MultiEdit", "half", "text", "", "", ""},
		{"NotebookEdit", "half", "", big, "", "file-size"},
		{"NotebookEdit", "half", "", "text", "", ""},
	} {
		call := &fact.Call{Tool: tt.tool,
			Input: []fact.Field{{Name: "file_path", Text: tt.file, String: true},
				{Name: "old_string", Text: tt.old, String: true},
				{Name: "new_string", Text: tt.text, String: true},
				{Name: "replace_all", Raw: []byte(tt.all)}}}
		if tt.tool == "MultiEdit" {
			call.Input = []fact.Field{call.Input[0], {Name: "edits", Raw: []byte(tt.old)}}
		}
		if tt.tool == "NotebookEdit" {
			call.Input = []fact.Field{{Name: "notebook_path", Text: tt.file, String: true},
				{Name: "new_source", Text: tt.text, String: true}}
		}
		got := ""
		if h := FileHazards(call, dir, ""); len(h) > 0 {
			got = h[0].ID.String()
		}
		if got != tt.want {
			t.Errorf("%s %s %.9s %.9s %s: got %q, want %q", tt.tool, tt.file, tt.old, tt.text, tt.all, got,
				tt.want)
		}
	}
}
