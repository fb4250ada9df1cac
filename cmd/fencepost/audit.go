package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/activity"
)

// auditCommand says what the audit log holds.
func auditCommand(s stdio) *cobra.Command {
	var l pastLog
	var asJSON bool
	var page string
	c := plainCommand("audit", "show what the agent did, and what was asked and denied",
		"; name a log with --log", func() int { return runAudit(s, &l, asJSON, page) })
	jsonFlag(c, &asJSON)
	textFlag(c, &page, "html", "write a page to `FILE`")
	l.flags(c)
	c.AddCommand(exportCommand(s))
	return c
}

func runAudit(s stdio, l *pastLog, asJSON bool, page string) int {
	if asJSON && page != "" {
		return s.fail("audit: choose --json or --html")
	}
	r, err := readLog(s, l)
	if err != nil {
		return s.fail("audit: %v", err)
	}
	switch {
	case asJSON:
		s.json(r)
	case page != "":
		return s.writePage("audit", page, r.HTML())
	default:
		s.printf("%s", r.Markdown())
	}
	return exitOK
}

// writePage writes a page that only the person can read: the log is theirs alone as well.
func (s stdio) writePage(name, file, page string) int {
	if err := replaceFile(file, []byte(page), 0o600); err != nil {
		return s.fail("%s: %s: %s", name, oneLine(file), cause(err))
	}
	s.printf("wrote %s\n", oneLine(file))
	return exitOK
}

func readLog(s stdio, l *pastLog) (*activity.Report, error) {
	files, err := l.files()
	if err != nil {
		return nil, err
	}
	host, _ := os.Hostname()
	o := activity.Options{Files: files, Log: host + ": " + files[len(files)-1]}
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
