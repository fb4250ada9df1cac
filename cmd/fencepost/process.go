package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"
)

// process is a program to run.
type process struct {
	argv  []string
	dir   string
	stdin []byte
	env   []string // besides the environment of this process; of several values the first counts
	limit time.Duration
}

type result struct {
	out  []byte
	said []byte // on standard error
	took time.Duration
	err  error // the program did not start, took too long, or ended with another status than 0
}

// runProgram runs a program for at most as long as it may take.
func runProgram(p process) (r result) {
	ctx, cancel := context.WithTimeout(context.Background(), p.limit)
	defer cancel()
	c := exec.CommandContext(ctx, p.argv[0], p.argv[1:]...)
	c.Path, c.Err = p.argv[0], nil // never one that PATH has
	env := slices.Clone(p.env)
	slices.Reverse(env) // package exec takes the last value
	var out, said bytes.Buffer
	c.Dir, c.Env = p.dir, append(os.Environ(), env...)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(p.stdin), &out, &said
	c.WaitDelay = time.Second // what it has started may keep its output open
	start := time.Now()
	err := c.Run()
	r = result{out: out.Bytes(), said: said.Bytes(), took: time.Since(start), err: err}
	switch {
	case ctx.Err() != nil:
		r.err = fmt.Errorf("no answer in %v", p.limit)
	case errors.Is(err, exec.ErrWaitDelay):
		r.err = nil
	}
	return r
}
