package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// TestCgroup: the nearest cgroup above the process that is handed on gets one more, with the limits.
func TestCgroup(t *testing.T) {
	root := t.TempDir()
	own := filepath.Join(root, "user/app/own")
	world.Must(t, world.Put(root, map[string]string{
		"proc/mountinfo": "30 24 0:26 / " + root + " rw,nosuid - cgroup2 cgroup2 rw\n" +
			"31 24 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n",
		"proc/cgroup":                          "4:memory:/other\n0::/user/app/own\n",
		"user/app/own/cgroup.subtree_control/": "", // it cannot be handed on: a process is in it
		"user/app/cgroup.subtree_control":      "cpu memory pids\n", "user/app/fencepost-1/": "",
		"user/cgroup.subtree_control": "cpu memory pids\n",
	}))
	dirs := delegated(root + "/proc")
	if len(dirs) != 4 || dirs[0] != own || dirs[3] != root {
		t.Fatalf("%q", dirs)
	}
	o := &options{Profile: sandbox.Profile{Memory: "64M", Processes: "20"}}
	made, err := o.cgroup(dirs)
	if err != nil || filepath.Dir(made) != filepath.Dir(own) {
		t.Fatalf("%s, %v", made, err)
	}
	for name, want := range map[string]string{"memory.max": "67108864", "memory.swap.max": "0",
		"pids.max": "28"} {
		if got, err := os.ReadFile(made + "/" + name); string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := os.Stat(filepath.Dir(own) + "/fencepost-1"); err == nil {
		t.Error("an earlier one in which nothing runs is there still")
	}
	if _, err := o.cgroup(dirs[:1]); err == nil || !strings.Contains(err.Error(), "no cgroup") {
		t.Errorf("where none is delegated: %v", err)
	}
}

// TestLimits: what is given is read, or refused before anything runs.
func TestLimits(t *testing.T) {
	for args, want := range map[string]string{
		"--memory 64M --processes 20 --time 10m -- true": "", "--memory 0 -- true": "no limit",
		"--memory 4X -- true": "no limit", "--processes many -- true": "no limit",
		"--time 10 -- true": "no limit", "--time 1ms -- true": "no limit",
		"--engine landlock --level reduced --time 1s -- true":          "need the engine native",
		"--engine landlock --level reduced --device /dev/null -- true": "need the engine native",
	} {
		_, err := parse(strings.Fields(args))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	for name, want := range map[string]bool{"/dev/null": true, "/dev/no-such": false, "/etc/passwd": false,
		"/dev/../etc": false, "/dev/stdin": false} {
		if list, err := devices([]string{name}); (err == nil) != want || want && list[0] != name {
			t.Errorf("%s: %q, %v", name, list, err)
		}
	}
}
