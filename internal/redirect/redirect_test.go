package redirect_test

import (
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/paths"
	"github.com/fencepost/fencepost/internal/redirect"
)

func TestName(t *testing.T) {
	for _, tc := range []struct{ name, target, want string }{
		{"/tmp", "/tmp/claude", "/tmp/claude"},
		{"/tmp/", "/tmp/claude", "/tmp/claude/"},
		{"/tmp/a/b", "/tmp/claude", "/tmp/claude/a/b"},
		{"/tmp/claude", "/tmp/claude", "/tmp/claude"},
		{"/tmp/claude/a", "/tmp/claude", "/tmp/claude/a"},
		{"/tmp/claudex", "/tmp/claude", "/tmp/claude/claudex"},
		{"/tmpfile", "/tmp/claude", "/tmpfile"},
		{"/var/tmp/a", "/tmp/claude", "/var/tmp/a"},
		{"tmp/a", "/tmp/claude", "tmp/a"},
		{"/tmp/a", "/home/u/scratch", "/home/u/scratch/a"},
	} {
		if got, _ := redirect.Name(tc.name, tc.target); got != tc.want {
			t.Errorf("Name(%q, %q) = %q, want %q", tc.name, tc.target, got, tc.want)
		}
	}
}

func TestShell(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"ls /tmp/x", "ls /tmp/claude/x"},
		{"cp /tmp/a /tmp/b", "cp /tmp/claude/a /tmp/claude/b"},
		{`cat "/tmp/a b" '/tmp/c'`, `cat "/tmp/claude/a b" '/tmp/claude/c'`},
		{`cat /t"mp"/x`, `cat /tmp/claude/x`},
		{`cat $'/tmp/a\tb'`, "cat $'/tmp/claude/a\\tb'"},
		{"frob --out=/tmp/o -o/tmp/p /tmp/q", "frob --out=/tmp/claude/o -o/tmp/p /tmp/claude/q"},
		{"cp -t/tmp/d a", "cp -t/tmp/claude/d a"},
		{"sort -o /tmp/s < /tmp/in > /tmp/out 2>> /tmp/err", "sort -o /tmp/claude/s < /tmp/claude/in > /tmp/claude/out 2>> /tmp/claude/err"},
		{"cd /tmp && ls", "cd /tmp/claude && ls"},
		{"for f in a b; do touch /tmp/x; done > /tmp/y", "for f in a b; do touch /tmp/claude/x; done > /tmp/claude/y"},
		{"echo $(cat /tmp/a)", "echo $(cat /tmp/claude/a)"},
		{"ls /tmp/*.log", "ls /tmp/claude/*.log"},
		{"grep -rn /tmp/x src", "grep -rn /tmp/x src"},
		{`git commit -m "see /tmp/x"`, `git commit -m "see /tmp/x"`},
		{"cat <<E\n/tmp/x\nE", "cat <<E\n/tmp/x\nE"},
		{"ls /var/tmp/x /tmpfile /tmp-old", "ls /var/tmp/x /tmpfile /tmp-old"},
		{"ls /tmp/claude/x", "ls /tmp/claude/x"},
		{"ls /tmp/$X", "ls /tmp/$X"},
		{"/tmp/run.sh a; bash /tmp/run.sh", "/tmp/claude/run.sh a; bash /tmp/claude/run.sh"},
		{"ls # /tmp/x", "ls # /tmp/x"},
	} {
		a := &analyze.Analyzer{Specs: commands.Table{}, Home: "/home/u", Places: paths.New("/p", "/home/u", "/tmp/claude", true)}
		got, _ := redirect.Shell(tc.text, a.Shell(tc.text, "/p"), "/tmp/claude")
		if got != tc.want {
			t.Errorf("%s\n\tgot  %s\n\twant %s", tc.text, got, tc.want)
		}
	}
}

// A target with a blank is quoted where it is inserted outside quotes.
func TestTargetIsQuoted(t *testing.T) {
	a := &analyze.Analyzer{Specs: commands.Table{}, Home: "/home/u", Places: paths.New("/p", "/home/u", "/h/my scratch", true)}
	text := `ls /tmp/a "/tmp/b"`
	got, _ := redirect.Shell(text, a.Shell(text, "/p"), "/h/my scratch")
	if want := `ls '/h/my scratch'/a "/h/my scratch/b"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
