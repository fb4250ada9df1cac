package reduced

import (
	"errors"
	"runtime"
	"slices"
	"syscall"

	golandlock "github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/landlock"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/seccomp"
	"github.com/fencepost/fencepost/internal/sandbox/stage"
)

// The versions of Landlock that brought what is used here.
const (
	abiPorts   = 4
	abiSockets = 9
)

// ErrNone is a kernel without Landlock.
var ErrNone = errors.New("the kernel has no Landlock, or did not start it")

// Options are what a plan does not say.
type Options struct {
	// Connect are the ports that may be reached under sandbox.NetFiltered: those of a proxy. Another
	// program that listens on such a port, on any host, can be reached as well.
	Connect []uint16
}

// Engine is what this kernel can do.
type Engine struct{ Version int }

// New returns the engine of this kernel.
func New() (*Engine, error) {
	v := landlock.Version()
	if v == 0 {
		return nil, ErrNone
	}
	return &Engine{v}, nil
}

// Sockets says what becomes of Unix sockets under a plan.
func (e *Engine) Sockets(p *plan.Plan) Sockets {
	switch {
	case e.Version >= abiSockets:
		return SocketsKept
	case slices.ContainsFunc(p.Rules, func(r plan.Rule) bool { return r.Type == plan.Socket }):
		return SocketsAll
	}
	return SocketsNone
}

// Lost says what of every plan is not kept.
func (e *Engine) Lost() []string {
	var out []string
	for _, g := range Gaps {
		if g.Until == 0 || e.Version < g.Until {
			out = append(out, g.Rows+": "+g.Why)
		}
	}
	if e.Version < abiSockets {
		out = append(out, "I03: a command makes no Unix sockets, those of its own neither")
	}
	return out
}

// Exec restricts this process and becomes the command. It returns only if that fails, and then
// nothing has run.
func (e *Engine) Exec(p *plan.Plan, o Options) error {
	runtime.LockOSThread() // all threads are restricted; this one for certain
	defer runtime.UnlockOSThread()
	l, err := Of(p, &plan.OS{})
	if err != nil {
		return err
	}
	if p.Net == sandbox.NetFiltered && e.Version < abiPorts {
		return &plan.Error{What: "this kernel's Landlock does not know ports, so the network cannot be filtered",
			Mend: "Use --net none, or another engine"}
	}
	for _, do := range [...]func() error{
		stage.Streams,
		func() error {
			return stage.Named("close_range", unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC))
		},
		func() error { return stage.Named("chdir "+p.Dir, unix.Chdir(p.Dir)) },
		func() error { return stage.Confine(attr(e.Version), e.rules(p, l)) },
		func() error { return e.ports(p, o) },
		func() error { return stage.DropCaps(false) },
		func() error { return stage.Filter(seccomp.Filter(false)) },
		func() error { return stage.Filter(sockets(p.Net, e.Sockets(p))) },
	} {
		if err := do(); err != nil {
			return err
		}
	}
	err = stage.Named("execve "+p.Path, syscall.Exec(p.Path, p.Argv, p.Env))
	err.(*stage.Error).Exec = true
	return err
}

// What reads files. To execute one, it has to be read by the kernel only; what cannot be read need
// not be executed.
const (
	readFile = unix.LANDLOCK_ACCESS_FS_READ_FILE
	readDir  = unix.LANDLOCK_ACCESS_FS_READ_DIR
)

// attr is what is restricted: what the other engines' second wall is, and reading.
func attr(version int) unix.LandlockRulesetAttr {
	a := landlock.Attr(version)
	a.Handled_access_fs |= readFile | readDir
	return a
}

// rules are what is allowed.
func (e *Engine) rules(p *plan.Plan, l *Layout) []stage.Rule {
	rules := stage.Writes(e.Version, l.Write)
	for _, r := range p.Rules {
		if access := landlock.Access(e.Version, r.Type); r.Type == plan.Socket && access != 0 {
			rules = append(rules, stage.Rule{Path: r.Path, Access: access})
		}
	}
	for _, r := range l.Read {
		access := uint64(readFile)
		if r.Type == plan.Dir {
			access |= readDir
		}
		rules = append(rules, stage.Rule{Path: r.Path, Access: access, Passing: true})
	}
	for _, dir := range l.List {
		rules = append(rules, stage.Rule{Path: dir, Access: readDir, Passing: true})
	}
	return rules
}

// ports lets only the proxy be reached.
func (e *Engine) ports(p *plan.Plan, o Options) error {
	if p.Net != sandbox.NetFiltered {
		return nil
	}
	const bind, connect = unix.LANDLOCK_ACCESS_NET_BIND_TCP, unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	config, err := golandlock.NewConfig(golandlock.AccessNetSet(bind | connect))
	var rules []golandlock.Rule
	for _, port := range o.Connect {
		rules = append(rules, golandlock.ConnectTCP(port))
	}
	if err == nil {
		err = config.Restrict(rules...)
	}
	if err != nil {
		return &stage.Error{Name: "landlock: " + err.Error()}
	}
	return nil
}
