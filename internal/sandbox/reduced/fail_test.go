//go:build linux

package reduced

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/failtest"
)

const failVariable = "FENCEPOST_TEST_FAIL"

// calls are those with which a process becomes the command.
var calls = slices.Concat(failtest.Confine, []failtest.Call{
	{Says: "chdir", Nr: unix.SYS_CHDIR},
	{Says: "execve", Nr: unix.SYS_EXECVE},
})

// failing has a call fail from now on.
func failing() {
	i, err := strconv.Atoi(os.Getenv(failVariable))
	if err == nil {
		if err = calls[i].Install(); err != nil {
			panic(err)
		}
	}
}

// TestEachCallFails has each call fail in turn: its name is said, and nothing has run.
func TestEachCallFails(t *testing.T) { each(t, eachCallFails) }

func eachCallFails(t *testing.T, run func(net, text string) (string, int), home string) {
	t.Setenv("PORT", "9")
	for i, call := range calls {
		t.Setenv(failVariable, strconv.Itoa(i))
		out, code := run("filtered", "echo ran > ran")
		if code != 125 || !strings.Contains(out, call.Says) {
			t.Errorf("%s (%d): status %d: %s", call.Says, call.Nr, code, out)
		}
		if _, err := os.Stat(home + "/p/ran"); err == nil {
			t.Fatalf("%s (%d): the command ran", call.Says, call.Nr)
		}
	}
	t.Setenv(failVariable, "")
	if out, code := run("filtered", "echo ran > ran"); code != 0 {
		t.Errorf("without a failure: status %d: %s", code, out)
	}
}
