package sweep

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// Plant is a protected name that was made during a run.
type Plant struct {
	Path string `json:"path"`
	Why  string `json:"why"`
	// Moved is where it is now; "" if it could not be moved and is still there.
	Moved string `json:"moved,omitempty"`
	// Restored says that there is a file again: with the text from before the run where it was
	// settings of git that run something, else with the same text and no other name.
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
	// Hidden says that they became more during the run.
	Hidden bool `json:"hidden,omitempty"`
	// Left says that processes of the run go on; what they make from now on is not looked at.
	Left bool `json:"left,omitempty"`
	// Failed is why the sweep was not made, or not to its end.
	Failed string `json:"failed,omitempty"`
}

// maxLines are the plants that are told one by one.
const maxLines = 20

// Print tells people, a line for each plant; nothing where nothing was found.
func (r *Report) Print(w io.Writer) {
	for i := range r.Plants {
		if i == maxLines {
			fmt.Fprintf(w, "fencepost: sandbox quarantined %d more\n", len(r.Plants)-i)
			break
		}
		fmt.Fprintln(w, "fencepost: sandbox "+r.Plants[i].String())
	}
	if r.Failed != "" {
		fmt.Fprintln(w, "fencepost: sandbox looked for planted files, and failed: "+plan.Quote(r.Failed))
	}
	if r.Hidden {
		fmt.Fprintf(w, "fencepost: sandbox could not look for planted files in %d directories\n",
			r.Unread)
	}
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
