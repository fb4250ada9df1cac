//go:build pprof

package bench

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"time"
)

// HasProfiler reports whether this build can write profiles.
const HasProfiler = true

// Profile judges each class for a while and writes cpu.pprof to a directory, then once more for
// allocs.pprof: keeping account of allocations takes time that would show in the other profile.
func Profile(dir, temp string, classes []Class, each time.Duration) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	w, err := NewWorkplace(temp, classes)
	if err != nil {
		return err
	}
	defer w.Remove()
	judge := func() error {
		for i := range classes {
			if _, err := Repeat(w, &classes[i], each); err != nil {
				return err
			}
		}
		return nil
	}
	runtime.MemProfileRate = 0
	err = writeFile(filepath.Join(dir, "cpu.pprof"), func(f *os.File) error {
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
		return judge()
	})
	if err != nil {
		return err
	}
	runtime.MemProfileRate = 512
	if err := judge(); err != nil {
		return err
	}
	runtime.GC() // so that the profile is up to date
	return writeFile(filepath.Join(dir, "allocs.pprof"), func(f *os.File) error {
		return pprof.Lookup("allocs").WriteTo(f, 0)
	})
}

func writeFile(name string, write func(f *os.File) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
