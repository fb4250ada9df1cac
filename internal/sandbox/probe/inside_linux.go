package probe

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// FlagInside makes fencepost-run try to get out, and FlagNothing do nothing: both are started by a
// probe only.
const (
	FlagInside  = "--probe-inside"
	FlagNothing = "--probe-nothing"
	FlagLayer   = "--probe-layer"
)

// target is what the attempts aim at.
type target struct {
	outside  string // a file
	secret   string // a file
	port     int    // a listener on 127.0.0.1
	abstract string // a socket
	pid      int    // a process
	result   string // where to write what was reached, in what may be written
}

// What is attempted. Each has to succeed without a sandbox.
const (
	CheckWrite    = "a write outside"
	CheckMask     = "a hidden file read"
	CheckListener = "a listener of the machine reached"
	CheckUserns   = "a new user namespace"
	CheckSignal   = "a signal to a process outside"
	CheckAbstract = "an abstract socket of the machine reached"
)

var checks = [...]string{CheckWrite, CheckMask, CheckListener, CheckUserns, CheckSignal, CheckAbstract}

const token = "fencepost-probe-token"

func (t *target) args() []string {
	return []string{FlagInside, t.outside, t.secret, strconv.Itoa(t.port), t.abstract,
		strconv.Itoa(t.pid), t.result}
}

func parseTarget(args []string) (*target, error) {
	if len(args) != 6 {
		return nil, fmt.Errorf("%s is for fencepost-run --probe", FlagInside)
	}
	t := &target{outside: args[0], secret: args[1], abstract: args[3], result: args[5]}
	var err error
	if t.port, err = strconv.Atoi(args[2]); err == nil {
		t.pid, err = strconv.Atoi(args[4])
	}
	return t, err
}

// Inside tries to get out, and writes what it reached. What counts is what the machine saw, where
// it can see it.
func Inside(args []string) int {
	t, err := parseTarget(args)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	var reached []string
	for _, a := range [...]struct {
		name string
		try  func() error
	}{
		{CheckWrite, t.write}, {CheckMask, t.read}, {CheckListener, t.listener},
		{CheckUserns, t.namespace}, {CheckSignal, t.signal}, {CheckAbstract, t.socket},
	} {
		if a.try() == nil {
			reached = append(reached, a.name)
		}
	}
	if err := os.WriteFile(t.result, []byte(strings.Join(append(reached, "end"), "\n")), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func (t *target) write() error {
	f, err := os.OpenFile(t.outside, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(token)
	return err
}

func (t *target) read() error {
	b, err := os.ReadFile(t.secret)
	if err == nil && string(b) != token {
		return os.ErrNotExist
	}
	return err
}

const patience = time.Second

func (t *target) listener() error {
	c, err := net.DialTimeout("tcp4", "127.0.0.1:"+strconv.Itoa(t.port), patience)
	if err == nil {
		c.Close()
	}
	return err
}

func (t *target) socket() error {
	c, err := net.DialTimeout("unix", "@"+t.abstract, patience)
	if err == nil {
		c.Close()
	}
	return err
}

func (t *target) signal() error { return syscall.Kill(t.pid, syscall.SIGCONT) }

// namespace starts a process in a new user namespace.
func (t *target) namespace() error {
	p, err := os.StartProcess("/proc/self/exe", []string{"fencepost-run", FlagNothing},
		&os.ProcAttr{Sys: &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER}})
	if err == nil {
		_, err = p.Wait()
	}
	return err
}
