//go:build unix

package tasks

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// The real make and the real npm are the judges: in a throwaway world they show, or give to a shell
// that only writes down, what they would run. Where a reading is complete all of it was read.

// trial is one command line in a directory with files.
type trial struct {
	Files map[string]string
	Dir   string
	Args  []string
}

func TestMain(m *testing.M) { world.Main(m, playTrials) }

// playTrials plays trials in a box, and tells what they printed.
func playTrials() {
	os.MkdirAll("/tmp/bin", 0o777)
	const logger = "#!/bin/bash\nprintf '%s\\0%s\\0' \"$PWD\" \"$2\" >> /tmp/log\n"
	os.WriteFile("/tmp/bin/sh", []byte(logger), 0o777)
	world.Serve(func(list []trial, tell func(int, string)) {
		for i := range list {
			tell(i, list[i].play())
		}
	})
}

func (t *trial) play() string {
	os.RemoveAll("/p")
	os.Remove("/tmp/log")
	world.Put("/", t.Files)
	os.MkdirAll(t.Dir, 0o777)
	cmd := exec.Command(t.Args[0], t.Args[1:]...)
	cmd.Dir = t.Dir
	cmd.Env = []string{"PATH=/bin:/usr/bin", "HOME=/home/dev"}
	if t.Args[0] == "npm" {
		cmd.Env = []string{"PATH=/tmp/bin:/bin:/usr/bin", "HOME=/home/dev",
			"npm_config_update_notifier=false"}
	}
	out, _ := cmd.Output()
	if t.Args[0] == "npm" {
		out, _ = os.ReadFile("/tmp/log")
	}
	return string(out)
}

// play plays trials in a box of their own, and returns what each printed.
func play(t *testing.T, list []trial) (printed []string) {
	t.Helper()
	world.Need(t)
	box := &world.Box{Args: []string{"--dir", "/p", "--dir", "/home/dev"}}
	for _, p := range world.Play[trial, string](box, list, len(list), time.Minute) {
		if p.Failed != "" {
			t.Fatal(p.Failed)
		}
		printed = append(printed, p.Result)
	}
	return printed
}

func TestMakeAgrees(t *testing.T) {
	testkit.Installed(t, "make")
	calls, files := tableCalls(t, "testdata/make.txt")
	more, moreFiles := tableCalls(t, "testdata/make-real.txt")
	calls, files = append(calls, more...), append(files, moreFiles...)
	var list []trial
	var played []*Call
	var trees []tree
	for i, c := range calls {
		if strings.HasPrefix(c.Dir, "/p") && !c.Dry {
			args := append([]string{"make", "-B", "-n"}, c.Names...)
			for _, f := range c.Files {
				args = append(args, "-f", f)
			}
			for _, e := range c.Evals {
				args = append(args, "--eval", e)
			}
			list = append(list, trial{Files: files[i], Dir: c.Dir, Args: append(args, c.Sets...)})
			played, trees = append(played, c), append(trees, files[i])
		}
	}
	complete := 0
	for i, out := range play(t, list) {
		c := played[i]
		c.Env = judgedEnv
		r := Read(c, trees[i])
		if !r.Complete() {
			continue
		}
		complete++
		var read strings.Builder
		for _, l := range r.Lines {
			text := l.Text
			for _, set := range c.Sets { // which the real one hands on by itself
				text = strings.ReplaceAll(text, "make "+quote(set), "make")
			}
			read.WriteString(text + "\n")
		}
		for _, line := range strings.Split(out, "\n") {
			if line != "" && !strings.HasPrefix(line, "make: ") && !strings.HasPrefix(line, "make[") &&
				!strings.Contains(read.String(), strings.TrimLeft(line, " \t")) {
				t.Errorf("%q in\n%s\nruns\n%s\nread was\n%s", list[i].Args, list[i].Files["/p/Makefile"], line,
					read.String())
			}
		}
	}
	// Rows with functions, conditions and rules by endings are not: those are not followed.
	if complete < len(list)/3 {
		t.Errorf("only %d of %d readings are complete", complete, len(list))
	}
}

func judgedEnv(name string) (string, State) {
	switch name {
	case "HOME":
		return "/home/dev", Found
	case "PATH":
		return "/bin:/usr/bin", Found
	}
	return "", Missing
}

func TestNpmAgrees(t *testing.T) {
	testkit.Installed(t, "npm")
	calls, files := tableCalls(t, "testdata/package-json.txt")
	var list []trial
	var played []*Call
	var trees []tree
	for i, c := range calls {
		if c.Tool != "npm" || c.Event || !strings.HasPrefix(c.Dir, "/p") || len(c.Names) != 1 {
			continue
		}
		args := []string{"npm", "run", "--silent"}
		for _, p := range c.Packages {
			args = append(args, "-w", p)
		}
		if c.All {
			args = append(args, "--workspaces", "--include-workspace-root", "--if-present")
		}
		args = append(append(append(args, c.Names...), "--"), c.Args...)
		list = append(list, trial{Files: files[i], Dir: c.Dir, Args: args})
		played, trees = append(played, c), append(trees, files[i])
	}
	if !testkit.IsNightly() { // each takes half a second
		const few = 4
		for i := 0; i*few < len(list); i++ {
			list[i], played[i], trees[i] = list[i*few], played[i*few], trees[i*few]
		}
		n := (len(list) + few - 1) / few
		list, played, trees = list[:n], played[:n], trees[:n]
	}
	ran := 0
	for i, out := range play(t, list) {
		r := Read(played[i], trees[i])
		if !r.Complete() {
			continue
		}
		var read []string
		for _, l := range r.Lines {
			read = append(read, l.Dir+" "+l.Text)
		}
		parts := strings.Split(out, "\x00")
		for k := 0; k+1 < len(parts); k += 2 {
			ran++
			if got := parts[k] + " " + parts[k+1]; !slices.Contains(read, got) {
				t.Errorf("%q runs %q; read was %q", list[i].Args, got, read)
			}
		}
	}
	if ran < len(list)/2 {
		t.Errorf("npm ran only %d scripts", ran)
	}
}
