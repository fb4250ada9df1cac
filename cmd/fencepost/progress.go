package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress shows on a terminal's standard error how far work is that takes long. What is quick, and
// what nobody watches, shows nothing.
type progress struct {
	to          io.Writer // nil: nobody watches
	start, last time.Time
	shown       bool
}

// newProgress shows progress on standard error if that is a terminal.
func newProgress(s stdio) *progress {
	p := &progress{start: time.Now()}
	if f, ok := s.err.(*os.File); ok && os.Getenv("TERM") != "dumb" && isTerminal(f) {
		p.to = f
	}
	return p
}

const (
	progressAfter = 500 * time.Millisecond // before that, work is quick
	progressEvery = 100 * time.Millisecond
)

// show shows which share is done.
func (p *progress) show(share float64, what string) {
	now := time.Now()
	if p.to == nil || now.Sub(p.start) < progressAfter || now.Sub(p.last) < progressEvery {
		return
	}
	p.last, p.shown = now, true
	fmt.Fprintf(p.to, "\r\x1b[K%s %s", bar(share, 30), what)
}

// reading shows how much of a log is read.
func (p *progress) reading(what string) func(done, total int64) {
	return func(done, total int64) {
		if total > 0 {
			share := min(1, float64(done)/float64(total))
			p.show(share, fmt.Sprintf("%3.f %% of %d MB, %s", 100*share, total>>20, what))
		}
	}
}

// end takes the bar away.
func (p *progress) end() {
	if p.shown {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}
