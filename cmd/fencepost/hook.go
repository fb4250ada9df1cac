package main

import (
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/fencepost/fencepost"
	"github.com/fencepost/fencepost/internal/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/hook"
	"github.com/fencepost/fencepost/internal/rule"
)

// hookMain is the PreToolUse hook. It never fails: whatever goes wrong is an answer that asks. The log is written after
// the answer, so that it cannot delay or change it.
func hookMain(args []string, in io.Reader, out io.Writer) {
	start := time.Now()
	opt, mistake := hookOptions(args)
	if mistake != "" {
		v := rule.Verdict{Decision: rule.Deny, Cause: rule.ByConfig, Description: mistake}
		out.Write(hook.Encode(&v, ""))
		return
	}
	gate := fencepost.New(opt)
	r := judge(gate, in)
	if v := &r.Verdict; v.Updated != nil && v.Decision != rule.Deny {
		// Where no session start has made it; what is wrong with a directory that is there has become a question already.
		fencepost.MakeScratch(r.Settings.RedirectTarget)
	}
	answer := hook.Encode(&r.Verdict, r.Call.Tool)
	if len(answer) > 0 {
		out.Write(answer) // nobody is left to be told of an error here
	}
	logCall(r, time.Since(start))
}

// hookOptions reads the arguments of the hooks. --home DIR takes the place of HOME and
// FENCEPOST_HOME: a project's settings can give the agent's hooks another environment, but not
// other arguments. Words that are no options are left to the caller. The mistake says why nothing
// can be judged.
func hookOptions(args []string) (opt fencepost.Options, mistake string) {
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
			return opt, "the hook's option --home names no directory" + mendHook
		case len(args[i]) > 0 && args[i][0] == '-':
			return opt, "the hook has no option " + quoted(args[i]) + mendHook
		default:
			continue
		}
		if given || !filepath.IsAbs(home) {
			return opt, "the hook's option --home needs one absolute directory, not " + quoted(home) +
				mendHook
		}
		given = true
		opt.Home, opt.ConfigHome = filepath.Clean(home), ""
	}
	return opt, ""
}

const mendHook = " (run `fencepost install` again, or mend the entry in the agent's settings)"

// judge reads and decides one call.
func judge(gate *fencepost.Gate, in io.Reader) *fencepost.Result {
	data, err := hook.Read(in)
	if err == nil {
		var call fact.Call
		if call, err = hook.Decode(data); err == nil {
			return gate.Judge(&call)
		}
	}
	r := &fencepost.Result{Call: &fact.Call{}, Original: &fact.Call{}}
	r.Verdict = rule.Verdict{Decision: rule.Ask, Cause: rule.ByInput, Description: err.Error()}
	return r
}

// logCall appends one line to the audit log. A failure to log is no reason to fail.
func logCall(r *fencepost.Result, took time.Duration) {
	s := &r.Settings
	if !s.AuditEnabled.Or(false) {
		return
	}
	e := audit.Entry{
		Time: time.Now(), Session: r.Call.Session, ToolUse: r.Call.ToolUse, Cwd: r.Call.Cwd, Tool: r.Call.Tool,
		Mode: r.Call.Mode, Input: r.Call.Input, Decision: r.Verdict.Decision.String(), Reason: hook.Reason(&r.Verdict, r.Call.Tool),
		Rule: r.Verdict.Rule, Src: r.Verdict.Src, Took: took,
	}
	_ = audit.Append(audit.Options{Path: s.AuditPath, MaxBytes: s.AuditMaxBytes, Keep: s.AuditKeep}, &e)
}
