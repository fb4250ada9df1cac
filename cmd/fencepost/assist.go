package main

import (
	"io"

	"github.com/fencepost/fencepost/gen/build"
	"github.com/fencepost/fencepost/internal/app/slowpath"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/compile"
	"github.com/fencepost/fencepost/internal/policy/store"
	"github.com/fencepost/fencepost/internal/project/tasks"
	"github.com/fencepost/fencepost/internal/project/tasks/tabletree"
)

// assistHook does for fencepost-hook what that cannot do: see package slowpath.
func assistHook(in io.Reader, out io.Writer, args []string) int {
	const limit = max(2*policy.MaxSize, tasks.MaxTree,
		policy.MaxPolicy+policy.MaxSignature+policy.MaxSize) // a key is a part of a config
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err != nil || len(data) > limit || len(args) < 2 || args[0] != siblings.ThisBuild() {
		return exitUsage
	}
	args = args[1:]
	var answer []byte
	ok := false
	switch {
	case args[0] == "compile" && len(args) == 3:
		answer, ok = compiled(args[1], args[2], data), true
	case args[0] == "policy" && len(args) == 3:
		answer, ok = checked(args[1], args[2], data)
	case args[0] == "tree" && len(args) == 3:
		var tree string
		if tree, ok = tabletree.Tree(args[2], string(data)); ok {
			stored := store.Store{Dir: args[1], Program: build.ID}
			_ = stored.KeepTree(args[2], string(data), tree)
		}
		answer = []byte(tree)
	}
	if !ok {
		return exitUsage
	}
	if _, err := out.Write(answer); err != nil {
		return exitUsage
	}
	return exitOK
}

// compiled is a config, compiled and kept in a store.
func compiled(dir, file string, data []byte) []byte {
	return keep(dir, compile.Config(file, data))
}

// checked is a policy that was handed out, checked, compiled and kept in a store.
func checked(dir, file string, data []byte) ([]byte, bool) {
	texts, ok := slowpath.ReadTexts(data, 3)
	if !ok {
		return nil, false
	}
	u := compile.Policy(&policy.HandedOut{File: file, Key: texts[0], Signature: []byte(texts[1]),
		Data: []byte(texts[2])})
	return keep(dir, u), true
}

// keep keeps what was compiled in a store, and returns it as a file. That it cannot be kept costs time
// at the next call, and nothing else.
func keep(dir string, u *store.Unit) []byte {
	stored := store.Store{Dir: dir, Program: build.ID}
	u.Program = stored.Program
	_ = stored.Keep(u)
	return store.Encode(u)
}
