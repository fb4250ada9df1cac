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
// comes first: there the tests are compiled as well.
var targets = []string{"linux/amd64", "darwin/arm64", "windows/amd64",
	"linux/arm64", "darwin/amd64", "windows/arm64"}

// otherSystems builds the programs for each system, vets all code and tests as that system reads
// them, and compiles the tests of systems that cannot be run here.
func otherSystems(tmp string) (string, error) {
	dir := tmp + "/systems/"
	compiled := map[string]bool{runtime.GOOS: true}
	var errs []error
	var notRun []string
	for _, target := range targets {
		system, arch, _ := strings.Cut(target, "/")
		steps := [][]string{
			{"build", "-o", dir, "./cmd/fencepost", "./cmd/fencepost-hook",
				"./cmd/fencepost-run", "./cmd/fencepost-interp"},
			{"vet", "./..."},
		}
		if !compiled[system] {
			compiled[system] = true
			notRun = append(notRun, system)
			steps = append(steps, []string{"test", "-c", "-o", os.DevNull, "./..."})
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
