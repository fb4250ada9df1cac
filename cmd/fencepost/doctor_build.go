package main

import (
	"errors"
	"slices"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
)

// builds holds the program of the hook, and those beside it, against this program: all four are of
// one build, and the helper reads code. A fencepost-hook that is not entered judges nothing, and
// installed says what it is.
func (d *doctor) builds(exe, own string) {
	others := slices.DeleteFunc(siblings.Others(exe), func(path string) bool {
		return path == hookBeside(exe) && path != exe
	})
	for _, path := range others {
		d.bad(siblings.Mend, "%s is of another build than %s", path, own)
	}
	helper, err := siblings.Near(exe, interp.HelperName)
	if err != nil {
		d.warn(siblings.Mend, "%s is not there: inline Python and JavaScript is asked about", helper)
		return
	}
	switch err := interp.Check(helper); {
	case errors.Is(err, interp.ErrNoCompiler):
		d.warn("until then inline Python and JavaScript is asked about", "%v", err)
	case err != nil && len(others) == 0:
		d.bad(siblings.Mend, "%v", err)
	case len(others) == 0:
		d.good("the programs are of one build, and inline code is read")
	}
}
