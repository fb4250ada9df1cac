//go:build !linux

package bench

// onOneProcessor calls f; this system does not keep processes on one processor.
func onOneProcessor(f func() error) (pinned bool, err error) { return false, f() }
