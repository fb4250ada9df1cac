package quarantine

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// Plant is a protected name that was made or changed during a run.
type Plant struct {
	Path string `json:"path"`
	Why  string `json:"why"`
	// Moved is where it is now; "" if it could not be moved and is still there.
	Moved string `json:"moved,omitempty"`
	// Restored says that there is a file again: with the text from before the run, or where a person
	// had agreed to the change with the same text and no other name.
	Restored bool `json:"restored,omitempty"`
	// Links are the other names that the file has: they are the same file.
	Links int    `json:"links,omitempty"`
	Error string `json:"error,omitempty"`
}

// Report is what a sweep found.
type Report struct {
	Run    string  `json:"run"`
	Plants []Plant `json:"plants"`
	// Unread counts directories in which a new name would not have been found.
	Unread int `json:"unread,omitempty"`
	// Hidden says that there are some.
	Hidden bool `json:"hidden,omitempty"`
	// Incomplete are files that are not what git says they are: it was kept from changing them.
	Incomplete []string `json:"incomplete,omitempty"`
	// Left says that processes of the run go on; what they make from now on another sweep finds.
	Left bool `json:"left,omitempty"`
	// Agreed are the names that were made or changed, and that a person or a commit has so.
	Agreed []Agreed `json:"-"`
	// Failed is why the sweep was not made, or not to its end.
	Failed string `json:"failed,omitempty"`
}

// maxLines are the plants that are told one by one.
const maxLines = 20

// Print tells people, a line for each plant; nothing where nothing was found.
func (r *Report) Print(w io.Writer) {
	for _, line := range r.Lines() {
		fmt.Fprintln(w, line)
	}
}

// Lines are what is told.
func (r *Report) Lines() (all []string) {
	tell := func(s string) { all = append(all, "fencepost: sandbox "+s) }
	for i := range r.Plants {
		if i == maxLines {
			tell(fmt.Sprintf("quarantined %d more", len(r.Plants)-i))
			break
		}
		tell(r.Plants[i].String())
	}
	if r.Failed != "" {
		tell("looked for planted files, and failed: " + plan.Quote(r.Failed))
	}
	if n := len(r.Incomplete); n > 0 {
		tell(fmt.Sprintf("kept %d files from git, and the work tree is not what git says: %q. git restore "+
			"them, or run git by itself", n, r.Incomplete[:min(n, 3)]))
	}
	if r.Unread > 0 {
		tell(fmt.Sprintf("could not look for planted files in %d directories", r.Unread))
	}
	return all
}

func (p *Plant) String() string {
	s := "quarantined " + plan.Quote(p.Path) + " (" + p.Why + ")"
	switch {
	case p.Moved == "":
		return "could not move " + plan.Quote(p.Path) + " (" + p.Why + "): " + p.Error + "; do not use it"
	case p.Restored:
		s += ", and wrote it anew without what was planted"
	}
	s += ": " + plan.Quote(p.Moved)
	if p.Links > 0 {
		s += "; other names of the same file: " + strconv.Itoa(p.Links)
	}
	return s
}

// WriteJSON tells programs.
func (r *Report) WriteJSON(w io.Writer) error {
	if r.Plants == nil {
		r.Plants = []Plant{}
	}
	data, err := json.MarshalIndent(r, "", "  ")
	if err == nil {
		_, err = w.Write(append(data, '\n'))
	}
	return err
}

// Agreed is what may stay at a path.
type Agreed struct {
	Path string
	Sum  string // of what is there
}
