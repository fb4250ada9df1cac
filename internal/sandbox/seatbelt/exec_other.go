//go:build !darwin

package seatbelt

// Exec refuses.
func Exec(*Input) error { return ErrNone }

// Temp are none.
func Temp() []string { return nil }
