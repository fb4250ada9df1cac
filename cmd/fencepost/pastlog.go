package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/app/gate"
)

// pastLog is what the commands that read the audit log have in common.
type pastLog struct {
	log, since, cwd string
}

func (l *pastLog) flags(c *cobra.Command) {
	textFlag(c, &l.log, "log", "read the log `FILE`, not the one that the config names")
	textFlag(c, &l.since, "since",
		"count calls since `TIME`: a date (2026-01-31), or how long ago (7d, 36h)")
	dirFlag(c, &l.cwd, "cwd", "use `DIR` instead of the current directory")
}

// path is the log that is named, or the one that the config names.
func (l *pastLog) path() (string, error) {
	path := l.log
	if path == "" {
		g, cwd, err := gateAt(l.cwd, gate.Options{})
		if err != nil {
			return "", err
		}
		p, _, _ := g.Policy(cwd)
		set := p.Effective()
		path = set.AuditPath
	}
	if path == "" {
		return "", errors.New("the config names no audit log; name one with --log")
	}
	return path, nil
}

// files are the log with its rotated parts, oldest first.
func (l *pastLog) files() ([]string, error) {
	path, err := l.path()
	if err != nil {
		return nil, err
	}
	files := audit.Files(path)
	if len(files) == 0 {
		if l.log != "" {
			return nil, errors.New(oneLine(path) + ": there is no such log")
		}
		return nil, errors.New("there is no audit log at " + oneLine(path) +
			" yet. It begins with the first call that the hook judges; start a session of the agent")
	}
	return files, nil
}

// from is the time from which on calls count.
func (l *pastLog) from(now time.Time) (time.Time, error) {
	if l.since == "" {
		return time.Time{}, nil
	}
	n := len(l.since)
	if days, err := strconv.Atoi(l.since[:n-1]); err == nil && l.since[n-1] == 'd' && days >= 0 {
		return now.AddDate(0, 0, -days), nil
	}
	if d, err := time.ParseDuration(l.since); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04", "2006-01-02 15:04",
		time.DateOnly} {
		if t, err := time.ParseInLocation(layout, l.since, time.Local); err == nil {
			return t, nil
		}
	}
	return time.Time{}, errors.New("--since needs a date such as 2026-01-31, or how long ago, " +
		"such as 7d or 36h, not " + quoted(l.since))
}

// dir is the directory that is named, or the current one.
func (l *pastLog) dir() (string, error) {
	if l.cwd == "" {
		return os.Getwd()
	}
	return filepath.Abs(l.cwd)
}

// pastGate is a gate for calls of the log: each was made in a directory of its own. interp names
// the program that reads inline code; "" is the one beside this program.
func pastGate(trace bool, interp string) *gate.Gate {
	opt := optionsHere()
	opt.Started, opt.Project, opt.Trace, opt.Interp = "", "", trace, interp
	opt.Confined = true // as they would be now
	return gate.New(opt)
}

// printBad says how much of the log could not be read.
func (s stdio) printBad(bad int) {
	if bad > 0 {
		s.printf("%s\n", s.style.yellow(plural(bad, "line")+
			" of the log could not be read, and do not count"))
	}
}
