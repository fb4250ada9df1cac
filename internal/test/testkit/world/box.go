//go:build unix

// Package world is where tests play what may do harm: a box that bubblewrap makes, with nothing of
// the machine but its programs, or a throwaway home on disk for what makes a sandbox of its own. It
// has the files of a home and a project, the comparison of before and after, and what skips a test
// where the machine cannot do it. Everything here belongs to the second tier of tests.
package world

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// self is where the test's program lies in a box.
const self = "/self"

// Box says what a box has besides the machine's programs. There is no network in it but loopback,
// and its root is in memory.
type Box struct {
	Args []string // further arguments of bwrap, such as --dir /home/dev
	Bin  []string // programs of /bin, which is otherwise that of the machine
	UID  int      // who makes the box; 0 for who runs the test
	Self string   // a copy of the test's program, for a user who cannot read it; "" for none
}

const variable = "FENCEPOST_TEST_INSIDE"

// Main is the body of TestMain: in a box it plays, elsewhere it runs the tests.
func Main(m *testing.M, play func()) {
	if os.Getenv(variable) == "" {
		os.Exit(m.Run())
	}
	play()
}

// Need skips a test where boxes cannot be made.
func Need(t testing.TB) {
	t.Helper()
	testkit.All(t, "throwaway worlds")
	if why := works(); why != "" {
		t.Skip("no throwaway world: " + why)
	}
}

var works = sync.OnceValue(func() string {
	if _, err := exec.LookPath("bwrap"); err != nil {
		return "bubblewrap (bwrap) is not installed"
	}
	cmd := exec.Command("bwrap", append(base(nil), "--", "/usr/bin/true")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "bubblewrap does not work here: " + string(out) + err.Error()
	}
	return ""
})

// command is the test's own program in a new box. What it starts ends with it.
func (b *Box) command(ctx context.Context) *exec.Cmd {
	program, err := os.Executable()
	if err != nil {
		panic(err)
	}
	if b.Self != "" {
		program = b.Self
	}
	args := append(base(b.Bin), "--ro-bind", program, self, "--setenv", variable, "1")
	args = append(args, b.Args...)
	c := exec.CommandContext(ctx, "bwrap", append(args, "--", self)...)
	if b.UID != 0 {
		As(c, b.UID)
		c.Dir = "/"
	}
	return c
}

// base is the box that all have. The folders that are links on the machine are links there.
func base(bin []string) []string {
	args := []string{"--unshare-all", "--die-with-parent", "--new-session", "--clearenv",
		"--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev", "--dir", "/tmp",
		"--dir", "/var/tmp", "--hostname", "box", "--setenv", "PATH", "/bin:/usr/bin"}
	for _, dir := range []string{"/bin", "/sbin", "/lib", "/lib64"} {
		if dir == "/bin" && bin != nil {
			continue
		}
		if to, err := os.Readlink(dir); err == nil {
			args = append(args, "--symlink", to, dir)
		} else if _, err := os.Stat(dir); err == nil {
			args = append(args, "--ro-bind", dir, dir)
		}
	}
	for _, name := range bin {
		if path, err := exec.LookPath(name); err == nil {
			args = append(args, "--symlink", path, filepath.Join("/bin", name))
		}
	}
	return args
}

// Played is what came of a job.
type Played[R any] struct {
	Result R
	Failed string // why there is no result; "" where there is one
}

// reply is what a box prints about a job.
type reply[R any] struct {
	At     int
	Result R
}

// Play has boxes play jobs: batch of them in each, and one box more at a time than there are
// processors, as some wait. Where a job ends its box, the ones behind it are played in another one.
// A box may take limit for each of its jobs.
func Play[J, R any](b *Box, jobs []J, batch int, limit time.Duration) []Played[R] {
	played := make([]Played[R], len(jobs))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) + 1 {
		wg.Go(func() {
			for at := range next {
				for end := min(at+batch, len(jobs)); at < end; {
					at += playSome(b, jobs[at:end], played[at:end], limit)
				}
			}
		})
	}
	for at := 0; at < len(jobs); at += batch {
		next <- at
	}
	close(next)
	wg.Wait()
	return played
}

// playSome plays jobs in one box, and returns how many of them are done with.
func playSome[J, R any](b *Box, jobs []J, played []Played[R], limit time.Duration) (done int) {
	in, err := json.Marshal(jobs)
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(len(jobs))*limit)
	defer cancel()
	var said bytes.Buffer
	cmd := b.command(ctx)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &said
	out, err := cmd.Output()
	told := map[int]bool{}
	for each := json.NewDecoder(bytes.NewReader(out)); ; {
		var r reply[R]
		if each.Decode(&r) != nil {
			break
		}
		played[r.At].Result, told[r.At] = r.Result, true
		done = max(done, r.At+1)
	}
	done = max(done, 1)
	for i := range done {
		if !told[i] {
			played[i].Failed = "the box told nothing: " + said.String()
			if err != nil {
				played[i].Failed += err.Error()
			}
		}
	}
	return done
}

// Serve is the other end of Play, in the box. A job that may end the box is told of before it does,
// and again after it: the last telling counts.
func Serve[J, R any](play func(jobs []J, tell func(at int, r R))) {
	var jobs []J
	if err := json.NewDecoder(os.Stdin).Decode(&jobs); err != nil {
		panic(err)
	}
	adopt()
	out := json.NewEncoder(os.Stdout)
	play(jobs, func(at int, r R) {
		if err := out.Encode(&reply[R]{at, r}); err != nil {
			panic(err)
		}
	})
}
