//go:build linux

package violationtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/violation"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/report"
)

// TestOutputsOfRealPrograms runs programs in the sandbox, and holds what is read of their outputs: what
// they were stopped from, and nothing else. What a program makes up of a name is … there.
func TestOutputsOfRealPrograms(t *testing.T) {
	w := newClient(t, "  mode: auto\n")
	for _, tt := range []struct {
		need, command string
		want          string // lines, ~ for the home directory
	}{
		{"", "touch ~/x", "write ~/x: write ~/x"},
		{"", "echo a > ~/x", "write ~/x: write ~/x"},
		{"", "echo a >> ~/notes.txt", "write ~/notes.txt: write ~/notes.txt"},
		{"", "mkdir -p ~/a/b", "write ~/a: write ~/a/"},
		{"", "cp a.txt ~/", "write ~/a.txt: write ~/a.txt"},
		{"", "mv a.txt ~/other", "write ~/other/a.txt: write ~/other/"},
		{"", "rm ~/notes.txt", "write ~/notes.txt: write ~/notes.txt"},
		{"", "chmod 644 ~/notes.txt", "write ~/notes.txt: write ~/notes.txt"},
		{"", "cd ~ && touch x", "write ~/x: write ~/x"},
		{"", "cd ~/other && tar -cf x.tar .git", "write ~/other/x.tar: write ~/other/"},
		{"", "ln -s a ~/l", "write ~/l: never"},
		{"", "sed -i s/a/b/ ~/notes.txt", "write ~/sed…: never"},
		{"", "sed -i s/a/b/ ~/other/.git/HEAD", "write ~/other/.git/sed…: write ~/other/.git/"},
		{"zsh", "zsh -c 'echo a > ~/x'", "write ~/x: write ~/x"},
		{"dash", "dash -c 'echo a > ~/x'", "write ~/x: write ~/x"},
		{"python3", `python3 -c 'open("'$HOME'/x","w")'`, "write ~/x: write ~/x"},
		{"node", `node -e 'require("fs").writeFileSync(process.env.HOME+"/x","")'`, "write ~/x: write ~/x"},
		{"perl", `perl -e 'open(F,">$ENV{HOME}/x") or die "cannot open $ENV{HOME}/x: $!"'`,
			"write ~/x: write ~/x"},
		{"ruby", `ruby -e 'File.write(ENV["HOME"]+"/x","")'`, "write ~/x: write ~/x"},
		{"php", `php -r 'file_put_contents(getenv("HOME")."/x","a");'`, "write ~/x: write ~/x"},
		{"", "./tool write '$HOME/x'", "write ~/x: write ~/x"},
		{"", "./tool write '$HOME/a file'", "write ~/a file: write ~/a file"},
		{"make", "make out", "write ~/out: write ~/out"},
		{"gcc", "gcc -o ~/o a.c", "write ~/o: write ~/o"},
		{"git", "git init -q ~/r", "write ~/r: write ~/r/"},
		{"git", "git config --global a.b c", "write ~/.gitconfig: never"},
		{"git", "git config a.b c", "write ~/p/.git/config: never"},
		{"curl", "curl -so ~/x -S file:///etc/hostname", ""}, // it says nothing of the file
		{"rsync", "rsync a.txt ~/z", "write ~/.z.…: never"},
		{"", "touch .git/hooks/post-commit", "write ~/p/.git/hooks/post-commit: never"},
		{"", "echo x > .mcp.json", "write ~/p/.mcp.json: never"},
		{"", "mv .git g", "write ~/p/.git: never"},
		{"", "echo x > .envrc", "make ~/p/.envrc: never"},
		{"", "touch ~/.bashrc", "write ~/.bashrc: never"},
		{"", "echo 1 > /proc/sys/vm/swappiness", "write /proc/sys/vm/swappiness: never"},
		{"", "cat ~/.ssh/id_ed25519", "read ~/.ssh/id_ed25519: never"},
		{"", "cat ~/.aws/credentials", "read ~/.aws/credentials: never"},
		{"", "./tool read '$HOME/.aws/credentials'", "read ~/.aws/credentials: never"},
		{"curl", "curl -sS https://hub.test/", "host hub.test: host hub.test"},
		{"", "./tool reach hub.test:443", "host hub.test: host hub.test"},
		{"unshare", "unshare -U true", "call unshare: never"},

		// What the sandbox is not the reason of.
		{"", "touch made && rm made", ""},
		{"", "cat /nowhere/x; cat nothing", ""},
		{"", "./a.txt", ""},
		{"", "mkdir .git/hooks/../x && rmdir .git/x", ""},
		{"", "echo \"touch: cannot touch '$PWD/a': Read-only file system\"; exit 1", ""},
		{"", "echo 'bash: /nowhere/at/all/x: Read-only file system'; exit 1", ""},
		{"", "echo 'cat: /etc/hostname: Permission denied'; exit 1", ""},
	} {
		if tt.need != "" {
			if _, err := exec.LookPath(tt.need); err != nil {
				continue
			}
		}
		got := w.stopped(tt.command)
		if got != tt.want {
			t.Errorf("%s:\n got  %q\n want %q", tt.command, got, tt.want)
		}
	}
}

// stopped runs a command in the sandbox, and returns what it was stopped from.
func (w *client) stopped(command string) string {
	w.T.Helper()
	file := filepath.Join(w.T.TempDir(), "run.json")
	cmd := exec.Command(filepath.Join(w.Bin, "fencepost-run"), "-w", w.Project, "--report-run", file,
		"--", "bash", "-c", command)
	cmd.Dir, cmd.Env = w.Project, w.Env
	out, _ := cmd.CombinedOutput()
	run, err := report.Read(file)
	must(w.T, err)
	f := &violation.Fence{Run: run, Profile: &sandbox.Profile{}, Closed: true, Home: w.Home,
		Project: w.Project, Command: command, Root: os.Geteuid() == 0,
		Dirs: append([]string{w.Project}, violation.Directories(command, w.Project, w.Home)...),
		Protected: func(p string) string {
			if strings.HasPrefix(p, w.Home+"/.bashrc") || strings.HasPrefix(p, w.Home+"/.gitconfig") {
				return "protected"
			}
			return ""
		}}
	var lines []string
	for _, s := range violation.Confirm(f, violation.Machine{}, violation.Read(string(out))) {
		to := s.Right.String()
		if s.Right.Kind == "" {
			to = "never"
		}
		lines = append(lines, s.Kind+" "+s.Name+": "+to)
	}
	text := strings.ReplaceAll(strings.Join(lines, "\n"), w.Home, "~")
	for _, made := range [...]string{"/sed", "/.z."} {
		if i := strings.Index(text, made); i >= 0 {
			end := i + len(made)
			for end < len(text) && text[end] != ':' {
				end++
			}
			text = text[:i+len(made)] + "…" + text[end:]
		}
	}
	if text != "" && testing.Verbose() {
		w.T.Logf("%s\n%s", command, out)
	}
	return text
}
