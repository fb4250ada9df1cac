package violation

import (
	"path"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/sandbox/ledger"
	"github.com/fencepost/fencepost/internal/shellquote"
	"github.com/fencepost/fencepost/internal/subpath"
)

// Lines are what the agent is told of what its command was stopped from, below a first line. reach
// says that a question reaches a person, pending that the same command sent again becomes one.
func (f *Fence) Lines(first string, stops []Stop, pending, reach bool, session string) []string {
	if len(stops) == 0 {
		return nil
	}
	lines := []string{first}
	var rights []ledger.Right
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
	switch s.Kind {
	case "host":
		if s.Name == "" {
			return "reaching a host"
		}
		return "reaching " + s.Name
	case "port":
		return "reaching port " + s.Name + " of this machine"
	case "socket":
		return "connecting to " + f.short(s.Name)
	case "read":
		return "reading " + f.short(s.Name)
	case "make":
		return "making " + f.short(s.Name)
	case "call":
		return "running " + s.Name + " as it is"
	}
	return "writing " + f.short(s.Name)
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
func Want(r ledger.Right, home string) string {
	switch r.Kind {
	case "write":
		if before, ok := strings.CutSuffix(r.Name, "/"); ok {
			return "writing in " + Short(before, home) + " and all below it"
		}
		return "writing " + Short(r.Name, home)
	case "read":
		return "reading " + Short(r.Name, home)
	case "port":
		return "reaching port " + r.Name + " of this machine"
	case "socket":
		return "connecting to " + Short(r.Name, home)
	}
	return "reaching " + r.Name
}

// Wants are what some rights let.
func Wants(rights []ledger.Right, home string) string {
	const most = 4
	var b strings.Builder
	for i, r := range rights {
		switch {
		case i == most:
			return b.String() + " and " + strconv.Itoa(len(rights)-most) + " more"
		case i > 0 && i == len(rights)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(Want(r, home))
	}
	return b.String()
}

// GrantCommand is what a person types to grant rights.
func GrantCommand(rights []ledger.Right, session, home string) string {
	var b strings.Builder
	for i, r := range rights {
		if i > 0 {
			b.WriteString(" && ")
		}
		name := r.Name
		if r.Kind == "write" || r.Kind == "read" || r.Kind == "socket" {
			name = tilde(name, home)
			if strings.HasSuffix(r.Name, "/") {
				name += "/"
			}
		}
		b.WriteString("fencepost sandbox grant " + r.Kind + " " + quote(name))
	}
	if session != "" {
		session = quote(session)
		return strings.ReplaceAll(b.String(), " && ", " --session="+session+" && ") + " --session=" +
			session
	}
	return b.String()
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
