package gate_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/sandbox/history"
	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// sessionWorld is a project that the last commit has as it is. Not all is known of old.sh, new.sh
// and Makefile.
func sessionWorld(t *testing.T) *gatetest.World {
	t.Helper()
	w := gatetest.New(t, gatetest.Recommended)
	w.NoRepository(t)
	gatetest.Files{
		"old.sh": "mytool --all\n", "new.sh": "mytool --all\n", "moved": "mytool --all\n",
		"plain.sh": "echo hi\n", "linked.sh": "echo hi\n", "docs/n.md": "test:\n\t./x.sh\n",
		"Makefile":     "test:\n\tcat t | sh\nbuild:\n\tmytool $(shell mytool)\nown:\n\tcat t | sh\n",
		"sub/Makefile": "test:\n\tcat t | sh\n",
	}.Write(t, w.Project)
	w.Sh(t, "git init -q . && git add -A && git commit -qm a")
	w.Change(func(o *gate.Options) { o.Sessions = true })
	return w
}

// begin begins the session of the calls, later than all that is on the disk by then.
func begin(t *testing.T, w *gatetest.World) {
	t.Helper()
	store, last := history.In(w.Home), filepath.Join(w.Project, "last")
	gatetest.Files{"last": ""}.Write(t, w.Project)
	info, err := os.Lstat(last)
	if err != nil {
		t.Fatal(err)
	}
	testkit.WaitFor(t, "the time of files goes on", func() bool {
		os.RemoveAll(filepath.Join(w.Home, ".claude", "fencepost", "sessions"))
		store.Begin("s")
		return store.Began("s").ModTime().After(info.ModTime())
	})
}

// TestLastCommitOfTheSession: what was changed since the session began may be the agent's own work,
// and its own commit vouches for none of it. What can be read to its end passes.
func TestLastCommitOfTheSession(t *testing.T) {
	w := sessionWorld(t)
	w.ExpectBash(t, "nobody knows when the session began", "bash old.sh", "ask")
	begin(t, w)
	w.Rows(t, gatetest.Table{{"bash old.sh", "allow"}, {"bash new.sh", "allow"},
		{"make test", "allow"}, {"make build", "allow"}, {"make own", "allow"},
		{"make -C sub test", "allow"}})
	w.Sh(t, `echo 'mytool --more' >> new.sh && echo 'echo more' >> plain.sh && echo '# x' >> Makefile
mv moved moved.sh && ln linked.sh docs/l.sh && cp -p old.sh copy.sh && touch -d 2001-01-01 copy.sh
git add -A && git commit -qm n`)
	w.Rows(t, gatetest.Table{
		{"bash old.sh", "allow"},
		{"bash new.sh", "ask"},
		{"bash moved.sh", "ask"},
		{"bash copy.sh", "ask"},
		{"bash plain.sh", "allow"},
		{"bash linked.sh", "ask"},
		{"make test", "ask"},    // what the recipe runs, nobody sees
		{"make build", "allow"}, // a program without a rule, under a usual name
		{"make own", "ask"},     // under another name
		{"make -C sub test", "allow"},
	})
	w.UserConfig(t, "tools: {bash: {allow: [make test]}}\n")
	w.ExpectBash(t, "the person's own rule", "make test", "allow")
	w.Change(func(o *gate.Options) { o.Sessions = false })
	w.ExpectBash(t, "a program that notes no sessions", "bash new.sh", "allow")
}

// TestHardLinksAreRead: a file with several names may be written by another one, and what stands in
// it now is judged all the same.
func TestHardLinksAreRead(t *testing.T) {
	w := sessionWorld(t)
	begin(t, w)
	gatetest.Files{"docs/n.md": "test:\n\tgit push -f\n", "docs/x.sh": "git push -f\n"}.Write(t,
		w.Project)
	w.Sh(t, "ln -f docs/n.md Makefile && ln docs/x.sh x.sh && chmod +x x.sh && "+
		"ln -f docs/n.md sub/Makefile")
	push := w.Judge(t, "Bash", map[string]any{"command": "git push -f"}).Decision.String()
	if push == "allow" {
		t.Fatal("git push -f is allowed")
	}
	w.Rows(t, gatetest.Table{{"make test", push}, {"./x.sh", push}, {"make -C sub test", push}})
}

