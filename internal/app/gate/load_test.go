package gate_test

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestLoad judges the everyday work and the attacks twice: as the machine is, and while all of its
// processors are kept busy. No verdict may differ, nor what it says: what a call may do is counted,
// and no clock decides.
func TestLoad(t *testing.T) {
	testkit.All(t, "judges ten thousand calls twice, once on a busy machine")
	s := gatetest.Everyday(t)
	s.Change(func(o *gate.Options) { o.Timeout = gate.DefaultTimeout })
	calls := corpusCalls(t, s)
	idle := saidOf(s, calls)
	stop := keepBusy(t)
	busy := saidOf(s, calls)
	stop()
	for i := range calls {
		if idle[i] != busy[i] {
			t.Errorf("%s: on a busy machine\n%s\nand else\n%s", calls[i].Text("command"), busy[i], idle[i])
		}
	}
}

// corpusCalls are the calls of the everyday corpus and that of attacks.
func corpusCalls(t *testing.T, s *gatetest.World) (calls []fact.Call) {
	t.Helper()
	add := func(cmd, dir string) {
		calls = append(calls, fact.Call{Tool: "Bash", Cwd: filepath.Join(s.Project, dir), Session: "s",
			Input: []fact.Field{{Name: "command", Text: cmd, String: true}}})
	}
	for _, r := range gatetest.ReadEveryday(t) {
		add(s.Fill(r.Cmd), r.Dir)
	}
	for _, r := range gatetest.ReadCorpus(t, "attacks.jsonl", 1300) {
		add(r.Cmd, "")
	}
	return calls
}

// ownName is what stands for the name of a temporary file, another one in each run.
var ownName = regexp.MustCompile(`_mktemp_\w+`)

// each is how many calls are judged at the same time, and how many other programs are at work beside
// them, for each processor.
const each = 2

// saidOf is all that is answered about each call.
func saidOf(s *gatetest.World, calls []fact.Call) []string {
	said := make([]string, len(calls))
	var wg sync.WaitGroup
	workers := each * runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(calls); i += workers {
				v := s.Gate.Judge(&calls[i]).Verdict
				text := fmt.Sprintf("%+v\n%s", v, claude.Agent{}.Encode(&v, &calls[i]).Out)
				said[i] = ownName.ReplaceAllString(text, "_mktemp_")
			}
		})
	}
	wg.Wait()
	return said
}

// keepBusy starts programs that do nothing but work, until they are stopped or this one has ended.
func keepBusy(t *testing.T) (stop func()) {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	var list []*exec.Cmd
	for range each * runtime.GOMAXPROCS(0) {
		c := exec.CommandContext(ctx, "sh", "-c", "while kill -0 $PPID 2>/dev/null; do :; done")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return func() {
		end()
		for _, c := range list {
			_ = c.Wait()
		}
	}
}
