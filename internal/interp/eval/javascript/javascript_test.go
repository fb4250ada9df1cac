package javascript_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

func TestSnippets(t *testing.T) {
	t.Parallel()
	evaltest.CheckSnippets(t, "javascript")
}

func TestSnippetsOracle(t *testing.T) {
	evaltest.Oracle(t, "javascript", evaltest.Snippets(t, "javascript"), 100, 80)
}
