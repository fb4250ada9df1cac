package policy

// MaxSize bounds a config file, in bytes.
const MaxSize = 1 << 20

// Read makes a document of what a config file holds. Errors close the fence; warnings name rules
// that were dropped. The document is never nil and is fit for use if there is no error.
//
// Package parse sets it to its reader of YAML. A program without one can read no config, which is an
// error of each.
var Read = func(file string, data []byte) (doc *Document, errors, warnings []Problem) {
	return &Document{File: file}, []Problem{{File: file, Text: "this program cannot read configs",
		Mend: "install it anew"}}, nil
}
