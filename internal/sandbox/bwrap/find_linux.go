package bwrap

import (
	"errors"
	"os"
	"strings"
	"syscall"
)

// Places are where bubblewrap is looked for. The PATH of a project has no say in it.
var Places = [...]string{"/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap",
	"/run/current-system/sw/bin/bwrap"}

// ErrMissing is a machine without bubblewrap.
var ErrMissing = errors.New("bubblewrap is not installed (looked in " +
	strings.Join(Places[:], ", ") + ")")

// Program is a bubblewrap of this machine.
type Program struct {
	Path   string
	Setuid bool
}

// Find returns the machine's bubblewrap. One that others than its owner and the superuser can
// change is not used.
func Find() (*Program, error) {
	var bad error
	for _, p := range Places {
		info, err := os.Stat(p)
		if err != nil {
			continue
		}
		if why := unfit(info); why != "" {
			bad = errors.New(p + " is not used: " + why)
			continue
		}
		return &Program{Path: p, Setuid: info.Mode()&os.ModeSetuid != 0}, nil
	}
	if bad != nil {
		return nil, bad
	}
	return nil, ErrMissing
}

// unfit says why a file is not run; "" if nothing speaks against it.
func unfit(info os.FileInfo) string {
	const byOthers, execute = 0o022, 0o111
	switch m := info.Mode(); {
	case !m.IsRegular():
		return "it is no file"
	case m&execute == 0:
		return "it cannot be executed"
	case m&byOthers != 0:
		return "others than its owner can write it"
	case info.Sys().(*syscall.Stat_t).Uid != 0:
		return "it belongs to another user than root"
	}
	return ""
}
