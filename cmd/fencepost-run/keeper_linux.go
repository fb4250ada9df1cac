package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/egress"
	"github.com/fencepost/fencepost/internal/sandbox/liveruns"
	"github.com/fencepost/fencepost/internal/sandbox/quarantine"
	"github.com/fencepost/fencepost/internal/sandbox/stage"
)

// What outlives a command is kept by a process of its own, the keeper. It is started when the command
// has ended and others go on, so that no other run pays for it. It gets all that is needed as open
// files, serves on, and the run ends with it.
const keeperFlag = "--keeper"

// The open files that a keeper finds; those of the state come behind.
const (
	fdRun   = 3 // the socket to the first process of the run
	fdState = 4
	fdReady = 5 // a pipe, for "" or an error
	fdMore  = 6
)

// kept is the state of a run that goes on.
type kept struct {
	Entry   *liveruns.Entry
	Network *egress.Handed `json:",omitempty"`
	Sweep   *quarantine.State
	Publish bool     // --publish auto
	Ports   []uint16 // at which something listens when the command ends: no others are published
	Files   int      // of the network
	Mender  stage.Mender
	Enter   bool // the namespaces of the run are the last two files
	Kept    *quarantine.Kept
}

// handOver hands what is left of a run over to a keeper. When it returns, nothing needs this process.
func (o *options) handOver(end *stage.Status, n *network, s *sweeper) error {
	k := &kept{Entry: o.entry(end.Pid), Sweep: s.sweep.Handover(), Kept: s.kept, Mender: end.Mender}
	if s.host == nil {
		return s.alone
	}
	f, err := s.host.leave()
	if err != nil {
		return err
	}
	files := []*os.File{f}
	if n != nil {
		k.Publish, k.Ports = n.publish, append([]uint16{}, liveruns.Ports(end.Pid)...)
		n.published.stop()
		h, more, err := n.server.Leave()
		if err != nil {
			return err
		}
		k.Network, k.Files, files = h, len(more), append(files, more...)
	}
	if k.Enter = k.Mender.User != nil; k.Enter {
		files = append(files, k.Mender.User, k.Mender.Mount)
	}
	return startKeeper(k, end.Control, files)
}

func startKeeper(k *kept, control *os.File, files []*os.File) error {
	data, err := json.Marshal(k)
	if err != nil {
		return err
	}
	fd, err := unix.MemfdCreate("state", unix.MFD_CLOEXEC)
	if err != nil {
		return err
	}
	state := os.NewFile(uintptr(fd), "state")
	if _, err := state.Write(data); err != nil {
		return err
	}
	if _, err := state.Seek(0, io.SeekStart); err != nil {
		return err
	}
	ready, theirs, err := os.Pipe()
	if err != nil {
		return err
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	// What this process was started with open is not the keeper's to hold.
	if err := unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return err
	}
	args := []string{"fencepost-run", keeperFlag, k.Entry.Run}
	_, err = os.StartProcess("/proc/self/exe", args, &os.ProcAttr{Dir: "/", Env: keeperEnv(),
		Files: append([]*os.File{null, null, null, control, state, theirs}, files...),
		Sys:   &syscall.SysProcAttr{Setsid: true}})
	theirs.Close()
	if err != nil {
		return err
	}
	said, err := io.ReadAll(ready)
	switch {
	case err != nil:
		return err
	case string(said) == keeps:
		return nil
	case len(said) == 0:
		return errors.New("the keeper ended")
	}
	return errors.New(string(said))
}

// keeps is what a keeper says that keeps.
const keeps = "keeps\n"

// keeperEnv is what a keeper needs of the environment: the person's proxy, and where its files are.
func keeperEnv() []string {
	var out []string
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if strings.HasSuffix(strings.ToUpper(name), "_PROXY") || name == "HOME" ||
			name == "XDG_CACHE_HOME" {
			out = append(out, v)
		}
	}
	return out
}

// keeperStage is the keeper.
func keeperStage() int {
	_ = unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC)
	ready := os.NewFile(fdReady, "ready")
	k, err := newKeeper()
	if err != nil {
		_, _ = ready.WriteString(err.Error())
		return exitFailed
	}
	_, _ = ready.WriteString(keeps)
	ready.Close()
	k.run()
	return 0
}

type keeper struct {
	*host
	n    *network
	stop chan os.Signal

	first  int // a pidfd of the run's first process, or less than 0
	looks  looker
	mender stage.Mender
}

