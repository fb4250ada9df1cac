//go:build !cgo

package evaltest

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp"
)

// Facts skips the test: there are no grammars.
func Facts(t testing.TB, lang, code string, files ...interp.Module) *interp.Facts {
	t.Skip("no C compiler: there are no grammars")
	return nil
}
