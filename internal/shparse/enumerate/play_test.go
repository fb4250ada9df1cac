//go:build unix

package enumerate

import (
	"sync"
	"testing"
	"time"

	"github.com/fencepost/fencepost"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// workers is the number of lines that are judged or run at the same time.
const workers = 2

// batch is the number of lines that one world runs.
const batch = 400

// finding is a line with what came of it.
type finding struct {
	line
	text   string
	answer fencepost.Decision
	reason string
	twin   fencepost.Verdict // about the same line with an allowed command
	ran    bool
	inAll  bool // is run whatever the answer, and counts
}

// shellText is a line as the agent's shell gets it: dash is started by bash.
func shellText(shell byte, text string) string {
	if shell == 'd' {
		return "dash -c " + single(text)
	}
	return text
}

// judgeAll judges lines, each with the marker and with an allowed command. One in `every` is run in
// any case.
func judgeAll(j *judges, lines []line, every int) []finding {
	found := make([]finding, len(lines))
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(lines); i += workers {
				l := lines[i]
				f := &found[i]
				f.line, f.text, f.inAll = l, shellText(l.shell, l.make("marker")), i%every == 0
				v := j.judge(l.shell, f.text)
				f.answer, f.reason = v.Decision, v.Reason
				if f.inAll {
					f.twin = j.judge(l.shell, shellText(l.shell, l.make(harmless)))
				}
			}
		})
	}
	wg.Wait()
	return found
}

// play runs in the real shells, in throwaway worlds, what is allowed and what counts in any case.
func play(t *testing.T, found []finding) (played, slow int) {
	t.Helper()
	var list []*finding
	for i := range found {
		if found[i].inAll || found[i].answer == fencepost.Allow {
			list = append(list, &found[i])
		}
	}
	for at := 0; at < len(list); at += batch {
		slow += playBatch(t, list[at:min(at+batch, len(list))])
	}
	return len(list), slow
}

func playBatch(t *testing.T, list []*finding) (slow int) {
	t.Helper()
	jobs := make([]job, len(list))
	for i, f := range list {
		shell := shells[f.shell]
		if f.shell == 'd' {
			shell = "bash"
		}
		jobs[i] = job{ID: i, Shell: shell, Text: f.text}
	}
	box := &world.Box{Bin: []string{"sh", "bash", "zsh", "dash"}, Args: []string{"--dir", "/home/dev",
		"--dir", "/work", "--ro-bind", "/etc", "/etc", "--chdir", "/work"}}
	for i, p := range world.Play[job, job](box, jobs, batch, 2*time.Second) {
		if p.Failed != "" {
			t.Fatalf("line %d: %s", i, p.Failed)
		}
		list[i].ran = p.Result.Ran
		if p.Result.Slow {
			slow++
		}
	}
	return slow
}
