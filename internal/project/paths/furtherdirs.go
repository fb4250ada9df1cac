package paths

import "strings"

// Also knows further directories in which a call may work. They count for containment only. They do
// not change what is protected, where the config lies and what a relative glob means. Directories
// with a wildcard in their name are left out.
type Also interface {
	// WorkDirs are directories that "." holds, too: those that the person has added.
	WorkDirs(project string) []string
	// TempDirs are directories that $SCRATCH holds, too: the agent's own temporary files.
	TempDirs() []string
}

// furtherDirs are what Also has said of a root, once it was asked.
type furtherDirs struct {
	dirs  []string
	asked bool
}

// furtherDirs returns the directories that a root holds beside its own, absolute and clean. Also
// may have to read files for them, so it is asked once, and only for a path outside the project and
// the scratch directory.
func (r *Resolver) furtherDirs(name string) []string {
	if r.Also == nil || name != "." && name != scratchRoot {
		return nil
	}
	further := &r.workDirs
	if name == scratchRoot {
		further = &r.tempDirs
	}
	if further.asked {
		return further.dirs
	}
	further.asked = true
	var all []string
	if name == "." {
		all = r.Also.WorkDirs(r.project)
	} else {
		all = r.Also.TempDirs()
	}
	for _, dir := range all {
		if dir = native(dir); isAbs(dir) && !strings.ContainsAny(dir, "*?") {
			further.dirs = append(further.dirs, clean(dir))
		}
	}
	return further.dirs
}
