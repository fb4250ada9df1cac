package probe

import (
	"encoding/json"
	"io"
)

// JSON writes a report for programs.
func (r *Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
