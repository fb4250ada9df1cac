package main

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
)

// plural counts things: 0 files, 1 file, 2 files.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
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
