// Package report is what a probe of the machine finds out: which engine keeps which level, and why one
// does not.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox"
)

// Limit is how long a probe takes at most.
const Limit = 5 * time.Second

// Report is what a machine can keep.
type Report struct {
	System  string   `json:"system"`
	Inside  string   `json:"inside,omitempty"`
	Engines []Engine `json:"engines"`
	// Untested are attempts that fail without a sandbox, too, and so prove nothing.
	Untested []string `json:"untested,omitempty"`
	Cached   bool     `json:"cached"`
}

// Engine is how an engine did.
type Engine struct {
	Name   string        `json:"name"`
	Level  sandbox.Level `json:"level"`
	Works  bool          `json:"works"`
	Checks []Check       `json:"checks,omitempty"`
	Lost   []string      `json:"lost,omitempty"` // what this level does not keep
	Cause  *Cause        `json:"cause,omitempty"`
	Error  string        `json:"error,omitempty"` // the engine's own words
	Millis int64         `json:"millis"`
}

// Check is an attempt to get out.
type Check struct {
	Name string `json:"name"`
	Held bool   `json:"held"`
}

// Cause is why a sandbox could not be made.
type Cause struct {
	ID   string `json:"id"`
	Said string `json:"said"`
	Mend string `json:"mend"`
}

// Best is the first engine that works and keeps a level; nil if there is none. Nobody takes another
// level than was asked for.
func (r *Report) Best(level sandbox.Level) *Engine {
	for i := range r.Engines {
		if e := &r.Engines[i]; e.Works && Keeps(e.Level, level) {
			return e
		}
	}
	return nil
}

// Keeps reports whether a level keeps what another one asks for.
func Keeps(has, wants sandbox.Level) bool {
	rank := map[sandbox.Level]int{sandbox.LevelReduced: 1, sandbox.LevelFiles: 2, sandbox.LevelFull: 3}
	return rank[has] >= rank[wants] && rank[wants] > 0
}

// JSON writes a report for programs.
func (r *Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Print writes a report for people.
func (r *Report) Print(w io.Writer) {
	fmt.Fprintln(w, "System: "+r.System)
	if r.Inside != "" {
		fmt.Fprintln(w, "This process is already in "+r.Inside+".")
	}
	for i := range r.Engines {
		r.Engines[i].print(w)
	}
	if len(r.Untested) > 0 {
		fmt.Fprintln(w, "Not tested, as it fails here without a sandbox, too: "+strings.Join(r.Untested, "; ")+".")
	}
	switch best := r.Best(sandbox.LevelReduced); {
	case best == nil:
		fmt.Fprintln(w, "No command can be confined on this machine: the level is none.")
	case best.Name == "native":
		fmt.Fprintln(w, "A run uses native, unless --engine names another one.")
	default:
		fmt.Fprintf(w, "No engine is taken in place of another. To use this one: --engine %s --level %s\n",
			best.Name, best.Level)
	}
}

func (e *Engine) print(w io.Writer) {
	fmt.Fprintf(w, "%-9s %-8s ", e.Name, e.Level)
	var through []string
	for _, c := range e.Checks {
		if !c.Held {
			through = append(through, c.Name)
		}
	}
	switch {
	case e.Works:
		fmt.Fprintf(w, "works (%d attempts to get out failed, %d ms)\n", len(e.Checks), e.Millis)
	case len(through) > 0:
		fmt.Fprintln(w, "does not hold: "+strings.Join(through, "; "))
	default:
		fmt.Fprintln(w, "cannot be used")
	}
	if e.Cause != nil {
		fmt.Fprintln(w, "    why:  "+e.Cause.Said)
		fmt.Fprintln(w, "    mend: "+e.Cause.Mend)
	}
	if e.Error != "" && (e.Cause == nil || e.Error != e.Cause.Said) {
		fmt.Fprintln(w, "    said: "+e.Error)
	}
	for _, l := range e.Lost {
		fmt.Fprintln(w, "    not kept: "+l)
	}
}
