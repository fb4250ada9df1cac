package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

var rounds = flag.Int("cost", 0, "rounds in which the start of a run is measured")

// started is one way to start bash -c true.
type started struct {
	name  string
	argv  []string
	times int // how often in a row
	took  []time.Duration
	fault []int64
}

// TestStartCost measures what a run costs over bash -c true, and holds it against bubblewrap with the
// same mounts. It is asked for, on a machine that does nothing else:
//
//	go test ./cmd/fencepost-run -run StartCost -v -args -cost 100
func TestStartCost(t *testing.T) {
	if *rounds == 0 {
		t.Skip("not run: it is asked for with -args -cost 100")
	}
	w := costWorld(t)
	for i := range *rounds + 3 {
		for _, s := range w.all {
			took, faults := w.start(t, s)
			if i > 2 { // what is read from the disk is there then
				s.took, s.fault = append(s.took, took), append(s.fault, faults)
			}
		}
	}
	bash := median(w.all[0].took)
	over := map[string]float64{}
	for _, s := range w.all {
		over[s.name] = float64(median(s.took)-bash) / 1e6
		t.Logf("%-12s %6.2f ms, over bash %6.2f, %d page faults", s.name,
			float64(median(s.took))/1e6, over[s.name], median(s.fault))
	}
	hold := func(what string, is, most float64) {
		t.Logf("%s: %.2f, at most %.2f", what, is, most)
		if is > most {
			t.Errorf("%s: %.2f, more than %.2f", what, is, most)
		}
	}
	hold("30 masks, of bubblewrap's", quick(w, "native 30")/quick(w, "bwrap 30"), 1.5)
	hold("60 masks, of none", over["native 60"]/over["native 0"], 1.2)
	both := over["2 empty Go"] + 2*float64(bash)/1e6 // its time, and that of bash
	hold("landlock, of bash and two empty programs", over["landlock"]/both, 1.5)
}

// quick is the time that one start in ten is below.
func quick(w *costly, name string) float64 {
	for _, s := range w.all {
		if s.name == name {
			sorted := slices.Sorted(slices.Values(s.took))
			return float64(sorted[len(sorted)/10])
		}
	}
	return 0
}

type costly struct {
	home, project string
	all           []*started
}

// costWorld makes a project, files to hide, and the programs.
func costWorld(t *testing.T) *costly {
	dir, err := os.MkdirTemp("/var/tmp", "fencepost-cost-") // below /tmp nothing would be hidden
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	w := &costly{home: dir + "/home", project: dir + "/home/p"}
	setup := `mkdir -p home/p/.git/hooks home/p/src && touch home/p/.git/config home/p/a empty &&
		chmod 0 empty && for i in $(seq 60); do echo x > home/m$i; done
		printf 'package main\nfunc main() {}\n' > empty.go`
	c := exec.Command("sh", "-ec", setup)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	testkit.Place(t, dir, testkit.Runner)
	if err := os.Rename(dir+"/"+testkit.Runner, dir+"/run"); err != nil {
		t.Fatal(err)
	}
	build(t, dir+"/nothing", dir+"/empty.go")
	bash := []string{"/bin/bash", "-c", "true"}
	add := func(name string, times int, argv ...string) {
		w.all = append(w.all, &started{name: name, argv: argv, times: times})
	}
	masked := func(n int, before []string, each ...string) []string {
		for i := range n {
			for _, e := range each {
				before = append(before, strings.ReplaceAll(e, "@", fmt.Sprintf("%s/m%d", w.home, i+1)))
			}
		}
		return append(append(before, "--"), bash...)
	}
	native := func(n int, flags ...string) []string {
		return masked(n, append([]string{dir + "/run", "-w", w.project}, flags...), "--hide", "@")
	}
	add("bash", 1, bash...)
	add("2 empty Go", 2, dir+"/nothing")
	add("bwrap 30", 1, masked(30, []string{"bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
		"--tmpfs", "/tmp", "--bind", w.project, w.project, "--unshare-all", "--die-with-parent", "--new-session"},
		"--ro-bind", dir+"/empty", "@")...)
	for _, n := range []int{0, 30, 60} {
		add(fmt.Sprintf("native %d", n), 1, native(n)...)
	}
	add("landlock", 1, native(30, "--engine", "landlock", "--level", "reduced")...)
	return w
}

// build builds a program as it is delivered: written in large pieces.
func build(t *testing.T, to, from string) {
	t.Helper()
	c := exec.Command("go", "build", "-ldflags=-s -w", "-o", to+".new", from)
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(to + ".new")
	if err == nil {
		err = os.WriteFile(to, data, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (w *costly) start(t *testing.T, s *started) (took time.Duration, faults int64) {
	t.Helper()
	for range s.times {
		c := exec.Command(s.argv[0], s.argv[1:]...)
		c.Dir, c.Env = w.project, []string{"HOME=" + w.home, "PATH=/usr/bin:/bin", "TMPDIR=/tmp"}
		began := time.Now()
		if err := c.Run(); err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		took += time.Since(began)
		faults += c.ProcessState.SysUsage().(*syscall.Rusage).Minflt
	}
	return took, faults
}

func median[T time.Duration | int64](all []T) T {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}
