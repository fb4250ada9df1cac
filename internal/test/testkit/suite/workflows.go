package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
)

// workflows has actionlint read the workflows. It is a module of its own, and asks no other program
// that is installed.
func workflows() (string, error) {
	const module = "internal/tools/actionlint"
	if exec.Command("go", "-C", module, "mod", "download").Run() != nil {
		return "actionlint's modules cannot be fetched: not run", nil
	}
	files, err := filepath.Glob(".github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		return "", fmt.Errorf("no workflows in .github/workflows (%v)", err)
	}
	args := []string{"-C", module, "tool", "actionlint", "-shellcheck=", "-pyflakes="}
	for _, file := range files {
		args = append(args, filepath.Join("..", "..", "..", file))
	}
	return "", quiet(exec.Command("go", args...))
}
