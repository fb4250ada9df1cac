package main

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/app/violation"
	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// scope says for how long and where a right counts.
type scope struct {
	session       string // "" for none; latestSession for the one in which something happened last
	project, user bool
	dir           string
}

// latestSession is the value of --session without an id.
const latestSession = "latest"

// scopeFlags adds the flags that name a scope.
func scopeFlags(c *cobra.Command, to *scope) {
	textFlag(c, &to.session, "session", "in the session `ID` of the agent, or without ID the latest")
	c.Flags().Lookup("session").NoOptDefVal = latestSession
	boolFlag(c, &to.project, "project", "in this project, for good")
	boolFlag(c, &to.user, "user", "everywhere, for good")
	cwdFlag(c, &to.dir)
}

// kindsText is what a right is about, for help and errors.
const kindsText = "KIND is write, read, host, port or socket. NAME is a path, HOST[:PORT], a\n" +
	"number or the path of a socket."

// sandboxGrantCommand gives commands that run confined a right. The agent's way to it is closed by
// the hook.
func sandboxGrantCommand(s stdio) *cobra.Command {
	var at scope
	c := newCommand("grant KIND NAME", "let confined commands write, read or reach one thing more",
		func(operands []string) int { return runGrant(s, &at, operands) })
	c.Long = kindsText + " Without a flag it counts for the latest\n" +
		"session. If a path to write is not there, it is made: a directory if it ends in a slash, else\n" +
		"a file. Protected files, secrets, and sockets that lead out of the sandbox are never granted."
	scopeFlags(c, &at)
	return forPerson(s, c)
}

// sandboxRevokeCommand takes a right back.
func sandboxRevokeCommand(s stdio) *cobra.Command {
	var at scope
	c := newCommand("revoke KIND NAME", "take back what was granted",
		func(operands []string) int { return runRevoke(s, &at, operands) })
	c.Long = kindsText + " Without a flag it is taken back\n" +
		"everywhere: in the latest session, in this project and for all projects."
	scopeFlags(c, &at)
	return forPerson(s, c)
}

// rightsAt is where rights are kept.
type rightsAt struct {
	store   *history.Store
	session *history.Session // nil: none has been
	id      string
	project string // resolved
	name    string // as people know it
	judge   *violation.Judge
	gate    *gate.Gate
	policy  *policy.Policy
	dir     string
}

// rightsIn finds where rights of a scope are kept.
func rightsIn(at *scope) (*rightsAt, error) {
	g, cwd, err := gateAt(at.dir, gate.Options{Confined: true})
	if err != nil {
		return nil, err
	}
	p, project, isProject := g.Policy(cwd)
	set := p.Effective()
	places := g.Places(&set, project, isProject)
	guard := paths.NewGuard(places, g.ConfigHome(), set.Protect, p.Guarded)
	home := os.Getenv("HOME")
	host := violation.Machine{}
	out := &rightsAt{gate: g, policy: p, dir: cwd, store: history.In(g.ConfigHome()),
		project: policy.ResolveProject(project), name: project, judge: &violation.Judge{Home: host.Resolve(home), Host: host,
			Protected: func(path string) string { return violation.Guarded(guard, path) },
			Glob:      violation.Globs(places)}}
	if out.id = at.session; out.id == "" || out.id == latestSession {
		out.id = out.store.Latest()
	}
	if out.id != "" {
		out.session = out.store.Session(out.id)
	}
	return out, nil
}

// rightOf reads the operands of a command.
func (p *rightsAt) rightOf(operands []string, dir string) (history.Right, string) {
	switch {
	case len(operands) != 2:
		return history.Right{}, "name a kind and a name: fencepost sandbox grant write ~/.cache/tool"
	case !slices.Contains(history.Kinds(), operands[0]):
		return history.Right{}, "there is no kind " + operands[0] + ". " + strings.ReplaceAll(kindsText, "\n", " ")
	}
	if dir == "" {
		dir, _ = os.Getwd()
	}
	r := violation.Parse(operands[0], operands[1], dir, p.judge.Home)
	if r.Kind == "host" {
		if _, err := hostmatch.Parse(r.Name, hostmatch.Allow); err != nil {
			return r, err.Error()
		}
	}
	return violation.Whole(r, p.judge.Host), ""
}

func runGrant(s stdio, at *scope, operands []string) int {
	p, err := rightsIn(at)
	if err != nil {
		return s.fail("sandbox grant: %v", err)
	}
	r, wrong := p.rightOf(operands, at.dir)
	switch {
	case wrong != "":
		return s.fail("sandbox grant: %s", wrong)
	case at.chosen() > 1:
		return s.fail("sandbox grant: choose one of --session, --project and --user")
	}
	return p.give(s, at, r)
}

// give grants a right, unless nobody grants it.
func (p *rightsAt) give(s stdio, at *scope, r history.Right) int {
	if why := p.judge.Refuse(r); why != "" {
		return s.failed("sandbox grant: %s is never granted: %s", r, why)
	}
	if err := violation.Make([]history.Right{r}); err != nil {
		return s.failed("sandbox grant: %v. Only what is there can be opened; make it first", err)
	}
	var err error
	g := &history.Grant{Right: r}
	where := "in the session " + p.id
	switch {
	case at.user:
		err, where = p.store.Grant("", g), "everywhere"
	case at.project && p.project == "":
		return s.fail("sandbox grant: %s cannot be resolved", p.name)
	case at.project:
		err, where = p.store.Grant(p.project, g), "in "+p.name
	case p.session == nil:
		return s.fail("sandbox grant: there is no session yet; --project grants it in %s, --user "+
			"everywhere", p.name)
	default:
		err = p.session.Grant(g)
	}
	if err != nil {
		return s.failed("sandbox grant: it cannot be noted: %v", err)
	}
	s.printf("granted %s: %s\n", where, oneLine(violation.Want(r, p.judge.Home)))
	return exitOK
}

// chosen is how many scopes are named.
func (at *scope) chosen() int {
	n := 0
	for _, is := range [...]bool{at.session != "", at.project, at.user} {
		if is {
			n++
		}
	}
	return n
}

func runRevoke(s stdio, at *scope, operands []string) int {
	p, err := rightsIn(at)
	if err != nil {
		return s.fail("sandbox revoke: %v", err)
	}
	r, wrong := p.rightOf(operands, at.dir)
	if wrong != "" {
		return s.fail("sandbox revoke: %s", strings.ReplaceAll(wrong, "sandbox grant", "sandbox revoke"))
	}
	all := at.chosen() == 0
	done := false
	drop := func(is bool, where string, revoke func(history.Right) bool) {
		if !all && !is {
			return
		}
		for _, name := range [...]string{r.Name, strings.TrimSuffix(r.Name, "/"), r.Name + "/"} {
			if revoke(history.Right{Kind: r.Kind, Name: name}) {
				done = true
				s.printf("revoked %s: %s\n", where, oneLine(violation.Want(r, p.judge.Home)))
				return
			}
		}
	}
	drop(at.session != "", "in the session "+p.id, p.session.Revoke)
	drop(at.project, "in "+p.name, func(r history.Right) bool {
		return p.project != "" && p.store.Revoke(p.project, r)
	})
	drop(at.user, "everywhere", func(r history.Right) bool { return p.store.Revoke("", r) })
	if !done {
		return s.failed("sandbox revoke: %s was not granted; `fencepost sandbox grants` lists what was", r)
	}
	return exitOK
}
