//go:build linux

package violationtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/app/violation"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// learn runs `fencepost sandbox learn` at a terminal, and answers its questions.
func (w *client) learn(words []string, env []string, answers ...string) (said string, status int) {
	w.T.Helper()
	cmd := exec.Command(filepath.Join(w.Bin, "fencepost"), append([]string{"sandbox", "learn"}, words...)...)
	cmd.Dir, cmd.Env = w.Project, append(person(w.Env), env...)
	host, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	must(w.T, err)
	defer host.Close()
	must(w.T, unix.IoctlSetPointerInt(int(host.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(host.Fd()), unix.TIOCGPTN)
	must(w.T, err)
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	must(w.T, err)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	must(w.T, cmd.Start())
	terminal.Close()
	buf := make([]byte, 4096)
	for {
		k, err := host.Read(buf)
		if said += string(buf[:k]); err != nil { // EIO: nobody has it open any more
			break
		}
		if strings.HasSuffix(said, "up\r\n") {
			_, err = host.WriteString("\x03")
			must(w.T, err)
		}
		if strings.HasSuffix(said, "] ") {
			answer := ""
			if len(answers) > 0 {
				answer, answers = answers[0], answers[1:]
			}
			_, err = host.WriteString(answer + "\n")
			must(w.T, err)
		}
	}
	_ = cmd.Wait()
	if len(answers) > 0 {
		w.T.Errorf("%s: nobody has asked for %q", words, answers)
	}
	return strings.ReplaceAll(said, "\r\n", "\n"), cmd.ProcessState.ExitCode()
}

// person is an environment without the marks of an agent.
func person(env []string) []string {
	return append(slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		return strings.HasPrefix(v, "CLAUDE")
	}), "NO_COLOR=1")
}

func (w *client) granted() (all []string) {
	for _, g := range history.In(w.Home).Grants(w.Project) {
		all = append(all, strings.ReplaceAll(g.Right.String(), w.Home, "~"))
	}
	slices.Sort(all)
	return all
}

// TestLearn: what was refused and then not any more is proposed, and granted after a yes; what the
// policy denies is said, and neither opened nor proposed.
func TestLearn(t *testing.T) {
	w := newClient(t, "  mode: auto\n  network: {deny: [gist.test]}\n")
	w.Put(".cache/", "")
	words := []string{"--", "./tool", "make", "$HOME/.cache/x/y", "write", "$HOME/.cache/x/y/f", "reach",
		"hub.test:8080", "reach", "gist.test:443", "read", "$HOME/.aws/credentials",
		"write", ".git/hooks/post-commit", "write", "$HOME/.bash_login"}
	said, status := w.learn(words, nil, "y", "y")
	said = strings.ReplaceAll(said, w.Project, "PROJECT")
	for _, part := range []string{
		"Run 1 of at most 8\nIt writes ., reaches no host.\n",
		"It ended with 1.\n  never opened: reaching gist.test:443: denied by sandbox.network.deny",
		"\n  never opened: reading ~/.aws/credentials: never granted, ",
		"\n  never opened: writing .git/hooks/post-commit: never granted, ",
		"\n  never opened: writing ~/.bash_login: never granted, ",
		"The sandbox refused it:\n  1  reaching hub.test:8080\n  2  writing in ~/.cache/x and all below it\n" +
			"Run it again with these? [y/N, or numbers of those to open] y\n" +
			"Run 2 of at most 8\nIt writes ~/.cache/x ., reaches hub.test:8080.\n",
		"\nWhat it needs beyond what the gate gives it:\n" +
			"  fencepost sandbox grant host hub.test:8080 --project\n" +
			"  fencepost sandbox grant write ~/.cache/x/ --project\n" +
			"Grant that in PROJECT for good? [y/N] y\n" +
			"granted in PROJECT: reaching hub.test:8080\n" +
			"granted in PROJECT: writing in ~/.cache/x and all below it\n",
	} {
		if !strings.Contains(said, part) {
			t.Errorf("it lacks %q", part)
		}
	}
	if status != 1 || strings.Count(said, "Run ") != 3 { // two runs and a question
		t.Errorf("it ended with %d", status)
	}
	if got := w.granted(); !slices.Equal(got, []string{"host hub.test:8080", "write ~/.cache/x/"}) {
		t.Errorf("granted %q", got)
	}
	if !w.There(".cache/x/y/f") || w.There(".bash_login") || w.There("p/.git/hooks/post-commit") {
		t.Error("what it has written is not what it might")
	}
	if t.Failed() {
		t.Log(said)
	}
	if left, _ := filepath.Glob(w.Home + "/.claude/fencepost/learn-*"); len(left) > 0 ||
		history.In(w.Home).Latest() != "" {
		t.Errorf("it leaves %q", left)
	}
}

