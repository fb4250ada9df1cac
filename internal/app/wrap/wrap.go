package wrap

import (
	"os"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/claude/shellline"
	"github.com/fencepost/fencepost/internal/agent/claude/shellprefix"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/app/hook"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// Refused is the exit status of a command that is not run.
const Refused = 126

// Is reports whether the program's first argument is that of the wrapper.
func Is(arg string) bool {
	flag, _, _ := strings.Cut(arg, "=")
	return flag == shellprefix.Flag || flag == shellprefix.FlagManaged
}

// Main runs a line. It returns the exit status where it could not be started; else it does not
// return, as the line takes the place of this program. ready is as for hook.Main.
func Main(args []string, ready func(home string)) int {
	if len(args) != 2 {
		return refuse("fencepost: the agent's shell is set up in a way that is not known: there has " +
			"to be one line to run. Run `fencepost install --sandbox` again.")
	}
	line := shellline.Read(args[1])
	if line.Form == shellline.Bare && toolCall() {
		line.Form, line.Rest = shellline.Odd, args[1]
	}
	opt, why := options(args[0])
	if line.Form == shellline.Bare {
		notePassed(&opt, args[1])
		return start(plainShell(), []string{"-c", args[1]})
	}
	if why != "" {
		return refuse("fencepost: " + why)
	}
	if ready != nil {
		ready(opt.ConfigHome)
	}
	dir, err := os.Getwd()
	if err != nil {
		return refuse("fencepost: the directory of the command is not known: " + err.Error())
	}
	r := &run{opt: opt, line: line, text: args[1], dir: dir, shell: agentShell(),
		store: history.In(opt.ConfigHome)}
	return r.run()
}

// options reads the flag: where the config is, and who reads the one for everybody.
func options(flag string) (gate.Options, string) {
	name, home, given := strings.Cut(flag, "=")
	var args []string
	if given {
		args = append(args, "--home", home)
	}
	if name == shellprefix.FlagManaged {
		args = append(args, "--managed")
	}
	opt, _, why := hook.Options(args)
	if opt.ConfigHome == "" {
		opt.ConfigHome = opt.Home
	}
	return opt, why
}

// toolCall reports whether the environment is one that Claude Code gives to commands of its model
// and not to hooks: the line is one of a form that is not known, then.
func toolCall() bool {
	return os.Getenv("CLAUDE_CODE_EXECPATH") != "" && os.Getenv("GIT_EDITOR") == "true" &&
		os.Getenv("CLAUDE_PROJECT_DIR") == ""
}

// notePassed notes a line that is run as it is, once a session.
func notePassed(opt *gate.Options, line string) {
	if opt.ConfigHome != "" {
		history.In(opt.ConfigHome).Session(os.Getenv(sessionVariable)).Tell(unwrapped + line)
	}
}

// unwrapped stands before the lines that were run as they are, in what a session was told.
const unwrapped = "not wrapped: "

// sessionVariable is where Claude Code tells its commands which session they belong to.
const sessionVariable = "CLAUDE_CODE_SESSION_ID"

func refuse(why string) int {
	os.Stderr.WriteString(strings.TrimRight(why, "\n") + "\n")
	return Refused
}
