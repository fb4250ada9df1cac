package redirect_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/decision/redirect"
)

// place is a /tmp with files in it, a scratch directory, and directories that stay.
func place(t *testing.T) (s *redirect.Space, real func(string) string) {
	t.Helper()
	tmp, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tmp += "/tmp"
	for _, name := range []string{"there.log", "there dir/f", "proj/src/f", "claude/both", "both",
		"agent/out", "cwd/f"} {
		if err := os.MkdirAll(filepath.Dir(tmp+"/"+name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(tmp+"/"+name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s = &redirect.Space{Tmp: tmp, Alias: "/private" + tmp, Target: tmp + "/claude"}
	s.WorkingDir(tmp + "/proj")
	s.WorkingDir("/private" + tmp + "/cwd")
	for _, dir := range []string{tmp + "/agent/", "relative", "", "/", tmp, "/var" + tmp} {
		s.KeepDir(dir)
	}
	return s, func(text string) string { return strings.ReplaceAll(text, "/tmp", tmp) }
}

func TestFile(t *testing.T) {
	s, real := place(t)
	for _, tc := range []struct {
		name   string
		writes bool
		want   string
	}{
		{"/tmp/new", false, "/tmp/claude/new"},
		{"/tmp/new", true, "/tmp/claude/new"},
		{"/tmp/there.log", false, "/tmp/there.log"},
		{"/tmp/there.log", true, "/tmp/claude/there.log"},
		{"/tmp/there dir/f", false, "/tmp/there dir/f"},
		{"/tmp/both", false, "/tmp/claude/both"}, // what was written before
		{"/tmp", false, "/tmp/claude"},
		{"/tmp/", false, "/tmp/claude/"},
		{"/tmp/claude/x", true, "/tmp/claude/x"},
		{"/tmp/claudex", true, "/tmp/claude/claudex"},
		{"/tmp/proj/src/new", true, "/tmp/proj/src/new"},
		{"/tmp/proj", false, "/tmp/proj"},
		{"/tmp/project", true, "/tmp/claude/project"},
		{"/tmp/agent/new", true, "/tmp/agent/new"},
		{"/tmp/cwd/new", true, "/tmp/cwd/new"},
		{"/tmp/x/../proj/new", true, "/tmp/x/../proj/new"},
		{"/tmp/x/../y", true, "/tmp/claude/x/../y"},
		{"/tmp/../etc/hosts", false, "/tmp/../etc/hosts"},
		{"/tmp/x/../../tmp/y", true, "/tmp/x/../../tmp/y"},
		{"//tmp/x", true, "//tmp/x"},
		{"/private/tmp/x", true, "/private/tmp/x"},
		{"/tmpfile", true, "/tmpfile"},
		{"x", true, "x"},
	} {
		name := real(tc.name)
		if got, ok := s.File(name, tc.writes); got != real(tc.want) || ok != (got != name) {
			t.Errorf("%s, writes %v: got %s, want %s", tc.name, tc.writes, got, real(tc.want))
		}
	}
}

// TestExistingPathsStay is about what exists, and about what is kept.
func TestExistingPathsStay(t *testing.T) {
	s, real := place(t)
	for _, tc := range []struct{ text, want string }{
		{"cat /tmp/there.log", "cat /tmp/there.log"},
		{"cat /tmp/there.log > /tmp/new", "cat /tmp/there.log > /tmp/claude/new"},
		{"cat < /tmp/there.log", "cat < /tmp/there.log"},
		{"sort /tmp/there.log -o /tmp/there.log",
			"sort /tmp/claude/there.log -o /tmp/claude/there.log"},
		{"echo x >> /tmp/there.log; cat /tmp/there.log",
			"echo x >> /tmp/claude/there.log; cat /tmp/claude/there.log"},
		{"rm /tmp/there.log", "rm /tmp/claude/there.log"},
		{"frobnicate /tmp/there.log", "frobnicate /tmp/there.log"},
		{"cp '/tmp/there dir/f' /tmp/x", "cp '/tmp/there dir/f' /tmp/claude/x"},
		{"cd '/tmp/there dir' && cat f", "cd '/tmp/there dir' && cat f"},
		{"cd '/tmp/there dir' && touch g", "cd '/tmp/claude/there dir' && touch g"},
		{"cd '/tmp/there dir' && cp f g", "cd '/tmp/there dir' && cp f g"}, // f stays, g moves
		// the file stays, the directory moves
		{"cd /tmp && cat there.log",
			"cd /tmp && cat there.log"},
		{"cat /tmp/*.log", "cat /tmp/*.log"},
		{"cat /tmp/*.txt", "cat /tmp/claude/*.txt"},
		{"touch /tmp/new.log; cat /tmp/*.log", "touch /tmp/new.log; cat /tmp/*.log"},
		{"rm /tmp/*.log", "rm /tmp/claude/*.log"},
		{"ls /tmp", "ls /tmp/claude"},
		{"rm /tmp/*", "rm /tmp/*"}, // the scratch directory and the project among others
		{"rm /tmp/*/x", "rm /tmp/*/x"},
		{"rm /tmp/[nx]*", "rm /tmp/claude/[nx]*"},
		{"ls /tmp/both", "ls /tmp/claude/both"},
		{"find /tmp -name '*.log'", "find /tmp/claude -name '*.log'"},
		{"find '/tmp/there dir' -name f -exec cat {} +",
			"find '/tmp/there dir' -name f -exec cat {} +"},
		{"find '/tmp/there dir' -name f -exec rm {} +",
			"find '/tmp/claude/there dir' -name f -exec rm {} +"},
		{"X=/tmp; cat $X/there.log; touch $X/new", "X=/tmp; cat $X/there.log; touch $X/new"},
		{"for f in /tmp/there.log /tmp/new; do cat $f; done",
			"for f in /tmp/there.log /tmp/claude/new; do cat $f; done"},

		{"touch /tmp/proj/src/new /tmp/new", "touch /tmp/proj/src/new /tmp/claude/new"},
		{"cd /tmp/proj && touch new", "cd /tmp/proj && touch new"},
		{"cp src/f /tmp/x", "cp src/f /tmp/claude/x"},
		{"touch new", "touch new"},
		{"cat /var/tmp/x > /tmp/y", "cat /var/tmp/x > /tmp/claude/y"},
		{"cat /src/tmp/x > /tmp/y", "cat /src/tmp/x > /tmp/claude/y"},
		{"cat src/tmp/x ~/tmp $HOME/tmp/x > /tmp/y",
			"cat src/tmp/x ~/tmp $HOME/tmp/x > /tmp/claude/y"},
		{"cat /tmp/agent/out > /tmp/x", "cat /tmp/agent/out > /tmp/claude/x"},
		{"touch /tmp/cwd/$X /tmp/x", "touch /tmp/cwd/$X /tmp/claude/x"},
		{"touch /private/tmp/x", "touch /private/tmp/x"},
		{"touch /private/tmp/x /tmp/y", "touch /private/tmp/x /tmp/y"},
		{"cat /private/tmp/proj/src/f > /tmp/y", "cat /private/tmp/proj/src/f > /tmp/claude/y"},

		{"cp /tmp/new /tmp/claude/new", "cp /tmp/new /tmp/claude/new"}, // the two would become one
		{"mkdir -p /tmp/claude && touch /tmp/x", "mkdir -p /tmp/claude && touch /tmp/claude/x"},
		{"rm -rf /tmp/claude/*; touch /tmp/x", "rm -rf /tmp/claude/*; touch /tmp/x"},
		{"D=$(realpath '/tmp/there dir'); touch $D/x /tmp/y",
			"D=$(realpath '/tmp/there dir'); touch $D/x /tmp/y"},
		{"for f in /tmp/[xy] /tmp/x; do touch $f; done", // one that may match more than it says
			"for f in /tmp/[xy] /tmp/x; do touch $f; done"},
		{"cat $(ls '/tmp/there dir'); touch /tmp/y", "cat $(ls '/tmp/there dir'); touch /tmp/y"},
	} {
		text, want := real(tc.text), real(tc.want)
		got, _ := rewrite(s, real("/tmp/proj"), text)
		if got != want {
			t.Errorf("%s\n\tgot  %s\n\twant %s", tc.text, strings.ReplaceAll(got, s.Tmp, "/tmp"),
				tc.want)
		}
	}
}

// TestLinks: a link gives a file another name, with which the line would use it in its old place.
func TestLinks(t *testing.T) {
	s, real := place(t)
	for link, to := range map[string]string{"/tmp/proj/out": "/tmp/out",
		"/tmp/there": "/tmp/there dir", "/tmp/to-proj": "/tmp/proj"} {
		if err := os.Symlink(real(to), real(link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct{ text, want string }{
		{"touch /tmp/out/x; cat out/x", "touch /tmp/out/x; cat out/x"},
		{"touch /tmp/new out/x", "touch /tmp/new out/x"},
		{"touch /tmp/new src/x", "touch /tmp/claude/new src/x"},
		{"cat /tmp/there/f > /tmp/new", "cat /tmp/there/f > /tmp/claude/new"},
		{"touch /tmp/there/x; cat '/tmp/there dir/x'",
			"touch /tmp/there/x; cat '/tmp/there dir/x'"},
		{"touch /tmp/to-proj/x; cat x", "touch /tmp/to-proj/x; cat x"},
		{"touch /tmp/to-proj/x", "touch /tmp/claude/to-proj/x"},
	} {
		if got, _ := rewrite(s, real("/tmp/proj"), real(tc.text)); got != real(tc.want) {
			t.Errorf("%s\n\tgot  %s\n\twant %s", tc.text, strings.ReplaceAll(got, s.Tmp, "/tmp"),
				tc.want)
		}
	}
}

// TestInTmp: where the call is made in /tmp itself, relative names mean it already, and nothing
// moves.
func TestInTmp(t *testing.T) {
	s, real := place(t)
	s.WorkingDir(real("/tmp"))
	text := real("touch x /tmp/y; cat /tmp/x")
	if got, _ := rewrite(s, real("/tmp"), text); got != text {
		t.Errorf("got %s", got)
	}
}

// move is the move of a file below /tmp.
func move(name string) redirect.Move {
	return redirect.Move{From: "/tmp/" + name, To: "/tmp/claude/" + name}
}

func TestPathsThatMove(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []redirect.Move
	}{
		{"ls src", nil},
		{"cp /tmp/a /tmp/b; cat /tmp/a", []redirect.Move{move("a"), move("b")}},
		{"D=/tmp; cat $D/x > out", []redirect.Move{move("x")}},
		{"cd /tmp; frob --out=/tmp/o", []redirect.Move{{From: "/tmp", To: "/tmp/claude"}, move("o")}},
		{"cp /tmp/a /tmp/$X", nil},
	} {
		if _, got := in(t, tc.text); !slices.Equal(got, tc.want) {
			t.Errorf("%s: got %v, want %v", tc.text, got, tc.want)
		}
	}
}

// TestTargetIsQuoted: a target with a blank is quoted where it is inserted outside quotes.
func TestTargetIsQuoted(t *testing.T) {
	s, real := place(t)
	s.Target = "/h/my scratch"
	for _, tc := range []struct{ text, want string }{
		{`ls /tmp/a "/tmp/b" '/tmp/c'`, `ls '/h/my scratch'/a "/h/my scratch/b" '/h/my scratch/c'`},
		{`X=/tmp/a; ls "$X"`, `X='/h/my scratch'/a; ls "$X"`},
		{`X=/tmp/a; ls $X`, `X=/tmp/a; ls $X`},                      // which would be split
		{`bash -c 'ls /tmp/a'`, `bash -c 'ls /tmp/a'`},              // likewise
		{`bash -c 'ls "/tmp/a"'`, `bash -c 'ls "/h/my scratch/a"'`}, // quoted as it is
	} {
		if got, _ := rewrite(s, real("/tmp/proj"), real(tc.text)); got != real(tc.want) {
			t.Errorf("%s: got %s", tc.text, got)
		}
	}
}

// maxAllocations is about eight for each of 10,000 paths.
const maxAllocations = 100_000

// TestManyPathsAreCheap holds the work for a line with many paths, counted in allocations.
func TestManyPathsAreCheap(t *testing.T) {
	for _, text := range []string{
		"touch /tmp/{1..200}",
		"touch /tmp/{1..2000}",
		"cat" + strings.Repeat(" /tmp/a /tmp/b$X", 5000),
		"for f in" + strings.Repeat(" /tmp/*/*/*/*", 30) + "; do cat $f; done",
		strings.Repeat("X=/tmp/a; touch $X; ", 100),
	} {
		if n := testing.AllocsPerRun(1, func() { in(t, text) }); n > maxAllocations {
			t.Errorf("%.30s… took %.0f allocations, want at most %d", text, n, maxAllocations)
		}
	}
}
