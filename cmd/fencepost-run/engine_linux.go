package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/bwrap"
	"github.com/fencepost/fencepost/internal/sandbox/native"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/probe"
	"github.com/fencepost/fencepost/internal/sandbox/reduced"
	"github.com/fencepost/fencepost/internal/sandbox/stage"
)

// The engines, by the names of the flag. What is chosen is carried out or refused; no other engine
// takes its place.
const (
	engineNative   = "native"
	engineBwrap    = "bwrap"
	engineLandlock = "landlock"
	engineSeatbelt = "seatbelt"
)

// innerFlag makes this program the stage inside of another program's sandbox.
const innerFlag = stage.Flag

func innerStage() int { return stage.Main() }

// mendFlag makes it one that mounts anew what a run has lost.
const mendFlag = stage.MendFlag

func mendStage(args []string) int { return stage.MendMain(strings.Join(args, " ")) }

// because adds why a sandbox could not be made, and what to do.
func because(err error) error {
	if c := probe.Diagnose(err); c != nil {
		return fmt.Errorf("%w\n  why:  %s\n  mend: %s", err, c.Said, c.Mend)
	}
	return err
}

// network is what serves a run with a filtered network, nil for others. It serves once: another
// attempt gets another one.
func (o *options) network() (*network, error) {
	if o.Network != sandbox.NetFiltered {
		return nil, nil
	}
	return o.newNetwork()
}

// carrier carries out one plan with the engine that was chosen.
type carrier struct {
	o     *options
	net   *network
	after *sweeper
}

// begin prepares for a plan. Each attempt gets another one.
func (o *options) begin(r *plan.Request, after *sweeper) (*carrier, error) {
	n, err := o.network()
	if err != nil {
		return nil, err
	}
	if o.engine == engineLandlock {
		runtime.GOMAXPROCS(1) // each thread has to be restricted, and ended when it becomes the command
	}
	c := &carrier{o: o, net: n, after: after}
	r.Serve = plan.Network{}
	if n != nil && o.engine != engineLandlock { // that has a proxy in place of sockets
		r.Serve, n.publish = n.plan(), o.Publish.Auto
		if o.Session != "" {
			n.join = func(pid int) error { return o.join(after, n, pid) }
		}
	}
	return c, nil
}

// run carries out a plan, and returns how the command has ended.
func (c *carrier) run(p *plan.Plan) (end stage.Status, err error) {
	outside := stage.Outside{Warden: c.after.kept}
	if c.net != nil {
		outside.Serve = c.net.serve
	}
	switch c.o.engineName() {
	case engineNative:
		return native.Run(p, outside)
	case engineBwrap:
		e, err := bwrap.New()
		if err != nil {
			return end, because(fmt.Errorf("--engine bwrap: %w", err))
		}
		return e.Run(p, outside)
	case engineLandlock:
		return end, c.o.landlock(p, c.net)
	}
	return end, errors.New("--engine seatbelt is for macOS")
}

// prepare gives an engine that can make no directory of its own one for temporary files. It is the
// same for all runs of a user, as nobody is left to take it away.
func (o *options) prepare(r *plan.Request) error {
	if o.engine != engineLandlock || r.Scratch != "" || r.Tmp == "shared" || o.KeepAll {
		return nil
	}
	dir := filepath.Join("/tmp", "fencepost-"+strconv.Itoa(r.UID))
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	var st unix.Stat_t
	if err := unix.Lstat(dir, &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR || st.Mode&0o077 != 0 || int(st.Uid) != r.UID {
		return fmt.Errorf("%s is not a directory of this user alone. Remove it", dir)
	}
	r.Scratch = dir
	r.Env = set(r.Env, "TMPDIR", dir)
	r.Env = set(r.Env, "TMPPREFIX", filepath.Join(dir, "zsh")) // that of zsh, for here-documents
	return nil
}

// landlock becomes the command; it returns only if that fails.
func (o *options) landlock(p *plan.Plan, n *network) error {
	if o.Level != sandbox.LevelReduced {
		return fmt.Errorf("--engine landlock keeps less than --level %s. Add --level reduced, and see "+
			"what that is in docs/sandbox-limits.md", o.Level)
	}
	e, err := reduced.New()
	if err != nil {
		return because(fmt.Errorf("--engine landlock: %w", err))
	}
	var options reduced.Options
	if n != nil {
		if len(o.Publish.Ports) > 0 {
			return errors.New("--publish needs a network of the run's own, which --engine landlock " +
				"does not have. Leave it out, or use another engine")
		}
		if options.Connect, err = o.proxy(p); err != nil {
			return err
		}
	}
	return e.Exec(p, options)
}
