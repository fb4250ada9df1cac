package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/activity"
)

// auditCommand says what the audit log holds.
func auditCommand(s stdio) *cobra.Command {
	var l pastLog
	var asJSON bool
	var page string
	c := plainCommand("audit", "say what the agent did: how much was asked and denied, when, and what",
		"; name a log with --log", func() int { return runAudit(s, &l, asJSON, page) })
	jsonFlag(c, &asJSON)
	textFlag(c, &page, "html", "write a page to `FILE`")
	l.flags(c)
	c.AddCommand(exportCommand(s))
	return c
}

func runAudit(s stdio, l *pastLog, asJSON bool, page string) int {
	if asJSON && page != "" {
		return s.fail("audit: give one of --json and --html")
	}
	r, err := readLog(s, l)
	if err != nil {
		return s.fail("audit: %v", err)
	}
	switch {
	case asJSON:
		s.json(r)
	case page != "":
		// Only the person can read it: the log is theirs alone as well.
		if err := replaceFile(page, []byte(r.HTML()), 0o600); err != nil {
			return s.fail("audit: %s: %s", oneLine(page), cause(err))
		}
		s.printf("wrote %s\n", oneLine(page))
	default:
		s.printf("%s", r.Markdown())
	}
	return exitOK
}

func readLog(s stdio, l *pastLog) (*activity.Report, error) {
	files, err := l.files()
	if err != nil {
		return nil, err
	}
	o := activity.Options{Files: files}
	if o.Since, err = l.from(time.Now()); err != nil {
		return nil, err
	}
	if l.cwd != "" {
		if o.Dir, err = l.dir(); err != nil {
			return nil, err
		}
	}
	bar := newProgress(s)
	defer bar.end()
	o.Seen = bar.reading("reading the audit log")
	return activity.Read(o)
}
