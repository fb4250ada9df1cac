package paths

import "strings"

// Also knows further directories in which a call may work. They count for containment only: what is
// protected, where the config lies and what a relative glob means does not depend on them. Those
// with a wildcard in their name are left out.
type Also interface {
	// WorkDirs are directories that "." holds, too: those that the person has added.
	WorkDirs(project string) []string
	// TempDirs are directories that $SCRATCH holds, too: the agent's own temporary files.
	TempDirs() []string
}

// also returns the directories that a root holds beside its own, absolute and clean. Asking for
// them can mean to read files, so that it is done once, and only for a path that lies in neither
// the project nor the scratch directory.
func (r *Resolver) also(name string) []string {
	switch {
	case r.Also == nil:
	case name == ".":
		if !r.askedWork {
			r.askedWork, r.work = true, usable(r.Also.WorkDirs(r.project))
		}
		return r.work
	case name == scratchRoot:
		if !r.askedTemp {
			r.askedTemp, r.temp = true, usable(r.Also.TempDirs())
		}
		return r.temp
	}
	return nil
}

func usable(dirs []string) (out []string) {
	for _, dir := range dirs {
		if dir = native(dir); isAbs(dir) && !strings.ContainsAny(dir, "*?") {
			out = append(out, clean(dir))
		}
	}
	return out
}
