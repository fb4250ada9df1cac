//go:build !linux && !darwin

package probe

// others is none: there is no sandbox for this system.
func others() []Engine { return nil }
