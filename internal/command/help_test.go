package command_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// The options of specs are compared with what the installed tools say of themselves: an option that
// a spec does not have makes a harmless call ask, and one whose argument it does not know turns
// that argument into an operand.

// notAsked are programs that --help does not stop from working, or that take long to say nothing
// about options.
func notAsked(name string) bool {
	switch name {
	case "tclsh", "wish", "expect", "vi", "vim", "view", "ex", "rvim", "vimdiff", "red", "ed", "reset",
		"clear", "tput", "python", "python2", "python3", "ipython", "ipython3", "node", "nodejs", "npm",
		"npx", "corepack", "pip", "pip3", "pyenv", "java", "javac", "javap", "jar", "jshell", "keytool",
		"aws", "gcloud", "gsutil", "bq", "docker", "kubectl", "terraform", "dotenv", "convert", "rustup",
		"cargo", "go", "gofmt", "systemctl", "service", "ssh-agent", "sftp", "systemd-analyze", "script",
		"mount", "umount":
		return true
	}
	return false
}

// partly are programs whose specs hold what matters to a judgement and no more: linkers, debuggers
// and their like have hundreds of options, and a call with one that the spec does not have only
// asks.
func partly(name string) bool {
	switch name {
	case "as", "dpkg", "rpm", "apt", "apt-get", "apt-cache", "jar", "ld", "ldd", "gold", "valgrind",
		"gpg", "objcopy", "strip", "ranlib", "systemd-run", "zsh", "rzsh", "bash", "firejail", "distcc",
		"zstdcat":
		return true
	// All that these are given asks: they run code, and no option of theirs is told apart.
	case "guile", "gforth", "octave", "maxima", "sbcl", "clisp", "xonsh", "nu", "raku", "racket",
		"nim", "twine", "virtualenv", "flit", "pipenv", "conda", "mamba":
		return true
	}
	return false
}

// shownOption is an option as help text shows it: --name, --name=ARG, --name[=ARG], --[no-]name.
var shownOption = regexp.MustCompile(`(?:^|[\s,])--(\[no-\])?([a-z][A-Za-z0-9._-]+)(\[?=|\[?)?`)

// midSentence is a line of prose that happens to begin with an option: what follows it ends a
// clause, or is no argument.
var midSentence = regexp.MustCompile(`^--[a-z-]+(?:[)"]|\.\s|= or )`)

// helpOf runs a program with nothing to read and nowhere to write; ok is false where it does not
// say anything.
func helpOf(t *testing.T, args ...string) (text string, ok bool) {
	t.Helper()
	path, err := exec.LookPath(args[0])
	if err != nil {
		return "", false
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, path, args[1:]...)
	c.Dir = t.TempDir()
	c.Env = []string{"PATH=/usr/bin:/bin:/usr/sbin:/sbin", "HOME=" + c.Dir, "LC_ALL=C.UTF-8",
		"COLUMNS=200"}
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	_ = c.Run() // many that print their usage fail: killall, pstree, git
	return out.String(), ctx.Err() == nil
}

// compare checks the options in help text against a spec.
func compare(t *testing.T, help string, spec *command.Spec) (compared int) {
	t.Helper()
	for line := range strings.Lines(help) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "-") || midSentence.MatchString(line) {
			continue // prose
		}
		head, _, _ := strings.Cut(line, "  ")
		for _, m := range shownOption.FindAllStringSubmatch(head, -1) {
			name := strings.TrimRight("--"+m[2], ".") // the end of a sentence, or "and so on"
			if strings.HasSuffix(name, "-OPTION") {
				continue // rsync's --no-OPTION stands for many
			}
			compared++
			o := spec.Option(name)
			switch {
			case o == nil:
				t.Errorf("the help shows %s, the spec at %s does not have it", head, spec.Src)
			case m[3] == "=" && o.Arg == command.NoArg:
				t.Errorf("the help shows %s=ARG, the spec at %s has no argument", name, spec.Src)
			case m[3] == "[=" && o.Arg != command.OptionalArg && o.Arg != command.RequiredArg:
				t.Errorf("the help shows %s[=ARG], the spec at %s has no argument", name, spec.Src)
			}
			if m[1] != "" && spec.Syntax.Parse != command.Git && spec.Option("--no-"+m[2]) == nil {
				t.Errorf("the help shows --no-%s, the spec at %s does not have it", m[2], spec.Src)
			}
		}
	}
	return compared
}

// compared are the programs of testdata/compared.txt. What else a machine has is not started: other
// versions than those that a spec was written for have other options.
func compared(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/compared.txt")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, "#") {
			names = append(names, strings.Fields(line)...)
		}
	}
	return names
}

// TestOptionsAgainstHelp compares the specs of installed programs that print help as GNU's do.
func TestOptionsAgainstHelp(t *testing.T) {
	testkit.All(t, "starts some hundred programs of the machine")
	programs := 0
	for _, name := range compared(t) {
		spec := commands.Table{}.Lookup(name)
		if spec == nil {
			t.Errorf("testdata/compared.txt: there is no spec for %s", name)
			continue
		}
		if notAsked(name) || partly(name) || spec.Syntax.Parse != command.GNU && spec.Syntax.Parse != command.POSIX &&
			spec.Syntax.Parse != command.Tar {
			continue
		}
		help, ok := helpOf(t, name, "--help")
		if !ok || strings.Contains(help, "BusyBox") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			compared := compare(t, help, spec)
			t.Logf("%d options", compared)
			if compared > 0 {
				programs++
			}
		})
	}
	t.Logf("%d programs are installed and were compared", programs)
	// What is installed is the machine's affair; who installed what .ci/run lists says how many that
	// makes.
	if least, err := strconv.Atoi(os.Getenv("FENCEPOST_PROGRAMS")); err == nil && programs < least {
		t.Errorf("%d programs were compared, FENCEPOST_PROGRAMS says that %d are there", programs, least)
	}
}

// TestOptionsOfGit compares the subcommands of git.
func TestOptionsOfGit(t *testing.T) {
	testkit.Installed(t, "git")
	list, ok := helpOf(t, "git", "--list-cmds=builtins")
	if !ok {
		t.Fatal("git does not list its commands")
	}
	git := commands.Table{}.Lookup("git")
	for name := range strings.FieldsSeq(list) {
		spec := git.Sub(name)
		if spec == nil || spec.Syntax.Parse == command.Raw || strings.Contains(name, "--") {
			continue
		}
		if help, ok := helpOf(t, "git", name, "-h"); ok {
			t.Run(name, func(t *testing.T) { compare(t, help, spec) })
		}
	}
}
