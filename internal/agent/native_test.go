package agent

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
)

func textField(name, value string) fact.Field {
	return fact.Field{Name: name, Raw: []byte(`"` + value + `"`), Text: value, String: true}
}

func TestRename(t *testing.T) {
	for _, tt := range []struct {
		fields []fact.Field
		want   string // of file_path
		native string
		doubt  bool
	}{
		{[]fact.Field{textField("path", "a")}, "a", "path", false},
		{[]fact.Field{textField("file_path", "a")}, "a", "", false},
		{[]fact.Field{textField("path", "a"), textField("file_path", "a")}, "a", "", false},
		{[]fact.Field{textField("path", "a"), textField("file_path", "b")}, "b", "", true},
		{[]fact.Field{textField("filePath", "a"), textField("path", "b")}, "b", "path", true},
		{[]fact.Field{textField("other", "a")}, "", "", false},
	} {
		c := fact.Call{Input: tt.fields}
		Rename(&c, "file_path", "path", "filePath")
		f, _ := c.Get("file_path")
		if f.Text != tt.want || f.Native != tt.native || (c.Suspicious != "") != tt.doubt {
			t.Errorf("%v: %q from %q, suspicious %q", tt.fields, f.Text, f.Native, c.Suspicious)
		}
	}
}

func TestRunsIn(t *testing.T) {
	for _, tt := range []struct {
		raw, before, want string
		doubt             bool
	}{
		{`"/opt"`, "", "/opt", false},
		{`"/opt"`, "/p", "/opt", false},
		{`"sub"`, "", "sub", false},
		{`"sub"`, "/p/a", "/p/a/sub", false},
		{`""`, "/p", "/p", false},
		{`null`, "/p", "/p", false},
		{`7`, "", "", true},
		{`"~/x"`, "", "~/x", true},
	} {
		call, err := Decode([]byte(`{"in":{"workdir":`+tt.raw+`}}`), &Shape{
			Slots:   []Place{{"in", Input}},
			Decides: []string{"workdir"},
		})
		if err != nil {
			t.Fatal(err)
		}
		call.Dir = tt.before
		RunsIn(&call, "workdir")
		if call.Dir != tt.want || (call.Suspicious != "") != tt.doubt {
			t.Errorf("%s in %q: %q, suspicious %q", tt.raw, tt.before, call.Dir, call.Suspicious)
		}
	}
}

func TestStrings(t *testing.T) {
	for _, tt := range []struct {
		raw  string
		want string // joined with |
		ok   bool
	}{
		{`["a","b c"]`, "a|b c", true},
		{` `, "", false},
		{`[]`, "", true},
		{`["a", "\u00e9\n"]`, "a|é\n", true},
		{`["a",1]`, "", false},
		{`["a",["b"]]`, "", false},
		{`["a\u0000"]`, "", false},
		{`["\ud800"]`, "", false},
		{`"a"`, "", false},
		{`["a"`, "", false},
	} {
		list, ok := Strings([]byte(tt.raw))
		if ok != tt.ok || ok && strings.Join(list, "|") != tt.want {
			t.Errorf("Strings(%s) = %q, %v", tt.raw, list, ok)
		}
	}
}

// TestQuoted holds that a shell reads the words of an argument vector as they were.
func TestQuoted(t *testing.T) {
	words := []string{"a", "b c", "", "it's", "$HOME", "`x`", "a\nb", "*", "~", "-n", "A=1", "\\",
		"{a,b}",
		"!x", "#", "if", "é"}
	out, err := exec.Command("sh", "-c", `printf '%s\0' `+shellquote.Join(words)).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(words, "\x00") + "\x00"; got != string(out) {
		t.Errorf("bash reads %q, want %q", out, got)
	}
	for _, first := range []string{"if", "A=1", "time", "[[", "~"} {
		if q := shellquote.Join([]string{first}); !strings.HasPrefix(q, "'") {
			t.Errorf("shellquote.Join(%q) = %s is read in another way where a command begins", first, q)
		}
	}
}
