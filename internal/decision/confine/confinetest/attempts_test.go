//go:build linux

package confinetest

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

const (
	attemptsFile = "../../../../testdata/redteam/attempts.jsonl"
	attacksFile  = "../../../../testdata/corpora/attacks.jsonl"
)

var idFlag = flag.String("id", "", "play the attempt with this id alone")

// Of the attempts most do harm where nothing holds them; of the attacks most lack a program.
const (
	attemptsOneIn = 3
	attacksOneIn  = 24
)

// TestAttemptsConfined: what the gate only asks about, forced through in the sandbox, leaves the
// machine as it was. An attempt counts if it changes something without the sandbox.
func TestAttemptsConfined(t *testing.T) {
	list := attempts(t)
	start := time.Now()
	played, harmful, wrong := 0, 0, 0
	skipped := map[string]int{}
	for _, r := range play(t, list) {
		if *lineFlag != "" {
			t.Logf("%+v", r)
		}
		switch {
		case r.Failed != "":
			t.Errorf("%s %q could not be played: %s", r.ID, r.Cmd, r.Failed)
			continue
		case r.Skip != "":
			skipped[r.Skip]++
			continue
		}
		played++
		if len(harm(&r.Plain)) > 0 {
			harmful++
		}
		if did := harm(&r.Confined); len(did) > 0 {
			wrong++
			t.Errorf("%s (%s) %q (%s) did harm: %s\n%s\n%s", r.ID, r.Shell, r.Cmd, r.Profile, did,
				strings.Join(r.Flags, " "), head(r.Confined.Out))
		}
	}
	t.Logf("%d of %d attempts were played in %v: %d do harm without the sandbox, %d in it; not played: %v",
		played, len(list), time.Since(start).Round(time.Second), harmful, wrong, skipped)
	if *lineFlag == "" && *idFlag == "" && played < 300 {
		t.Errorf("%d attempts were played, want at least 300", played)
	}
}

// attempts are those of both files that are one line of shell text.
func attempts(t *testing.T) (list []line) {
	t.Helper()
	if *lineFlag != "" {
		return []line{{Cmd: *lineFlag, Shell: "bash", Attempt: true}}
	}
	n := 0
	put := func(l line, every int) {
		if testkit.IsNightly() {
			every = 1
		}
		n++
		wanted := n%every == 0
		if *idFlag != "" {
			wanted = l.ID == *idFlag
		}
		if wanted && l.Cmd != "" && !strings.Contains(l.Cmd, ";;NEXT-CALL;;") {
			l.Attempt = true
			list = append(list, l)
		}
	}
	readLines(t, attemptsFile, func(data []byte) error {
		var row struct {
			ID, Cmd, Shell string
			Pre            []string
		}
		err := json.Unmarshal(data, &row)
		put(line{ID: row.ID, Cmd: row.Cmd, Shell: row.Shell, Pre: row.Pre}, attemptsOneIn)
		return err
	})
	row := 0
	readLines(t, attacksFile, func(data []byte) error {
		var a struct{ Cmd string }
		err := json.Unmarshal(data, &a)
		row++
		put(line{ID: fmt.Sprint("attacks.jsonl:", row), Cmd: a.Cmd, Shell: "bash"}, attacksOneIn)
		return err
	})
	return list
}

// harm is what a run has changed or shown that it may not.
func harm(r *run) []string {
	did := slices.Clone(r.Changed)
	for l := range strings.Lines(r.Out) {
		if strings.Contains(l, world.Secret) {
			did = append(did, "a secret was shown: "+l)
		}
	}
	return did[:min(len(did), 10)]
}
