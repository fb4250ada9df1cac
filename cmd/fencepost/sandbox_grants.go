package main

import (
	"cmp"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/violation"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// grants is what was granted to commands that run confined, and what they were stopped from.
type grants struct {
	Session string             `json:"session"`
	Granted []history.Grant    `json:"granted"` // in the session
	Pending []*history.Pending `json:"pending"`
	Project string             `json:"project"`
	InIt    []history.Grant    `json:"projectGranted"`
	User    []history.Grant    `json:"userGranted"`
	Others  []string           `json:"otherProjects"` // that have grants of their own
}

// sandboxGrantsCommand lists what was granted.
func sandboxGrantsCommand(s stdio) *cobra.Command {
	var at scope
	var asJSON bool
	c := plainCommand("grants", "list what was granted, and what confined commands lacked", "",
		func() int { return runGrants(s, &at, asJSON) })
	jsonFlag(c, &asJSON)
	textFlag(c, &at.session, "session", "list the session `ID`, not the latest")
	cwdFlag(c, &at.dir)
	return c
}

// inOrder returns grants by kind and name. It is never nil.
func inOrder(grants []history.Grant) []history.Grant {
	grants = append([]history.Grant{}, grants...)
	slices.SortFunc(grants, func(a, b history.Grant) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return grants
}

func runGrants(s stdio, at *scope, asJSON bool) int {
	p, err := rightsIn(at)
	if err != nil {
		return s.fail("sandbox grants: %v", err)
	}
	g := grants{Session: p.id, Granted: inOrder(p.session.Grants()),
		Pending: append([]*history.Pending{}, p.session.AllPending()...), Project: p.name,
		InIt: []history.Grant{}, User: inOrder(p.store.Grants("")),
		Others: []string{}}
	if p.project != "" {
		g.InIt = inOrder(p.store.Grants(p.project))
	}
	for _, other := range p.store.Projects() {
		if other != p.project {
			g.Others = append(g.Others, other)
		}
	}
	if asJSON {
		s.json(g)
		return exitOK
	}
	g.print(s, p.judge.Home)
	return exitOK
}

func (g *grants) print(s stdio, home string) {
	list := func(title string, granted []history.Grant) {
		if len(granted) == 0 {
			return
		}
		s.printf("%s\n", s.style.bold(oneLine(title)))
		for _, one := range granted {
			name := violation.Short(one.Name, home)
			if strings.HasSuffix(one.Name, "/") {
				name += "/"
			}
			s.printf("  %s %s\n", one.Kind, oneLine(name))
		}
	}
	list("In the session "+g.Session, g.Granted)
	list("In "+g.Project, g.InIt)
	list("Everywhere", g.User)
	if len(g.Granted)+len(g.InIt)+len(g.User) == 0 {
		s.printf("Nothing is granted here beyond the config.\n")
	}
	for i, p := range g.Pending {
		if i == 0 {
			s.printf("%s\n", s.style.bold("Stopped in the session "+g.Session))
		}
		s.printf("  %s\n    lacked %s\n    %s\n", oneLine(p.Command),
			oneLine(violation.Wants(p.Rights, home)),
			oneLine(violation.GrantCommand(p.Rights, g.Session, home)))
	}
	for _, other := range g.Others {
		s.printf("%s has grants of its own.\n", oneLine(other))
	}
}

// sandboxStopCommand ends what confined commands have left in the background.
func sandboxStopCommand(s stdio) *cobra.Command {
	return newCommand("stop [RUN|SESSION|all]",
		"list or end what confined commands left in the background",
		func(operands []string) int { return runStop(s, operands) })
}

func runStop(s stdio, operands []string) int {
	if len(operands) > 1 {
		return s.fail("sandbox stop takes one run, one session or all, and got %q too", operands[1])
	}
	args := []string{"--list"}
	if len(operands) == 1 {
		if strings.HasPrefix(operands[0], "-") {
			return s.fail("sandbox stop: %q is no run", operands[0])
		}
		args = []string{"--stop", operands[0]}
	}
	runner, err := siblings.Find("fencepost-run")
	if err != nil {
		return s.fail("sandbox stop: %v; put fencepost-run beside fencepost, or install again", err)
	}
	c := exec.Command(runner, args...)
	c.Stdin, c.Stdout, c.Stderr, c.Env = s.in, s.out, s.err, os.Environ()
	err = c.Run()
	switch {
	case c.ProcessState != nil && c.ProcessState.ExitCode() > 0:
		return exitFailed
	case err != nil:
		return s.fail("sandbox stop: %v", err)
	}
	return exitOK
}
