// Package hook answers an agent's hook events: it decodes the call, has it judged, encodes the
// answer, and writes the log. It is all that cmd/fencepost-hook does, and cmd/fencepost has it for
// `fencepost hook` and for the events that earlier versions of `install` entered by name.
package hook

import (
	"cmp"
	"io"
	"os"
	"time"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// Main answers one hook event of an agent: a call that is proposed, one that has run, or the start
// of a session. args are the words behind the program's name. It always answers: what goes wrong is
// asked about, and a mistake in args or in the config denies. The log is written after the answer,
// so that it cannot delay or change it. What it returns is the exit status that belongs to the
// answer.
//
// ready prepares the program, before anything of the user's is read; home is the directory whose
// .claude holds the user's config. nil: there is nothing to prepare.
func Main(in io.Reader, out io.Writer, args []string, ready func(home string)) int {
	start := time.Now()
	opt, name, mistake := Options(args)
	if ready != nil {
		ready(cmp.Or(opt.ConfigHome, opt.Home))
	}
	who, call, data, known, err := readEvent(name, in)
	opt.Agent, opt.Wrapper = who.Name, unconfined
	if mistake != "" {
		return writeAnswer(out, refuseSetup(who, call, mistake))
	}
	opt.Stopped = func(g *gate.Gate, r *gate.Result) (why, instead string) {
		return stoppedBefore(g, &opt, who, r)
	}
	opt.Rewrite = func(r *gate.Result) ([]byte, bool) { return rewritten(r, &opt, who) }
	g := gate.New(opt)
	if call.Session != audit.DoctorSession {
		history.In(g.ConfigHome()).Begin(call.Session)
	}
	if err == nil && known {
		switch who.Moment(call) {
		case agent.Start:
			return writeAnswer(out, welcome(who, g, call))
		case agent.After:
			return afterCall(g, &opt, who, call, data, out, start)
		case agent.End, agent.Nothing:
			writeAnswer(out, who.Welcome(nil, ""))
			if who.Moment(call) == agent.End {
				endSession(call.Session)
				forgetSession(g, call.Session)
			}
			return 0
		}
	}
	var r *gate.Result
	if err != nil {
		r = g.Unreadable(call, err)
	} else {
		r = g.Judge(call)
	}
	if len(r.Moved) > 0 {
		makeScratch(r)
	}
	if r.Sandbox != nil {
		noteForWrapper(g, r, &opt, who)
	}
	status := writeAnswer(out, who.Encode(&r.Verdict, r.Call))
	logCall(r, time.Since(start))
	return status
}

// refuseSetup is the answer of a hook that is registered in a way that cannot be understood.
func refuseSetup(who agent.Agent, call *fact.Call, mistake string) agent.Answer {
	switch who.Moment(call) {
	case agent.Start:
		why := "fencepost is not set up: " + mistake
		return who.Welcome([]string{why + ". Tell the person this first."}, why)
	case agent.Before:
		return who.Encode(&rule.Verdict{Decision: rule.Deny, Cause: rule.ByConfig, Description: mistake}, call)
	}
	return agent.Answer{}
}

// writeAnswer gives an answer to the agent and returns the exit status that belongs to it. Nobody
// is left to be told of an error here.
func writeAnswer(out io.Writer, a agent.Answer) int {
	if len(a.Out) > 0 {
		out.Write(a.Out)
	}
	if len(a.Err) > 0 {
		os.Stderr.Write(a.Err)
	}
	return a.Exit
}

// makeScratch makes the scratch directory for what is moved there, where no session start has made
// it; what is wrong with a directory that is there has become a question already.
func makeScratch(r *gate.Result) {
	if v := &r.Verdict; v.Updated != nil && len(r.Moved) > 0 && v.Decision != rule.Deny {
		gate.MakeScratch(r.Settings.RedirectTarget)
	}
}

// readEvent reads one hook input of the agent of that name, which is known if there is one; where
// there is no input, the call is empty. Without a name, or with one that is not known, the input
// itself tells which agent it comes from.
func readEvent(name string, in io.Reader) (
	who agent.Agent, call *fact.Call, data []byte, known bool, err error,
) {
	who, known = agents.Find(name)
	call = new(fact.Call)
	data, err = hookjson.Read(in)
	switch {
	case err != nil:
		if name == "" || !known {
			who, _ = agents.Find("")
		}
	case name != "" && known:
		*call, err = who.Decode(data)
	default:
		who, *call, err = agents.Recognise(data)
		if !known {
			agent.Suspect(call,
				"The hook is registered for an agent that fencepost does not know: "+name+".")
		}
	}
	return who, call, data, known, err
}

// decode reads one hook input; where there is none, the call is empty.
func decode(who agent.Agent, in io.Reader) (*fact.Call, error) {
	data, err := hookjson.Read(in)
	if err != nil {
		return &fact.Call{}, err
	}
	call, err := who.Decode(data)
	return &call, err
}
