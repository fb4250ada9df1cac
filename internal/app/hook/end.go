package hook

import (
	"os"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
)

// runner is the program that confines a command, and ends what one has left behind.
const runner = "fencepost-run"

// stopLimit is how long the end of a session waits for its runs to end: less than agents wait for a
// hook. What is not ended by then is so afterwards, as the runner goes on.
const stopLimit = 3 * time.Second

// endSession ends what the confined runs of a session have left in the background. Nobody is told:
// there is nobody left, and most sessions leave nothing.
func endSession(session string) {
	path, err := siblings.Find(runner)
	if err != nil || !plainSession(session) {
		return
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer null.Close()
	p, err := os.StartProcess(path, []string{runner, "--stop", session}, &os.ProcAttr{Dir: "/",
		Env: os.Environ(), Files: []*os.File{null, null, null}, Sys: ownSession()})
	if err != nil {
		return
	}
	ended := make(chan struct{})
	go func() {
		_, _ = p.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(stopLimit):
	}
}

// plainSession reports whether a name can be that of a session. "all" is a word of the runner, and
// means the runs of all.
func plainSession(name string) bool {
	return name != "" && name != "all" && name[0] != '-' && len(name) <= 128 &&
		!strings.ContainsFunc(name, func(r rune) bool {
			return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') &&
				!strings.ContainsRune("-_.:", r)
		})
}
