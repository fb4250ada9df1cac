package stage

import (
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox/landlock"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// A mount over a file is gone as soon as somebody outside renames another file over that name. So
// what is hidden where the run does not write is kept a second time, by Landlock: what lies beside it
// may be read, entry by entry. These rules stick to files and not to names: a file that somebody
// makes there later cannot be read.
const readFile = unix.LANDLOCK_ACCESS_FS_READ_FILE

// guard sorts what a plan hides and keeps by what becomes of it when it is replaced outside.
func (s *Spec) guard(p *plan.Plan) {
	written := func(path string) bool {
		return slices.ContainsFunc(p.Rules, func(r plan.Rule) bool { return subpath.In(path, r.Path) })
	}
	for _, step := range p.Steps {
		kernel := strings.HasPrefix(step.Path, "/proc/")
		switch {
		case kernel, step.Type == plan.Socket:
		case step.Do == plan.PinMount, step.Do == plan.ReadOnly,
			step.Do == plan.Hide && (written(step.Path) || landlock.Version() == 0):
			var st unix.Stat_t
			if step.Do == plan.PinMount && unix.Lstat(step.Path, &st) == nil {
				step.Ino = st.Ino
			}
			s.Guarded = append(s.Guarded, step)
		// What this user cannot read anyway stays so, whoever replaces it.
		case step.Do == plan.Hide && unix.Access(step.Path, unix.R_OK) == nil:
			s.Veiled = append(s.Veiled, step.Path)
			for _, h := range step.Openings {
				s.Bared = append(s.Bared, h.Path)
			}
		}
	}
}

// reads lets all be read but what is veiled, and what is made beside it later.
func (s *Spec) reads() (rules []Rule) {
	above := map[string]bool{}
	for _, p := range s.Veiled {
		for i := strings.LastIndexByte(p, '/'); i >= 0; i = strings.LastIndexByte(p[:i], '/') {
			above[p[:i]] = true
		}
	}
	add := func(p string) { rules = append(rules, Rule{Path: p, Access: readFile, Passing: true}) }
	var beside func(dir string)
	beside = func(dir string) {
		entries, _ := os.ReadDir(dir + "/") // what cannot be listed is not read
		for _, e := range entries {
			switch p := dir + "/" + e.Name(); {
			case slices.Contains(s.Veiled, p), e.Type() == os.ModeSymlink:
			case above[p]:
				beside(p)
			default:
				add(p)
			}
		}
	}
	beside("")
	for _, p := range s.Bared {
		add(p)
	}
	for _, r := range s.Rules {
		add(r.Path)
	}
	for fd := range 3 { // < /dev/stdin opens it anew, wherever it lies; a pipe needs no rule
		rules = append(rules, Rule{FD: fd, Access: readFile, Passing: true})
	}
	return rules
}
