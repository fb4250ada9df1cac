package hook

import (
	"cmp"
	"os"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/policy"
)

// unconfined says why a call will not run confined; "" if it will: through the wrapper that is this
// program, or as the command that the hook gives back. What the agent says of that can change with
// each call.
func unconfined(opt *gate.Options) string {
	who, ok := agents.Find(opt.Agent)
	if !ok {
		who = agents.Unknown
	}
	dir := opt.Started
	if dir == "" && !who.Wrapped {
		dir, _ = os.Getwd() // agents start their hooks where they work
	}
	if who.Confine == nil {
		return who.Unconfined
	}
	c := who.Confine(opt.Home, dir)
	switch {
	case c.Why != "":
		return c.Why
	case !who.Wrapped:
		if _, err := siblings.Find(runner); err != nil {
			return runner + " is not beside this program"
		}
	case !thisProgram(c.Exe):
		return c.Variable + agent.OtherProgram
	case !samePolicy(opt, &c):
		return c.Variable + " has the wrapper read another config than the hook"
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
func samePolicy(opt *gate.Options, w *agent.Confinement) bool {
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
