package main

import (
	"encoding/binary"
	"fmt"
	"path"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// locks finds settings that git has tried to write in a run. Git makes NAME.lock and fails to rename it
// to a name that is kept (EBUSY); husky and others end with status 0 nevertheless.
type locks struct {
	events int                   // of inotify
	kept   map[string]*plan.Step // by the watch of the directory, and the name
}

// watch begins to look, where a person has to be told: to end it takes the kernel some milliseconds.
func (o *options) watch(p *plan.Plan) *locks {
	l := &locks{events: -1, kept: map[string]*plan.Step{}}
	if o.atTerminal() {
		l.events, _ = unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	}
	for i := range p.Steps {
		if s := &p.Steps[i]; s.Do == plan.ReadOnly && (gitSettings(s) || path.Base(s.Path) == ".gitmodules") {
			watch, err := unix.InotifyAddWatch(l.events, path.Dir(s.Path), unix.IN_CREATE|unix.IN_MOVED_TO)
			if err == nil {
				l.kept[fmt.Sprint(watch, "/", path.Base(s.Path))] = s
			}
		}
	}
	return l
}

// end returns what was tried. What was replaced meanwhile somebody outside has written.
func (l *locks) end() (tried []*plan.Step) {
	seen, b := map[string]bool{}, make([]byte, 64<<10)
	for n, err := unix.Read(l.events, b); err == nil && n > 0; n, err = unix.Read(l.events, b) {
		for e := b[:n]; len(e) >= unix.SizeofInotifyEvent; {
			end := unix.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(e[12:]))
			name, _, _ := strings.Cut(string(e[unix.SizeofInotifyEvent:end]), "\x00")
			seen[fmt.Sprint(binary.NativeEndian.Uint32(e), "/", name)] = true
			e = e[end:]
		}
	}
	unix.Close(l.events)
	for k, s := range l.kept {
		if seen[k+".lock"] && !seen[k] {
			tried = append(tried, s)
		}
	}
	return tried
}
