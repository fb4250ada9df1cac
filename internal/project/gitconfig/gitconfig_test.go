package gitconfig_test

import (
	"os"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/project/gitconfig"
)

// TestSettings holds testdata/settings.txt: a line each with what a setting is, and KEY=VALUE. It
// is data, harmless (it could run a program, and this value runs none), known (the same, where it
// stands in a file already), or it runs something.
func TestSettings(t *testing.T) {
	const file = "testdata/settings.txt"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		want, setting, _ := strings.Cut(line, " ")
		key, value, ok := strings.Cut(strings.TrimSpace(setting), "=")
		got := "runs"
		section, _, _ := strings.Cut(key, ".")
		switch name := key[strings.LastIndexByte(key, '.')+1:]; {
		case !gitconfig.Runs(key):
			got = "data"
		case gitconfig.Harmless(key, value):
			got = "harmless"
		case gitconfig.TextRuns(inFile(section, key, name, value)) == "":
			got = "known"
		}
		if got != want || !ok {
			t.Errorf("%s:%d: %s: got %s", file, i+1, setting, got)
		}
	}
}

// inFile is a setting as it stands in a file.
func inFile(section, key, name, value string) string {
	sub := ""
	if len(key) > len(section)+len(name)+1 {
		sub = ` "` + key[len(section)+1:len(key)-len(name)-1] + `"`
	}
	return "[" + section + sub + "]\n\t" + name + " = \"" + value + "\"\n"
}

// TestRunners says how git runs what a setting names.
func TestRunners(t *testing.T) {
	for key, want := range map[string]gitconfig.Runner{
		"core.pager": gitconfig.Pager, "pager.log": gitconfig.Pager, "core.editor": gitconfig.Editor,
		"diff.x.textconv": gitconfig.Shell, "tar.tgz.command": gitconfig.Shell,
		"core.fsmonitor": gitconfig.Switch, "gpg.ssh.program": gitconfig.Program,
		"credential.https://x.example.helper": gitconfig.Helper, "core.hookspath": gitconfig.Unseen,
		"user.name": gitconfig.Unseen,
	} {
		if got := gitconfig.RunnerOf(key); got != want {
			t.Errorf("%s: got %d, want %d", key, got, want)
		}
	}
	shows := gitconfig.Shows("color.ui") && !gitconfig.Trivial("color.ui")
	if !shows || !gitconfig.Trivial("advice.x") {
		t.Error("what only shows is not told from what changes nothing")
	}
	if got := gitconfig.OfVariable("GIT_SSH_COMMAND"); got != "core.sshcommand" {
		t.Errorf("GIT_SSH_COMMAND stands for %q", got)
	}
}

// TestTextRuns has texts that git 2.39 reads in another way than they look.
func TestTextRuns(t *testing.T) {
	for _, text := range []string{
		"[user]\n# \\\n[core]\n\tpager = evil\n",                  // a comment does not go on
		"[user]\nname = a # \\\n[core]\n\tpager = evil\n",         // nor one behind a value
		"[core]\n x = \\\r\n[user]\n\tpager = evil\n",             // a value does, with CR LF too
		"\xef\xbb\xbf[core]\n\tpager = evil\n",                    // a mark at the beginning is skipped
		"[core] pager = evil\n",                                   // a key in the line of its section
		"[user]\n\tname = x\n[core \"a\"]\n[core]\npa\\\nger = y", // no key of git; not read as one
		"pager = evil\n", // before any section
		"[alias]\n\tst = status\n\tx = !evil\n",
	} {
		if gitconfig.TextRuns(text) == "" || len(gitconfig.Runners(text)) == 0 {
			t.Errorf("nothing is seen in %q", text)
		}
	}
	for _, text := range []string{
		"", "[core]\n\tbare = false\n# pager = evil\n", "[user]\r\n\tname = a\r\n",
		"[user]\n\tname = \"a\\\n b\"\n", "[remote \"o\"]\n\turl = https://x.example/y\n",
	} {
		if key := gitconfig.TextRuns(text); key != "" || len(gitconfig.Runners(text)) != 0 {
			t.Errorf("%q: %s", text, key)
		}
	}
	if got := gitconfig.Runners("[core]\n\tpager = a;b\n[alias]\n\tx = !y\n"); len(got) != 2 {
		t.Errorf("%q", got)
	}
}
