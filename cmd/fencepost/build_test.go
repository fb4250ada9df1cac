package main

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/build"
	"github.com/fencepost/fencepost/internal/beside"
	"github.com/fencepost/fencepost/internal/testkit"
	"github.com/fencepost/fencepost/internal/version"
)

// All programs are of one build, and say so.
func TestOneBuild(t *testing.T) {
	for _, name := range beside.Programs() {
		path := testkit.Program(t, name)
		out, _ := exec.Command(path, "--version").Output() // the hook's status blocks
		if text := string(out); !strings.HasPrefix(text, name+" ") ||
			!strings.Contains(text, "\nbuild "+build.ID+"\n") {
			t.Errorf("%s --version says %q", name, text)
		}
		if id, err := beside.Build(path); id != build.ID || err != nil {
			t.Errorf("%s is of the build %q, %v", name, id, err)
		}
	}
	var this version.Info
	_, out, _ := cli("", "version", "--json")
	if err := json.Unmarshal([]byte(out), &this); err != nil || this.Build != build.ID {
		t.Errorf("version --json: %s (%v)", out, err)
	}
}
