package redirect_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/decision/redirect"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// rewrite moves the paths of a text as the gate does; without a move it returns the text.
func rewrite(s *redirect.Space, project, text string) (string, []redirect.Move) {
	a := &analyze.Analyzer{Call: record.Call{Specs: commands.Table{}, Home: "/home/u", Dialect: s.Dialect,
		Places: paths.New(project, "/home/u", s.Target, true)}}
	s.Resolve = paths.New(project, "/home/u", s.Target, true).Target
	analyse := func(text string) redirect.Seen {
		var looks []fact.Look
		a.Looks = &looks
		f := a.Shell(text, project)
		return redirect.Seen{Facts: f, Looks: looks}
	}
	r, ok := s.Shell(text, analyse(text), analyse)
	if !ok {
		return text, nil
	}
	return r.Text, r.Moves
}

func TestShell(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"ls /tmp/x", "ls /tmp/claude/x"},
		{"cp /tmp/a /tmp/b", "cp /tmp/claude/a /tmp/claude/b"},
		{`cat "/tmp/a b" '/tmp/c'`, `cat "/tmp/claude/a b" '/tmp/claude/c'`},
		{`cat $'/tmp/a\tb'`, "cat $'/tmp/claude/a\\tb'"},
		{"frob --out=/tmp/o /tmp/q", "frob --out=/tmp/claude/o /tmp/claude/q"},
		{"cp -t/tmp/d a", "cp -t/tmp/claude/d a"},
		{"sort -o /tmp/s < /tmp/in > /tmp/out 2>> /tmp/err",
			"sort -o /tmp/claude/s < /tmp/claude/in > /tmp/claude/out 2>> /tmp/claude/err"},
		{"cd /tmp && ls", "cd /tmp/claude && ls"},
		{"cd /tmp && ls x", "cd /tmp/claude && ls x"},
		{"for f in a b; do touch /tmp/x; done > /tmp/y",
			"for f in a b; do touch /tmp/claude/x; done > /tmp/claude/y"},
		{"echo $(cat /tmp/a)", "echo $(cat /tmp/claude/a)"},
		{"ls /tmp/*.nowhere", "ls /tmp/claude/*.nowhere"},
		{"/tmp/run.sh a; bash /tmp/run.sh", "/tmp/claude/run.sh a; bash /tmp/claude/run.sh"},

		// Where a literal is written, not where its value turns up.
		{"for f in src/b /tmp/a; do rm $f; done", "for f in src/b /tmp/claude/a; do rm $f; done"},
		{`f() { cat "$1"; }; f /tmp/a; f src/b`, `f() { cat "$1"; }; f /tmp/claude/a; f src/b`},
		{`D=(/tmp/a src/b); rm "${D[@]}"`, `D=(/tmp/claude/a src/b); rm "${D[@]}"`},
		{"X=/tmp/a; rm $X", "X=/tmp/claude/a; rm $X"},
		{"X=/tmp/a; touch $X; echo $X", "X=/tmp/claude/a; touch $X; echo $X"}, // where it is
		{`X=/tmp/a; ls > $X 2>&1; echo "see $X"; printf '%s\n' "$X"`,
			`X=/tmp/claude/a; ls > $X 2>&1; echo "see $X"; printf '%s\n' "$X"`},
		{"D=/tmp; ls $D/x; cp $D/x $D/y", "D=/tmp/claude; ls $D/x; cp $D/x $D/y"},
		{"set -- /tmp/a b; rm $1", "set -- /tmp/claude/a b; rm $1"},
		{"export X=/tmp/a; touch $X", "export X=/tmp/claude/a; touch $X"},
		{"for i in 1 2 3; do touch /tmp/f$i; done",
			"for i in 1 2 3; do touch /tmp/claude/f$i; done"},
		{"mkdir -p /tmp/a/{b,c}", "mkdir -p /tmp/claude/a/{b,c}"},
		{`f=/tmp/a.txt; cp "$f" "${f%.txt}.md"`, `f=/tmp/claude/a.txt; cp "$f" "${f%.txt}.md"`},
		{`for f in /tmp/a /tmp/b; do cp $f out/$(basename $f); done`,
			`for f in /tmp/claude/a /tmp/claude/b; do cp $f out/$(basename $f); done`},

		// The payloads of wrappers.
		{"env A=1 cp a /tmp/b", "env A=1 cp a /tmp/claude/b"},
		{"bash -c 'cp a /tmp/b'", "bash -c 'cp a /tmp/claude/b'"},
		{`bash -c "cp a /tmp/b; ls \"/tmp/c d\""`,
			`bash -c "cp a /tmp/claude/b; ls \"/tmp/claude/c d\""`},
		{`bash -c 'cp a "$1"' _ /tmp/b`, `bash -c 'cp a "$1"' _ /tmp/claude/b`},
		{"timeout 5 rm /tmp/a", "timeout 5 rm /tmp/claude/a"},
		{"xargs rm /tmp/a < /tmp/l", "xargs rm /tmp/claude/a < /tmp/claude/l"},
		{`find /tmp/d -name x -exec rm {} \;`, `find /tmp/claude/d -name x -exec rm {} \;`},
		{`find src -exec cp {} /tmp/d \;`, `find src -exec cp {} /tmp/claude/d \;`},
		{`find /tmp/d -exec rm {} +`, `find /tmp/claude/d -exec rm {} +`},
		{`eval "rm /tmp/a"`, `eval "rm /tmp/claude/a"`},
		{"eval rm /tmp/a", "eval rm /tmp/claude/a"},
		{"trap 'rm /tmp/a' EXIT; touch /tmp/a",
			"trap 'rm /tmp/claude/a' EXIT; touch /tmp/claude/a"},
		{"nice env -i timeout 5 bash -c 'cat /tmp/a > /tmp/b'",
			"nice env -i timeout 5 bash -c 'cat /tmp/claude/a > /tmp/claude/b'"},

		// Text is no path.
		{"grep -rn /tmp/x src", "grep -rn /tmp/x src"},
		{`git commit -m "see /tmp/x"`, `git commit -m "see /tmp/x"`},
		{"cat <<E\n/tmp/x\nE", "cat <<E\n/tmp/x\nE"},
		{"ls # /tmp/x", "ls # /tmp/x"},
		{"# into /tmp/x\nls > /tmp/x", "# into /tmp/x\nls > /tmp/claude/x"},
		{"ls > /tmp/x; echo see /tmp/x", "ls > /tmp/claude/x; echo see /tmp/x"},
		{"grep /tmp/x src > /tmp/y", "grep /tmp/x src > /tmp/claude/y"},
		{"cat <<E > /tmp/a\nsee /tmp/x\nE", "cat <<E > /tmp/claude/a\nsee /tmp/x\nE"},
		{"alias r='rm /tmp/a'", "alias r='rm /tmp/a'"},
		{"ssh host 'rm /tmp/a'", "ssh host 'rm /tmp/a'"},
		{"ssh host 'cat /tmp/a' > /tmp/a", "ssh host 'cat /tmp/a' > /tmp/claude/a"},
		{"GOCACHE=/tmp/gc go build ./...", "GOCACHE=/tmp/gc go build ./..."},

		// Other names.
		{"ls /var/tmp/x /tmpfile /tmp-old /private/tmp/x",
			"ls /var/tmp/x /tmpfile /tmp-old /private/tmp/x"},
		{"ls /tmp/claude/x", "ls /tmp/claude/x"},
		{"cat /tmp/../etc/hosts", "cat /tmp/../etc/hosts"},
		{"cat /tmp/../etc/hosts > /tmp/x", "cat /tmp/../etc/hosts > /tmp/claude/x"},
		{"ls /tmp/a/../b", "ls /tmp/claude/a/../b"},
		{"ls /tmp/.", "ls /tmp/claude/."},
		{"ls /tmp/..", "ls /tmp/.."},

		// A line of which a part cannot move is left alone.
		{"ls /tmp/$X", "ls /tmp/$X"},
		{"touch /tmp/a; ls /tmp/$X", "touch /tmp/a; ls /tmp/$X"},
		{"touch //tmp/a /tmp/b", "touch //tmp/a /tmp/b"},
		{"cd /tmp && cat ../etc/hosts", "cd /tmp && cat ../etc/hosts"},
		{"cd /tmp && touch a && rm \"$X\"", "cd /tmp && touch a && rm \"$X\""},
		{"ls /tmp/a/../../tmp/b", "ls /tmp/a/../../tmp/b"},
		{"X=/tmp/a; touch $X; echo $X > y", "X=/tmp/a; touch $X; echo $X > y"},
		{"X=/tmp/a; touch $X; echo $X | sh", "X=/tmp/a; touch $X; echo $X | sh"},
		{"X=/tmp/a; touch $X; rm $(echo $X | cut -c6-)", "X=/tmp/a; touch $X; rm $(echo $X | cut -c6-)"},
		{"{ X=/tmp/a; touch $X; echo $X; } > y", "{ X=/tmp/a; touch $X; echo $X; } > y"},
		{"exec > y; X=/tmp/a; touch $X; echo $X", "exec > y; X=/tmp/a; touch $X; echo $X"},
		{"X=/tmp/a; touch $X; echo $X; rm ${_#/tmp/}", "X=/tmp/a; touch $X; echo $X; rm ${_#/tmp/}"},
		{`X=/tmp/a; touch $X; [ "$Y" = "$X" ]`, `X=/tmp/a; touch $X; [ "$Y" = "$X" ]`},
		{`X=/tmp/a; touch $X; [[ $Y == "$X" ]] && rm y`,
			`X=/tmp/a; touch $X; [[ $Y == "$X" ]] && rm y`},
		{`X=/tmp/a; touch $X; [ "$Y" = /tmp/a ]`, `X=/tmp/a; touch $X; [ "$Y" = /tmp/a ]`},
		{`X=/tmp/a; touch $X; case $Y in /tmp/a) rm y;; esac`,
			`X=/tmp/a; touch $X; case $Y in /tmp/a) rm y;; esac`},
		{`X=/tmp/a; touch $X; case $X in $Y) rm y;; esac`,
			`X=/tmp/a; touch $X; case $X in $Y) rm y;; esac`},
		{`X=/tmp/a; touch $X; rm ${X#/tmp/}`, `X=/tmp/a; touch $X; rm ${X#/tmp/}`},
		{`X=/tmp/a; touch $X; rm ${X:5}`, `X=/tmp/a; touch $X; rm ${X:5}`},
		{`X=/tmp/a; touch $X; rm "${X#$Y}"`, `X=/tmp/a; touch $X; rm "${X#$Y}"`},
		{`X=/tmp/a; touch $X; echo "$Y$X$Y" >> y`, `X=/tmp/a; touch $X; echo "$Y$X$Y" >> y`},
		{`X=/tmp/a; touch $X; (( ${#X} > 6 )) && rm y`,
			`X=/tmp/a; touch $X; (( ${#X} > 6 )) && rm y`},
		{"echo /tmp/a | xargs rm", "echo /tmp/a | xargs rm"},
		{"touch /tmp/a; echo /tmp/a | xargs rm", "touch /tmp/a; echo /tmp/a | xargs rm"},
		{"touch /tmp/a; echo /tmp/a > l; xargs rm < l",
			"touch /tmp/a; echo /tmp/a > l; xargs rm < l"},
		{"touch /tmp/a; echo /tmp/a | while read f; do rm $f; done",
			"touch /tmp/a; echo /tmp/a | while read f; do rm $f; done"},
		{"read x <<< /tmp/a; rm $x", "read x <<< /tmp/a; rm $x"},
		{"cat > /tmp/s.sh <<'E'\nrm /tmp/a\nE\nbash /tmp/s.sh",
			"cat > /tmp/s.sh <<'E'\nrm /tmp/a\nE\nbash /tmp/s.sh"},
		{"bash <<'E'\nrm /tmp/a\nE", "bash <<'E'\nrm /tmp/a\nE"},
		{`awk '{print > "/tmp/out"}' f; cat /tmp/out`,
			`awk '{print > "/tmp/out"}' f; cat /tmp/out`},
		{"find /tmp -name x | sed 's|^/tmp/||'", "find /tmp -name x | sed 's|^/tmp/||'"},
		{"GOCACHE=/tmp/gc go build ./...; rm -r /tmp/gc",
			"GOCACHE=/tmp/gc go build ./...; rm -r /tmp/gc"},
		{"docker run -v /tmp/x:/data img; touch /tmp/x/y",
			"docker run -v /tmp/x:/data img; touch /tmp/x/y"},
		{"alias r='rm /tmp/a'; touch /tmp/a", "alias r='rm /tmp/a'; touch /tmp/a"},
		{"[[ $X == /tmp/* ]] && touch /tmp/a", "[[ $X == /tmp/* ]] && touch /tmp/a"},

		{"touch /tmp/a; echo /tmp/b; touch $_", "touch /tmp/a; echo /tmp/b; touch $_"},
		{"cd /tmp/d; ls | xargs -I{} rm {}", "cd /tmp/d; ls | xargs -I{} rm {}"},
		{"PATH=/tmp/bin:$PATH; cp x /tmp/bin", "PATH=/tmp/bin:$PATH; cp x /tmp/bin"},
		{"D=/tmp/bin; cp x $D; PATH=$D:$PATH x", "D=/tmp/claude/bin; cp x $D; PATH=$D:$PATH x"},
		{"ls /tmp/a | xargs rm", "ls /tmp/claude/a | xargs rm"},
		{`f=/tmp/a; [ -n "$f" ] && rm "$f"`, `f=/tmp/claude/a; [ -n "$f" ] && rm "$f"`},

		// What the shell looks at itself.
		{"[[ -f /tmp/a ]] && rm /tmp/a", "[[ -f /tmp/claude/a ]] && rm /tmp/claude/a"},
		{"[ -f /tmp/a ] && rm /tmp/a", "[ -f /tmp/claude/a ] && rm /tmp/claude/a"},
		{"f=/tmp/a; [[ -f $f ]] || touch $f", "f=/tmp/claude/a; [[ -f $f ]] || touch $f"},
		{"for i in 1 2; do [[ $i == 2 ]] && touch /tmp/a$i; done",
			"for i in 1 2; do [[ $i == 2 ]] && touch /tmp/claude/a$i; done"},
	} {
		if got, _ := in(t, tc.text); got != tc.want {
			t.Errorf("%s\n\tgot  %s\n\twant %s", tc.text, got, tc.want)
		}
	}
}

