//go:build cgo

package evaltest

import (
	"testing"

	"github.com/fencepost/fencepost/gen/callees"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/javascript"
	"github.com/fencepost/fencepost/internal/interp/eval/python"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
	"github.com/fencepost/fencepost/internal/interp/treesitter"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
)

// Facts interprets a snippet, which may load files. It skips the test where there are no grammars.
func Facts(_ testing.TB, lang, code string, files ...interp.Module) *interp.Facts {
	left := effort.Budget(1 << 30)
	in := core.Input{Code: code, Home: Home, Cwd: Home, Modules: files,
		ParseFile: func(m *interp.Module) (*syntax.Node, string) {
			return treesitter.Parse(m.Lang, m.Code, &left)
		},
		Parse: func(code string) (*syntax.Node, string) {
			return treesitter.Parse(lang, code, &left)
		}}
	if lang == "python" {
		in.Table = callees.Python{}
		return python.Run(in)
	}
	in.Table = callees.JavaScript{}
	return javascript.Run(in)
}
