package violation

import (
	"path"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// Lines are what the agent is told of what its command was stopped from, below a first line. reach
// says that a question reaches a person, pending that the same command sent again becomes one.
func (f *Fence) Lines(first string, stops []Stop, pending, reach bool, session string) []string {
	if len(stops) == 0 {
		return nil
	}
	lines := []string{first}
	var rights []history.Right
	never := false
	for i := range stops {
		s := &stops[i]
		lines = append(lines, "- "+f.line(s))
		if s.grantable() {
			rights = append(rights, s.Right)
		} else {
			never = true
		}
	}
	switch {
	case len(rights) == 0:
	case pending && reach:
		lines = append(lines, "If the task needs it, send exactly the same command again, in the same "+
			"directory: a person is then asked. Else go on without it.")
	default:
		lines = append(lines, "If the task needs it, tell the person, who can allow it in a terminal of "+
			"their own: "+GrantCommand(rights, session, f.Home))
	}
	if never {
		lines = append(lines, "What is never granted a person can do in a terminal of their own. Do not "+
			"look for a way around it.")
	}
	return lines
}

// line is one stop: what, and by what.
func (f *Fence) line(s *Stop) string {
	text := f.doing(s)
	if s.Count > 1 {
		text += " (" + strconv.Itoa(s.Count) + " times)"
	}
	by := s.Key
	if by != "" {
		if src := f.Source(s.Key); src != "" {
			by += ", set in " + f.short(src)
		}
	}
	switch {
	case s.Kind == "make":
		if s.Moved != "" {
			text += "; it was moved to " + f.short(s.Moved)
		}
		return text + ": never granted, " + s.Never + " (presets/protected.yaml)"
	case s.grantable() && by != "" && s.Why == "":
		return text + ": it is not in " + by
	case s.grantable():
		return text + ": " + s.Why + sourced(by, s.Why)
	case by != "" && !strings.Contains(s.Never, s.Key):
		return text + ": never granted, " + s.Never
	case by != "":
		return text + ": " + s.Never + sourced(by, s.Never)
	}
	return text + ": never granted, " + s.Never
}

// sourced is where a key is set, unless nothing says so.
func sourced(by, text string) string {
	_, src, ok := strings.Cut(by, ", set in ")
	switch {
	case ok:
		return " (" + src + ")"
	case by != "" && !strings.Contains(text, by):
		return " (" + by + ")"
	}
	return ""
}

// doing is what was tried.
func (f *Fence) doing(s *Stop) string {
	switch {
	case s.Kind == "host" && s.Name == "":
		return "reaching a host"
	case s.Kind == "make":
		return "making " + f.short(s.Name)
	case s.Kind == "call":
		return "running " + s.Name + " as it is"
	}
	return want(s.Kind, s.Name, f.short)
}

// short is a path as people write it.
func (f *Fence) short(p string) string {
	if f.Project != "" && subpath.In(p, f.Project) && p != f.Project {
		return p[len(f.Project)+1:]
	}
	return Short(p, f.Home)
}

// Short is a path with ~ for the home directory, in quotes where it has blanks.
func Short(p, home string) string {
	p = tilde(p, home)
	if strings.Contains(p, " ") {
		return strconv.Quote(p)
	}
	return p
}

func tilde(p, home string) string {
	if home != "" && home != "/" && subpath.In(p, home) {
		return path.Join("~", p[len(home):])
	}
	return p
}

// Want is what a right lets, as people say it: "writing ~/y".
func Want(r history.Right, home string) string {
	if before, ok := strings.CutSuffix(r.Name, "/"); ok && r.Kind == "write" {
		return "writing in " + Short(before, home) + " and all below it"
	}
	return want(r.Kind, r.Name, func(p string) string { return Short(p, home) })
}

func want(kind, name string, short func(string) string) string {
	switch kind {
	case "host":
		return "reaching " + name
	case "port":
		return "reaching port " + name + " of this machine"
	case "socket":
		return "connecting to " + short(name)
	case "read":
		return "reading " + short(name)
	}
	return "writing " + short(name)
}

// Wants are what some rights let.
func Wants(rights []history.Right, home string) string {
	const most = 4
	var words []string
	for _, r := range rights[:min(len(rights), most)] {
		words = append(words, Want(r, home))
	}
	if more := len(rights) - most; more > 0 {
		return strings.Join(words, ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return policy.List(words, "and")
}

// GrantCommand is what a person types to grant rights.
func GrantCommand(rights []history.Right, session, home string) string {
	if session != "" {
		session = " --session=" + quote(session)
	}
	var commands []string
	for _, r := range rights {
		name := r.Name
		if r.Kind == "write" || r.Kind == "read" || r.Kind == "socket" {
			name = tilde(name, home)
			if strings.HasSuffix(r.Name, "/") {
				name += "/"
			}
		}
		commands = append(commands, "fencepost sandbox grant "+r.Kind+" "+quote(name)+session)
	}
	return strings.Join(commands, " && ")
}

// quote writes a word for a shell. ~ at its beginning stays outside of the quotes.
func quote(s string) string {
	if rest, ok := strings.CutPrefix(s, "~/"); ok && rest != "" {
		return "~/" + shellquote.Word(rest)
	}
	if s == "~" || s == "~/" {
		return s
	}
	return shellquote.Word(s)
}
