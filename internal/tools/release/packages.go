package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// nfpm names the module of the program that makes the packages.
const nfpm = "internal/tools/nfpm/go.mod"

// packages makes the deb, the rpm and the apk of each Linux (packaging/nfpm.yaml).
func (r *release) packages() error {
	for i := range r.targets {
		t := &r.targets[i]
		if t.OS != "linux" {
			continue
		}
		stage := filepath.Join(r.tmp, t.String())
		if err := r.setTimes(stage); err != nil {
			return err
		}
		for _, kind := range []string{"deb", "rpm", "apk"} {
			c := exec.Command("go", "tool", "-modfile="+nfpm, "nfpm", "package", "-p", kind, "-t", r.out,
				"-f", "packaging/nfpm.yaml")
			c.Env = append(os.Environ(), "GOFLAGS=", "VERSION="+r.Version, "ARCH="+t.Arch, "STAGE="+stage,
				fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.date.Unix()))
			if text, err := c.CombinedOutput(); err != nil {
				return fmt.Errorf("nfpm: %w\n%s", err, text)
			}
		}
	}
	return nil
}

// setTimes gives all files below a directory the time of the commit, which packages keep.
func (r *release) setTimes(dir string) error {
	return filepath.WalkDir(dir, func(file string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(file, r.date, r.date)
	})
}