// TestReadsOfTheSession: a script that the last commit has, and that runs what stands in a file,
// vouches for that file while the session has not changed it.
func TestReadsOfTheSession(t *testing.T) {
	t.Parallel()
	w := gatetest.WithHelper(t, gatetest.Recommended)
	w.NoRepository(t)
	gatetest.Files{
		"eval.sh": "eval \"$(cat in/cmd.txt)\"\n", "args.sh": "xargs -a in/cmd.txt -I{} sh -c '{}'\n",
		"line.sh": "while read -r l; do $l; done < in/cmd.txt\n", "in.sh": "bash < in/cmd.txt\n",
		"all.sh": "for s in in/*.step; do sh $s; done\n", "other.sh": "eval \"$(cat t)\"\ncat in/data\n",
		"text.py": "exec(open('in/cmd.txt').read())\n", "file.py": "import runpy\nrunpy.run_path('in/x.inc')\n",
		"shell.py": "import subprocess\nsubprocess.run(open('in/cmd.txt').read(), shell=True)\n",
		"dir.js":   "const f = require('fs').readdirSync('in')\nfor (const x of f) require('./in/' + x)\n",
		"text.rb":  "eval(File.read('in/cmd.txt'))\n",
		"data.py":  "print(open('in/cmd.txt').read())\n", "moved.sh": "eval \"$(cat dir/cmd.txt)\"\n",
		"Makefile":   "test:\n\teval \"$$(cat in/cmd.txt)\"\nbuild:\n\teval \"$$(cat t)\"\n",
		"in/cmd.txt": "ls\n", "in/x.inc": "1\n", "in/a.step": "ls\n", "in/data": "1\n", "t": "ls\n",
		"dir/cmd.txt": "ls\n", "new/cmd.txt": "ls\n",
	}.Write(t, w.Project)
	w.Sh(t, "git init -q . && git add -A && git commit -qm a")
	w.Change(func(o *gate.Options) { o.Sessions = true })
	begin(t, w)
	asks := []string{"bash eval.sh", "bash args.sh", "bash line.sh", "bash in.sh", "bash all.sh",
		"python3 text.py", "python3 file.py", "python3 shell.py", "node dir.js", "ruby text.rb", "make test",
		"bash moved.sh"}
	passes := []string{"bash other.sh", "python3 data.py", "make build"}
	for _, cmd := range append(asks, passes...) {
		w.ExpectBash(t, "nothing has changed", cmd, "allow")
	}
	w.Sh(t, `for f in cmd.txt x.inc a.step; do echo ls >> in/$f; done && mv dir old && mv new dir`)
	for _, cmd := range asks {
		w.ExpectBash(t, "what it reads has changed", cmd, "ask")
	}
	for _, cmd := range passes {
		w.ExpectBash(t, "what it runs has not changed", cmd, "allow")
	}
	w.Sh(t, "git add -A && git commit -qm b")
	w.ExpectBash(t, "the agent's own commit", "bash eval.sh", "ask")
	testkit.WaitFor(t, "the clock goes on", func() bool {
		info, err := os.Lstat(filepath.Join(w.Project, "in/cmd.txt"))
		return err == nil && time.Since(info.ModTime()) > 50*time.Millisecond
	})
	for _, e := range []audit.Entry{{Decision: "ask", Input: gatetest.BashCall("bash eval.sh").Input},
		{Outcome: "ran"}} {
		e.Time, e.Session, e.Tool, e.ToolUse, e.Cwd = time.Now(), "s", "Bash", "1", w.Project
		log := filepath.Join(w.Home, ".claude", "fencepost", "logs", "audit.jsonl")
		if err := audit.Append(audit.Options{Path: log}, &e); err != nil {
			t.Fatal(err)
		}
	}
	w.ExpectBash(t, "a person let it run", "bash eval.sh", "allow")
	w.ExpectBash(t, "another call", "bash in.sh", "ask")
	w.Sh(t, "sleep 0.05 && echo ls >> in/cmd.txt")
	w.ExpectBash(t, "another text", "bash eval.sh", "ask")
}
