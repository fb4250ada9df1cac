//go:build linux

package stage

// FailAt is the number of the call for a mount that fails.
var FailAt = &failAt
