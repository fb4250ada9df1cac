package python_test

import (
	"slices"
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

func TestSnippets(t *testing.T) {
	t.Parallel()
	evaltest.CheckSnippets(t, "python")
}

func TestSnippetsOracle(t *testing.T) {
	evaltest.Oracle(t, "python", evaltest.Snippets(t, "python"), 100, 80)
}

func TestOracle(t *testing.T) {
	rows := slices.Concat(names, calls, flow, bindingTimes, listOrders, texts)
	evaltest.Oracle(t, "python", rows, 150, 140)
}
