package clienttest

import (
	"strings"
	"testing"
)

// pending are tests of what is not built yet: a failure is only logged. An entry goes when its part
// is there; a class (`loosen trees`) or a test (`loosen trees-01`).
var pending = []string{
	"all", // while the suite is written
}

// report fails the test, or logs the failure where it is pending.
func report(t *testing.T, id, format string, args ...any) {
	t.Helper()
	for _, p := range pending {
		if p == "all" || id == p || strings.HasPrefix(id, p+"-") {
			t.Logf("pending: "+format, args...)
			return
		}
	}
	t.Errorf(format, args...)
}
