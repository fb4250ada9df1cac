package main

import (
	"errors"
	"io/fs"
	"os"
	"strconv"

	"github.com/fencepost/fencepost/internal/app/activity"
)

// plural counts things: 0 files, 1 file, 2 files.
func plural(n int, noun string) string { return activity.Plural(n, noun) }

// row prints a name, what belongs to it and a note on that, unless there is nothing.
func (s stdio) row(name, value, note string) {
	if value == "" {
		return
	}
	if note != "" {
		note = "  " + s.style.dim(oneLine(note))
	}
	s.printf("%s %s%s\n", s.style.dim(pad(name, 9)), oneLine(value), note)
}

func quoted(s string) string { return strconv.Quote(s) }

// cause is an error of the file system without the name of the file.
func cause(err error) string {
	var perr *fs.PathError
	var lerr *os.LinkError
	switch {
	case errors.As(err, &perr):
		return perr.Err.Error()
	case errors.As(err, &lerr):
		return lerr.Err.Error()
	}
	return err.Error()
}
