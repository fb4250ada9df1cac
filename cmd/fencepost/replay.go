package main

import (
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/app/replay"
	"github.com/fencepost/fencepost/internal/rule"
)

// replayCommand judges past calls under another config.
func replayCommand(s stdio) *cobra.Command {
	var l pastLog
	var asJSON, project bool
	var config string
	c := plainCommand("replay", "judge past calls with another config, and show what changes",
		"; name the config with --config", func() int {
			if config == "" {
				return s.fail("replay: name the config to try with --config FILE; it replaces your own, " +
					"or with --project the project's")
			}
			return runReplay(s, &l, config, project, asJSON)
		})
	textFlag(c, &config, "config", "try the config `FILE|DIR`")
	boolFlag(c, &project, "project", "put it in the place of the project's config, not of yours")
	jsonFlag(c, &asJSON)
	l.flags(c)
	return c
}

func runReplay(s stdio, l *pastLog, config string, project, asJSON bool) int {
	r, code := replayLog(s, l, config, project)
	if r == nil {
		return code
	}
	if asJSON {
		s.json(r)
		return exitOK
	}
	printReplay(s, r)
	return exitOK
}

// replayLog judges the log; a nil report comes with the exit status.
func replayLog(s stdio, l *pastLog, config string, project bool) (*replay.Report, int) {
	named, err := layerFiles(config, true)
	if err != nil {
		return nil, s.fail("replay: %v", err)
	}
	for i := range named {
		if named[i], err = filepath.Abs(named[i]); err != nil {
			return nil, s.fail("replay: %v", err)
		}
	}
	files, err := l.files()
	if err != nil {
		return nil, s.fail("replay: %v", err)
	}
	opt := replay.Options{Files: files}
	if opt.Since, err = l.from(time.Now()); err != nil {
		return nil, s.fail("replay: %v", err)
	}
	other := gate.Instead{Person: named}
	g := pastGate(false, "")
	opt.Now = g.Past(gate.Instead{})
	dir, err := l.dir()
	if err != nil {
		return nil, s.fail("replay: %v", err)
	}
	if project {
		other = gate.Instead{Project: named}
		_, opt.In, _ = opt.Now.Policy(dir)
	} else if l.cwd != "" {
		_, opt.In, _ = opt.Now.Policy(dir)
	}
	opt.New = g.Past(other)
	// A config with a mistake denies everything, which would say nothing about it.
	if p, _, _ := opt.New.Policy(dir); len(p.Errors) > 0 {
		printProblems(s, s.style.red("error"), p.Errors)
		return nil, exitFailed
	}
	bar := newProgress(s)
	defer bar.end()
	opt.Seen = bar.reading("judging the audit log anew")
	r, err := replay.Run(opt)
	if err != nil {
		return nil, s.fail("replay: %v", err)
	}
	return r, exitOK
}

// maxReplayLines is how many changes are printed; --json has all.
const maxReplayLines = 200

func printReplay(s stdio, r *replay.Report) {
	s.printf("%s judged anew: %d as before, %s\n", plural(r.Calls, "call"), r.Same,
		s.style.bold(plural(r.Changed, "change")))
	s.printBad(r.Bad)
	if r.Left > 0 {
		s.printf("the log holds too little of %s, so %s left out\n", plural(r.Left, "call"),
			was(r.Left))
	}
	if r.Already > 0 {
		s.printf("%d of the changes come from the configs that apply now: they, or the files, changed after "+
			"the log was written\n", r.Already)
	}
	for _, c := range r.Counts {
		s.printf("  %s → %s  %d\n", pad(c.From, 5), pad(c.To, 5), c.Calls)
	}
	for i, c := range r.Changes {
		if i == maxReplayLines {
			s.printf("… and %s more; --json has them all\n", plural(len(r.Changes)-i, "line"))
			break
		}
		to, _ := rule.ParseDecision(c.To)
		s.printf("%6d  %s → %s  %s\n", c.Calls, pad(c.From, 5), s.style.decision(to, pad(c.To, 5)),
			oneLine(c.Text))
		if why := replayReason(&c); why != "" {
			s.printf("        %s\n", s.style.dim(oneLine(why)))
		}
	}
	if r.More > 0 {
		s.printf("%s more changed, too many to list\n", plural(r.More, "call"))
	}
}

func replayReason(c *replay.Change) string {
	switch {
	case c.To == "allow": // each of its parts may be allowed by another rule
		return ""
	case c.Src != "" && c.Rule != "":
		return c.Rule + " (" + c.Src + ")"
	case c.Rule != "":
		return c.Rule
	}
	return c.Reason
}

func was(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}
