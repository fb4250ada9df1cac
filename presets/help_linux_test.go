package presets_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// The options of every command that a preset allows and the machine has are compared with what the
// command says of itself. An option whose argument is a file, a program or a host has a role, or
// the sign of one.

// noHelp are programs that print no options when they are asked for help, with the reason.
func noHelp(name string) string {
	switch name {
	case "service":
		return "starts the scripts of the machine"
	case "ed", "sqlite3", "psql", "mysql", "tput":
		return "may wait for a terminal or a server"
	case "aws", "gcloud", "gsutil", "bq":
		return "opens a manual in a pager, and takes seconds"
	case "javac", "java", "javap", "jar", "jdeps", "jps", "mvn":
		return "starts a virtual machine for its help; the corpora have its options"
	}
	return ""
}

// helpWords returns the words of a prefix before its first option: a program and its subcommands.
// Those that run scripts of the project, or compile a tool first, are asked by their names.
func helpWords(prefix string) []string {
	words := strings.Fields(prefix)
	if at := slices.IndexFunc(words, func(w string) bool { return w[0] == '-' }); at > 0 {
		words = words[:at]
	}
	if len(words) > 1 && slices.Contains([]string{"npx", "npm", "pnpm", "yarn", "bun", "bunx", "python",
		"python3", "systemctl"}, words[0]) || len(words) > 1 && words[1] == "tool" {
		return words[:1]
	}
	return words
}

// askHelp runs a program for its help: without a network, with nothing to read, in an empty home.
func askHelp(t *testing.T, words []string) string {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	home := t.TempDir()
	for _, flag := range []string{"--help", "-h", "-help"} {
		c := exec.CommandContext(ctx, words[0], append(slices.Clone(words[1:]), flag)...)
		if words[0] == "git" && flag == "--help" {
			continue // opens the manual
		}
		c.Dir, c.WaitDelay = home, time.Second
		c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "LC_ALL=C.UTF-8", "COLUMNS=200",
			"PAGER=cat", "MANPAGER=cat", "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local"}
		c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
			Setsid: true, UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}}
		var out bytes.Buffer
		c.Stdout, c.Stderr = &out, &out
		_ = c.Run() // many that print their usage fail
		if optionLine.MatchString(out.String()) {
			return out.String()
		}
	}
	return ""
}

// optionLine is a line of help that begins with an option.
var optionLine = regexp.MustCompile(`(?m)^\s*-{1,2}[A-Za-z]`)

// shown is an option with its argument, as help shows it: -o FILE, --output=<dir>, --exec[=CMD].
var shown = regexp.MustCompile(`(--?[A-Za-z][\w.-]*)(?:\[?[= ]<?|\[?=?<|=\[)([A-Za-z][\w/-]*)`)

// telling reports what the name of an argument tells: "place" of a file, "code" of a program, a
// host or what is loaded; "" if it tells nothing.
func telling(name string) string {
	for part := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool {
		return r == '-' || r == '_' || r == '/'
	}) {
		switch part {
		case "file", "filename", "dir", "directory", "path", "folder", "outfile", "logfile":
			return "place"
		case "command", "cmd", "prog", "program", "url", "uri", "host", "hostname", "shell", "script",
			"exec", "executable", "plugin":
			return "code"
		}
	}
	return ""
}

// reasoned reports whether a spec says why the argument of an option has no role.
func reasoned(files map[string]string, src, option string) bool {
	name, _, _ := strings.Cut(filepath.Base(src), ":")
	text := files[name]
	quoted := regexp.MustCompile(`(?:^|[\s"])` + regexp.QuoteMeta(option) +
		`(?:\[?[= ][^,"]*)?(?:"[^}]*plain:|[^,"]*\()`)
	return quoted.MatchString(text)
}

// plainOption reports whether nothing is said of the argument of an option.
func plainOption(o *command.Option) bool {
	return o != nil && o.Arg != command.NoArg && o.Role == 0 && o.Is&^command.Neutral == 0 &&
		o.Does == 0 && o.Replaces == "" && len(o.Makes) == 0 && o.Passes == "" && len(o.Keys) == 0 &&
		o.Lang == ""
}

// specOfWords is the spec of a program, or of the subcommand behind it; nil if there is none.
func specOfWords(words []string) *command.Spec {
	spec := commands.Table{}.Lookup(words[0])
	for _, word := range words[1:] {
		if spec == nil || spec.Sub(word) == nil {
			break
		}
		spec = spec.Sub(word)
	}
	return spec
}

// wrongRoles lists the options in help text whose argument tells more than the tables say.
func wrongRoles(files map[string]string, words []string, help string) (list []string, options int) {
	spec := specOfWords(words)
	for line := range strings.Lines(help) {
		line = strings.TrimSpace(line)
		head, _, _ := strings.Cut(line, "  ")
		if !strings.HasPrefix(line, "-") || strings.Contains(head, ". ") {
			continue // prose
		}
		for _, m := range shown.FindAllStringSubmatch(head, -1) {
			kind := telling(m[2])
			options++
			if kind == "" {
				continue
			}
			var o *command.Option
			if spec != nil {
				o = spec.Option(m[1])
			}
			sign := "no"
			for _, s := range []string{"", "=", "<", ">", "!"} {
				if lang.Word("options", words[0], m[1]+s) {
					sign = s
				}
			}
			wrong := plainOption(o) && !reasoned(files, spec.Src, m[1]) ||
				o == nil && (sign == "=" || kind == "code" && sign == "")
			if wrong {
				list = append(list, m[0])
			}
		}
	}
	return list, options
}

// TestRolesAgainstHelp compares the options of every installed command that a preset allows.
func TestRolesAgainstHelp(t *testing.T) {
	testkit.All(t, "starts some hundred programs of the machine")
	files := map[string]string{}
	specs, _ := filepath.Glob("commands/*.yaml")
	for _, file := range specs {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(file)] = string(text)
	}
	var asked [][]string
	specOf := map[string]bool{}
	for _, prefix := range allowedPrefixes(t) {
		words := helpWords(prefix)
		// pip and pip3, or subcommands with the options of the command, have the same spec.
		if spec := specOfWords(words); spec != nil {
			if specOf[spec.Src] {
				continue
			}
			specOf[spec.Src] = true
		}
		if path, err := exec.LookPath(words[0]); err == nil && filepath.IsAbs(path) &&
			noHelp(words[0]) == "" && !strings.ContainsAny(words[0], "/[") {
			asked = append(asked, words)
		}
	}
	slices.SortFunc(asked, slices.Compare)
	asked = slices.CompactFunc(asked, slices.Equal)
	var group sync.WaitGroup
	var lock sync.Mutex
	slots, programs, all := make(chan bool, 4), 0, 0
	for _, words := range asked {
		group.Go(func() {
			slots <- true
			defer func() { <-slots }()
			list, options := wrongRoles(files, words, askHelp(t, words))
			lock.Lock()
			defer lock.Unlock()
			if options > 0 {
				programs++
				all += options
			}
			for _, option := range list {
				t.Errorf("the help of %s shows %s, and no table says what becomes of it",
					strings.Join(words, " "), option)
			}
		})
	}
	group.Wait()
	if programs == 0 {
		t.Skip("the machine starts no program without a network (user namespaces)")
	}
	t.Logf("%d commands were asked, %d show %d options with arguments", len(asked), programs, all)
}
