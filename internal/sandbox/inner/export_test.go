//go:build linux

package inner

// FailAt is the number of the call for a mount that fails.
var FailAt = &failAt
