package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
	"github.com/fencepost/fencepost/internal/sandbox/stage"
)

// bound sets the limits of the run. Where no cgroup can count, the kernel limits the memory of each
// process by itself, and the processes of a user in the run; that is said.
func (o *options) bound() (done func()) {
	stage.Bound.Time = time.Duration(sandboxconf.Amount("time", o.Time))
	if o.Memory+o.Processes == "" {
		return func() {}
	}
	dir, err := o.cgroup(delegated("/proc/self"))
	if err == nil {
		stage.Bound.Cgroup, err = os.Open(dir)
	}
	if err != nil {
		stage.Bound.Limits = stage.Limits{Memory: uint64(sandboxconf.Amount("memory", o.Memory)),
			Processes: uint64(sandboxconf.Amount("processes", o.Processes))}
		fmt.Fprintln(os.Stderr, "fencepost: sandbox keeps --memory for each process by itself, and "+
			"--processes not for root: "+err.Error())
		return func() {}
	}
	return func() {
		stage.Bound.Cgroup.Close()
		_ = os.Remove(dir) // of a run that goes on the next one does
	}
}

// delegated are the cgroups of the unified hierarchy from that of a process upwards.
func delegated(proc string) (dirs []string) {
	mounts, _ := os.ReadFile(proc + "/mountinfo")
	own, _ := os.ReadFile(proc + "/cgroup")
	for line := range strings.Lines(string(mounts)) {
		f := strings.Fields(line)
		const least, root, at = 5, 3, 4
		if len(f) < least || !strings.Contains(line, " - cgroup2 ") {
			continue
		}
		for line := range strings.Lines(string(own)) {
			name, ok := strings.CutPrefix(strings.TrimSpace(line), "0::")
			dir := filepath.Join(f[at], strings.TrimPrefix(name, strings.TrimSuffix(f[root], "/")))
			for ok && subpath.In(dir, f[at]) {
				dirs, dir = append(dirs, dir), filepath.Dir(dir)
			}
		}
	}
	return dirs
}

// cgroup makes one with the limits in the first of some that may be written and hands the controllers
// on. Earlier ones in which nothing runs any more go.
func (o *options) cgroup(dirs []string) (string, error) {
	limits := map[string]string{}
	controllers := ""
	if n := sandboxconf.Amount("memory", o.Memory); n > 0 {
		limits["memory.max"], limits["memory.swap.max"] = strconv.FormatInt(n, 10), "0"
		controllers = "+memory "
	}
	if n := sandboxconf.Amount("processes", o.Processes); n > 0 {
		limits["pids.max"] = strconv.FormatInt(n+stage.Threads, 10)
		controllers += "+pids"
	}
	for _, dir := range dirs {
		if unix.Access(dir, unix.W_OK) != nil {
			continue
		}
		if !handsOn(dir, controllers) {
			_ = os.WriteFile(dir+subtree, []byte(controllers), 0o644) // not where processes are in it
			if !handsOn(dir, controllers) {
				continue
			}
		}
		old, _ := filepath.Glob(dir + "/fencepost-*")
		for _, o := range old {
			_ = unix.Rmdir(o)
		}
		made := filepath.Join(dir, "fencepost-"+strconv.Itoa(os.Getpid()))
		if err := os.Mkdir(made, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		for name, value := range limits {
			if err := os.WriteFile(made+"/"+name, []byte(value), 0o644); err != nil && name != "memory.swap.max" {
				return "", err
			}
		}
		return made, nil
	}
	return "", errors.New("no cgroup (v2) with these controllers is delegated to this user. Start the " +
		"agent in one: systemd-run --user --scope -p Delegate=yes")
}

const subtree = "/cgroup.subtree_control"

// handsOn reports whether a cgroup gives controllers to those in it.
func handsOn(dir, controllers string) bool {
	has, _ := os.ReadFile(dir + subtree)
	for c := range strings.FieldsSeq(controllers) {
		if !slices.Contains(strings.Fields(string(has)), c[1:]) {
			return false
		}
	}
	return true
}
