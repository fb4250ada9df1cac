package main

import (
	"strings"

	"github.com/fencepost/fencepost/bench"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/app/audit"
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
	scan := audit.Scan{Each: func(e audit.Entry) error {
		if e.Decision != "" { // else it is what came of a call
			class := toolClass(e.Tool)
			took[class] = append(took[class], e.Took.Microseconds())
			took["all"] = append(took["all"], e.Took.Microseconds())
		}
		return nil
	}}
	if err := scan.Files(files); err != nil {
		return s.fail("bench: %v", err)
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
	line := func(class, calls string, figures ...string) string {
		text := pad(class, 10) + right(calls, 9)
		for _, f := range figures {
			text += right(f, 10)
		}
		return text
	}
	s.printf("%s\n", s.style.bold(line("class", "calls", "p50", "p95", "p99", "max")))
	for _, c := range list {
		s.printf("%s\n", line(c.Class, whole(float64(c.Calls)), duration(1000*c.P50),
			duration(1000*c.P95), duration(1000*c.P99), duration(1000*c.Max)))
	}
}

// toolClasses lists the classes of tools in the order in which they are shown.
func toolClasses() []string { return []string{"shell", "file", "search", "web", "mcp", "other"} }

func toolClass(tool string) string {
	switch t := agent.ToolOf(tool); {
	case t.Kind == agent.Shell || t.Kind == agent.PowerShell:
		return "shell"
	case t.Kind == agent.Names || t.Kind == agent.Search:
		return "search"
	case t.HasPath():
		return "file"
	case t.Kind == agent.Fetch || t.Kind == agent.Query:
		return "web"
	case strings.HasPrefix(tool, "mcp__"):
		return "mcp"
	}
	return "other"
}