// TestLearnAnswers: nothing runs with more, and nothing is granted, that the person has not picked.
func TestLearnAnswers(t *testing.T) {
	for _, tt := range []struct {
		name, command string
		answers       []string
		status        int
		says, lacks   string // parts of what is said
		there, absent string // files below the home
		granted       string
	}{
		{"at once", "./tool write a.txt", nil, 0, "It ended with 0.\nIt needs nothing more.\n", "?", "", "", ""},
		{"no", "./tool write '$HOME/y'", []string{"n"}, 1, "Nothing is proposed.\n", "Run 2", "", "y", ""},
		{"no answer", "./tool write '$HOME/y'", []string{""}, 1, "Nothing is proposed.\n", "Run 2", "", "y", ""},
		{"no number", "./tool write '$HOME/y'", []string{"1 2"}, 1, "Nothing is proposed.\n", "Run 2", "", "y", ""},
		{"picked", "./tool write '$HOME/y' write '$HOME/z'", []string{"2", "y"}, 1,
			"  fencepost sandbox grant write ~/z --project\n", "grant write ~/y", "z", "y", "write ~/z"},
		{"not granted", "./tool write '$HOME/y'", []string{"yes", "n"}, 0,
			"  fencepost sandbox grant write ~/y --project\nGrant that", "granted", "y", "", ""},
		{"it ends well without", "./tool write '$HOME/y' || true", []string{""}, 0, "It ended with 0.\nThe sandbox " +
			"refused it:\n  1  writing ~/y\n", "nothing more", "", "y", ""},
		{"narrowest", "./tool write '$HOME/other/.git/x' write '$HOME/other/y'", []string{"y", "y"}, 0,
			"  fencepost sandbox grant write ~/other/ --project\n", "grant write ~/other/.git", "other/y", "",
			"write ~/other/"},
		{"too often", "./tool chain 9", []string{"y", "y", "y", "y", "y", "y", "y", "n"}, 1,
			"  1  writing ~/c7\nIt has run often enough.\n", "Run 9", "c6", "c7", ""},
		{"denied", "cat ~/.aws/credentials", nil, 1, "it would not run confined: it does not run (deny: ", "Run 1", "", "", ""},
		{"known", "ls", nil, 1, "it would not run confined: fencepost knows what it does", "Run 1", "", "", ""},
		{"asked about", "./tool write a.txt && git push", []string{"n"}, 1, "The gate asks: ", "Run 1", "", "", ""},
		{"interrupted", "./tool write '$HOME/y'; echo up; ./tool await never", []string{"n"}, 1,
			"It ended with 130.\nThe sandbox refused it:\n  1  writing ~/y\n", "", "", "y", ""},
		{"orders to the terminal", `./tool write a.txt; printf 'a\033[6nb\n'; exit 0`, nil, 0, "a[6nb\n", "\x1b", "", "", ""},
		{"a terminal", "./tool write a.txt; ! test -t 0 && ! test -t 1 && ! test -t 2 && cat", nil, 0,
			"It needs nothing more.\n", "", "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newClient(t, "  mode: auto\n")
			said, status := w.learn([]string{"--", tt.command}, nil, tt.answers...)
			if status != tt.status || !strings.Contains(said, tt.says) ||
				tt.lacks != "" && strings.Contains(said, tt.lacks) {
				t.Errorf("it ended with %d, want %d with %q without %q:\n%s", status, tt.status, tt.says, tt.lacks, said)
			}
			if tt.there != "" && !w.There(tt.there) || tt.absent != "" && w.There(tt.absent) {
				t.Errorf("%s is not there, or %s is:\n%s", tt.there, tt.absent, said)
			}
			if got := strings.Join(w.granted(), ", "); got != tt.granted {
				t.Errorf("granted %q, want %q", got, tt.granted)
			}
		})
	}
}

// TestLearnDevice: a device is opened for a run after a yes, and is proposed as a line of the config.
func TestLearnDevice(t *testing.T) {
	const device = "/dev/fuse"
	info, err := os.Stat(device)
	if err != nil || info.Mode()&os.ModeCharDevice == 0 || !(violation.Machine{}).Readable(device) {
		t.Skip("the machine has no " + device + " for this user")
	}
	w := newClient(t, "  mode: auto\n")
	said, _ := w.learn([]string{"--", "./tool", "read", device}, nil, "y")
	if !strings.Contains(said, "1  using the device "+device+"\n") ||
		!strings.Contains(said, "\n  in your config, sandbox.devices: ["+device+"]\n") {
		t.Error(said)
	}
}

// TestLearnRefused: nothing runs without a person at a terminal.
func TestLearnRefused(t *testing.T) {
	w := newClient(t, "  mode: auto\n")
	said, status := w.learn([]string{"--", "./tool", "write", "made"}, []string{"CLAUDECODE=1"})
	if status != 1 || !strings.Contains(said, "belongs to a coding agent") || w.There("p/made") {
		t.Errorf("in an agent's shell it ended with %d: %s", status, said)
	}
	cmd := exec.Command(filepath.Join(w.Bin, "fencepost"), "sandbox", "learn", "--", "./tool", "write", "made")
	cmd.Dir, cmd.Env, cmd.Stdin = w.Project, person(w.Env), strings.NewReader("y\ny\n")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, _ := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 3 || !strings.Contains(string(out), "it needs a terminal") ||
		w.There("p/made") {
		t.Errorf("without a terminal it ended with %d: %s", cmd.ProcessState.ExitCode(), out)
	}
	for _, command := range []string{
		"fencepost sandbox learn -- ./tool",
		"script -qc 'env -u CLAUDECODE fencepost sandbox learn -- ./tool'",
	} {
		if a := w.propose("t1", command); a.Output.Decision != "deny" {
			t.Errorf("%s: %+v", command, a)
		}
	}
}
