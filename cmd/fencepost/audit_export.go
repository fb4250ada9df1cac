package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/auditexport"
	"github.com/fencepost/fencepost/internal/app/version"
)

// auditExport hands the audit log's records to a collector or a file. Only a person or
// their timer calls it: the hook never does.
type auditExport struct {
	pastLog
	otlp, csv string
	sqlite    string // is no more
	headers   []string
	insecure  bool
}

// exportCommand hands the log to others.
func exportCommand(s stdio) *cobra.Command {
	var e auditExport
	c := plainCommand("export", "send the log to a collector, or write it to a file", "; name a log with --log",
		func() int { return e.run(s) })
	c.Long = "Each export goes on where the last one ended, so each record is exported once.\n" +
		"docs/organisation.md lists the attributes, columns and limits."
	c.Example = "  fencepost audit export --otlp https://collector.example/v1/logs --header api-key=K\n" +
		"  fencepost audit export --csv calls.csv"
	textFlag(c, &e.otlp, "otlp", "send OpenTelemetry log records to `URL`")
	textFlag(c, &e.sqlite, "sqlite", "gone; use --csv")
	_ = c.Flags().MarkHidden("sqlite") // the flag is there
	textFlag(c, &e.csv, "csv", "write to `FILE`")
	c.Flags().StringArrayVar(&e.headers, "header", nil, "send the header `NAME=VALUE` with --otlp")
	boolFlag(c, &e.insecure, "insecure", "let --otlp send to another machine without encryption")
	textFlag(c, &e.log, "log", "read the log `FILE`")
	cwdFlag(c, &e.cwd)
	return c
}

// run exports, and says what it did.
func (e *auditExport) run(s stdio) int {
	if _, err := e.files(); err != nil { // there is no such log
		return s.fail("audit export: %v", err)
	}
	path, err := e.path()
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return s.fail("audit export: %v", err)
	}
	bar := newProgress(s)
	to, err := e.open(path, bar)
	if err != nil {
		return s.fail("audit export: %s", oneLine(err.Error()))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := auditexport.Run(ctx, path, to, bar.reading("exporting the audit log"))
	bar.end()
	return e.report(s, &r, errors.Join(err, to.Close()))
}

// open opens the one destination that is named.
func (e *auditExport) open(log string, bar *progress) (auditexport.Sink, error) {
	switch {
	case e.sqlite != "":
		return nil, errors.New("--sqlite is gone: export with --csv FILE, and read the file " +
			"with sqlite3 DATABASE '.import --csv FILE fencepost_audit' (docs/organisation.md)")
	case e.otlp == "" && (len(e.headers) > 0 || e.insecure):
		return nil, errors.New("--header and --insecure are for --otlp")
	case e.otlp != "" && e.csv == "":
		build := version.This()
		return auditexport.OpenOTLP(auditexport.Receiver{URL: e.otlp, Headers: e.headers,
			Insecure: e.insecure, Log: log, Version: build.Version, Note: func(text string) {
				if bar.to != nil { // somebody watches
					bar.end()
					fmt.Fprintln(bar.to, oneLine(text))
				}
			}})
	case e.csv != "" && e.otlp == "":
		return auditexport.OpenCSV(e.csv)
	}
	return nil, errors.New("choose --otlp URL or --csv FILE")
}

// report says what was done. Whatever a receiver or the log says is text and nothing else.
func (e *auditExport) report(s stdio, r *auditexport.Result, err error) int {
	url, _, _ := strings.Cut(e.otlp, "?") // behind which may stand a key
	s.printf("exported %s to %s\n", plural(int(r.Records), "record"), oneLine(url+e.csv))
	s.printBad(r.Bad)
	if r.Gap {
		s.printf("%s\n", s.style.yellow("A log was removed before all of it was exported. "+
			"Export more often, or raise audit.keep."))
	}
	if r.Changed {
		s.printf("%s\n", s.style.yellow("A log has changed since the last export, so it was exported "+
			"from its beginning. Some records may be there twice."))
	}
	if r.Why != "" {
		s.printf("the receiver says: %s\n", oneLine(r.Why))
	}
	switch {
	case err != nil:
		return s.failed("audit export: %s; the next export goes on where this one ended",
			oneLine(err.Error()))
	case r.Refused > 0:
		return s.failed("audit export: the receiver refused %s for good", plural(int(r.Refused), "record"))
	}
	return exitOK
}
