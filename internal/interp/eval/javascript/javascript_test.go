package javascript_test

import (
	"slices"
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

func TestOracle(t *testing.T) {
	rows := slices.Concat(names, values, calls, flow, listOrders)
	evaltest.Oracle(t, "javascript", rows, 110, 105)
}
