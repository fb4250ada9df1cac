package buildtasks

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/inline"
	"github.com/fencepost/fencepost/internal/analyze/planted"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
)

// A test that the call writes, and has a framework find and run, is judged by its text as a script
// is. The framework calls what the test hands it, which the tables of effects know.

// maxTests bounds the tests of one call that are read.
const maxTests = 6

// WrittenTests reads the tests that the call has written and that command i runs.
func (a *Tasks) WrittenTests(i int) {
	c := &a.Call.Facts.Commands[i]
	if !a.Call.Follow || a.Call.Past || c.Kind != fact.Simple || !c.System && !scripts.OfEnvironment(c) ||
		c.Unjudged != "" || len(c.Hazards) > 0 || c.Stdin.Kind != fact.StdinInherit ||
		!c.Dirs.Known || len(c.Dirs.List) != 1 || !a.runsTests(c) {
		return
	}
	a.Changes.Collect()
	for k, left := 0, maxTests; k < len(a.Changes.List) && left > 0; k++ {
		ch := &a.Changes.List[k]
		kind := testLanguage(ch.Path)
		if kind == "" || ch.Command < 0 || ch.Around || ch.Unpacked {
			continue
		}
		left--
		loads := record.Loadable
		if kind == "python" {
			loads = scripts.LoadedByPython
		}
		w := fact.Lit(ch.Path)
		s := a.Scripts.WrittenText(i, &w, loads)
		if s == nil {
			continue
		}
		f := &a.Call.Facts.Files[s.Number-1]
		f.Name = strings.TrimPrefix(ch.Path, a.Call.Places.Project()+"/")
		switch f.Reader = kind; {
		case !s.Read:
		case !record.PlainCode(s.Text) || kind == "python" && !record.PlainEncoding(s.Text):
			f.Why = "its text may be another one to its interpreter"
		default:
			a.Inline.AskFile(i, inline.CodeFile{Number: s.Number, Base: path.Dir(f.Abs), Kind: kind,
				Text: s.Text})
		}
	}
}

// runsTests reports whether a command runs the tests that it finds in files.
func (a *Tasks) runsTests(c *fact.Command) bool {
	name, ok := a.Planted.ToolOf(c)
	return ok && lang.Word("any", "tests", name) ||
		c.Is(fact.JavaScript) && len(c.Nested) == 0 && planted.Says(c, "--test")
}

// testLanguage is the language of a test by the name of its file; "" for any other file.
func testLanguage(name string) string {
	base := path.Base(name)
	stem, ext := strings.TrimSuffix(base, path.Ext(base)), path.Ext(base)
	switch ext {
	case ".py":
		if strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, "_test") {
			return "python"
		}
		return ""
	case ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs":
	default:
		return ""
	}
	switch {
	case path.Ext(stem) != ".test" && path.Ext(stem) != ".spec" && path.Base(path.Dir(name)) != "__tests__":
		return ""
	case inline.TypedName(name), ext == ".jsx":
		return "typescript"
	}
	return "javascript"
}
