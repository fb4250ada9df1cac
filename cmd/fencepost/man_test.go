package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// pagesOf makes the pages of a command and of those below it.
func pagesOf(t *testing.T, c *cobra.Command, pages map[string][]byte) {
	t.Helper()
	c.Root().DisableAutoGenTag = true
	var page bytes.Buffer
	h := &doc.GenManHeader{Section: "1", Source: program, Date: &time.Time{},
		Title:  strings.ToUpper(strings.TrimSuffix(pageOf(c), ".1")),
		Manual: "Permission gate for coding agents"}
	if err := doc.GenMan(c, h, &page); err != nil {
		t.Fatal(err)
	}
	// A date would make each day another page.
	pages[pageOf(c)] = bytes.Replace(page.Bytes(), []byte(`"Jan 0001"`), []byte(`""`), 1)
	for _, sub := range c.Commands() {
		pagesOf(t, sub, pages)
	}
}

// TestManPages holds the pages to the definitions of the commands, and has man read them where it
// is there.
func TestManPages(t *testing.T) {
	pages := map[string][]byte{}
	pagesOf(t, newRoot(stdio{}), pages)
	if testkit.Updating() {
		old, _ := filepath.Glob("man/*.1")
		for _, file := range old {
			os.Remove(file)
		}
		for name, page := range pages {
			if err := os.WriteFile(filepath.Join("man", name), page, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	workplace(t)
	dir := filepath.Join(t.TempDir(), "man1")
	if code, out, errs := cli("", "man", "--dir", dir); code != 0 || !strings.Contains(out, dir) {
		t.Fatalf("exit status %d\n%s%s", code, out, errs)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != len(pages) || len(pages) < 25 {
		t.Errorf("%d pages are written, and %d made (%v)", len(left), len(pages), err)
	}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		file := filepath.Join(dir, name)
		if read(t, file) != string(pages[name]) {
			t.Errorf("man/%s is not what the commands say: FENCEPOST_UPDATE=1 go test "+
				"./cmd/fencepost -run TestManPages", name)
		}
		t.Run(name, func(t *testing.T) {
			man := testkit.Installed(t, "man")
			out, err := exec.Command(man, "--warnings", "-l", file).CombinedOutput()
			if err != nil || !strings.Contains(strings.ToUpper(string(out)), "SYNOPSIS") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
