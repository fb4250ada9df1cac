//go:build linux

// Package worldtest plays attempts to do harm in throwaway worlds, with the real shells and the
// real programs, and holds that none that the gate allows does any (docs/testing.md).
package worldtest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

var (
	listedFlag = flag.Bool("listed", false, "play the attempts of open.txt alone")
	classFlag  = flag.String("class", "", "play this class alone, all of it")
)

// oneIn is how many attempts of a class stand for one that is played in the ordinary run.
const oneIn = 7

func TestMain(m *testing.M) { world.Main(m, inside) }

// play plays attempts, each in a box of its own.
func play(t *testing.T, list []attempt, ungated bool) []result {
	t.Helper()
	box := &world.Box{Args: append(world.Furnished(testkit.Programs(t)),
		"--cap-add", "CAP_NET_BIND_SERVICE")}
	if info, err := os.Lstat("/etc/resolv.conf"); err == nil && info.Mode().IsRegular() {
		names := filepath.Join(t.TempDir(), "resolv.conf")
		text := "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n"
		if err := os.WriteFile(names, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		box.Args = append(box.Args, "--ro-bind", names, "/etc/resolv.conf")
	}
	requests := make([]request, len(list))
	for i := range list {
		requests[i] = request{list[i], ungated}
	}
	results := make([]result, len(list))
	for i, p := range world.Play[request, result](box, requests, 1, time.Minute) {
		results[i] = p.Result
		results[i].attempt = list[i]
		if p.Failed != "" {
			results[i].Failed = p.Failed
		}
	}
	return results
}

// allowed reports whether the gate allowed all calls.
func (r *result) allowed() bool {
	for _, d := range r.Decisions {
		if d != "allow" {
			return false
		}
	}
	return len(r.Decisions) > 0
}

func (r *result) text() string {
	var b strings.Builder
	for i, c := range r.calls() {
		if i > 0 {
			b.WriteString(" ⏵ ")
		}
		if text, ok := c.Input["command"].(string); ok {
			b.WriteString(text)
		} else {
			fmt.Fprintf(&b, "%s %v", c.Tool, c.Input)
		}
	}
	return b.String()
}

// TestWorld plays attempts with the gate in front.
func TestWorld(t *testing.T) {
	world.Need(t)
	list, open := readAttempts(t), readOpen(t)
	all := len(list)
	switch {
	case *classFlag != "":
		list = slices.DeleteFunc(list, func(a attempt) bool { return a.Class != *classFlag })
	case *listedFlag:
		list = slices.DeleteFunc(list, func(a attempt) bool { return open[a.ID] == "" })
	case !testkit.IsNightly() && !testkit.Updating():
		list = sampled(list, oneIn)
	}
	start := time.Now()
	results := play(t, list, false)
	var harmful []result
	idle := 0
	for i := range results {
		r := &results[i]
		why, listed := open[r.ID]
		switch did := len(r.Harm) > 0; {
		case r.Failed != "":
			t.Errorf("%s %s could not be played: %s", r.ID, r.Class, r.Failed)
		case did && !listed && !testkit.Updating():
			t.Errorf("%s %s (%s): %q did harm: %s", r.ID, r.Class, r.Shell, r.text(),
				strings.Join(r.Harm, ", "))
		case !did && listed && !r.allowed() && !testkit.Updating():
			t.Errorf("%s %s is held now and has to leave %s (%s)", r.ID, r.Class, openFile, why)
		case !did && r.allowed():
			idle++ // its programs are missing, or it was rewritten
		}
		if len(r.Harm) > 0 {
			harmful = append(harmful, *r)
		}
	}
	t.Logf("%d of %d attempts in %v: %d did harm, %d were allowed and did none", len(list), all,
		time.Since(start).Round(time.Second), len(harmful), idle)
	if testkit.Updating() && *classFlag == "" {
		writeOpen(t, harmful, open)
	}
}

// TestWorldSeesHarm holds that the world sees the harm: without the gate the attempts do it.
func TestWorldSeesHarm(t *testing.T) {
	world.Need(t)
	every := 1000
	if testkit.IsNightly() {
		every = 8
	}
	list := sampled(readAttempts(t), every)
	harmful := 0
	for _, r := range play(t, list, true) {
		switch {
		case r.Failed != "":
			t.Errorf("%s could not be played: %s", r.ID, r.Failed)
		case len(r.Harm) > 0:
			harmful++
		case testing.Verbose():
			t.Logf("no harm: %s %s %s: %q", r.ID, r.Class, r.Shell, r.text())
		}
	}
	t.Logf("%d of %d attempts do harm without the gate", harmful, len(list))
	if harmful*10 < len(list)*8 {
		t.Errorf("%d of %d attempts do harm, want at least 80 %%", harmful, len(list))
	}
}
