package tune

import (
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
)

// shape is what is known of all calls with the same command and subcommand, of a tool or of a host.
type shape struct {
	part            // kind, head and what it does; the arguments are in forms
	project  string // where it was seen
	projects int    // 2: in more than one
	ran      int    // calls that were asked about, and ran
	first    time.Time
	last     time.Time
	forms    []form
	samples  []sample // calls by which a rule is proved
	examples []string // for people
}

// form is one list of arguments.
type form struct {
	args []string
	ran  int
}

// sample is a call in which the shape stands.
type sample struct {
	call *fact.Call
	line string // the command alone; "" for other tools
}

// bounds of what is kept of a shape
const (
	maxForms    = 96
	maxSamples  = 12
	maxExamples = 3
)

// keyOf is what tells shapes apart.
func keyOf(p *part, project string) string {
	var b strings.Builder
	b.WriteByte('0' + byte(p.kind))
	if p.bound {
		b.WriteString(project)
	}
	for _, w := range p.head {
		b.WriteByte(0)
		b.WriteString(w)
	}
	return b.String()
}

// seen adds a call that ran.
func (s *shape) seen(p *part, l *look, c *fact.Call, at time.Time) {
	if s.ran == 0 {
		s.part, s.first = *p, at
		s.args = nil
		s.project, s.projects = l.project, 1
	}
	if l.project != s.project {
		s.projects = 2
	}
	s.ran++
	s.last = at
	for _, what := range p.does {
		s.note(what)
	}
	s.known = s.known && p.known
	fresh := true
	for i := range s.forms {
		if slices.Equal(s.forms[i].args, p.args) {
			s.forms[i].ran++
			fresh = false
			break
		}
	}
	if fresh {
		s.plain = append(s.plain, p.plain...)
	}
	if fresh && len(s.forms) < maxForms {
		s.forms = append(s.forms, form{p.args, 1})
	}
	if fresh && len(s.samples) < maxSamples {
		s.samples = append(s.samples, sample{c, p.line()})
	}
	if fresh && len(s.examples) < maxExamples {
		s.examples = append(s.examples, p.shown())
	}
}

// line is the command as a line of its own; "" if it cannot be one.
func (p *part) line() string {
	if p.kind != command {
		return ""
	}
	return shellquote.Join(slices.Concat(p.head, p.args))
}

// shown is the part for people.
func (p *part) shown() string {
	if p.kind != command {
		return p.head[0]
	}
	return p.line()
}

// lists are the argument lists that were seen.
func (s *shape) lists() [][]string {
	out := make([][]string, len(s.forms))
	for i := range s.forms {
		out[i] = s.forms[i].args
	}
	return out
}
