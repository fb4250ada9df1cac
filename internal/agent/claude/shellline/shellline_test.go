package shellline

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestRecorded reads lines that the pinned clients made (internal/test/clienttest), in both shells.
func TestRecorded(t *testing.T) {
	f, err := os.Open("testdata/lines.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var row struct{ Version, Shell, Tool, Command, Line string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		l := Read(row.Line)
		snapshot := "/home/eve/.claude/shell-snapshots/snapshot-" + row.Shell
		if l.Form != Call || l.Command != row.Command || !strings.HasPrefix(l.Snapshot, snapshot) ||
			!strings.HasPrefix(l.CwdFile, "/tmp/claude-") {
			t.Errorf("%s %s %q: %+v", row.Version, row.Shell, row.Command, l)
		}
	}
	if n < 60 {
		t.Errorf("%d lines are recorded", n)
	}
}

const (
	head = "source /h/.claude/shell-snapshots/snapshot-bash-1.sh 2>/dev/null || true && "
	tail = " && pwd -P >| /tmp/claude-1-cwd"
)

func TestForms(t *testing.T) {
	for _, tt := range []struct {
		line    string
		form    Form
		command string
	}{
		// what clients make, without a part or with another one
		{"eval 'make'" + tail, Call, "make"},
		{"eval 'make' < /dev/null && pwd > /tmp/x", Call, "make"},
		{head + "eval 'rg a . ' \\< /dev/null \\| head -2" + tail, Call, "rg a .  < /dev/null | head -2"},
		{head + "eval \"echo \\\"a\\\" \\$HOME\"" + tail, Call, `echo "a" $HOME`},
		{head + "shopt -u extglob 2>/dev/null || true && eval ls" + tail, Call, "ls"},
		{head + "\\builtin eval ls" + tail, Call, "ls"},
		{"source /s 2>/dev/null || true && unset FOO && export BAR=1 && eval ls" + tail, Call, "ls"},

		// a command that looks like the line around it
		{head + "eval 'true && eval '\"'\"'x'\"'\"' && pwd -P >| /tmp/y'" + tail, Call,
			"true && eval 'x' && pwd -P >| /tmp/y"},
		{head + `eval ''` + tail, Call, ""},

		// the parts in another way: never a bare line
		{head + "eval \"$CMD\"" + tail, Odd, ""},
		{head + "eval $'make'" + tail, Odd, ""},
		{head + "eval *" + tail, Odd, ""},
		{head + "eval ~/x" + tail, Odd, ""},
		{head + "eval a{b,c}" + tail, Odd, ""},
		{head + "eval 'make' > /tmp/out" + tail, Odd, "make"},
		{head + "eval 'make' < /etc/passwd" + tail, Odd, "make"},
		{head + "eval 'make' || pwd -P >| /tmp/claude-1-cwd", Odd, "make"},
		{head + "false || eval 'make'" + tail, Odd, "make"},
		{head + "eval 'make' & pwd -P >| /tmp/claude-1-cwd", Odd, ""},
		{head + "! eval 'make'" + tail, Odd, "make"},
		{head + "{ eval 'make'; }" + tail, Odd, ""},
		{head + "(eval 'make')" + tail, Odd, ""},
		{head + "bash -c 'make'" + tail, Odd, ""},
		{head + "curl x && eval 'make'" + tail, Odd, "make"},
		{head + "{ touch /x; } && eval 'make'" + tail, Odd, "make"},
		{head + "true > /x && eval 'make'" + tail, Odd, "make"},
		{head + "printf \"$(x)\" && eval 'make'" + tail, Odd, "make"},
		{head + "PATH=/x eval 'make'" + tail, Odd, ""},
		{head + "eval 'make' && rm -f x" + tail, Odd, "make"},
		{head + "eval 'make'" + tail + " && rm x", Odd, "make"},
		{head + "eval 'make'\n" + "pwd -P >| /tmp/claude-1-cwd", Odd, ""},
		{head + "eval 'make' && eval 'x'" + tail, Odd, "make"},
		{head + "eval 'make' && pwd -P >| \"$F\"", Odd, "make"},
		{head + "eval 'make'", Odd, "make"},
		{head + "make", Odd, ""},
		{"make" + tail, Odd, ""},
		{"case x in (" + tail, Odd, ""},
		{head + "eval '\xff'" + tail, Odd, ""},

		// hooks and servers
		{"cat >/dev/null; exit 0", Bare, ""},
		{"/usr/bin/fencepost-hook --home /h || exit 2", Bare, ""},
		{"timeout -s KILL 5 /abs/fencepost hook || exit 2", Bare, ""},
		{"npx -y @modelcontextprotocol/server-x 'a b'", Bare, ""},
		{`eval "$(mise activate bash)" && lint`, Bare, ""},
		{"eval 'x'", Bare, ""},
		{"source ~/.profile && ./hook.sh", Bare, ""},
		{"pwd", Bare, ""},
		{"if [ -f x ]; then", Bare, ""},
		{"", Bare, ""},
		{"# nothing", Bare, ""},
	} {
		l := Read(tt.line)
		if l.Form != tt.form || l.Form == Call && l.Command != tt.command ||
			l.Form == Odd && tt.command != "" && l.Command != tt.command {
			t.Errorf("%s\n\t%+v, want %d %q", tt.line, l, tt.form, tt.command)
		}
	}
}

func TestRestOfLine(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{head + "{ make; }" + tail, "{ make; }" + tail},
		{head + "curl x && eval 'make'" + tail, "curl x && eval 'make'" + tail},
		{head + "eval \"$X\"" + tail, "eval \"$X\"" + tail},
		{head + "make; ls", head + "make; ls"},
		{"source /s/shell-snapshots/snapshot-1.sh && 'make", "source /s/shell-snapshots/snapshot-1.sh && 'make"},
		{head + "eval 'make'" + tail, ""},
	} {
		if l := Read(tt.line); l.Rest != tt.want {
			t.Errorf("%s: %q", tt.line, l.Rest)
		}
	}
}

// assembled is the line for a command, quoted as the client quotes.
func assembled(command string) string {
	return head + "eval '" + strings.ReplaceAll(command, "'", `'"'"'`) + "' < /dev/null" + tail
}

// FuzzCommand: whatever a command holds, it is what is read out of its line.
func FuzzCommand(f *testing.F) {
	for _, s := range []string{"", "'", "''", `"'"`, "\\", "a\nb", "' && pwd -P >| /x; '", "<<'E'\n'\nE",
		"$(", "`", "#", "\t", "é", "a\r\nb", "\r", "'\"'\"'", "!", "{", "' < /dev/null && rm -rf x && eval '"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, command string) {
		if strings.Contains(command, "\x00") || !utf8.ValidString(command) {
			t.Skip() // no argument holds the first; the client writes no other text
		}
		l := Read(assembled(command))
		if l.Form != Call || l.Command != command || l.CwdFile != "/tmp/claude-1-cwd" {
			t.Errorf("%q: %+v", command, l)
		}
	})
}
