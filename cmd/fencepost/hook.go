package main

import (
	"debug/buildinfo"
	"os"
	"runtime/debug"

	"github.com/fencepost/fencepost/internal/app/hook"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
)

// answerHook is `fencepost hook`, and fencepost without a command: what entries of earlier versions
// start. It hands over to the program beside this one, which does nothing else and starts faster.
// Where that is not there, is of another build, or cannot be started, this program judges by itself:
// it has the same code, so that the answer is the same.
func answerHook(args []string) int {
	if exe, err := os.Executable(); err == nil {
		if gate := hookBeside(exe); sameBuild(gate) {
			become(gate, args) // returns only if that fails
		}
	}
	return hook.Main(os.Stdin, os.Stdout, args, nil)
}

// sameBuild reports whether a file is fencepost-hook, with the tables, policies and codecs of this
// program, and from the same revision, as far as the go command has noted it. An older one would be
// an older fence.
func sameBuild(path string) bool {
	other, err := buildinfo.ReadFile(path)
	own, ok := debug.ReadBuildInfo()
	if err != nil || !ok || other.Path != own.Path+"-hook" || sourcesOf(other) != sourcesOf(own) {
		return false
	}
	id, err := siblings.Build(path)
	return err == nil && id == siblings.ThisBuild()
}

// sources are the version of the module and the revision that a program was built from.
type sources struct{ module, version, revision, modified string }

func sourcesOf(info *debug.BuildInfo) sources {
	s := sources{module: info.Main.Path, version: info.Main.Version}
	for _, o := range info.Settings {
		switch o.Key {
		case "vcs.revision":
			s.revision = o.Value
		case "vcs.modified":
			s.modified = o.Value
		}
	}
	return s
}
