// Command suite runs the tests in tiers (docs/testing.md) and ends with one table: what ran, what
// was skipped and why, and how long each step and package took. test.sh starts it.
//
//	suite            the first tier: fast, needs nothing but the Go toolchain, git and sh
//	suite -all       both tiers: worlds, sandbox, real clients, race detector, other systems too
//	suite -nightly   both tiers, with the long runs
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

func main() {
	tiers := map[string]func(*run){"": first, "-all": second, "-nightly": nightly}
	tier := strings.Join(os.Args[1:], " ")
	steps, ok := tiers[tier]
	if !ok {
		fmt.Fprintln(os.Stderr, "usage: ./test.sh [-all | -nightly]")
		os.Exit(2)
	}
	os.Exit(play(steps))
}

func play(steps func(*run)) int {
	tmp, err := os.MkdirTemp("", "fencepost-suite-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(tmp)
	// The programs are read by every user that tests play.
	if err := os.Chmod(tmp, 0o755); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := environment(tmp); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	remove, err := scratchFree()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer remove()
	// What runs is ended with this program; the signal reaches the whole group.
	signal.Ignore(syscall.SIGINT)
	r := &run{tmp: tmp, began: time.Now(), report: newReport(os.Stdout)}
	steps(r)
	return r.end()
}

// environment sets what all steps are started with. Tests are compiled as the programs are, without
// paths, so that each package is compiled once for both, and for every checkout.
func environment(tmp string) error {
	out, err := exec.Command("go", "env", "GOFLAGS").Output()
	if err != nil {
		return err
	}
	return errors.Join(os.Setenv(testkit.BinVariable, filepath.Join(tmp, "bin")),
		os.Setenv("GOFLAGS", strings.TrimSpace(string(out))+" -trimpath"))
}

// run is one run of a tier.
type run struct {
	tmp    string // a directory that is removed at the end
	began  time.Time
	steps  []step
	report *report
	stop   bool // a step failed that all later ones need
}

// step is a row of the table.
type step struct {
	name   string
	took   time.Duration
	failed bool
	note   string // why it was skipped, or what it did not look at
}

// do runs a step. check returns what is to be noted, and what went wrong.
func (r *run) do(name string, check func() (note string, err error)) bool {
	if r.stop {
		return false
	}
	fmt.Println("==", name)
	start := time.Now()
	note, err := check()
	s := step{name: name, took: time.Since(start), failed: err != nil, note: note}
	r.steps = append(r.steps, s)
	switch {
	case err != nil:
		fmt.Printf("FAIL %s: %v\n", name, err)
	case note != "":
		fmt.Println(note)
	}
	return err == nil
}

// command runs a command as a step. Its output is shown where it fails.
func (r *run) command(name string, args ...string) bool {
	return r.do(name, func() (string, error) { return "", quiet(exec.Command(args[0], args[1:]...)) })
}

// quiet runs a command and shows what it prints only if it fails.
func quiet(c *exec.Cmd) error {
	out, err := c.CombinedOutput()
	if err != nil {
		os.Stdout.Write(out)
	}
	return err
}

// end prints the tables and returns the exit status.
func (r *run) end() int {
	failed := r.report.tables()
	fmt.Println("\nstep                      seconds")
	for _, s := range r.steps {
		fmt.Printf("%-25s %7.1f", s.name, s.took.Seconds())
		if s.failed {
			failed = true
			fmt.Print("  FAILED")
		}
		if s.note != "" {
			fmt.Print("  " + s.note)
		}
		fmt.Println()
	}
	fmt.Printf("%-25s %7.1f\n\n", "all", time.Since(r.began).Seconds())
	r.report.sum()
	if failed {
		fmt.Println("FAIL")
		return 1
	}
	return 0
}
