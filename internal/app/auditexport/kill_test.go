package auditexport

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/audit"
)

// TestMain exports where the variable says so, for TestKilledExportsLoseNothing, and runs the tests else.
func TestMain(m *testing.M) {
	if job := os.Getenv("FENCEPOST_TEST_EXPORT"); job != "" {
		part := strings.Split(job, "|")
		if err := exportAs(part[0], part[1], part[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// small is a destination that takes few records at once, so that there are many moments in which an
// export may end. It says when it begins with some, and when it has them.
type small struct{ Sink }

func (small) room() (records, bytes int) { return 97, 1 << 20 }

func (s small) put(ctx context.Context, list []record) (taken, error) {
	fmt.Print(".")
	defer fmt.Print(".")
	return s.Sink.put(ctx, list)
}

func openAs(kind, to, log string) (Sink, error) {
	if kind == "csv" {
		return OpenCSV(to)
	}
	return OpenOTLP(Receiver{URL: to, Log: log})
}

func exportAs(kind, to, log string) error {
	sink, err := openAs(kind, to, log)
	if err != nil {
		return err
	}
	if _, err := Run(context.Background(), log, small{sink}, nil); err != nil {
		return err
	}
	return sink.Close()
}

// killed starts an export in a process of its own and kills it at one of the moments that small
// tells of. ended: there were fewer.
func killed(t *testing.T, kind, to, log string, after int) (ended bool) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "FENCEPOST_TEST_EXPORT="+kind+"|"+to+"|"+log)
	var errs strings.Builder
	c.Stderr = &errs
	begun, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Error(err)
		return true
	}
	if _, err := io.CopyN(io.Discard, begun, int64(after)); err == nil {
		c.Process.Kill()
	}
	err = c.Wait()
	if c.ProcessState.ExitCode() < 0 {
		return false
	}
	if err != nil {
		t.Errorf("%v: %s", err, errs.String())
	}
	return true
}

// TestKilledExportsLoseNothing kills exports again and again, while calls are logged and the log is
// rotated, and counts what arrives.
func TestKilledExportsLoseNothing(t *testing.T) {
	const first, all, kills = 6000, 12000, 15
	for _, kind := range []string{"csv", "otlp"} {
		t.Run(kind, func(t *testing.T) {
			dir := t.TempDir()
			o := audit.Options{Path: filepath.Join(dir, "audit.jsonl"), MaxBytes: 200_000, Keep: 100}
			to := filepath.Join(dir, "to")
			r := newReceiver(t)
			if kind == "otlp" {
				to = r.URL
			}
			appendTo(t, o, 0, first)
			// Half of the calls are logged while exports are at work.
			next, died := first, 0
			for try := 0; died < kills && try < 4*kills; try++ {
				ended := make(chan bool)
				go func() {
					ended <- killed(t, kind, to, o.Path, rand.IntN(12))
				}()
				for part := (all - first) / kills; part > 0 && next < all; part-- {
					appendTo(t, o, next, next+1)
					next++
				}
				if !<-ended {
					died++
				}
			}
			appendTo(t, o, next, all)
			for !killed(t, kind, to, o.Path, all) {
				t.Fatal("the last export does not end")
			}
			if t.Logf("%d exports were killed", died); died == 0 {
				t.Error("no export was killed")
			}
			check(t, kind, to, r, all)
		})
	}
}

// check counts what arrived.
func check(t *testing.T, kind, to string, r *receiver, all int) {
	t.Helper()
	if kind == "otlp" {
		uids := r.uids()
		t.Logf("%d records came twice, with the same id", len(uids)-distinct(uids))
		if distinct(uids) != all {
			t.Errorf("%d records, want %d", distinct(uids), all)
		}
		return
	}
	rows := sheet(t, to)
	if len(rows) != all || len(ids(rows)) != all {
		t.Errorf("%d records with %d ids, want %d", len(rows), len(ids(rows)), all)
	}
	times := map[string]bool{}
	for _, row := range rows {
		times[row[1]] = true
	}
	if len(times) != all {
		t.Errorf("records of %d calls, want %d", len(times), all)
	}
}
