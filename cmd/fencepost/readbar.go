package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// readBar is a bar on a terminal's standard error for work that takes long. What is quick, and what
// nobody watches, shows none.
type readBar struct {
	to          io.Writer // nil: nobody watches
	what        string
	start, last time.Time
	shown       bool
}

// newBar returns a bar on standard error if that is a terminal.
func newBar(s stdio, what string) *readBar {
	p := &readBar{what: what, start: time.Now()}
	if f, ok := s.err.(*os.File); ok && os.Getenv("TERM") != "dumb" {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			p.to = f
		}
	}
	return p
}

const (
	progressAfter = 500 * time.Millisecond // before that, work is quick
	progressEvery = 100 * time.Millisecond
	progressWidth = 30
)

// seen shows how much is done.
func (p *readBar) seen(done, total int64) {
	now := time.Now()
	if p.to == nil || total <= 0 || now.Sub(p.start) < progressAfter ||
		now.Sub(p.last) < progressEvery {
		return
	}
	p.last, p.shown = now, true
	done = min(done, total)
	n := int(progressWidth * done / total)
	fmt.Fprintf(p.to, "\r%s [%s%s] %3d %% of %d MB ", p.what, strings.Repeat("#", n),
		strings.Repeat(".", progressWidth-n), 100*done/total, total>>20)
}

// end takes the bar away.
func (p *readBar) end() {
	if p.shown {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}
