package hook

import (
	"cmp"
	"os"
	"strings"

	"github.com/fencepost/fencepost/internal/fence"
	"github.com/fencepost/fencepost/internal/policy"
)

// The client starts what this variable names in place of the shell. A project's settings can empty
// it or name another program, so that it is looked at before each call that should run confined.
const shellPrefix = "CLAUDE_CODE_SHELL_PREFIX"

// unwrapped says why a call will not run through the wrapper that is this program; "" if it will.
func unwrapped(opt *fence.Options) string {
	if name := cmp.Or(opt.Agent, "claude"); name != "claude" {
		return unrewritten(opt)
	}
	value := os.Getenv(shellPrefix)
	if value == "" {
		return shellPrefix + " is not set (fencepost install --sandbox sets it, and a project's " +
			"settings can empty it)"
	}
	exe, flag, home, ok := wrapper(value)
	switch {
	case !ok || !thisProgram(exe):
		return shellPrefix + " names another program than fencepost's wrapper"
	case !samePolicy(opt, flag, home):
		return shellPrefix + " has the wrapper read another config than the hook"
	}
	return ""
}

// wrapper reads the variable as an installation writes it: the program, one flag, and the home
// directory in the word of the flag.
func wrapper(value string) (exe, flag, home string, ok bool) {
	i := strings.LastIndex(value, " -")
	if i < 0 {
		return "", "", "", false
	}
	flag, home, _ = strings.Cut(value[i+1:], "=")
	if flag != "--agent-shell" && flag != "--agent-shell-managed" {
		return "", "", "", false
	}
	return value[:i], flag, unquoted(home), true
}

// unquoted is a word without the single quotes that an installation may have put around it.
func unquoted(word string) string {
	if len(word) < 2 || word[0] != '\'' || word[len(word)-1] != '\'' {
		return word
	}
	return strings.ReplaceAll(word[1:len(word)-1], `'\''`, "'")
}

// thisProgram reports whether a path is that of the program that runs.
func thisProgram(exe string) bool {
	if exe == os.Args[0] && exe != "" && exe[0] == '/' {
		return true
	}
	own, err := os.Executable()
	if err != nil || exe == "" || exe[0] != '/' {
		return false
	}
	a, errA := os.Stat(own)
	b, errB := os.Stat(exe)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// samePolicy reports whether the wrapper judges by the configs that this hook reads: where it does
// not, what it lets run unconfined is somebody else's choice.
func samePolicy(opt *fence.Options, flag, home string) bool {
	managed := ""
	if flag == "--agent-shell-managed" {
		managed = policy.ManagedFile()
	}
	if managed != opt.Managed {
		return false
	}
	env := fence.FromEnvironment()
	at, config := env.Home, env.ConfigHome
	switch home {
	case "":
	case OwnHome:
		at, config = HomeOfUser(env.Home), ""
	default:
		at, config = home, ""
	}
	return at == opt.Home && cmp.Or(config, at) == cmp.Or(opt.ConfigHome, opt.Home)
}
