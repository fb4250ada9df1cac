package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strings"

	. "github.com/dave/jennifer/jen"
)

// meaning are the packages that decide what a config means: what was compiled from one counts only
// for programs in which they are the same.
var meaning = []string{"internal/glob", "internal/hosts", "internal/pack", "internal/policy",
	"internal/policy/compile", "internal/policy/packed", "internal/policy/parse", "internal/rule",
	"internal/rule/engine", "internal/rule/regex"}

// generateSources writes the sum of the sources that decide what a config means.
func generateSources(root, dir string) error {
	h := sha256.New()
	for _, pkg := range meaning {
		names, err := filepath.Glob(filepath.Join(root, pkg, "*.go")) // sorted
		if err != nil {
			return err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			_, _ = io.WriteString(h, pkg+"/"+filepath.Base(name)+"\x00")
			_, _ = h.Write(text)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f := NewFilePathName("github.com/fencepost/fencepost/gen/meaning", "meaning")
	f.HeaderComment("// " + generatedBy + " from " + strings.Join(meaning, ", ") + ". DO NOT EDIT.")
	f.PackageComment("Package meaning identifies the program that reads configs.")
	f.Comment("Sum is that of the sources that decide what a config means.")
	f.Const().Id("Sum").Op("=").Lit(hex.EncodeToString(h.Sum(nil)[:16]))
	return f.Save(filepath.Join(dir, "meaning.go"))
}
