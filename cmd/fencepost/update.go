package main

import (
	_ "embed" // the table
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

//go:embed update.txt
var updateTable string

const module = "github.com/fencepost/fencepost"

// updateCommand says how this installation is updated. It asks no network, and changes nothing.
func updateCommand(s stdio) *cobra.Command {
	return plainCommand("update", "say how to update this installation", "", func() int {
		exe, err := os.Executable()
		if real, wrong := filepath.EvalSymlinks(exe); errors.Join(err, wrong) == nil {
			exe = real
		}
		came, how := wayOf(exe, func(argv []string) bool {
			return runProgram(process{argv: argv, dir: "/", limit: 5 * time.Second}).err == nil
		})
		s.row("programs", filepath.Dir(exe), came)
		s.printf("\nTo update:\n  %s\n  fencepost install\n  fencepost doctor\n\nThe versions are at "+
			"https://%s/releases. This command does not use the network.\n", oneLine(how), module)
		return exitOK
	})
}

// wayOf says how the programs beside exe have come onto the machine, and what updates them. owns
// reports whether a command that looks for the package of a file finds one.
func wayOf(exe string, owns func(argv []string) bool) (came, how string) {
	for line := range strings.Lines(updateTable) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 {
			continue
		}
		query, asks := strings.CutPrefix(fields[0], "owner ")
		if asks && owns(append(strings.Fields(query), exe)) ||
			!asks && strings.Contains(filepath.ToSlash(exe), query) {
			return fields[1], fields[2]
		}
	}
	dir := filepath.Dir(exe)
	up := filepath.Dir(dir)
	text, _ := os.ReadFile(filepath.Join(up, "go.mod")) // without one there is no checkout
	home, _ := os.UserHomeDir()
	paths := append(filepath.SplitList(os.Getenv("GOPATH")), filepath.Join(home, "go"))
	switch {
	case strings.HasPrefix(string(text), "module "+module+"\n"):
		return "built from a checkout", "cd " + up + " && git pull && ./build.sh"
	case dir == os.Getenv("GOBIN"), filepath.Base(dir) == "bin" && slices.Contains(paths, up):
		return "by go install", "go install " + module + "/cmd/fencepost{,-hook,-run,-interp}@latest"
	}
	return "copied there", "download the new archive (see below), and copy all four programs to " + dir
}
