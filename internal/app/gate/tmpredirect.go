package gate

import (
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/decision/redirect"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

const tmp = "/tmp"

// redirects reports whether paths in a text may have to move.
func (r *Result) redirects(g *Gate, text string) bool {
	return r.Settings.RedirectTmp.Or(false) && strings.Contains(text, tmp) && !r.stays &&
		g.agent.Rewrites(r.Call, rule.Allow)
}

// space says what moves where in this call. The project, the directory in which the call is made,
// the home directory and the agent's own temporary directories stay.
func (r *Result) space(g *Gate, cwd string) *redirect.Space {
	s := &redirect.Space{Tmp: tmp, Target: r.Settings.RedirectTarget, Dialect: dialectOf(g.opt.Shell),
		Resolve: r.places.Target}
	if runtime.GOOS == "darwin" {
		s.Alias = "/private/tmp"
	}
	s.WorkingDir(cwd)
	if r.at.Is {
		s.WorkingDir(r.Project)
	}
	for _, dir := range [...]string{g.opt.Home, g.opt.ConfigHome, g.opt.TempDir, g.opt.AgentTemp} {
		s.KeepDir(dir)
	}
	if uid := os.Getuid(); uid >= 0 {
		s.KeepDir(tmp + "/claude-" + strconv.Itoa(uid))
	}
	return s
}

// moveShell analyses a text, and its paths moved to the scratch directory take its place.
func (r *Result) moveShell(g *Gate, a *analyze.Analyzer, text, cwd string) {
	analyse := func(text string) redirect.Seen {
		looks := []fact.Look(nil)
		a.Looks = &looks
		f := a.Shell(text, cwd)
		return redirect.Seen{Facts: f, Looks: looks}
	}
	was := analyse(text)
	r.Facts = was.Facts
	moved, ok := r.space(g, cwd).Shell(text, was, analyse)
	if !ok {
		return
	}
	r.Facts, r.Moved = moved.Seen.Facts, moved.Moves
	r.move("command", moved.Text)
}

// moveFile moves the path of a file tool to the scratch directory.
func (r *Result) moveFile(g *Gate, cwd string) {
	tool := agent.ToolOf(r.Call.Tool)
	name := r.Call.Text(tool.Field)
	if !tool.HasPath() || !r.redirects(g, name) {
		return
	}
	if moved, ok := r.space(g, cwd).File(name, tool.Writes()); ok {
		r.Moved = append(r.Moved, redirect.Move{From: name, To: moved})
		r.move(tool.Field, moved)
	}
}

// move replaces a field of the call; the call as the agent sent it is kept.
func (r *Result) move(field, value string) {
	r.moved = agent.UpdatedInput(r.Call, field, value)
	moved := *r.Call
	moved.Input = append([]fact.Field(nil), moved.Input...)
	for i := range moved.Input {
		if moved.Input[i].Name == field {
			moved.Input[i].Text, moved.Input[i].Raw = value, hookjson.String(value)
		}
	}
	r.Call = &moved
}

// Normalised is the text that was judged, where it is not the one that the agent sent: the command,
// or the path of a file tool.
func (r *Result) Normalised() string {
	if r.moved == nil {
		return ""
	}
	for i := range r.Call.Input {
		f := &r.Call.Input[i]
		if was, ok := r.Original.Get(f.Name); ok && f.String && was.Text != f.Text {
			return f.Text
		}
	}
	return ""
}
