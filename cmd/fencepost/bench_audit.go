package main

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/fencepost/fencepost/bench"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/audit"
)

// auditClass is what one class of tools took in real use, in microseconds.
type auditClass struct {
	Class string  `json:"class"`
	Calls int     `json:"calls"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// benchAudit reads from the audit log how long real calls took.
func benchAudit(s stdio, asJSON bool) int {
	r, err := reportOf("", false)
	if err != nil {
		return s.fail("bench: %v", err)
	}
	settings := r.policy.Effective()
	took := map[string][]int64{}
	files := audit.Files(settings.AuditPath)
	for _, file := range files {
		err := audit.Read(file, func(e audit.Entry) error {
			if e.Decision != "" { // else it is what came of a call
				class := toolClass(e.Tool)
				took[class] = append(took[class], e.Took.Microseconds())
				took["all"] = append(took["all"], e.Took.Microseconds())
			}
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // rotated away in this moment
			return s.fail("bench: %v", err)
		}
	}
	list := []auditClass{}
	for _, class := range append(toolClasses(), "all") {
		if len(took[class]) == 0 {
			continue
		}
		v := bench.SpreadOf(took[class])
		list = append(list, auditClass{class, v.N, v.P50, v.P95, v.P99, v.Max})
	}
	if asJSON {
		s.json(list)
		return exitOK
	}
	if len(list) == 0 {
		s.printf("There are no calls in the audit log %s.\n", oneLine(settings.AuditPath))
		return exitOK
	}
	printAudit(s, settings.AuditPath, len(files), list)
	return exitOK
}

func printAudit(s stdio, path string, files int, list []auditClass) {
	s.printf("Time to judge a call, without the start of the program, in %s of the log %s\n",
		plural(files, "file"), oneLine(path))
	s.printf("%s\n", s.style.bold(pad("class", 10)+right("calls", 9)+right("p50", 10)+right("p95",
		10)+right("p99", 10)+right("max", 10)))
	for _, c := range list {
		s.printf("%s%s%s%s%s%s\n", pad(c.Class, 10), right(whole(float64(c.Calls)), 9),
			right(duration(1000*c.P50), 10),
			right(duration(1000*c.P95), 10), right(duration(1000*c.P99), 10),
			right(duration(1000*c.Max), 10))
	}
}

// toolClasses lists the classes of tools in the order in which they are shown.
func toolClasses() []string { return []string{"shell", "file", "search", "web", "mcp", "other"} }

func toolClass(tool string) string {
	classes, t := toolClasses(), agent.ToolOf(tool)
	switch {
	case t.Kind == agent.Shell || t.Kind == agent.PowerShell:
		return classes[0]
	case t.Kind == agent.Names || t.Kind == agent.Search:
		return classes[2]
	case t.HasPath():
		return classes[1]
	case t.Kind == agent.Fetch || t.Kind == agent.Query:
		return classes[3]
	case strings.HasPrefix(tool, "mcp__"):
		return classes[4]
	}
	return classes[5]
}
