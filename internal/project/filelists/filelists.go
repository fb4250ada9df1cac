package filelists

import (
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/effort"
)

// Bounds of what is read for one call, all trees together.
const (
	MaxEntries = 200_000  // names
	maxSteps   = 300_000  // a name in a text, or 512 bytes of an archive
	MaxText    = 16 << 20 // bytes of a patch
	MaxUnpack  = 32 << 20 // bytes of an archive, after unpacking
	maxName    = 4096     // bytes of one name
	perFile    = 3        // steps that a name on the disk counts as
	perDir     = 30       // that reading a directory does
	perRun     = 3000     // that starting git does
)

// Entry is one name of a tree: relative to where the tree is put, with slashes. A name of an
// archive or a patch may be absolute or climb with "..".
type Entry struct {
	Name string
	Kind Kind
}

// Kind is what stands under a name.
type Kind uint8

const (
	File Kind = iota
	Dir
	Link // symbolic
	Gone // the name is deleted
	Edit // a file that is there is edited in place
)

// List is what is known of the names of a tree.
type List struct {
	Entries []Entry
	Why     string // why not all names can be known; "" if they can
}

// Budget bounds what is read for one call.
type Budget struct {
	steps    effort.Budget
	entries  int
	deadline time.Time
	answers  map[string]func() answer // of git, by the question and where it was asked
}

// answer is what a program has printed; ok is false where it failed.
type answer struct {
	out string
	ok  bool
}

// past reports whether the last resort is over.
func (b *Budget) past() bool { return !b.deadline.IsZero() && time.Now().After(b.deadline) }

// NewBudget is what a call starts with. Programs that are asked are ended at the deadline, which is a
// last resort; zero: never.
func NewBudget(deadline time.Time) *Budget {
	return &Budget{steps: maxSteps, deadline: deadline, answers: make(map[string]func() answer)}
}

const (
	whyMany   = "there are more than this program reads"
	whyGone   = "the source cannot be read"
	whyBroken = "the file is not what programs agree on"
)

// add adds a name. It reports false where the list ends here, and why.
func (l *List) add(b *Budget, name string, kind Kind) bool {
	switch {
	case !b.steps.Spend(1) || b.entries >= MaxEntries:
		l.Why = whyMany
	case len(name) > maxName || strange(name):
		l.Why = "a name in it is one that programs read differently"
	default:
		b.entries++
		l.Entries = append(l.Entries, Entry{name, kind})
		return true
	}
	return false
}

// strange reports whether a name has characters that programs drop, cut at or show as others.
func strange(name string) bool {
	for i := 0; i < len(name); i++ {
		if name[i] < ' ' || name[i] == 0x7f {
			return true
		}
	}
	return name == ""
}

// through reports whether an entry lies below a symbolic link of the same tree: where it is written
// then depends on the link, and on the order.
func (l *List) through() bool {
	var links []string
	for i := range l.Entries {
		if e := &l.Entries[i]; e.Kind == Link {
			links = append(links, strings.ToLower(cleanName(e.Name))+"/")
		}
	}
	if len(links) == 0 {
		return false
	}
	below := make(map[string]bool, len(links))
	for _, link := range links {
		below[link] = true
	}
	for i := range l.Entries {
		name := strings.ToLower(cleanName(l.Entries[i].Name))
		for k := 0; k < len(name); k++ {
			if name[k] == '/' && below[name[:k+1]] {
				return true
			}
		}
	}
	return false
}

// cleanName is a name without "." components and double slashes.
func cleanName(name string) string {
	if !strings.Contains(name, "//") && !strings.Contains(name, "./") && !strings.HasSuffix(name,
		"/") {
		return name
	}
	var kept []string
	for part := range strings.SplitSeq(name, "/") {
		if part != "" && part != "." {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "/")
}
