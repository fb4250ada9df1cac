package main

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// deciding are the sources that are summed beside all that is generated: what a config means, the
// reader of inline code, and the codecs of what one program hands to another one.
//
// The rest of the analysis is left out. No other program takes anything of it from fencepost-hook,
// every second commit changes it, and with each of them the sum would change and every branch would
// conflict with every other one. Nothing that is known when a program is linked could take the place
// of a sum in the sources: what the go command stamps names no content in a build from an archive,
// and differs from program to program.
var deciding = []string{"go.mod", "internal/app/slowpath", "internal/lowlevel/confighome", "internal/lowlevel/glob",
	"internal/lowlevel/hosts", "internal/interp", "internal/lowlevel/codec", "internal/policy", "internal/rule",
	"internal/sandbox/history", "internal/sandbox/report"}

// generateBuild makes the sum of all that is generated, and of the deciding sources below the
// module's root.
func generateBuild(root string, o *output) error {
	h := sha256.New()
	for _, name := range slices.SortedFunc(maps.Keys(o.code), byDirectory) {
		addFile(h, name, o.code[name])
	}
	for _, path := range deciding {
		if err := sumTree(h, root, path); err != nil {
			return err
		}
	}
	f := newPackage("build", "what it generates else, "+strings.Join(deciding, ", "),
		"Package build identifies the sources that a program was built from.")
	f.Comment("ID is the same in programs whose tables, organisation policies and codecs are the same:")
	f.Comment("32 hexadecimal digits.")
	f.Const().Id("ID").Op("=").Lit(hex.EncodeToString(h.Sum(nil)[:16]))
	o.addPackage("build", f)
	return nil
}

// sumTree adds the names and texts of all source files at or below a path to a sum, but for tests.
func sumTree(h hash.Hash, root, path string) error {
	return filepath.WalkDir(filepath.Join(root, path), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasSuffix(name, "_test.go") ||
			!slices.Contains([]string{".go", ".c", ".h", ".mod"}, filepath.Ext(name)) {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		addFile(h, filepath.ToSlash(rel), text)
		return nil
	})
}

func addFile(h hash.Hash, name string, text []byte) {
	_, _ = io.WriteString(h, name+"\x00"+string(text)+"\x00")
}

// byDirectory is the order in which a walk over directories meets files.
func byDirectory(a, b string) int {
	return slices.Compare(strings.Split(a, "/"), strings.Split(b, "/"))
}
