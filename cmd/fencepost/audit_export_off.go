//go:build !export

package main

// runAuditExport takes the place of the export while this program is also the hook: what the export
// needs would be initialised before each call.
func runAuditExport(s stdio, _ []string) int {
	return s.fail("audit export: this program was built without it; build it with -tags export")
}
