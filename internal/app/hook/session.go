package hook

import (
	"io"
	"os"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/decision/confine"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/rule"
)

// SessionStart is the hook of the start of a session by a name of its own, as earlier versions of
// `install` entered it.
func SessionStart(in io.Reader, out io.Writer, args []string) int {
	who, _ := agents.Find("")
	call, _ := decode(who, in) // only cwd is of interest
	opt, _, mistake := Options(args)
	if mistake != "" {
		call.Event = "SessionStart"
		return writeAnswer(out, refuseSetup(who, call, mistake))
	}
	return writeAnswer(out, welcome(who, gate.New(opt), call))
}

// welcome tells the model how to work behind the gate, and the person what is wrong with it. It
// never fails: a session that cannot start because of the guard would be a worse guard.
func welcome(who agent.Agent, g *gate.Gate, call *fact.Call) agent.Answer {
	cwd := call.Cwd
	if cwd == "" {
		cwd, _ = os.Getwd()
	}
	p, _, _ := g.Policy(cwd)
	set := p.Effective()
	var lines, warnings []string
	if why := siblings.Mixed(); why != "" {
		warnings = append(warnings, "fencepost: "+why)
		lines = append(lines, "The programs of fencepost do not belong together: "+why+". Tell the "+
			"person this first; calls that need another one of them ask or are denied until then.")
	}
	if why := p.Failure(); why != "" {
		warnings = append(warnings, "fencepost: The configuration is broken, and every tool call is "+
			"denied until it is mended: "+why)
		lines = append(lines,
			"fencepost's configuration is broken: "+
				why+". Every tool call is denied until a person has fixed it: "+
				"tell the person this first, and do not work around it.")
	}
	if why := p.IgnoredText(); why != "" {
		warnings = append(warnings, "fencepost: "+why)
		lines = append(lines, "What this project's own fencepost config loosens does not count: "+why+
			" in a terminal of their own. What it denies and asks about counts.")
	}
	if why := p.OtherScratch(); why != "" {
		warnings = append(warnings, "fencepost: "+why)
	}
	if set.RedirectTmp == rule.True {
		if why := gate.MakeScratch(set.RedirectTarget); why != "" {
			lines = append(lines, "Calls that use /tmp will be asked about: "+why+".")
		}
	}
	if set.GuidanceEnabled.Or(true) {
		if set.GuidanceDefaults.Or(true) {
			confined := set.Sandbox.On() && who.Client.Follower != nil
			lines = append(lines, agent.Guidance(scratchOf(&set, call, confined))...)
			if confined {
				lines = append(lines, inSandbox)
			}
		}
		lines = append(lines, set.GuidanceExtra...)
	}
	return who.Welcome(lines, strings.Join(warnings, "\n"))
}

// scratchOf is where an agent puts temporary files: with the sandbox on, where no other session's
// runs see them.
func scratchOf(set *rule.Settings, call *fact.Call, confined bool) string {
	own := confine.SessionScratch(set.RedirectTarget, call.Session)
	if !confined || call.Session == "" || gate.MakeScratch(set.RedirectTarget) != "" ||
		gate.MakeScratch(own) != "" {
		return set.RedirectTarget
	}
	return own
}

// inSandbox tells the model that some of its commands run confined.
const inSandbox = "Commands that fencepost cannot predict run in a sandbox, with the project to write " +
	"and the hosts that the configuration names. Where it stops one, you are told after the command " +
	"what was stopped and what can be done; do not look for a way around it."

// PostToolUse is the hook of calls that have run by a name of its own, as earlier versions of
// `install` entered it.
func PostToolUse(in io.Reader, args []string) int {
	start := time.Now()
	who, _ := agents.Find("")
	call, err := decode(who, in)
	if err != nil {
		return 0
	}
	outcome := who.Outcome(call)
	if outcome == "" {
		outcome = "ran"
	}
	if opt, _, mistake := Options(args); mistake == "" {
		logOutcome(policyOf(gate.New(opt), call), call, outcome, "", start)
	}
	return 0
}
