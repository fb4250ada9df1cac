package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// targets are the systems that fencepost is built for, as GOOS/GOARCH. One of each kind of system
// comes first: there the code is vetted as well.
var targets = []string{"linux/amd64", "darwin/arm64", "windows/amd64",
	"linux/arm64", "darwin/amd64", "windows/arm64"}

// otherSystems compiles all code and tests for each system, and vets both as each kind of system
// reads them. It links nothing: the release has the programs of all systems.
func otherSystems() (string, error) {
	const kinds = 3
	var errs []error
	var notRun []string
	for i, target := range targets {
		system, arch, _ := strings.Cut(target, "/")
		steps := [][]string{{"list", "-export", "-test", "-f", "", "./..."}}
		if i < kinds {
			steps = append(steps, []string{"vet", "./..."})
			if system != runtime.GOOS {
				notRun = append(notRun, system)
			}
		}
		for _, args := range steps {
			c := exec.Command("go", args...)
			c.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
			if err := quiet(c); err != nil {
				errs = append(errs, fmt.Errorf("%s: go %s: %w", target, args[0], err))
				break // the later steps would say the same
			}
		}
	}
	return "tests compiled and not run: " + strings.Join(notRun, ", "), errors.Join(errs...)
}
