//go:build linux || darwin

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// An engine that makes no network namespace becomes the command, so that another process has to
// serve it: a proxy that ends when the command does. It is started by one that ends at once. So it is
// no child of the command, which might wait for all that it has.
const (
	proxyFlag      = "--proxy"
	proxyFlagAlone = "--proxy-alone"
)

// The open files that the proxy finds.
const (
	fdAnswer = 3 // a pipe, for a proxied
	fdFor    = 4 // the process that it serves, where a file can be one
)

// proxied is what a proxy says of itself.
type proxied struct {
	Port  uint16
	Set   []string
	Unset []string
	Error string
}

// proxy starts a proxy for the command that this process becomes, tells the command of it, and
// returns the ports that it may connect with.
func (o *options) proxy(p *plan.Plan) ([]uint16, error) {
	said, err := o.startProxy()
	if err != nil {
		return nil, fmt.Errorf("the proxy could not be started, and nothing has run: %w", err)
	}
	said.tell(p)
	return append(numbers(o.Localhost), said.Port), nil
}

// tell has the command know of the proxy.
func (said *proxied) tell(p *plan.Plan) {
	p.Env = slices.DeleteFunc(slices.Clone(p.Env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(said.Unset, name)
	})
	for _, v := range said.Set {
		name, value, _ := strings.Cut(v, "=")
		p.Env = set(p.Env, name, value)
	}
	if self, err := os.Executable(); err == nil && !slices.ContainsFunc(p.Env, choosesSSH) {
		p.Env = set(p.Env, "GIT_SSH_COMMAND", sshThrough(self))
	}
}

// choosesSSH reports whether a variable says what git runs for ssh: that is the person's.
func choosesSSH(v string) bool {
	return strings.HasPrefix(v, "GIT_SSH_COMMAND=") || strings.HasPrefix(v, "GIT_SSH=")
}

// sshThrough is what git runs for ssh, which asks no proxy by itself.
func sshThrough(self string) string {
	through := shellquote.Always(strings.ReplaceAll(self, "%", "%%")) + " " + connectFlag + " %h %p"
	return "ssh -o " + shellquote.Always("ProxyCommand="+through)
}

// startProxy starts it with what it has to know of the run: the network, and where it says what it
// refuses.
func (o *options) startProxy() (*proxied, error) {
	reach := sandbox.Profile{Network: o.Network, Allow: o.Allow, Deny: o.Deny,
		DenyResolved: o.DenyResolved, Reasons: o.Reasons, Localhost: o.Localhost, Publish: o.Publish}
	profile, err := reach.Encode()
	if err != nil {
		return nil, err
	}
	self, err := handle()
	if err != nil {
		return nil, err
	}
	if self != nil {
		defer self.Close()
	}
	answer, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer answer.Close()
	args := []string{"fencepost-run", proxyFlag, strconv.Itoa(os.Getpid()),
		"--profile", string(profile), "--report-run", o.reportRun, "--", "command"}
	first, err := os.StartProcess(this(), args, &os.ProcAttr{Env: os.Environ(),
		Files: []*os.File{nil, nil, os.Stderr, theirs, self},
		Sys:   &syscall.SysProcAttr{Setsid: true}})
	theirs.Close()
	if err != nil {
		return nil, err
	}
	said := &proxied{}
	err = json.NewDecoder(answer).Decode(said)
	_, _ = first.Wait()
	switch {
	case err != nil:
		return nil, fmt.Errorf("it said nothing: %w", err)
	case said.Error != "":
		return nil, errors.New(said.Error)
	}
	return said, nil
}

// proxyStage is the process that starts the proxy, and the proxy itself.
func proxyStage(args []string) int {
	answer := os.NewFile(fdAnswer, "answer")
	if args[0] == proxyFlag {
		next := append([]string{"fencepost-run", proxyFlagAlone}, args[1:]...)
		_, err := os.StartProcess(this(), next, &os.ProcAttr{Env: os.Environ(),
			Files: []*os.File{nil, nil, os.Stderr, answer, os.NewFile(fdFor, "for")}})
		if err != nil {
			return exitFailed
		}
		return 0
	}
	if err := serveProxy(args[1:], answer); err != nil {
		_ = json.NewEncoder(answer).Encode(proxied{Error: err.Error()})
		return exitFailed
	}
	return 0
}

// serveProxy serves until the process has ended for which it is.
func serveProxy(args []string, answer *os.File) error {
	if len(args) == 0 {
		return errors.New("no process to serve")
	}
	pid, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	// Who waits for the answer is there still, so that it is this process and no later one.
	ended, err := watch(pid)
	if err != nil {
		return err
	}
	o, err := parse(args[1:])
	if err != nil {
		return err
	}
	n, err := o.newNetwork()
	if err != nil {
		return err
	}
	if err := o.recordRefused(n); err != nil {
		return err
	}
	local, err := n.server.Local()
	if err != nil {
		return err
	}
	n.start(local.Listeners)
	said := proxied{Port: local.Port, Set: local.Set, Unset: local.Unset}
	if err := json.NewEncoder(answer).Encode(said); err != nil {
		return err
	}
	answer.Close()
	if err := ended(); err != nil {
		return err
	}
	n.stop()
	return nil
}
