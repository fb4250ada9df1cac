package gate

import (
	"os"
	"runtime"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/decision/redirect"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

const tmp = "/tmp"

// mayRedirect reports whether paths in a text may have to move.
func (r *Result) mayRedirect(g *Gate, text string) bool {
	return r.Settings.RedirectTmp.Or(false) && strings.Contains(text, tmp) && !r.stays &&
		g.agent.Rewrites(r.Call, rule.Allow)
}

// redirectSpace says what moves where in this call. The project, the directory in which the call
// runs, the home directory and the agent's own temporary directories stay.
func (r *Result) redirectSpace(g *Gate) *redirect.Space {
	s := &redirect.Space{Tmp: tmp, Target: r.Settings.RedirectTarget, Dialect: g.dialect,
		Resolve: r.places.Target}
	if runtime.GOOS == "darwin" {
		s.Alias = "/private/tmp"
	}
	s.WorkingDir(r.dir)
	if r.at.Is {
		s.WorkingDir(r.Project)
	}
	for _, dir := range [...]string{g.opt.Home, g.opt.ConfigHome, g.opt.TempDir, g.opt.AgentTemp} {
		s.KeepDir(dir)
	}
	if uid := os.Getuid(); uid >= 0 {
		s.KeepDir(tmp + "/" + agents.TempName(uid))
	}
	return s
}

// readShell analyses the text of a call. Where paths move to the scratch directory, the text with
// these takes its place.
func (r *Result) readShell(g *Gate, a *analyze.Analyzer, text string) {
	if !r.mayRedirect(g, text) {
		r.Facts = a.Shell(text, r.dir)
		return
	}
	analyse := func(text string) redirect.Seen {
		looks := []fact.Look(nil)
		a.Looks = &looks
		f := a.Shell(text, r.dir)
		return redirect.Seen{Facts: f, Looks: looks}
	}
	was := analyse(text)
	r.Facts = was.Facts
	moved, ok := r.redirectSpace(g).Shell(text, was, analyse)
	if !ok {
		return
	}
	r.Facts, r.Moved = moved.Seen.Facts, moved.Moves
	r.replaceField("command", moved.Text)
}

// moveFile moves the path of a file tool to the scratch directory.
func (r *Result) moveFile(g *Gate) {
	tool := agent.ToolOf(r.Call.Tool)
	name := r.Call.Text(tool.Field)
	if !tool.HasPath() || !r.mayRedirect(g, name) {
		return
	}
	if moved, ok := r.redirectSpace(g).File(name, tool.Writes()); ok {
		r.Moved = append(r.Moved, redirect.Move{From: name, To: moved})
		r.replaceField(tool.Field, moved)
	}
}

// replaceField replaces a field of the call; the call as the agent sent it is kept.
func (r *Result) replaceField(field, value string) {
	r.moved, r.Normalised = agent.UpdatedInput(r.Call, field, value), value
	moved := *r.Call
	moved.Input = append([]fact.Field(nil), moved.Input...)
	for i := range moved.Input {
		if moved.Input[i].Name == field {
			moved.Input[i].Text, moved.Input[i].Raw = value, hookjson.String(value)
		}
	}
	r.Call = &moved
}
