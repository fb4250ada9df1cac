package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/bench"
)

// floorName is the key of the empty program's instructions.
const floorName = "an empty Go program"

// initWork is what a package does before main.
type initWork struct {
	Package string
	Clock   float64 // milliseconds: the median of several runs
	Bytes   int
	Allocs  int
	Floor   bool // an empty Go program does it, too
}

// trace looks into single processes.
func (f *findings) trace(tmp, exe string) error {
	classes := bench.Classes(false)
	w, err := bench.NewWorkplace(os.TempDir(), classes)
	if err != nil {
		return err
	}
	defer w.Remove()
	compound, ok := bench.Find(classes, "compound")
	if !ok {
		return fmt.Errorf("there is no class compound")
	}
	hook := w.Hook(exe, &compound)
	floor, err := bench.BuildFloor(tmp)
	if err != nil {
		return err
	}
	empty := bench.Command{Argv: []string{floor}, Dir: tmp}
	if f.inits, err = startup(hook, empty); err != nil {
		return err
	}
	if f.calls, err = systemCalls(hook, w, tmp); err != nil {
		return err
	}
	if _, err := exec.LookPath("valgrind"); err != nil {
		return nil
	}
	f.instructions = map[string]int64{}
	if f.instructions[floorName], err = instructions(empty); err != nil {
		return err
	}
	for i := range classes {
		if c := &classes[i]; c.Process && !c.Edited() { // most of that is the work of another process
			if f.instructions[c.Name], err = instructions(w.Hook(exe, c)); err != nil {
				return err
			}
		}
	}
	return nil
}

// command makes a process of c, behind the words of a tool that watches it.
func command(c bench.Command, env []string, tool ...string) *exec.Cmd {
	argv := append(slices.Clone(tool), c.Argv...)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdin = c.Dir, append(slices.Clone(c.Env), env...), bytes.NewReader(c.In)
	return cmd
}

// startup returns the packages with work to do before main.
func startup(hook, empty bench.Command) ([]initWork, error) {
	floor, err := initTrace(empty)
	if err != nil {
		return nil, err
	}
	const runs = 9
	clocks := map[string][]float64{}
	var list []initWork
	for range runs {
		if list, err = initTrace(hook); err != nil {
			return nil, err
		}
		for _, w := range list {
			clocks[w.Package] = append(clocks[w.Package], w.Clock)
		}
	}
	for i := range list {
		w := &list[i]
		slices.Sort(clocks[w.Package])
		w.Clock = clocks[w.Package][len(clocks[w.Package])/2]
		w.Floor = slices.ContainsFunc(floor, func(o initWork) bool {
			return o.Package == w.Package && o.Allocs == w.Allocs
		})
	}
	return list, nil
}

// initTrace runs a program that traces its initialisation.
func initTrace(c bench.Command) ([]initWork, error) {
	cmd := command(c, []string{"GODEBUG=inittrace=1"})
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Argv[0], err)
	}
	return parseInitTrace(trace.String()), nil
}

// parseInitTrace reads lines of the form
//
//	init internal/godebug @0.37 ms, 0.082 ms clock, 312 bytes, 7 allocs
func parseInitTrace(text string) []initWork {
	var list []initWork
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) != 11 || f[0] != "init" {
			continue
		}
		w := initWork{Package: strings.ReplaceAll(f[1], "%2e", ".")}
		w.Clock, _ = strconv.ParseFloat(f[4], 64)
		w.Bytes, _ = strconv.Atoi(f[7])
		w.Allocs, _ = strconv.Atoi(f[9])
		list = append(list, w)
	}
	return list
}

// systemCalls lists the calls about files from the moment that the hook reads its input; nil
// without strace.
func systemCalls(hook bench.Command, w *bench.Workplace, tmp string) ([]string, error) {
	if _, err := exec.LookPath("strace"); err != nil {
		return nil, nil
	}
	log := filepath.Join(tmp, "strace")
	for range 2 { // the first run makes the directory of the audit log
		cmd := command(hook, nil, "strace", "-f", "-qq", "-e", "signal=none", "-e", "trace=%file,%desc",
			"-o", log)
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("strace: %w\n%s", err, out)
		}
	}
	data, err := os.ReadFile(log)
	if err != nil {
		return nil, err
	}
	return cleanCalls(string(data), w), nil
}

var (
	pidAhead   = regexp.MustCompile(`^\d+ +`)
	unfinished = regexp.MustCompile(`<unfinished \.\.\.>$`)
	resumed    = regexp.MustCompile(`^<\.\.\. \w+ resumed>`)
	structure  = regexp.MustCompile(`\{st_mode=S_IF(\w+)[^}]*\}`)
	longText   = regexp.MustCompile(`"(\\.|[^"\\])*"\.\.\.`)
	address    = regexp.MustCompile(`0x[0-9a-f]{6,}`)
	blanks     = regexp.MustCompile(` *\) += `)
)

// cleanCalls makes the trace readable: halves of a call are joined, and what differs from run to
// run is left out.
func cleanCalls(trace string, w *bench.Workplace) []string {
	var list []string
	half := map[string]string{} // by thread: a call that another thread interrupted
	reading := false
	for line := range strings.Lines(trace) {
		line = strings.TrimRight(line, "\n")
		pid := pidAhead.FindString(line)
		call := strings.TrimPrefix(line, pid)
		if unfinished.MatchString(call) {
			half[pid] = unfinished.ReplaceAllString(call, "")
			continue
		}
		if r := resumed.FindString(call); r != "" {
			call = strings.TrimRight(half[pid], " ") + " " + strings.TrimPrefix(call, r)
		}
		reading = reading || strings.HasPrefix(call, "read(0,")
		if !reading || strings.HasPrefix(call, "mmap(") || strings.HasPrefix(call, "+++") {
			continue
		}
		call = structure.ReplaceAllString(call, "{$1}")
		call = longText.ReplaceAllString(call, `"…"`)
		call = address.ReplaceAllString(call, "…")
		call = blanks.ReplaceAllString(call, ") = ")
		call = strings.ReplaceAll(call, w.Home, "/home/you")
		call = strings.ReplaceAll(call, w.Dir, "/tmp/bench")
		list = append(list, call)
	}
	return list
}

var collected = regexp.MustCompile(`Collected : (\d+)`)

// instructions counts those of a whole process: the least of several runs, because the runtime's
// threads do more or less work in each. One thread, and no signals among the threads, with which
// callgrind cannot deal.
func instructions(c bench.Command) (int64, error) {
	var least int64
	for range 5 {
		cmd := command(c, []string{"GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1"}, "valgrind",
			"--tool=callgrind", "--callgrind-out-file="+os.DevNull)
		var log bytes.Buffer
		cmd.Stderr = &log
		if err := cmd.Run(); err != nil {
			continue // it was killed by its own assertions
		}
		if m := collected.FindStringSubmatch(log.String()); m != nil {
			if n, err := strconv.ParseInt(m[1], 10, 64); err == nil && (least == 0 || n < least) {
				least = n
			}
		}
	}
	if least == 0 {
		return 0, fmt.Errorf("valgrind counted nothing in 5 runs of %s", c.Argv[0])
	}
	return least, nil
}
