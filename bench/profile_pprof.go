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

// Profile judges each class for a while and writes cpu.pprof and allocs.pprof to a directory.
func Profile(dir, temp string, classes []Class, each time.Duration) (err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	w, err := NewWorkplace(temp, classes)
	if err != nil {
		return err
	}
	defer w.Remove()
	cpu, err := os.Create(filepath.Join(dir, "cpu.pprof"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cpu.Close()) }()
	runtime.MemProfileRate = 512
	if err := pprof.StartCPUProfile(cpu); err != nil {
		return err
	}
	for i := range classes {
		if _, err = Repeat(w, &classes[i], each); err != nil {
			break
		}
	}
	pprof.StopCPUProfile()
	if err != nil {
		return err
	}
	allocs, err := os.Create(filepath.Join(dir, "allocs.pprof"))
	if err != nil {
		return err
	}
	runtime.GC() // so that the profile is up to date
	return errors.Join(pprof.Lookup("allocs").WriteTo(allocs, 0), allocs.Close())
}
