package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/app/version"
)

// hookBeside is the path of the program that judges, in the directory of this one.
func hookBeside(exe string) string {
	return filepath.Join(filepath.Dir(exe), hookfile.Gate+filepath.Ext(exe))
}

// gateOf is the program that an entry names: fencepost-hook beside this one. Where that is not
// there, or is of another build, it is this program, which is the hook as well; why says so.
func gateOf(exe string) (gate, why string) {
	gate = hookBeside(exe)
	if why = otherBuild(gate); why != "" {
		return exe, why + ": the entry starts " + program + " itself, which judges the same and " +
			"takes longer; put both programs there and `fencepost install` again"
	}
	return gate, ""
}

// otherBuild says in what a program is not the fencepost-hook that was built together with this
// program, from the same sources and with the same policies; "" where it is.
func otherBuild(gate string) string { return otherThan(hookfile.Gate, gate) }

// otherThan is otherBuild for one of the programs.
func otherThan(name, path string) string {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return "there is no program " + path
	}
	// The hook ends with a status that blocks, so that only what it prints says whether it went well.
	got := runProgram(process{argv: []string{path, "--version"}, dir: filepath.Dir(path),
		limit: 5 * time.Second})
	this := version.This()
	switch {
	case len(got.out) == 0 && got.err != nil:
		return path + " does not say what it is (" + got.err.Error() + ")"
	case string(got.out) != this.Text(name):
		return path + " is of another build"
	}
	return ""
}
