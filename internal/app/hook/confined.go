package hook

import (
	"cmp"
	"os"

	"github.com/fencepost/fencepost/internal/agent/claude/shellprefix"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/policy"
)

// unwrapped says why a call will not run through the wrapper that is this program; "" if it will.
// A project's settings can empty the variable or name another program, so that it is looked at before
// each call that should run confined.
func unwrapped(opt *gate.Options) string {
	if name := cmp.Or(opt.Agent, "claude"); name != "claude" {
		return unrewritten(opt)
	}
	value := os.Getenv(shellprefix.Variable)
	if value == "" {
		return shellprefix.Variable + " is not set (fencepost install --sandbox sets it, and a project's " +
			"settings can empty it)"
	}
	w, ok := shellprefix.Parse(value)
	switch {
	case !ok || !thisProgram(w.Exe):
		return shellprefix.Variable + " names another program than fencepost's wrapper"
	case !samePolicy(opt, &w):
		return shellprefix.Variable + " has the wrapper read another config than the hook"
	}
	return ""
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
func samePolicy(opt *gate.Options, w *shellprefix.Wrapper) bool {
	managed := ""
	if w.Managed {
		managed = policy.ManagedFile()
	}
	if managed != opt.Managed {
		return false
	}
	env := gate.FromEnvironment()
	at, config := env.Home, env.ConfigHome
	switch w.Home {
	case "":
	case OwnHome:
		at, config = HomeOfUser(env.Home), ""
	default:
		at, config = w.Home, ""
	}
	return at == opt.Home && cmp.Or(config, at) == cmp.Or(opt.ConfigHome, opt.Home)
}
