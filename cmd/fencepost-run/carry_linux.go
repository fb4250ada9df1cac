package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox/native"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// attempts is how often a plan is made, where what it saw has changed before it was carried out. The
// third attempt waits for one pause, and each one after it for one pause more.
const (
	attempts = 10
	pause    = 10 * time.Millisecond
)

// carryOut makes the plan and runs it, or shows it.
func (o *options) carryOut(r *plan.Request, c *carrier, rec *recorder) int {
	if err := o.prepare(r); err != nil {
		c.end()
		return rec.failed(exitFailed, err)
	}
	o.hideRuns(r)
	var after sweeper
	var there steady
	for i := 1; ; i++ {
		if i > 1 {
			var err error
			if c, err = o.begin(); err != nil {
				return rec.failed(exitFailed, err)
			}
		}
		r.Serve = c.serve
		p, err := plan.Build(r, &plan.OS{})
		if err != nil {
			c.end()
			return rec.failed(exitFailed, err)
		}
		if o.explain || o.calls {
			return o.show(p)
		}
		there.keep(p, i)
		end, err := c.run(p, func() error {
			if err := rec.begin(p); err != nil {
				return err
			}
			return after.begin(o, r, p)
		})
		if err == nil && end.Left {
			if err := o.keep(&end, c.net); err == nil {
				rec.swept(after.end(true))
				rec.end(end.Code, end.Left, c.net)
				c.finish()
				return end.Code
			} else {
				end.Left = false
				lost(err)
			}
		}
		c.net.stop()
		if err == nil {
			rec.swept(after.end(end.Left))
			rec.end(end.Code, end.Left, c.net)
		}
		c.finish()
		if err == nil {
			return end.Code
		}
		var op *native.OpError
		if errors.As(err, &op) {
			if op.Exec {
				return rec.ended(noExec(r.Argv[0], op.Errno), op)
			}
			if i < attempts && moved(op.Errno) {
				time.Sleep(time.Duration(i-1) * pause)
				continue
			}
			err = because(fmt.Errorf("the sandbox could not be made, and nothing has run: %w", err))
		}
		return rec.failed(exitFailed, err)
	}
}

// steady are the sockets of the machine that were there for each plan so far.
type steady map[string]bool

// keep leaves out the masks of sockets that come and go, once that has kept two plans from being
// carried out: another one would not last either, and who opens one later is not kept out anyway.
func (s *steady) keep(p *plan.Plan, attempt int) {
	now := steady{}
	for i := range p.Steps {
		m := &p.Steps[i]
		if m.Do == plan.Mask && m.Type == plan.Socket && (attempt == 1 || (*s)[m.Path]) {
			now[m.Path] = true
		}
	}
	*s = now
	if attempt > 2 {
		p.Steps = slices.DeleteFunc(p.Steps, func(m plan.Step) bool {
			return m.Do == plan.Mask && m.Type == plan.Socket && !now[m.Path]
		})
	}
}

// moved reports whether an error says that a path is not what it was when the plan was made.
func moved(errno syscall.Errno) bool {
	return errno == syscall.ENOENT || errno == syscall.ENOTDIR || errno == syscall.ELOOP ||
		errno == syscall.ESTALE
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
	names, err := native.Explain(p)
	if err != nil {
		return fail(err)
	}
	for i, n := range names {
		fmt.Printf("%3d %s\n", i, n)
	}
	return 0
}
