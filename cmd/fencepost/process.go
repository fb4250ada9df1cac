package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// process is a program to run: os/exec in small, which, like package flag, would cost every start
// of this program.
type process struct {
	argv  []string
	dir   string
	tmp   string // a directory for what goes in and comes out
	stdin []byte
	env   []string // besides the environment of this process, and before it
	limit time.Duration
}

type result struct {
	out  []byte
	took time.Duration
	err  error
}

// runProgram runs a program for at most as long as it may take.
func runProgram(p process) (r result) {
	in, out := filepath.Join(p.tmp, "in"), filepath.Join(p.tmp, "out")
	if r.err = os.WriteFile(in, p.stdin, 0o600); r.err != nil {
		return r
	}
	from, err := os.Open(in)
	if err != nil {
		return result{err: err}
	}
	defer from.Close()
	to, err := os.Create(out)
	if err != nil {
		return result{err: err}
	}
	defer to.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return result{err: err}
	}
	defer null.Close()
	start := time.Now()
	proc, err := os.StartProcess(p.argv[0], p.argv,
		&os.ProcAttr{Dir: p.dir, Env: environ(p.env), Files: []*os.File{from, to, null}})
	if err != nil {
		return result{err: err}
	}
	timer := time.AfterFunc(p.limit, func() { proc.Kill() })
	state, err := proc.Wait()
	r.took = time.Since(start)
	switch late := !timer.Stop(); {
	case err != nil:
		r.err = err
	case late:
		r.err = fmt.Errorf("no answer in %v", p.limit)
	case !state.Success():
		r.err = errors.New(state.String())
	default:
		r.out, r.err = os.ReadFile(out)
	}
	return r
}

// environ is the environment of this process with other values for some variables.
func environ(other []string) []string {
	env := slices.Clone(other)
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !slices.ContainsFunc(other, func(o string) bool {
			return strings.HasPrefix(o,
				name+"=")
		}) {
			env = append(env, v)
		}
	}
	return env
}
