package probe

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// world is what the attempts aim at, made for one probe.
type world struct {
	target
	dir      string
	program  string
	reached  [2]atomic.Bool // the listener, the abstract socket
	signals  chan os.Signal
	closing  []func() error
	deadline time.Time
}

// newWorld makes one in a directory that sandboxes show.
func newWorld(parent, program string) (*world, error) {
	dir, err := place(parent)
	if err != nil {
		return nil, err
	}
	w := &world{dir: dir, program: program, signals: make(chan os.Signal, 1)}
	w.closing = append(w.closing, func() error { return os.RemoveAll(dir) })
	w.outside, w.secret, w.result = dir+"/outside", dir+"/secret", dir+"/work/result"
	w.pid, w.abstract = os.Getpid(), "fencepost-"+filepath.Base(dir)
	if err := w.fill(); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

// place makes a directory for a world. In a sandbox the first that comes to mind may be read-only. The
// one for temporary files comes last: an engine may have it writable.
func place(parent string) (string, error) {
	var first error
	here, _ := os.Getwd()
	for _, p := range [...]string{parent, "/var/tmp", here, os.TempDir()} {
		if p == "" {
			continue
		}
		dir, err := os.MkdirTemp(p, "fencepost-probe-")
		if err == nil {
			return filepath.EvalSymlinks(dir)
		}
		if first == nil {
			first = err
		}
	}
	return "", first
}

// fill makes what the attempts aim at. Where this process may not listen itself, nobody can be kept
// from its listener: that is not tested.
func (w *world) fill() error {
	if err := os.Mkdir(w.dir+"/work", 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(w.secret, []byte(token), 0o600); err != nil {
		return err
	}
	if tcp := w.listen(0, "tcp4", "127.0.0.1:0"); tcp != nil {
		w.port = tcp.(*net.TCPAddr).Port
	}
	w.listen(1, "unix", "@"+w.abstract)
	signal.Notify(w.signals, syscall.SIGCONT)
	w.closing = append(w.closing, func() error { signal.Stop(w.signals); return nil })
	return nil
}

func (w *world) listen(i int, network, addr string) net.Addr {
	l, err := net.Listen(network, addr)
	if err != nil {
		return nil
	}
	w.closing = append(w.closing, l.Close)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			w.reached[i].Store(true)
			c.Close()
		}
	}()
	return l.Addr()
}

func (w *world) close() {
	for _, f := range w.closing {
		_ = f()
	}
}

// attempt runs the attempts behind a command line, and returns what was reached.
func (w *world) attempt(flags []string) (map[string]bool, error) {
	if err := w.reset(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithDeadline(context.Background(), w.deadline)
	defer cancel()
	args := append(append(flags, w.program), w.args()...)
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Dir, c.WaitDelay = w.dir+"/work", 100*time.Millisecond
	out, err := c.CombinedOutput()
	if ctx.Err() != nil {
		return nil, errTime
	}
	if err != nil {
		return nil, said(out, err)
	}
	return w.seen()
}

// said is what a run that failed said.
func said(out []byte, err error) error {
	s := strings.TrimSpace(string(out))
	s = strings.TrimPrefix(s, "fencepost-run: ")
	if s == "" {
		s = err.Error()
	}
	return errors.New(s)
}

// reset makes all as it was.
func (w *world) reset() error {
	for i := range w.reached {
		w.reached[i].Store(false)
	}
	for len(w.signals) > 0 {
		<-w.signals
	}
	_ = os.Remove(w.result)
	return os.WriteFile(w.outside, []byte("untouched"), 0o600)
}

// seen is what was reached. Where this process can see it, it does not take the attempt's word.
func (w *world) seen() (map[string]bool, error) {
	b, err := os.ReadFile(w.result)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(b), "\n")
	if lines[len(lines)-1] != "end" {
		return nil, fmt.Errorf("the attempts did not come to their end")
	}
	reached := map[string]bool{}
	for _, l := range lines {
		if l == CheckMask || l == CheckUserns {
			reached[l] = true
		}
	}
	time.Sleep(10 * time.Millisecond) // a connection is accepted, a signal is handed on
	text, _ := os.ReadFile(w.outside)
	reached[CheckWrite] = string(text) != "untouched"
	reached[CheckListener] = w.reached[0].Load()
	reached[CheckAbstract] = w.reached[1].Load()
	reached[CheckSignal] = len(w.signals) > 0
	return reached, nil
}
