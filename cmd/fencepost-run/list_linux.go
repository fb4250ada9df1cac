package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fencepost/fencepost/internal/sandbox/liveruns"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// listed is a run as --list shows it.
type listed struct {
	*liveruns.Entry
	Processes []liveruns.Running `json:"processes"`
	Ports     []uint16           `json:"ports"`
	Told      []string           `json:"told,omitempty"`
}

// listRuns prints the runs that go on, and those of sessions.
func (o *options) listRuns(w io.Writer) error {
	dir, err := liveruns.Open()
	if err != nil {
		return err
	}
	defer dir.Close()
	entries, err := dir.Runs()
	if err != nil {
		return err
	}
	list := make([]listed, 0, len(entries))
	for _, e := range entries {
		list = append(list, listed{Entry: e, Processes: e.Processes(), Ports: dir.Ports(e.Run),
			Told: dir.Told(e.Run)})
	}
	if o.json {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(list)
	}
	if len(list) == 0 {
		fmt.Fprintln(w, "Nothing goes on.")
	}
	for i := range list {
		list[i].print(w)
	}
	return nil
}

func (l *listed) print(w io.Writer) {
	state := "runs"
	if l.Ended {
		state = "goes on"
	}
	fmt.Fprintf(w, "%s  %s since %s", l.Run, state, l.Started)
	if l.Session != "" {
		fmt.Fprintf(w, "  session %s", l.Session)
	}
	fmt.Fprintf(w, "\n  %s  (in %s)\n", shown(strings.Join(l.Command, " ")), shown(l.Directory))
	if len(l.Ports) > 0 {
		var ports []string
		for _, p := range l.Ports {
			ports = append(ports, strconv.Itoa(int(p)))
		}
		fmt.Fprintf(w, "  ports %s\n", strings.Join(ports, " "))
	}
	for _, p := range l.Processes {
		fmt.Fprintf(w, "  %7d %s\n", p.Pid, shown(p.Command))
	}
	for _, t := range l.Told {
		fmt.Fprintf(w, "  %s\n", shown(t))
	}
}

// shown is a text of programs, which can be anything, on a line of a terminal.
func shown(s string) string {
	const most = 100
	q := strconv.Quote(s)
	if q = q[1 : len(q)-1]; len(q) > most {
		q = q[:most] + "…"
	}
	return q
}

// stopRuns ends runs: those of a session, one, or all.
func (o *options) stopRuns(w io.Writer) error {
	dir, err := liveruns.Open()
	if err != nil {
		return err
	}
	defer dir.Close()
	list, err := dir.Runs()
	if err != nil {
		return err
	}
	found := o.stop == "all"
	failed := make([]error, len(list))
	var wait sync.WaitGroup // an agent that ends waits for this, and not for long
	for i, e := range list {
		if o.stop != "all" && o.stop != e.Run && o.stop != e.Session {
			continue
		}
		found = true
		wait.Go(func() {
			if err := dir.Stop(e); err != nil {
				failed[i] = fmt.Errorf("%s: %w", e.Run, err)
				return
			}
			fmt.Fprintln(w, "stopped "+e.Run)
		})
	}
	wait.Wait()
	if !found {
		return fmt.Errorf("--stop: nothing goes on that is called %s. fencepost-run --list shows what does",
			plan.Quote(o.stop))
	}
	return errors.Join(failed...)
}

// aboutRuns does what --list and --stop say.
func (o *options) aboutRuns() int {
	do := o.listRuns
	if o.stop != "" {
		do = o.stopRuns
	}
	if err := do(os.Stdout); err != nil {
		return fail(err)
	}
	return 0
}

// checkSession refuses a session that cannot be.
func (o *options) checkSession() error {
	if o.Session == "" {
		return nil
	}
	if err := liveruns.CheckSession(o.Session); err != nil {
		return fmt.Errorf("--session: %w", err)
	}
	if o.engine == engineLandlock {
		return errors.New("--session: --engine landlock makes no network of a run's own, and leaves nobody " +
			"to serve it. Leave it out")
	}
	return nil
}

// hideRuns hides the directory of the runs: what is asked for there is not for programs inside. Beside
// it stays what is fencepost's own, though a flag has the cache of the person writable. What
// Landlock hides costs what is new beside it, and there no socket is to be had anyway, but with
// --socket.
func (o *options) hideRuns(r *plan.Request) {
	if o.engine == engineLandlock && len(o.Sockets) == 0 {
		return
	}
	if dir := liveruns.Make(); dir != "" {
		r.Hide = append(r.Hide[:len(r.Hide):len(r.Hide)], dir)
		keep := []string{filepath.Dir(dir)}
		works := func(p string) bool { // a command with its own caches there; a probe in its world
			return slices.ContainsFunc(r.Write, func(w string) bool { return strings.HasPrefix(w, p+"/") })
		}
		if own := keep[0]; works(own) {
			keep = []string{own + "/quarantine", own + "/sandbox"}
		}
		r.ReadOnly = append(r.ReadOnly[:len(r.ReadOnly):len(r.ReadOnly)], slices.DeleteFunc(keep, works)...)
	}
}