func newKeeper() (*keeper, error) {
	state := &kept{}
	if err := json.NewDecoder(os.NewFile(fdState, "state")).Decode(state); err != nil {
		return nil, err
	}
	dir, err := liveruns.Open()
	if err != nil {
		return nil, err
	}
	k := &keeper{host: &host{dir: dir, entry: state.Entry}, stop: make(chan os.Signal, 4)}
	k.first, _ = unix.PidfdOpen(k.entry.First.Pid, 0)
	k.entry.Server, k.entry.Ended = liveruns.This(os.Getpid()), true
	k.end = func() { k.stop <- unix.SIGTERM }
	signal.Notify(k.stop, unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT)
	more := fdMore + 1
	err = k.takeSocket(os.NewFile(fdMore, "socket"))
	if err == nil && state.Network != nil {
		err = k.serveNetwork(state, more)
	}
	if err != nil {
		dir.Remove(k.entry.Run)
		return nil, err
	}
	k.looks = looker{sweep: quarantine.Resume(state.Sweep, protectedPaths()), kept: state.Kept}
	k.asked = map[string]func(string) []string{askAgreed: k.looks.agreed,
		askSweep: func(string) []string { return k.looks.look(true).Lines() }}
	k.joined, k.mender = make(chan struct{}), state.Mender
	close(k.joined)
	state.Kept.Resume()
	if more += state.Files; state.Enter {
		k.mender.User = os.NewFile(uintptr(more), "user namespace")
		k.mender.Mount = os.NewFile(uintptr(more+1), "mount namespace")
	}
	return k, nil
}

func (k *keeper) takeSocket(f *os.File) error {
	l, err := net.FileListener(f)
	if err != nil {
		return err
	}
	f.Close()
	k.l = l.(*net.UnixListener)
	k.l.SetUnlinkOnClose(false)
	if err := liveruns.Mine(k.l); err != nil {
		return err
	}
	return k.dir.Write(k.entry)
}

// serveNetwork goes on with what the process before has served.
func (k *keeper) serveNetwork(state *kept, first int) error {
	files := make([]*os.File, state.Files)
	for i := range files {
		files[i] = os.NewFile(uintptr(first+i), "passed")
	}
	proxy, err := egress.ProxyFrom(os.Environ())
	if err != nil {
		return err
	}
	told, err := k.dir.Tell(k.entry.Run)
	if err != nil {
		return err
	}
	server, l, err := egress.Resume(state.Network, files, egress.Config{Proxy: proxy, Stderr: told})
	if err != nil {
		return err
	}
	k.n = &network{server: server, publish: state.Publish}
	k.n.start(l)
	if state.Publish {
		k.n.published = publish(server, k.entry.First.Pid, state.Ports)
	}
	k.server = server
	return nil
}

// run keeps until the run has ended, or is ended.
func (k *keeper) run() {
	go k.serve()
	go func() { _ = k.meet() }()
	empty := make(chan struct{})
	go func() {
		k.waitFor(os.NewFile(fdRun, "run"))
		close(empty)
	}()
	select {
	case <-empty:
		k.n.stop()
	case err := <-k.n.failed():
		_ = err // nobody serves it: it ends
		k.kill(empty)
	case <-k.stop:
		k.kill(empty)
	}
	k.gone()
	k.entry.Found = k.looks.look(false).Lines()
	k.over()
}

// endLimit is how long the end of a run may take.
const endLimit = 5 * time.Second

// kill ends all processes of the run.
func (k *keeper) kill(empty chan struct{}) {
	_ = unix.Send(fdRun, []byte{stage.Stop}, unix.MSG_NOSIGNAL)
	select {
	case <-empty:
	case <-time.After(endLimit):
	}
}

// gone waits until all processes of the run are gone. The first one is the last of them: the kernel
// tells of its end when it has ended all others.
func (k *keeper) gone() {
	first := []unix.PollFd{{Fd: int32(k.first), Events: unix.POLLIN}}
	for end := time.Now().Add(endLimit); k.first >= 0 && time.Now().Before(end); {
		if n, err := unix.Poll(first, int(endLimit.Milliseconds())); n > 0 || err != unix.EINTR {
			return
		}
	}
}

// waitFor waits until the other side of a socket is closed, and mounts anew what it says is lost.
func (k *keeper) waitFor(run *os.File) {
	b := make([]byte, stage.MaxMessage)
	for {
		n, _, err := unix.Recvfrom(fdRun, b, 0)
		switch {
		case err == unix.EINTR:
		case err != nil || n == 0:
			return
		case (b[0] == stage.Lost || b[0] == stage.Doubtful) && k.mender.Hear(b[:n], run, k.looks.kept) != nil:
			_ = unix.Send(fdRun, []byte{stage.Stop}, unix.MSG_NOSIGNAL)
		}
	}
}

// sayLost tells that what goes on could not be kept, and has ended.
func sayLost(err error) {
	fmt.Fprintln(os.Stderr, "fencepost-run: the processes that outlived the command have ended with it: "+
		err.Error())
}
