//go:build unix

package enumerate

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// job is a line to be run. In the answer, Ran says whether the marker ran, or a file outside the
// project was made.
type job struct {
	ID    int
	Shell string
	Text  string
	Ran   bool
	Slow  bool // was ended because it took too long
}

const (
	lineLimit = 1500 * time.Millisecond // for one line
	lateLimit = 150 * time.Millisecond  // for what it leaves behind
)

// The marker writes where it was started from. An emptied environment still has the directory.
const markerText = "#!/bin/sh\nif [ \"$FP_ID\" ]; then echo \"$FP_ID\"; else pwd -P; fi >>/ran\n"

// inside runs jobs in a box and tells what came of them.
func inside() {
	if err := os.WriteFile("/bin/marker", []byte(markerText), 0o755); err != nil {
		panic(err)
	}
	world.Serve(func(jobs []job, tell func(int, job)) {
		runAll(jobs)
		ran := readRan()
		for i := range jobs {
			tell(i, job{Ran: jobs[i].Ran || ran[i], Slow: jobs[i].Slow})
		}
	})
}

func runAll(jobs []job) {
	next := make(chan *job)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for j := range next {
				j.run()
			}
		})
	}
	for i := range jobs {
		next <- &jobs[i]
	}
	close(next)
	wg.Wait()
	world.WaitForAll(lineLimit)
}

// run runs one line in a directory of its own, as an agent does.
func (j *job) run() {
	outside := filepath.Join("/work", strconv.Itoa(j.ID))
	dir := filepath.Join(outside, "project")
	furnish(dir)
	defer os.RemoveAll(outside)
	args := []string{"-c", j.Text}
	if j.Shell == "zsh" {
		args = []string{"-f", "-c", j.Text}
	}
	cmd := exec.Command("/usr/bin/"+j.Shell, args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/bin:/usr/bin", "HOME=/home/dev", "LC_ALL=C.UTF-8",
		"FP_ID=" + strconv.Itoa(j.ID)}
	cmd.Stdout, cmd.Stderr = nowhere{}, nowhere{}
	cmd.WaitDelay = lateLimit // what runs behind the shell holds its output open
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return
	}
	kill := func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	limit := time.AfterFunc(lineLimit, func() { j.Slow = true; kill() })
	_ = cmd.Wait()
	limit.Stop()
	kill()
	if _, err := os.Lstat(filepath.Join(outside, "out")); err == nil {
		j.Ran = true // a path of texts.txt was written to
	}
}

// nowhere takes output, so that there is a pipe whose end shows that nothing runs any more.
type nowhere struct{}

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }

// furnish makes the directory that lines run in, and that the gate sees.
func furnish(dir string) {
	if err := os.MkdirAll(filepath.Join(dir, "sub", "deep"), 0o755); err != nil {
		panic(err)
	}
	for _, name := range []string{"one.txt", "two.txt", "sub/three.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("text\n"), 0o644); err != nil {
			panic(err)
		}
	}
}

// readRan reads which lines ran the marker.
func readRan() map[int]bool {
	ran := map[int]bool{}
	data, _ := os.ReadFile("/ran")
	for _, s := range strings.Fields(string(data)) {
		var id int
		if _, err := fmt.Sscanf(strings.TrimPrefix(s, "/work/"), "%d", &id); err == nil {
			ran[id] = true
		}
	}
	return ran
}
