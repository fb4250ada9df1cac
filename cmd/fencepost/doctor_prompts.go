package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/rule"
)

// promptDays is how far back the log is counted.
const promptDays = 30

// promptLimit is how long the log is read: a big one is counted in part.
const promptLimit = 300 * time.Millisecond

// prompts says which of the two ways is chosen to live with the client's own prompts, and how many
// of them the other way saves or would save.
func (d *doctor) prompts() {
	p, _, _ := gate.New(optionsHere()).Policy(d.cwd)
	set := p.Effective()
	now := time.Now()
	n, all := countPrompts(set.AuditPath, now.AddDate(0, 0, -promptDays), now.Add(promptLimit))
	figure := "about " + plural(n, "prompt")
	if !all {
		figure = "more than " + plural(n, "prompt")
	}
	figure = "by the log " + figure + " of the last 30 days"
	switch explicit := set.OutputAllow == rule.OutputExplicit; {
	case explicit && n > 0:
		d.note("an allow is explicit: what fencepost allows runs without the client's own prompt "+
			"(saves %s)", figure)
	case explicit:
		d.note("an allow is explicit: what fencepost allows runs without the client's own prompt")
	case n > 0:
		d.note("an allow is silent: the client's own prompts stay; `fencepost install "+
			"--fewer-prompts` would save %s", figure)
	default:
		d.note("an allow is silent: the client's own prompts stay; `fencepost install " +
			"--fewer-prompts` removes " +
			"those about what fencepost allows")
	}
}

// errLate ends the reading of the log.
var errLate = errors.New("the log is too long")

// countPrompts estimates how many calls fencepost allowed about which the client asks by itself:
// shell commands other than those that it takes for reading, and writes in the default mode. The
// person's own permission rules are not in the log, so that it is an upper bound.
func countPrompts(path string, since, until time.Time) (n int, all bool) {
	files := slices.DeleteFunc(audit.Files(path), func(file string) bool {
		info, err := os.Stat(file)
		return err != nil || info.ModTime().Before(since)
	})
	scan := audit.Scan{Each: func(e audit.Entry) error {
		allowed := e.Decision == rule.Allow.String()
		if allowed && !e.Time.Before(since) && prompts(&e) {
			n++
		}
		if time.Now().After(until) {
			return errLate
		}
		return nil
	}}
	all = !errors.Is(scan.Files(files), errLate)
	return n, all
}

// prompts reports whether the client asks about a call that nobody has a rule for.
func prompts(e *audit.Entry) bool {
	if e.Mode != "default" && e.Mode != "acceptEdits" && e.Mode != "" {
		return false
	}
	switch e.Tool {
	case "Write", "Edit", "MultiEdit", "NotebookEdit":
		return e.Mode != "acceptEdits"
	case "Monitor":
		return true
	case "Bash":
		for _, f := range e.Input {
			if f.Name == "command" {
				return !reads(f.Text)
			}
		}
	}
	return false
}

// reads reports whether the client takes each part of a command for reading: an estimate by its
// first words.
func reads(command string) bool {
	const plain = " ls cat echo pwd head tail grep rg find wc which diff stat du cd true "
	const git = " status log diff show branch rev-parse blame ls-files "
	split := func(r rune) bool { return strings.ContainsRune("&|;\n", r) }
	if strings.ContainsAny(command, "`>") || strings.Contains(command, "$(") {
		return false
	}
	for part := range strings.FieldsFuncSeq(command, split) {
		words := strings.Fields(part)
		switch {
		case len(words) == 0:
		case words[0] == "git" && len(words) > 1 && strings.Contains(git, " "+words[1]+" "):
		case !strings.Contains(plain, " "+filepath.Base(words[0])+" "):
			return false
		}
	}
	return true
}