// TestComputedNamesStay: a name that is no literal does not move.
func TestComputedNamesStay(t *testing.T) {
	s := &redirect.Space{Tmp: "/tmp", Target: "/tmp/claude"}
	for _, text := range []string{
		`cat /t"mp"/fencepost-x /tmp/fencepost-y`, `touch /tm''p/x /tmp/y`, "cd /; touch tmp/a /tmp/b",
		"touch /t{m,n}p/fencepost-x /tmp/fencepost-y",
		"X=p; touch /tm$X/fencepost-x /tmp/fencepost-y", `touch $'/t\x6dp/x' /tmp/y`,
		"touch /*/fencepost-x /tmp/fencepost-y; touch /tm? /tmp/y",
		"touch /tmp/a; cat /TMP/a",
	} {
		if got, _ := rewrite(s, "/p", text); got != text {
			t.Errorf("%s\n\tbecame %s", text, got)
		}
	}
}

// in rewrites a text whose /tmp is an empty directory of the test's own.
func in(t *testing.T, text string) (string, []redirect.Move) {
	t.Helper()
	tmp := t.TempDir() + "/tmp"
	name := regexp.MustCompile(`/tmp\b`)
	s := &redirect.Space{Tmp: tmp, Target: tmp + "/claude"}
	got, moves := rewrite(s, "/p", name.ReplaceAllLiteralString(text, tmp))
	for i, m := range moves {
		moves[i] = redirect.Move{From: strings.ReplaceAll(m.From, tmp, "/tmp"),
			To: strings.ReplaceAll(m.To, tmp, "/tmp")}
	}
	return strings.ReplaceAll(got, tmp, "/tmp"), moves
}
