package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fencepost/fencepost"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/wire"
	"github.com/fencepost/fencepost/internal/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/paths"
	"github.com/fencepost/fencepost/internal/rule"
)

// hookMain answers one hook event of an agent: a call that is proposed, one that has run, or the
// start of a session. args are the words behind `hook`. It never fails: whatever goes wrong is an
// answer that asks. The log is written after the answer, so that it cannot delay or change it.
func hookMain(in io.Reader, out io.Writer, args []string) int {
	start := time.Now()
	opt, name, mistake := hookOptions(args)
	who, call, known, err := receive(name, in)
	opt.Agent = who.Name()
	if mistake != "" {
		v := rule.Verdict{Decision: rule.Deny, Cause: rule.ByConfig, Description: mistake}
		return write(out, refuse(who, call, &v))
	}
	gate := fencepost.New(opt)
	if err == nil && known {
		switch who.Moment(call) {
		case agent.Start:
			return write(out, welcome(who, gate, call))
		case agent.After:
			logOutcome(gate, call, who.Outcome(call), start)
			write(out, who.Welcome(nil, ""))
			return exitOK
		case agent.Nothing:
			write(out, who.Welcome(nil, ""))
			return exitOK
		}
	}
	r := &fencepost.Result{Call: call, Original: call}
	if err != nil {
		r.Verdict = unreadable(who, call, err)
	} else {
		r = gate.Judge(call)
	}
	if v := &r.Verdict; v.Updated != nil && v.Decision != rule.Deny {
		// Where no session start has made it; what is wrong with a directory that is there has become a
		// question already.
		fencepost.MakeScratch(r.Settings.RedirectTarget)
	}
	status := write(out, who.Encode(&r.Verdict, r.Call))
	logCall(r, time.Since(start))
	return status
}

// refuse is the answer of a hook that is registered in a way that cannot be understood.
func refuse(who agent.Agent, call *fact.Call, v *rule.Verdict) agent.Answer {
	switch who.Moment(call) {
	case agent.Start:
		why := "fencepost is not set up: " + v.Description
		return who.Welcome([]string{why + ". Tell the person this first."}, why)
	case agent.Before:
		return who.Encode(v, call)
	}
	return agent.Answer{}
}

// hookOptions reads the arguments of the hooks: the name of an agent, and --home DIR, which takes
// the place of HOME and FENCEPOST_HOME: a project's settings can give the agent's hooks another
// environment, but not other arguments. The mistake says why nothing can be judged.
func hookOptions(args []string) (opt fencepost.Options, name, mistake string) {
	opt = fencepost.FromEnvironment()
	given := false
	for i := 0; i < len(args); i++ {
		home, attached := strings.CutPrefix(args[i], "--home=")
		switch {
		case attached:
		case args[i] == "--home" && i+1 < len(args):
			i++
			home = args[i]
		case args[i] == "--home":
			return opt, name, "the hook's option --home names no directory" + mendHook
		case len(args[i]) > 0 && args[i][0] == '-':
			return opt, name, "the hook has no option " + quoted(args[i]) + mendHook
		case name != "":
			return opt, name, "the hook is registered for two agents, " + name + " and " + args[i] +
				mendHook
		default:
			name = args[i]
			continue
		}
		if home == ownHome && !given {
			given = true
			opt.Home, opt.ConfigHome = homeOfUser(opt.Home), ""
			continue
		}
		if given || !filepath.IsAbs(home) {
			return opt, name, "the hook's option --home needs one absolute directory, not " +
				quoted(home) + mendHook
		}
		given = true
		opt.Home, opt.ConfigHome = filepath.Clean(home), ""
	}
	return opt, name, ""
}

// ownHome is the value of --home for entries that serve several users: the home directory of the
// one who runs the hook, as the system's list of users has it.
const ownHome = "~"

// homeOfUser is that directory. Where the list does not have the user, HOME counts.
func homeOfUser(environment string) string {
	if home, ok := paths.OwnHome(); ok {
		return home
	}
	return environment
}

const mendHook = " (run `fencepost install` again, or mend the entry in the agent's settings)"

// write gives an answer to the agent and returns the exit status that belongs to it. Nobody is left
// to be told of an error here.
func write(out io.Writer, a agent.Answer) int {
	if len(a.Out) > 0 {
		out.Write(a.Out)
	}
	if len(a.Err) > 0 {
		os.Stderr.Write(a.Err)
	}
	return a.Exit
}

// unreadable is the verdict about an input that holds no call: an ask, where the agent knows one.
func unreadable(who agent.Agent, call *fact.Call, err error) rule.Verdict {
	v := rule.Verdict{Decision: rule.Ask, Cause: rule.ByInput, Description: err.Error()}
	if why := who.Mute(call, nil, nil); why != "" {
		return agent.Muted(&v, why, who.Approve(call, &v))
	}
	return v
}

// receive reads one hook input of the agent of that name, which is known if there is one; where
// there is no input, the call is empty. Without a name, or with one that is not known, the input
// itself tells which agent it comes from.
func receive(name string, in io.Reader) (who agent.Agent, call *fact.Call, known bool, err error) {
	who, known = agents.Find(name)
	if name != "" && known {
		call, err = decode(who, in)
		return who, call, true, err
	}
	data, err := wire.Read(in)
	if err != nil {
		who, _ = agents.Find("")
		return who, &fact.Call{}, known, err
	}
	call = new(fact.Call)
	who, *call, err = agents.Recognise(data)
	if !known {
		agent.Suspect(call,
			"The hook is registered for an agent that fencepost does not know: "+name+".")
	}
	return who, call, known, err
}

// decode reads one hook input; where there is none, the call is empty.
func decode(who agent.Agent, in io.Reader) (*fact.Call, error) {
	data, err := wire.Read(in)
	if err != nil {
		return &fact.Call{}, err
	}
	call, err := who.Decode(data)
	return &call, err
}

// logCall appends one line to the audit log. A failure to log is no reason to fail.
func logCall(r *fencepost.Result, took time.Duration) {
	s := &r.Settings
	if !s.AuditEnabled.Or(false) {
		return
	}
	e := audit.Entry{
		Time: time.Now(), Session: r.Call.Session, ToolUse: r.Call.ToolUse, Cwd: r.Call.Cwd,
		Tool: r.Call.Tool,
		Mode: r.Call.Mode, Input: r.Original.Input, Normalised: r.Normalised(),
		Decision: r.Verdict.Decision.String(), Reason: agent.Reason(&r.Verdict, r.Call.Tool),
		Rule: r.Verdict.Rule, Src: r.Verdict.Src, Took: took,
	}
	_ = audit.Append(audit.Options{Path: s.AuditPath, MaxBytes: s.AuditMaxBytes, Keep: s.AuditKeep},
		&e)
}
