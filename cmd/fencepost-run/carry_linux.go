package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox/bwrap"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/stage"
)

// attempts is how often a plan is made, where what it saw has changed before it was carried out. The
// third attempt waits for one pause, and each one after it for one pause more.
const (
	attempts = 10
	pause    = 10 * time.Millisecond
)

// carryOut makes the plan and runs it, or shows it.
func (o *options) carryOut(r *plan.Request, rec *recorder) int {
	if err := o.prepare(r); err != nil {
		return rec.failed(exitFailed, err)
	}
	o.hideRuns(r)
	defer o.bound()()
	after := newSweeper()
	defer after.over()
	if !o.explain && !o.calls {
		sweepEarlier(r.Dir)
	}
	var there steady
	for i := 1; ; i++ {
		c, err := o.begin(r, after)
		if err != nil {
			return rec.failed(exitFailed, err)
		}
		p, err := plan.Build(r, &plan.OS{})
		if err != nil {
			return rec.failed(exitFailed, err)
		}
		if o.explain || o.calls {
			return o.show(p)
		}
		there.dropOthers(p, i)
		if err := rec.begin(p); err != nil {
			return rec.failed(exitFailed, err)
		}
		o.tell(p, i)
		if err := after.begin(o, r, p); err != nil {
			return rec.failed(exitFailed, err)
		}
		tried := o.watch(p)
		end, err := c.run(p)
		if err == nil {
			code := o.ended(&end, c.net, after, rec)
			o.hint(p, code, tried.end())
			return code
		}
		tried.end()
		c.net.stop()
		var e *stage.Error
		switch {
		case errors.As(err, &e) && e.Exec:
			return rec.ended(noExec(r.Argv[0], e.Errno), e)
		case bwrap.Moved(err) && i < attempts:
			time.Sleep(time.Duration(i-1) * pause)
			continue
		case e != nil || bwrap.Moved(err):
			err = because(fmt.Errorf("the sandbox could not be made, and nothing has run: %w", err))
		}
		return rec.failed(exitFailed, err)
	}
}

// tell says, before the first attempt, which flags that a person wrote do less than they say. Those of a
// profile are a config's, and often match nothing in a project.
func (o *options) tell(p *plan.Plan, attempt int) {
	if attempt > 1 || o.profile != "" || o.profileFD >= 0 {
		return
	}
	for _, line := range p.Told {
		fmt.Fprintln(os.Stderr, "fencepost-run: "+line)
	}
}

// ended keeps what goes on, looks for what was planted, and returns the status of the command.
func (o *options) ended(end *stage.Status, n *network, after *sweeper, rec *recorder) int {
	if after.left = end.Left; end.Left {
		if err := o.handOver(end, n, after); err != nil {
			end.Left = false
			sayLost(err)
		}
	}
	if !end.Left {
		n.stop()
		if after.left { // they end when this process does: the next run looks
			after.owe(o)
		}
	}
	report := after.end(end.Left)
	rec.swept(report)
	if end.Code == 0 && report != nil && len(report.Incomplete) > 0 {
		end.Code = exitIncomplete
	}
	rec.end(end.Code, end.Left, n)
	return end.Code
}

// steady are the sockets of the machine that were there for each plan so far.
type steady map[string]bool

// dropOthers hides sockets that come and go no longer, once they have stopped two plans. Another plan
// would not last either, and a socket that is opened later is reached anyway.
func (s *steady) dropOthers(p *plan.Plan, attempt int) {
	now := steady{}
	for i := range p.Steps {
		m := &p.Steps[i]
		if m.Do == plan.Hide && m.Type == plan.Socket && (attempt == 1 || (*s)[m.Path]) {
			now[m.Path] = true
		}
	}
	*s = now
	if attempt > 2 {
		p.Steps = slices.DeleteFunc(p.Steps, func(m plan.Step) bool {
			return m.Do == plan.Hide && m.Type == plan.Socket && !now[m.Path]
		})
	}
}

func noExec(name string, errno syscall.Errno) int {
	fmt.Fprintln(os.Stderr, "fencepost-run: "+name+": "+errno.Error())
	if errno == syscall.ENOENT {
		return exitNotFound
	}
	return exitNoExec
}

// show prints the plan.
func (o *options) show(p *plan.Plan) int {
	if !o.calls {
		p.Print(os.Stdout)
		return 0
	}
	for i, n := range stage.Explain(p) {
		fmt.Printf("%3d %s\n", i, n)
	}
	return 0
}
